import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { HandlerAnswer } from '@goldpan/contract/route'
import type { WritingEvent, writingRoutes } from '@goldpan/contract/writing'
import type { Db } from '../../../db/database.ts'
import { type OwnerId, systemScope } from '../../../db/owner.ts'
import { Refusal, refuse } from '../../../http/refuse.ts'
import { isoNow } from '../../../providers/clock/port.ts'
import type { WrittenTemplate } from '../../../providers/text/port.ts'
import type { Campaign } from '../../campaigns/campaigns.ts'
import { refuseLimit } from '../../usage/usage.ts'
import type { Emails } from '../emails/emails.ts'
import { toTemplate } from '../writing.rules.ts'
import type { WritingDeps } from '../writing.ts'
import { costInMicros, describeSum } from './generation.rules.ts'
import * as store from './generation.store.ts'

export interface GenerationParts extends WritingDeps {
  emails: Pick<Emails, 'readSenderName'>
  writeStale(
    tx: Db,
    owner: OwnerId,
    campaignId: string,
  ): Promise<{ message: string; rendered: number; waiting: number }>
}

type Generated = HandlerAnswer<typeof writingRoutes.generate>
type OnText = (partial: string) => void

/** A model that has not answered by then has failed. */
const WRITING_TIMEOUT_MS = 120_000
/** A line that stays silent for longer is cut by some proxies. */
const KEEP_ALIVE_MS = 15_000

const scope = systemScope('the operator pays for what models write for everybody')

/** One run of writing: a template from the marketing copy, and the e-mails from it. */
export function createGeneration(deps: GenerationParts) {
  const { db, clock, campaigns, usage } = deps

  async function writeTemplate(owner: OwnerId, campaign: Campaign, onText: OnText): Promise<WrittenTemplate> {
    const { name, marketing_copy, promotional_content, description } = campaign
    const sender_name = await deps.emails.readSenderName(owner)
    const brief = { name, marketing_copy, promotional_content, description, sender_name }
    const signal = AbortSignal.timeout(WRITING_TIMEOUT_MS)
    const began = clock.now().getTime()
    const written = await deps.text
      .writeTemplate(brief, { seed: campaign.generations, signal, onText })
      .catch(() => refuse('writing.failed'))
    await keepAccount(owner, campaign, written, clock.now().getTime() - began)
    return written
  }

  /** Apart from what the user gets: tokens are to be paid for even where nothing comes of them. */
  async function keepAccount(owner: OwnerId, { id }: Campaign, written: WrittenTemplate, duration: number) {
    const { written_by, note, usage: tokens } = written
    await store.insertGeneration(db, owner, {
      ...{ campaign_id: id, model: tokens?.model ?? null, written_by, note },
      ...{ input_tokens: tokens?.input_tokens ?? 0, output_tokens: tokens?.output_tokens ?? 0 },
      cost_micros: costInMicros(tokens, deps.textPrices),
      duration_ms: Math.max(0, Math.round(duration)),
      created_at: isoNow(clock),
    })
  }

  async function requireGeneration(owner: OwnerId, campaignId: string): Promise<Campaign> {
    const campaign = await campaigns.getCampaign(owner, campaignId)
    if (campaign.status === 'archived') refuse('campaigns.archived')
    if ((await usage.countAffordable(db, owner, 'email_generations')) < 1) refuseLimit('email_generations')
    return campaign
  }

  /** It is paid for in the transaction that keeps it: what fails before costs the user nothing. */
  async function run(
    owner: OwnerId,
    before: Campaign,
    signatureId: string | null | undefined,
    onText: OnText,
  ): Promise<Generated> {
    const text = await writeTemplate(owner, before, onText)
    return db.transaction(async (tx) => {
      const campaign = await campaigns.lockCampaign(owner, tx, before.id)
      if (signatureId !== undefined) await campaigns.setSignature(owner, before.id, signatureId, tx)
      const saved = await campaigns.saveTemplate(tx, owner, campaign, { ...text, isGenerated: true })
      const written = await deps.writeStale(tx, owner, before.id)
      // Last, because all bookings of the payer wait until the transaction ends.
      await usage.book(tx, owner, 'email_generations', `generation:${randomUUID()}`)
      return { ...written, template: toTemplate(saved) }
    })
  }

  /** The newest text whenever it has grown, then how it ended. A reader who leaves does not stop the writing. */
  async function* follow(start: (onText: OnText) => Promise<Generated>): AsyncGenerator<string> {
    let latest = ''
    let wake = () => {}
    let end: WritingEvent | Error | null = null
    const settle = (how: WritingEvent | Error) => {
      end = how
      wake()
    }
    void start((partial) => {
      latest = partial
      wake()
    }).then(
      (answer) => settle({ kind: 'done', answer }),
      (error: unknown) => settle(toEnd(error)),
    )
    for (let told = ''; ; ) {
      if (latest !== told) {
        told = latest
        yield line({ kind: 'text', body: told })
      } else if (end) {
        if ((end as unknown) instanceof Error) throw end
        return yield line(end)
      } else if (
        (await newsOrSilence((resolve) => {
          wake = resolve
        })) === 'silence'
      )
        yield '\n'
    }
  }

  return {
    async generate(owner: OwnerId, campaignId: string, signatureId: string | null | undefined) {
      return run(owner, await requireGeneration(owner, campaignId), signatureId, () => {})
    },

    /** The same while one looks on, as lines of JSON. What can be refused beforehand is refused beforehand. */
    async streamGeneration(owner: OwnerId, campaignId: string, signatureId: string | null | undefined) {
      const before = await requireGeneration(owner, campaignId)
      return Readable.from(follow((onText) => run(owner, before, signatureId, onText)))
    },

    /** For the operator: what models wrote since then, what it cost, and why the composer stepped in. */
    async describeGenerations(since: string): Promise<string[]> {
      const sums = await store.sumGenerations(db, scope, since)
      const reasons = await store.listReplacements(db, scope, since)
      return [...sums.map(describeSum), ...reasons.map(({ note, times }) => `${times} times: ${note}`)]
    },
  }
}

const line = (event: WritingEvent): string => `${JSON.stringify(event)}\n`

const toEnd = (error: unknown): WritingEvent | Error =>
  error instanceof Refusal
    ? { kind: 'refused', status: error.status, refusal: error.body }
    : error instanceof Error
      ? error
      : new Error(String(error))

function newsOrSilence(listen: (resolve: () => void) => void): Promise<'news' | 'silence'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('silence'), KEEP_ALIVE_MS)
    listen(() => {
      clearTimeout(timer)
      resolve('news')
    })
  })
}
