import type { MessageCheck } from '@goldpan/campaign-mail/check-message'
import { htmlToText } from '@goldpan/campaign-mail/html-to-text'
import type { SendCheck } from '@goldpan/contract/sending-care'
import type { SendingDomain } from '@goldpan/contract/sending-domain'
import { findUnreadableLinks, unreadableLinksMessage } from '@goldpan/contract/written-link'
import type { SpamScore } from '../../providers/spam/port.ts'

/** Receivers file messages with this score as spam, whatever the local limit. */
const SPAM_LIMIT = 5
const RULES_SHOWN = 5

/** Checks of the message itself. If the mail server signs, the signature can't be checked here. */
export function checksOfMessage(lines: readonly MessageCheck[], isSignedHere: boolean): SendCheck[] {
  return lines.map(({ line, ok, sentence }) => {
    if (line === 'signature' && !isSignedHere)
      return {
        line,
        state: 'unseen',
        sentence: 'The mail server signs messages, which can’t be checked from here.',
      }
    return { line, state: ok ? 'ok' : 'blocked', sentence }
  })
}

/** Links that can't be read: they appear as typed, or as plain words. */
export function checkOfLinks(html: string): SendCheck {
  const unreadable = findUnreadableLinks(htmlToText(html))
  if (unreadable.length > 0)
    return { line: 'links', state: 'look', sentence: unreadableLinksMessage(unreadable) }
  const empty = /<a\b(?![^<>]*\s(?:href|name)=)[^<>]*>([\s\S]*?)<\/a>/i.exec(html)
  return empty
    ? { line: 'links', state: 'look', sentence: `The link '${htmlToText(empty[1]!)}' has no address.` }
    : { line: 'links', state: 'ok', sentence: 'Every link has an address.' }
}

/** An email without a name, or with two. */
export const checkOfName = ({ isFine, sentence }: { isFine: boolean; sentence: string }): SendCheck => ({
  line: 'name',
  state: isFine ? 'ok' : 'look',
  sentence,
})

/** The local spam filter's verdict; unknown without one. */
export function checkOfSpam(found: SpamScore | null): SendCheck {
  if (!found)
    return {
      line: 'spam',
      state: 'unseen',
      sentence: 'No spam filter is set up (SPAMD), so there is no score.',
    }
  const rules = found.rules.slice(0, RULES_SHOWN).join(', ')
  const limit = Math.min(SPAM_LIMIT, found.limit)
  const words = `Spam score ${found.score.toFixed(1)}; ${limit.toFixed(1)} or more counts as spam`
  return found.score < limit
    ? { line: 'spam', state: 'ok', sentence: `${words}.` }
    : { line: 'spam', state: 'blocked', sentence: `${words} (${rules}). Use plainer words.` }
}

const SERVER_STATES = { ok: 'ok', unsure: 'look', missing: 'look', wrong: 'look', unknown: 'unseen' } as const

/** DNS records that receivers look up. None for the built-in outbox. */
export function checksOfDomain(domain: SendingDomain | null): SendCheck[] {
  if (!domain) return []
  const { is_ready, is_enforced, records, server } = domain
  const bad = records.filter(({ state }) => state === 'missing' || state === 'wrong')
  const names = bad.map(({ title }) => title).join(', ')
  return [
    is_ready
      ? { line: 'domain', state: 'ok', sentence: `The records of ${domain.domain} are complete.` }
      : {
          line: 'domain',
          state: is_enforced ? 'blocked' : 'look',
          sentence: `The records of ${domain.domain} are incomplete${names ? `: ${names}` : ''}. See Sending domain.`,
        },
    ...(server
      ? [{ line: 'server', state: SERVER_STATES[server.state], sentence: server.sentence } as const]
      : []),
  ]
}
