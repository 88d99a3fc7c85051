import type { Pace } from '@goldpan/contract/sending-care'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Campaign } from '../campaigns/campaigns.ts'
import type { ListedRecipient } from '../campaigns/recipients.ts'
import { capOn } from '../own-mailboxes/room.rules.ts'
import type { SendingMailbox, SendingMailboxes } from '../own-mailboxes/sending-mailboxes.ts'
import { type CampaignMailboxCare, candidatesOf } from './campaign-mailboxes.ts'
import { gapOf } from './day-room.ts'
import { averageGapMs, type PlannedDay, rampCap, type Sent } from './pace.rules.ts'
import type { PaceCare } from './pace.ts'
import { listQueued } from './rotation.store.ts'
import type { OwnSender, Senders } from './senders.ts'
import type { SenderKind } from './sending.store.ts'
import { dayOf, startOfDay } from './zoned-time.ts'

/** A sender as the plan sees it: its caps and gaps on every day to come. */
export interface Line {
  /** The mailbox. Null for the return address. */
  id: string | null
  /** The pace that claims apply. Lines with the same limits share one object. */
  pace: Pace
  /** The cap of a day that lies this many days of sending after today. Infinite without a limit. */
  capAfter: (days: number) => number
  /** Messages that count against the cap of today. */
  sentToday: number
  /** The earliest time of its next message. */
  next_at: Date | null
  /** The provider takes no mail before this time. Null if the mailbox can't send. */
  usable_from: Date | null
  /** The least time between two of its messages. */
  gapMs: number
}

/** The first messages of a campaign: those in the queue, or those of the send that is planned. */
export interface QueuedSend {
  campaign_id: string
  /** The mailboxes for people who are bound to none; null for the return address. */
  candidates: ReadonlySet<string | null>
  /** In the order in which they are written to. */
  people: readonly { bound: string | null; isFollowed: boolean }[]
}

/** A send as it is planned. */
export interface SendToPlan extends QueuedSend {
  /** The pace that decides when follow-ups are due. */
  pace: Pace
  now: Date
  lines: readonly Line[]
  /** Messages of all senders that count against the daily caps of today. */
  today: number
  /** Messages that other sends of the owner have queued, the oldest first. */
  older: readonly QueuedSend[]
  newer: readonly QueuedSend[]
}

/** A person's first message in a plan. */
export interface PlannedMessage {
  line: Line
  day: string
  at: Date
}

export interface SendPlan {
  /** In the order of the send's people. Null for those whose mailbox can't send. */
  people: (PlannedMessage | null)[]
  /** The days of the template, then of each step. */
  days: PlannedDay[][]
}

export interface PlannedSend extends SendPlan {
  steps: { position: number; step_id: string; recipients_at_most: number; days: PlannedDay[] }[]
}

/** A recipient of a planned send. */
export interface PlannedRecipient {
  prospect_id: string | null
  email: string
  /** Null for the return address, and as long as no mailbox can send. */
  mailbox_id: string | null
  /** The address that the message leaves from. */
  from: string
  /** True if the person hears from this mailbox already. */
  bound: boolean
  /** Null while the mailbox can't send. */
  message: PlannedMessage | null
}

export interface SendPlansDeps {
  db: Database
  clock: Clock
  pace: Pick<PaceCare, 'findBoth' | 'countSent'>
  senders: Pick<Senders, 'read'>
  mailboxes: Pick<SendingMailboxes, 'list' | 'countSent'>
  campaignMailboxes: Pick<CampaignMailboxCare, 'findSender' | 'findBound'>
  /** Plans a send and its follow-ups, if nobody answers. */
  planSend: (owner: OwnerId, campaign: Campaign, send: SendToPlan) => Promise<PlannedSend>
}

/** The people of a send. `enrolled`: recipients who have got the template before. */
interface Selection {
  campaign: Campaign
  rows: readonly ListedRecipient[]
  enrolled: ReadonlyMap<string, boolean>
}

/** A send with the sender and the time of each message. */
export interface FullPlan {
  kind: SenderKind
  own: OwnSender
  pace: Pace
  sent: Sent
  /** The owner's mailboxes, without removed ones. */
  mailboxes: SendingMailbox[]
  /** The senders for people who have heard from no mailbox; null is the return address. */
  candidates: ReadonlySet<string | null>
  /** In the order of the selection. */
  planned: PlannedRecipient[]
  days: PlannedDay[]
  steps: PlannedSend['steps']
}

