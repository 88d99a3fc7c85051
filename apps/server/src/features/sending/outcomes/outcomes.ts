import type { Db } from '../../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../../db/owner.ts'
import type { Acceptance } from '../../../providers/acceptances/port.ts'
import { isoNow } from '../../../providers/clock/port.ts'
import type { HandOverResult } from '../../../providers/mail/port.ts'
import type { SentMessage } from '../../tracking/tracking.ts'
import { shareActiveJob } from '../claims/claims.store.ts'
import type { Groups } from '../groups/groups.ts'
import { acceptedReason, causeOf, type Verdict } from '../sending.rules.ts'
import type { RecipientRow } from '../sending.store.ts'
import type { SendingParts } from '../sending.ts'
import { commitTogether } from '../worker/group-commit.ts'
import type { Places } from '../worker/places.ts'
import * as store from './outcomes.store.ts'

const scope = systemScope('a token leads to a message, whoever sent it')

type Answer = Pick<HandOverResult, 'code' | 'answer'> & { outcome: string }

/** What of a message says whose campaign and prospect follow it. */
type Sent = Pick<
  RecipientRow,
  'id' | 'owner_id' | 'worker_id' | 'campaign_prospect_id' | 'prospect_id' | 'round'
>

interface Accepted {
  row: Sent
  reason: string
  answer: Answer
  /** When its body was about to leave. */
  left_at?: string | null
}

/** Characters of a server's answer. */
export const MOST_ANSWER = 2000
const SETTLED_TOGETHER = 250
/** Nobody waits meanwhile: what was accepted is kept beside the database. */
const OUTCOMES_GATHER_MS = 100
/** A mailbox that was full so often in so long is given up. */
const FULL_TIMES = 3
const FULL_MS = 30 * 24 * 60 * 60_000

export interface OutcomesDeps extends SendingParts {
  groups: Pick<Groups, 'slowDown'>
  places: Pick<Places, 'areAllAccepted'>
}

