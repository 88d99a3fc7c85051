import { randomInt, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { HandlerAnswer } from '@goldpan/contract/route'
import type { WritingEvent, writingRoutes } from '@goldpan/contract/writing'
import type { Database, Db } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { Refusal, refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { CampaignBrief, FollowUpBrief, TextPort, WrittenTemplate } from '../../providers/text/port.ts'
import type { Campaign, Campaigns } from '../campaigns/campaigns.ts'
import { refuseLimit, type Usage } from '../usage/usage.ts'
import * as store from './generation.store.ts'
import { toTemplate } from './writing.rules.ts'

/** The price of a million tokens, in the currency that the operator pays in. */
export interface TextPrices {
  input: number
  output: number
}

export interface GenerationDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  text: TextPort
  usage: Pick<Usage, 'book' | 'countAffordable'>
  campaigns: Pick<Campaigns, 'getCampaign' | 'lockCampaign' | 'chooseSignature' | 'saveTemplate'>
  /** Null if the operator has set no prices. */
  textPrices: TextPrices | null
}

interface Emails {
  readSenderName(tx: Db, owner: OwnerId): Promise<string>
  writeStale(
    tx: Db,
    owner: OwnerId,
    campaignId: string,
  ): Promise<{ message: string; rendered: number; waiting: number }>
}

type Generated = HandlerAnswer<typeof writingRoutes.generate>
type OnText = (partial: string) => void

/** Models take no larger ones. */
const MAX_SEED = 0x7fffffff
const WRITING_TIMEOUT_MS = 120_000
/** Some proxies cut a connection that is silent for longer. */
const KEEP_ALIVE_MS = 15_000

const scope = systemScope('the operator pays for the tokens of all owners')

/** Writes a template from the marketing copy, and the emails from it. */
export function createGeneration(deps: GenerationDeps, emails: Emails) {
  const { db, clock, systemClock, campaigns, usage } = deps

  async function write(
    owner: OwnerId,
    campaign: Campaign,
    ask: (brief: CampaignBrief, signal: AbortSignal) => Promise<WrittenTemplate>,
  ): Promise<WrittenTemplate> {
    const { name, marketing_copy, promotional_content, description } = campaign
    const sender_name = await emails.readSenderName(db, owner)
    const brief = { name, marketing_copy, promotional_content, description, sender_name }
    const began = systemClock.now().getTime()
    const written = await ask(brief, AbortSignal.timeout(WRITING_TIMEOUT_MS)).catch(() =>
      refuse('writing.failed'),
    )
    await recordTokens(owner, campaign, written, systemClock.now().getTime() - began)
    return written
  }

  /** In a transaction of its own: the operator pays for tokens even if nothing comes of them. */
  async function recordTokens(owner: OwnerId, { id }: Campaign, written: WrittenTemplate, duration: number) {
    const { written_by, note, usage: tokens } = written
    await store.insertGeneration(db, owner, {
      campaign_id: id,
      model: tokens?.model ?? null,
      written_by,
      note,
      input_tokens: tokens?.input_tokens ?? 0,
      output_tokens: tokens?.output_tokens ?? 0,
      cost_micros: costInMicros(tokens, deps.textPrices),
      duration_ms: Math.max(0, Math.round(duration)),
      created_at: isoNow(clock),
    })
  }

  async function requireGeneration(owner: OwnerId, campaignId: string): Promise<Campaign> {
    const campaign = await campaigns.getCampaign(db, owner, campaignId)
    if (campaign.status === 'archived') refuse('campaigns.archived')
    if ((await usage.countAffordable(db, owner, 'email_generations')) < 1) refuseLimit('email_generations')
    return campaign
  }

  /** Charges in the transaction that saves the text, so that a failure costs the user nothing. */
  async function run(
    owner: OwnerId,
    before: Campaign,
    signatureId: string | null | undefined,
    onText: OnText,
  ): Promise<Generated> {
    const text = await write(owner, before, (brief, signal) =>
      deps.text.writeTemplate(brief, { seed: before.generations, signal, onText }),
    )
    return db.transaction(async (tx) => {
      const campaign = await campaigns.lockCampaign(tx, owner, before.id)
      if (signatureId !== undefined) await campaigns.chooseSignature(tx, owner, before.id, signatureId)
      const saved = await campaigns.saveTemplate(tx, owner, campaign, { ...text, isGenerated: true })
      const written = await emails.writeStale(tx, owner, before.id)
      // Last, because all bookings of the payer wait until the transaction ends.
      await usage.book(tx, owner, 'email_generations', `generation:${randomUUID()}`)
      return { ...written, template: toTemplate(saved) }
    })
  }

  /** Yields the text whenever it has grown, then the end. Writing goes on if the reader leaves. */
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

    /** For follow-ups: saves nothing. The caller charges it. */
    async writeFollowUp(
      owner: OwnerId,
      campaignId: string,
      followUp: Omit<FollowUpBrief, keyof CampaignBrief>,
    ): Promise<WrittenTemplate> {
      const campaign = await requireGeneration(owner, campaignId)
      return write(owner, campaign, (brief, signal) =>
        deps.text.writeFollowUp({ ...brief, ...followUp }, { seed: randomInt(MAX_SEED), signal }),
      )
    },

    /** Streams the same as lines of JSON. Limits are checked before the first line. */
    async streamGeneration(owner: OwnerId, campaignId: string, signatureId: string | null | undefined) {
      const before = await requireGeneration(owner, campaignId)
      return Readable.from(follow((onText) => run(owner, before, signatureId, onText)))
    },

    /** For the operator: the texts of each model since then, their cost, and why the composer replaced some. */
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

const MICROS = 1_000_000

/** In millionths of the currency. Prices are per million tokens, so the price of one token is already in millionths. */
export const costInMicros = (usage: WrittenTemplate['usage'], prices: TextPrices | null): number | null =>
  usage && prices ? Math.round(usage.input_tokens * prices.input + usage.output_tokens * prices.output) : null

interface ModelSum {
  model: string | null
  texts: number
  replaced: number
  input_tokens: number
  output_tokens: number
  cost_micros: number | null
  median_ms: number
}

export function describeSum(sum: ModelSum): string {
  const texts = sum.texts === 1 ? '1 text' : `${sum.texts} texts`
  if (sum.model === null) return `composer: ${texts}, free`
  const parts = [
    `${sum.model}: ${texts}`,
    ...(sum.replaced > 0 ? [`${sum.replaced} of them written by the composer instead`] : []),
    `${sum.input_tokens} tokens in, ${sum.output_tokens} out`,
    sum.cost_micros === null ? 'no price set' : `cost ${(sum.cost_micros / MICROS).toFixed(4)}`,
    `median ${(sum.median_ms / 1000).toFixed(1)} s`,
  ]
  return parts.join(', ')
}
