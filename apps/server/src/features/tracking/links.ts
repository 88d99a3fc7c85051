import { createHash } from 'node:crypto'
import { cleanHtml } from '@goldpan/campaign-mail/clean-html'
import { htmlToText } from '@goldpan/campaign-mail/html-to-text'
import { listLinks, rewriteLinks } from '@goldpan/campaign-mail/rewrite-links'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import type { Database } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Choices } from './choices.ts'
import * as store from './links.store.ts'

export interface LinksDeps {
  db: Database
  clock: Clock
  tokens: Tokens
  choices: Choices
}

export interface Outgoing {
  id: string
  campaign_id: string | null
  email: string
  content: string
}

export interface Prepared {
  html: string
  /** Only if links were rewritten: plain text keeps the original addresses. */
  text?: string
  open_pixel_url: string | null
}

const CACHE_MAX = 10_000
const scope = systemScope('a link in a message is followed by somebody without an account')

/** Adds the pixel and rewrites links where the choices allow it, and resolves followed links. */
export function createLinks({ db, clock, tokens, choices }: LinksDeps) {
  /** Cached: a campaign's messages mostly share a few links. */
  const known = new Map<string, string>()

  function remember(id: string, url: string): void {
    if (known.size >= CACHE_MAX) known.clear()
    known.set(id, url)
  }

  async function storeLinks(owner: OwnerId, campaign_id: string | null, urls: string[]): Promise<void> {
    const created_at = isoNow(clock)
    const links = urls.map((url) => ({ id: idOf(owner, campaign_id, url), campaign_id, url, created_at }))
    const fresh = links.filter(({ id }) => !known.has(id))
    await store.insertLinks(db, owner, fresh)
    for (const { id, url } of fresh) remember(id, url)
  }

  return {
    async prepareContent(owner: OwnerId, message: Outgoing, publicUrl: string): Promise<Prepared> {
      const wanted = await choices.findWanted(owner, message)
      const open_pixel_url = wanted.opens ? `${publicUrl}/t/o/${tokens.sign('open', message.id)}.gif` : null
      if (!wanted.clicks) return { html: message.content, open_pixel_url }
      const html = cleanHtml(message.content, true)
      const urls = listLinks(html)
      if (urls.length === 0) return { html: message.content, open_pixel_url }
      await storeLinks(owner, message.campaign_id, urls)
      const token = tokens.sign('click', message.id)
      const over = (url: string) =>
        `${publicUrl}/t/c/${token}/${tokens.sign('click', idOf(owner, message.campaign_id, url))}`
      return { html: rewriteLinks(html, over), text: htmlToText(html), open_pixel_url }
    },

    /** Null for a forged or unknown link. Only stored addresses are returned, so this is no open redirect. */
    async findTarget(linkToken: string): Promise<{ id: string; url: string } | null> {
      const id = tokens.verify('click', linkToken)
      if (id === null) return null
      const url = known.get(id) ?? (await store.findLink(db, scope, id))?.url
      if (url === undefined) return null
      remember(id, url)
      return { id, url }
    },

    /** For the campaign's screen: opens and clicks by people and by machines, and the people behind each link. */
    async countActivity(owner: OwnerId, campaignId: string) {
      const visits = await store.countVisits(db, owner, campaignId)
      const of = (kind: 'open' | 'click') => {
        const { visits: count = 0, automatic = 0 } = visits.find((row) => row.kind === kind) ?? {}
        return { count, automatic }
      }
      return { opens: of('open'), clicks: of('click'), links: await store.countByLink(db, owner, campaignId) }
    },
  }
}

/** The same link of the same campaign has the same id in every message and every process. */
function idOf(owner: OwnerId, campaignId: string | null, url: string): string {
  const hex = createHash('sha256').update(`${owner}\n${campaignId}\n${url}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
