import type { Db } from '../../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../../db/owner.ts'
import { isoNow } from '../../../providers/clock/port.ts'
import type { HandOverResult } from '../../../providers/mail/port.ts'
import type { SentMessage } from '../../tracking/tracking.ts'
import { shareActiveJob } from '../claims/claims.store.ts'
import { causeOf, type Verdict } from '../sending.rules.ts'
import type { RecipientRow } from '../sending.store.ts'
import type { SendingParts } from '../sending.ts'
import * as store from './outcomes.store.ts'

const scope = systemScope('a token leads to a message, whoever sent it')

type Answer = Pick<HandOverResult, 'code' | 'answer'> & { outcome: string }

/** Writes down what became of messages: state, charge, campaign and prospect in one transaction. */
export function createOutcomes({ db, clock, campaigns, prospects, usage, tracking }: SendingParts) {
  async function left(tx: Db, row: RecipientRow, delivery: 'unconfirmed' | null): Promise<void> {
    const owner = asOwner(row.owner_id)
    const sent_at = isoNow(clock)
    if (row.campaign_prospect_id)
      await campaigns.applyDelivery(tx, owner, row.campaign_prospect_id, {
        ...{ email_status: 'sent', round: row.round, sent_at, delivery, status_reason: null },
      })
    if (row.prospect_id) await prospects.followCampaign(tx, owner, [row.prospect_id], 'email_sent', sent_at)
  }

  async function refund(tx: Db, owner: OwnerId, row: RecipientRow): Promise<void> {
    await usage.refund(tx, owner, causeOf(row.id), `Not sent to ${row.email}`)
  }

  async function fail(
    tx: Db,
    row: RecipientRow,
    verdict: { reason: string; isDeadAddress: boolean },
  ): Promise<void> {
    const owner = asOwner(row.owner_id)
    if (row.campaign_prospect_id)
      await campaigns.applyDelivery(tx, owner, row.campaign_prospect_id, {
        ...{ email_status: 'failed', round: row.round, status_reason: verdict.reason, delivery: null },
      })
    if (verdict.isDeadAddress)
      await tracking.suppress(tx, owner, { email: row.email, reason: 'bounced', recipient_id: row.id })
    await refund(tx, owner, row)
  }

  /** The row's new columns; another try of a job that is over is none. */
  function toChange(verdict: Verdict, isJobActive: boolean): Partial<RecipientRow> {
    const finished_at = isoNow(clock)
    if (verdict.kind !== 'retry')
      return {
        ...{ state: verdict.kind, reason: verdict.reason, finished_at },
        ...(verdict.kind === 'failed' ? { is_charged: false } : {}),
      }
    if (!isJobActive)
      return { state: 'cancelled', reason: 'Sending was cancelled', finished_at, is_charged: false }
    const next_at = new Date(clock.now().getTime() + verdict.delayMs).toISOString()
    return { state: 'queued', reason: verdict.reason, worker_id: null, next_at }
  }

  return {
    /** Settles a message that this worker held. What another worker took over meanwhile is left to it. */
    async settle(row: RecipientRow, verdict: Verdict, answer: Answer): Promise<void> {
      const owner = asOwner(row.owner_id)
      await db.transaction(async (tx) => {
        const job = row.job_id && (await shareActiveJob(owner, tx, row.job_id))
        const change = toChange(verdict, Boolean(job))
        // Taken for dead by another, this worker still learns the truth about what it handed over.
        const from = verdict.kind === 'retry' ? HELD : [...HELD, 'unconfirmed' as const]
        const settled = await store.settleRow(owner, tx, row, from, {
          ...change,
          server_message_id: verdict.kind === 'sent' ? serverIdIn(answer.answer) : null,
        })
        if (!settled) return
        const { outcome, code } = answer
        const words = answer.answer.slice(0, 2000).replaceAll('\u0000', '')
        await store.insertAttempt(owner, tx, {
          ...{ recipient_id: row.id, outcome, code, answer: words, at: isoNow(clock) },
        })
        if (verdict.kind === 'sent') await left(tx, settled, null)
        if (verdict.kind === 'unconfirmed') await left(tx, settled, 'unconfirmed')
        if (verdict.kind === 'failed') await fail(tx, settled, verdict)
        if (settled.state === 'cancelled') await refund(tx, owner, settled)
      })
    },

    /** For tracking: the messages behind tokens. */
    async findMessages(tx: Db, ids: string[]): Promise<SentMessage[]> {
      return (await store.listByIds(scope, tx, ids)).map(toSentMessage)
    },

    /** For replies: the messages that a mail server knows under these ids. */
    async findByServerIds(tx: Db, owner: OwnerId, ids: string[]): Promise<SentMessage[]> {
      return (await store.listByServerIds(owner, tx, ids)).map(toSentMessage)
    },

    /** For replies: what was last sent to an address. */
    async findLatestTo(tx: Db, owner: OwnerId, email: string, since: string): Promise<SentMessage | null> {
      const row = await store.findLatestTo(owner, tx, email.toLowerCase(), since)
      return row && toSentMessage(row)
    },

    /** For tracking: an unconfirmed message arrived after all. */
    async confirm(tx: Db, owner: OwnerId, id: string): Promise<void> {
      const reason = 'Handed over to the mail server; the recipient has it'
      const row = await store.settleUnconfirmed(owner, tx, id, { state: 'sent', reason })
      if (row?.campaign_prospect_id)
        await campaigns.applyDelivery(tx, owner, row.campaign_prospect_id, {
          ...{ round: row.round, delivery: null },
        })
    },

    /** For tracking: an unconfirmed message did not arrive, so it costs nothing. */
    async refute(tx: Db, owner: OwnerId, id: string, reason: string): Promise<void> {
      const change = { state: 'failed', reason, is_charged: false } as const
      const row = await store.settleUnconfirmed(owner, tx, id, change)
      if (!row) return
      if (row.campaign_prospect_id)
        await campaigns.applyDelivery(tx, owner, row.campaign_prospect_id, {
          ...{ round: row.round, delivery: null },
        })
      await refund(tx, owner, row)
    },
  }
}

export type Outcomes = ReturnType<typeof createOutcomes>

const HELD = ['claimed', 'transmitting'] as const

/** Some servers give a message an id of their own, and replies refer to that one. */
const serverIdIn = (answer: string): string | null =>
  /<([^<>\s]{3,250}@[^<>\s]{1,250})>/.exec(answer)?.[1] ?? null

const toSentMessage = (row: RecipientRow): SentMessage => {
  const { id, owner_id, campaign_id, campaign_prospect_id, prospect_id, email, round } = row
  const handed_over_at = row.transmitting_at
  return { id, owner_id, campaign_id, campaign_prospect_id, prospect_id, email, round, handed_over_at }
}