/** Plans sends beside everything else that the owner has queued, by the same rules as the claims. */
export function createSendPlans(deps: SendPlansDeps) {
  const { db, clock } = deps

  const toLine = (mailbox: SendingMailbox, pace: Pace, sentToday: number): Line => {
    const { id, state, held_until, next_at } = mailbox
    const now = clock.now()
    const today = dayOf(now, pace.time_zone)
    const heldUntil = held_until === null ? now : new Date(held_until)
    return {
      id,
      pace,
      capAfter: (days) => capOn(mailbox, today, days),
      sentToday,
      next_at: next_at && pace.gap_to_seconds > 0 ? new Date(next_at) : null,
      usable_from: state === 'connected' ? heldUntil : null,
      gapMs: gapOf(mailbox, pace),
    }
  }

  /** Messages that sends of other campaigns have queued: those that began before this campaign's, and after it. */
  async function listOtherSends(
    owner: OwnerId,
    campaignId: string,
    mailboxes: readonly SendingMailbox[],
  ): Promise<Pick<SendToPlan, 'older' | 'newer'>> {
    const rows = await listQueued(db, owner, campaignId)
    const sends = [...Map.groupBy(rows, ({ job_id }) => job_id).values()].map((queued) => {
      const { campaign_id, is_older, sender, mailbox_ids } = queued[0]!
      const people = queued.map(({ bound, is_followed }) => ({ bound, isFollowed: is_followed }))
      const candidates = sendersOf(sender, { mailbox_ids }, mailboxes)
      return { is_older, send: { campaign_id, candidates, people } }
    })
    return {
      older: sends.filter(({ is_older }) => is_older).map(({ send }) => send),
      newer: sends.filter(({ is_older }) => !is_older).map(({ send }) => send),
    }
  }

  return {
    async plan(owner: OwnerId, { campaign, rows, enrolled }: Selection): Promise<FullPlan> {
      const own = await deps.senders.read(owner)
      const kind = await deps.campaignMailboxes.findSender(owner, campaign)
      const paces = await deps.pace.findBoth(db, owner)
      const pace = paces[kind]
      const sent = await deps.pace.countSent(owner, pace, own.return_address)
      const { time_zone } = paces.mailbox
      const all = await deps.mailboxes.list(db, owner, time_zone)
      const mailboxes = all.filter(({ isGone }) => !isGone)
      const now = clock.now()
      const ofMailboxes = await deps.mailboxes.countSent(db, owner, startOfDay(now, time_zone).toISOString())
      const candidates = sendersOf(kind, campaign, mailboxes)
      const emails = rows.map(({ email }) => email)
      const boundOf = await deps.campaignMailboxes.findBound(db, owner, emails)
      const plan = await deps.planSend(owner, campaign, {
        pace: paces[mailboxes.some(({ is_used }) => is_used) ? 'mailbox' : 'shared'],
        now,
        today: sent.today,
        lines: [
          sharedLine(paces.shared, sent, now),
          ...mailboxes.map((one) => toLine(one, paces.mailbox, ofMailboxes.get(one.id) ?? 0)),
        ],
        campaign_id: campaign.id,
        candidates,
        ...(await listOtherSends(owner, campaign.id, mailboxes)),
        people: rows.map(({ id, email }) => ({ bound: boundOf(email), isFollowed: !enrolled.has(id) })),
      })
      const addressOf = new Map(mailboxes.map(({ id, address }) => [id, address]))
      const planned = rows.map(({ prospect_id, email }, index): PlannedRecipient => {
        const message = plan.people[index] ?? null
        const bound = boundOf(email)
        const mailbox_id = message ? message.line.id : bound
        const from = addressOf.get(mailbox_id ?? '') ?? own.return_address
        return { prospect_id, email, mailbox_id, from, bound: bound !== null, message }
      })
      return { kind, own, pace, sent, mailboxes, candidates, planned, days: plan.days[0]!, steps: plan.steps }
    },
  }
}

export type SendPlans = ReturnType<typeof createSendPlans>

const sendersOf = (
  sender: SenderKind,
  campaign: { mailbox_ids: string[] | null },
  mailboxes: readonly SendingMailbox[],
): Set<string | null> =>
  new Set(sender === 'shared' ? [null] : candidatesOf(campaign, mailboxes).map(({ id }) => id))

/** The return address as a line of a plan. */
export const sharedLine = (pace: Pace, sent: Sent, now: Date): Line => ({
  id: null,
  pace,
  capAfter: (days) =>
    (pace.has_ramp ? rampCap(sent.domainDaysBefore + days) : null) ?? Number.POSITIVE_INFINITY,
  sentToday: sent.domainToday,
  next_at: sent.next_at === null ? null : new Date(sent.next_at),
  usable_from: now,
  gapMs: averageGapMs(pace),
})