/** Writes down what became of messages: state, charge, campaign and prospect in one transaction. */
export function createOutcomes({ groups, places, ...deps }: OutcomesDeps) {
  const { db, clock, campaigns, prospects, usage, tracking } = deps

  /** Messages that went out, as their campaign and prospects show it. */
  async function left(
    tx: Db,
    owner: OwnerId,
    rows: Sent[],
    { delivery, sent_at }: { delivery: 'unconfirmed' | null; sent_at: string },
  ): Promise<void> {
    const sends = rows.flatMap(({ campaign_prospect_id: id, round }) => (id ? [{ id, round }] : []))
    await campaigns.applySends(tx, owner, sends, { sent_at, delivery })
    const written = rows.flatMap(({ prospect_id }) => (prospect_id ? [prospect_id] : []))
    await prospects.followCampaign(tx, owner, written, 'email_sent', sent_at)
  }

  async function refund(tx: Db, owner: OwnerId, row: RecipientRow): Promise<void> {
    await usage.refund(tx, owner, causeOf(row.id), `Not sent to ${row.email}`)
  }

  const isAlwaysFull = async (tx: Db, owner: OwnerId, email: string): Promise<boolean> => {
    const since = new Date(clock.now().getTime() - FULL_MS).toISOString()
    return (await store.countFull(owner, tx, email.toLowerCase(), since)) >= FULL_TIMES
  }

  /** Nobody empties a mailbox that was full again and again. */
  async function suppressIfFull(tx: Db, owner: OwnerId, row: Pick<RecipientRow, 'id' | 'email'>) {
    if (await isAlwaysFull(tx, owner, row.email))
      await tracking.suppress(tx, owner, { email: row.email, reason: 'bounced', recipient_id: row.id })
  }

  async function fail(
    tx: Db,
    row: RecipientRow,
    verdict: Pick<Verdict & { kind: 'failed' }, 'reason' | 'refusal'>,
  ): Promise<void> {
    const owner = asOwner(row.owner_id)
    if (row.campaign_prospect_id)
      await campaigns.applyDelivery(tx, owner, row.campaign_prospect_id, {
        ...{ email_status: 'failed', round: row.round, status_reason: verdict.reason, delivery: null },
      })
    if (verdict.refusal === 'address')
      await tracking.suppress(tx, owner, { email: row.email, reason: 'bounced', recipient_id: row.id })
    else if (verdict.reason.includes('5.2.2')) await suppressIfFull(tx, owner, row)
    await refund(tx, owner, row)
  }

  /** The row's new columns; another try of a job that is over is none. */
  function toChange(verdict: Verdict, isJobActive: boolean): Partial<RecipientRow> {
    const finished_at = isoNow(clock)
    if (verdict.kind !== 'retry')
      return {
        ...{ state: verdict.kind, reason: verdict.reason, finished_at },
        ...(verdict.kind === 'failed' ? { is_charged: false, refusal: verdict.refusal } : {}),
      }
    if (!isJobActive)
      return { state: 'cancelled', reason: 'Sending was cancelled', finished_at, is_charged: false }
    const next_at = new Date(clock.now().getTime() + verdict.delayMs).toISOString()
    return { state: 'queued', reason: verdict.reason, worker_id: null, next_at }
  }

  async function settleAlone(row: RecipientRow, verdict: Verdict, answer: Answer): Promise<void> {
    const owner = asOwner(row.owner_id)
    await db.transaction(async (tx) => {
      const job = row.job_id && (await shareActiveJob(owner, tx, row.job_id))
      const change = toChange(verdict, Boolean(job))
      // Taken for dead by another, this worker still learns the truth about what it handed over.
      const from = verdict.kind === 'retry' ? HELD : [...HELD, 'unconfirmed' as const]
      const settled = await store.settleRow(owner, tx, row, from, change)
      if (!settled) return
      await store.insertAttempts(owner, tx, [toAttempt(row.id, answer, isoNow(clock))])
      if (verdict.kind === 'unconfirmed')
        await left(tx, owner, [settled], { delivery: 'unconfirmed', sent_at: isoNow(clock) })
      if (verdict.kind === 'failed') await fail(tx, settled, verdict)
      if (verdict.kind === 'retry' && verdict.slow) await groups.slowDown(tx, row.server_group, verdict.slow)
      if (settled.state === 'cancelled') await refund(tx, owner, settled)
    })
  }

  /** Accepted messages of one owner, which one worker held. */
  async function settleAccepted(accepted: Accepted[], at: string): Promise<null[]> {
    const owner = asOwner(accepted[0]!.row.owner_id)
    await db.transaction(async (tx) => {
      const told = accepted.map(({ row, answer }) => ({
        ...{ id: row.id, server_message_id: serverIdIn(answer.answer) },
        ...{ code: answer.code, answer: toKept(answer.answer) },
      }))
      const { row, reason } = accepted[0]!
      const change = { worker_id: row.worker_id ?? '', reason, at }
      const settled = await store.settleAccepted(owner, tx, told, change)
      const ours = accepted.filter(({ row }) => settled.has(row.id))
      const sent = ours.map(({ row }) => row)
      await left(tx, owner, sent, { delivery: null, sent_at: at })
    })
    return accepted.map(() => null)
  }

  async function settleSome(left: Acceptance[]): Promise<void> {
    const ids = left.map(({ id }) => id)
    const accepted = toAccepted(left, await store.listByIds(scope, db, ids))
    // Those that were marked together are of the same moment; it may be long ago.
    const groups = Map.groupBy(accepted, ({ row, left_at }) => `${row.owner_id} ${row.worker_id} ${left_at}`)
    for (const group of groups.values()) await settleAccepted(group, group[0]!.left_at ?? isoNow(clock))
  }

  const settleTogether = commitTogether({
    keyOf: ({ row }: Accepted) => row.owner_id,
    maxItems: SETTLED_TOGETHER,
    gatherMs: OUTCOMES_GATHER_MS,
    isComplete: places.areAllAccepted,
    commit: (accepted) => settleAccepted(accepted, isoNow(clock)),
  })

  return {
    /** Settles a message that this worker held. What another worker took over meanwhile is left to it. */
    async settle(row: RecipientRow, verdict: Verdict, answer: Answer): Promise<void> {
      if (verdict.kind === 'sent') await settleTogether({ row, reason: verdict.reason, answer })
      else await settleAlone(row, verdict, answer)
    },

    /** What a process that ended has left to be written down: some may have been taken for unconfirmed meanwhile. */
    async settleLeft(left: Acceptance[]): Promise<void> {
      for (let at = 0; at < left.length; at += SETTLED_TOGETHER)
        await settleSome(left.slice(at, at + SETTLED_TOGETHER))
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

    /** For tracking: whether a mailbox has been full too often. */
    isAlwaysFull,

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

/** Each with its row; what names no row of the same owner is passed over. */
function toAccepted(left: readonly Acceptance[], rows: readonly store.SentRow[]): Accepted[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return left.flatMap(({ id, owner_id, worker_id, code, answer }) => {
    const row = byId.get(id)
    if (row?.owner_id !== owner_id) return []
    const told = { outcome: 'accepted', code, answer }
    return [
      { row: { ...row, worker_id }, reason: acceptedReason, answer: told, left_at: row.transmitting_at },
    ]
  })
}

/** What the database takes of a server's words: no half of a character, which a cut can leave, and no NUL. */
const toKept = (answer: string): string =>
  answer.slice(0, MOST_ANSWER).toWellFormed().replaceAll('\u0000', '')

const toAttempt = (recipient_id: string, { outcome, code, answer }: Answer, at: string) => ({
  ...{ recipient_id, outcome, code, at },
  answer: toKept(answer),
})

const HELD = ['claimed', 'transmitting'] as const

/** Some servers give a message an id of their own, and replies refer to that one. */
const serverIdIn = (answer: string): string | null =>
  /<([^<>\s]{3,250}@[^<>\s]{1,250})>/.exec(answer)?.[1] ?? null

const toSentMessage = (row: store.SentRow): SentMessage => {
  const { id, owner_id, campaign_id, campaign_prospect_id, prospect_id, email, round } = row
  return {
    ...{ id, owner_id, campaign_id, campaign_prospect_id, prospect_id, email, round },
    handed_over_at: row.transmitting_at,
    is_unconfirmed: row.state === 'unconfirmed',
  }
}
