import type { CampaignMailboxes } from '@goldpan/contract/own-mailboxes'
import type { Pace } from '@goldpan/contract/sending-care'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { refuse } from '../../http/refuse.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Campaign, Campaigns } from '../campaigns/campaigns.ts'
import { capOn } from '../own-mailboxes/room.rules.ts'
import type { SendingMailbox, SendingMailboxes } from '../own-mailboxes/sending-mailboxes.ts'
import type { SendingDomainCare } from '../sending-domain/sending-domain.ts'
import { averageGapMs, rampCap, type Sent } from './pace.rules.ts'
import type { PaceCare } from './pace.ts'
import type { Line, QueuedSend } from './rotation.rules.ts'
import * as rotationStore from './rotation.store.ts'
import { candidatesOf, gapOf } from './rotation.ts'
import { findActiveJob } from './send-jobs.store.ts'
import type { SenderKind } from './sending.store.ts'
import { dayOf, startOfDay } from './zoned-time.ts'

export interface CampaignMailboxesDeps {
  db: Database
  clock: Clock
  campaigns: Pick<Campaigns, 'setMailboxes'>
  mailboxes: Pick<SendingMailboxes, 'list' | 'listBound' | 'countSent'>
  pace: Pick<PaceCare, 'find' | 'liftHolds'>
  sendingDomain: Pick<SendingDomainCare, 'requireReady'>
}

/** Chooses and lists the mailboxes that the messages of a campaign leave from. */
export function createCampaignMailboxes(deps: CampaignMailboxesDeps) {
  const { db, clock, campaigns, mailboxes, pace, sendingDomain } = deps

  return {
    /** Also applies to a running send, except for messages in flight. Refuses if nothing may leave from there. */
    async set(owner: OwnerId, id: string, ids: string[] | null): Promise<CampaignMailboxes> {
      const isSending = isRowId(id) && (await findActiveJob(db, owner, id, 'send')) !== null
      if (isSending && ids?.length === 0) await sendingDomain.requireReady()
      return db.transaction(async (tx) => {
        const chosen = await campaigns.setMailboxes(tx, owner, id, ids)
        const mailbox_ids = chosen.mailbox_ids
        const candidates = candidatesOf({ mailbox_ids }, await mailboxes.list(tx, owner, 'UTC'))
        if (candidates.length > 0) await rotationStore.sendFrom(tx, owner, id, 'mailbox')
        else if (mailbox_ids?.length === 0) await rotationStore.sendFrom(tx, owner, id, 'shared')
        await pace.liftHolds(tx, owner)
        return chosen
      })
    },

    /** The return address, unless the campaign has mailboxes. Refuses if all that were chosen are gone. */
    async findSender(owner: OwnerId, campaign: Campaign): Promise<SenderKind> {
      const candidates = candidatesOf(campaign, await mailboxes.list(db, owner, 'UTC'))
      if (candidates.length > 0) return 'mailbox'
      return campaign.mailbox_ids?.length ? refuse('mailboxes.none') : 'shared'
    },

    /** The mailbox that an address is bound to, in all campaigns; null if none, or if the mailbox is gone. */
    async findBound(
      tx: Db,
      owner: OwnerId,
      emails: readonly string[],
    ): Promise<(email: string) => string | null> {
      const bound = await mailboxes.listBound(tx, owner, emails)
      const known = bound.size > 0 ? await mailboxes.list(tx, owner, 'UTC') : []
      const existing = new Set(known.filter(({ isGone }) => !isGone).map(({ id }) => id))
      return (email) => {
        const id = bound.get(email.toLowerCase())
        return id !== undefined && existing.has(id) ? id : null
      }
    },

    /** Returns the reasons why mailboxes can't send, by their ids. */
    async listWaits(owner: OwnerId): Promise<Map<string, string>> {
      const { time_zone } = await pace.find(db, owner, 'mailbox')
      const known = await mailboxes.list(db, owner, time_zone)
      return new Map(
        known.flatMap(({ id, address, isGone, canSend, sentence }) =>
          canSend ? [] : [[id, isGone ? `the mailbox ${address} is gone` : sentence] as const],
        ),
      )
    },

    /** The owner's mailboxes, and the same as lines of a plan. */
    async listLines(owner: OwnerId, pace: Pace): Promise<{ mailboxes: SendingMailbox[]; lines: Line[] }> {
      const { time_zone, gap_to_seconds } = pace
      const day = dayOf(clock.now(), time_zone)
      const since = startOfDay(clock.now(), time_zone).toISOString()
      const sent = await mailboxes.countSent(db, owner, since)
      const known = (await mailboxes.list(db, owner, time_zone)).filter(({ isGone }) => !isGone)
      const lines = known.map((mailbox): Line => {
        const { id, state, held_until, next_at } = mailbox
        const held = held_until === null ? clock.now() : new Date(held_until)
        return {
          id,
          pace,
          capAfter: (days) => capOn(mailbox, day, days),
          sentToday: sent.get(id) ?? 0,
          next_at: next_at && gap_to_seconds > 0 ? new Date(next_at) : null,
          usable_from: state === 'connected' ? held : null,
          gapMs: gapOf(mailbox, pace),
        }
      })
      return { mailboxes: known, lines }
    },

    /** Messages that sends of other campaigns have queued: those that began before this campaign's, and after it. */
    async listOtherSends(
      owner: OwnerId,
      campaignId: string,
      mailboxes: readonly SendingMailbox[],
    ): Promise<{ older: QueuedSend[]; newer: QueuedSend[] }> {
      const rows = await rotationStore.listQueued(db, owner, campaignId)
      const sends = [...Map.groupBy(rows, ({ job_id }) => job_id).values()].map((queued) => {
        const { campaign_id, is_older, sender, mailbox_ids } = queued[0]!
        const people = queued.map(({ bound, is_followed }) => ({ bound, isFollowed: is_followed }))
        const candidates = sendersOf(sender, { mailbox_ids }, mailboxes)
        return { is_older, send: { campaign_id, candidates, people } }
      })
      const [older, newer] = [true, false].map((isOlder) =>
        sends.filter(({ is_older }) => is_older === isOlder).map(({ send }) => send),
      )
      return { older: older!, newer: newer! }
    },
  }
}

/** The senders for people who have heard from no mailbox; null is the return address. */
export const sendersOf = (
  sender: SenderKind,
  campaign: { mailbox_ids: string[] | null },
  mailboxes: readonly SendingMailbox[],
): Set<string | null> =>
  new Set(sender === 'shared' ? [null] : candidatesOf(campaign, mailboxes).map(({ id }) => id))

export type CampaignMailboxCare = ReturnType<typeof createCampaignMailboxes>

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
