import { stopReasons } from '@goldpan/contract/follow-ups'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { HoldReason, StopReason } from '../../db/schema.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import * as store from './enrolments.store.ts'
import * as holds from './holds.store.ts'
import * as lists from './lists.store.ts'

export interface EnrolmentsDeps {
  clock: Clock
  /** Gives back what withdrawn messages cost. */
  refund: (tx: Db, owner: OwnerId, messageIds: string[], reason: string) => Promise<void>
}

type Reopening = Parameters<typeof store.reopen>[2]

/** Stops by users also apply to people stopped before: no undo of the earlier stop reopens them. */
const BY_HAND = new Set<StopReason>(['manual', 'suppressed', 'converted'])

/** A follow-up that was sent, or counts as sent. */
export interface SentStep {
  campaign_prospect_id: string
  step_id: string
}

/**
 * Where each recipient stands in the sequence of a campaign. Everything that ends or holds a sequence calls `stop`,
 * `holdFor` or `holdPersons` in the transaction that records it. A claim locks the message and then its enrolment; these
 * lock the enrolment and then only messages that no claim has locked.
 */
export function createEnrolments({ clock, refund }: EnrolmentsDeps) {
  async function withdraw(
    tx: Db,
    owner: OwnerId,
    people: readonly { campaign_prospect_id: string }[],
    reason: string,
  ): Promise<void> {
    const ids = people.map(({ campaign_prospect_id }) => campaign_prospect_id)
    const withdrawn = await store.withdraw(tx, owner, ids, { reason, at: isoNow(clock) })
    const paid = withdrawn.flatMap(({ id, is_charged }) => (is_charged ? [id] : []))
    if (paid.length > 0) await refund(tx, owner, paid, reason)
  }

  /** Returns the recipients whose sequences ended. */
  async function stopEach(tx: Db, owner: OwnerId, whom: store.Whom, reason: StopReason): Promise<string[]> {
    if (BY_HAND.has(reason)) await store.touchStopped(tx, owner, whom, isoNow(clock))
    const stopped = await store.stop(tx, owner, whom, { reason, at: isoNow(clock) })
    if (stopped.length === 0) return []
    await withdraw(tx, owner, stopped, 'The follow-ups were stopped')
    const campaigns = new Set(stopped.map(({ campaign_id }) => campaign_id))
    await store.completeCampaigns(tx, owner, [...campaigns])
    return stopped.map(({ campaign_prospect_id }) => campaign_prospect_id)
  }

  const stop = async (tx: Db, owner: OwnerId, whom: store.Whom, reason: StopReason): Promise<number> =>
    (await stopEach(tx, owner, whom, reason)).length

  /**
   * Stops a person who replied, in all campaigns, and their colleagues in campaigns whose `stop_scope` is the business.
   * `among` limits both to these people.
   */
  async function stopForReply(
    tx: Db,
    owner: OwnerId,
    { email: written, prospect_id }: { email: string; prospect_id: string | null },
    among?: store.Whom,
  ): Promise<void> {
    const email = written.toLowerCase()
    const within = (whom: store.Whom): store.Whom => (among ? { both: [among, whom] } : whom)
    await stop(tx, owner, within({ emails: [email] }), 'replied')
    await stop(tx, owner, within({ colleagues: { email, prospect_id } }), 'colleague_replied')
  }

  async function reopen(tx: Db, owner: OwnerId, reopening: Omit<Reopening, 'at'>): Promise<number> {
    const campaigns = await store.reopen(tx, owner, { ...reopening, at: isoNow(clock) })
    await store.reactivate(tx, owner, [...new Set(campaigns)])
    return campaigns.length
  }

  return {
    stop,
    stopEach,
    stopForReply,
    hasOpen: lists.hasOpen,
    listEnrolled: lists.listEnrolled,
    listOpenEmails: lists.listOpenEmails,
    listOwnersDueBy: lists.listOwnersDueBy,
    countByCampaign: lists.countByCampaign,
    countFinished: lists.countFinished,
    lockQueued: store.lockQueued,
    completeCampaigns: store.completeCampaigns,

    /** The template was handed over, or may have been; now unless `at` says when. */
    enrol: (
      tx: Db,
      owner: OwnerId,
      recipientIds: string[],
      { isUnconfirmed, at = isoNow(clock) }: { isUnconfirmed: boolean; at?: string | undefined },
    ): Promise<void> => store.enrol(tx, owner, recipientIds, { at, isUnconfirmed }),

    /** Follow-ups were handed over, now unless `at` says when. */
    advance: (tx: Db, owner: OwnerId, steps: readonly SentStep[], at = isoNow(clock)): Promise<void> =>
      store.advance(tx, owner, steps, at),

    holdUnconfirmed: (tx: Db, owner: OwnerId, step: SentStep): Promise<void> =>
      holds.holdUnconfirmed(tx, owner, step, isoNow(clock)),

    /** Holds people for a reason that isn't their own until `release` ends it. Their wait goes on. */
    async holdFor(tx: Db, owner: OwnerId, whom: store.Whom, reason: HoldReason): Promise<void> {
      const held = await holds.holdFor(tx, owner, whom, { reason, at: isoNow(clock) })
      await withdraw(tx, owner, held, 'Waiting')
    },

    /** Requeues a message for rendering, unless a worker has claimed it. */
    async requeue(tx: Db, owner: OwnerId, step: SentStep): Promise<void> {
      await store.unqueue(tx, owner, step, isoNow(clock))
      await withdraw(tx, owner, [step], 'Written again')
    },

    /** Lets people who are held for this reason go on, at most `limit`. Returns how many. */
    release: (
      tx: Db,
      owner: OwnerId,
      whom: store.Whom | 'all',
      reason: HoldReason,
      limit?: number,
    ): Promise<number> =>
      holds.release(tx, owner, whom, { reason, at: isoNow(clock), ...(limit !== undefined && { limit }) }),

    /**
     * Leaves people alone until a moment, in all campaigns. By hand it replaces any hold; an away note never shortens
     * one. Returns the holds that were set.
     */
    async holdPersons(
      tx: Db,
      owner: OwnerId,
      emails: readonly string[],
      hold: { until: string; reason: 'away' | 'manual' },
    ): Promise<holds.PersonHoldRow[]> {
      await holds.deleteEnded(tx, owner, isoNow(clock))
      const people = [...new Set(emails.map((email) => email.toLowerCase()))]
      const rows = await holds.holdPersons(tx, owner, people, { ...hold, created_at: isoNow(clock) })
      const held = rows.map(({ email }) => email)
      await withdraw(tx, owner, await lists.listOpenTo(tx, owner, held), 'The person is left alone')
      return rows
    },

    /** Ends the holds of people before their day. */
    liftPersons: (tx: Db, owner: OwnerId, emails: readonly string[]): Promise<void> =>
      holds.liftPersons(
        tx,
        owner,
        emails.map((email) => email.toLowerCase()),
        isoNow(clock),
      ),

    listHolds: (tx: Db, owner: OwnerId) => holds.listHolds(tx, owner, isoNow(clock)),
    findHold: (tx: Db, owner: OwnerId, id: string) => holds.findHold(tx, owner, id, isoNow(clock)),

    /** Which of these addresses are on hold, in lower case, each with the end of its hold. */
    listHeld: (tx: Db, owner: OwnerId, emails: readonly string[]): Promise<Map<string, string>> =>
      holds.listHeld(
        tx,
        owner,
        emails.map((email) => email.toLowerCase()),
        isoNow(clock),
      ),

    /** The next step counts as handed over on the day it was due, or today. Returns how many people passed it. */
    async passOver(tx: Db, owner: OwnerId, whom: store.Whom | { step: string }): Promise<number> {
      const passed = await store.passOver(tx, owner, whom, isoNow(clock))
      await withdraw(tx, owner, passed, 'Skipped')
      return passed.length
    },

    /** For a restored backup: what was due by then may have left, so it counts as handed over on its day. */
    async passOverDue(tx: Db, owner: OwnerId, dueBy: string): Promise<number> {
      const passed = await store.passOver(tx, owner, { dueBy }, isoNow(clock))
      await withdraw(tx, owner, passed, 'May have left before the backup was restored')
      const campaigns = new Set(passed.map(({ campaign_id }) => campaign_id))
      await store.completeCampaigns(tx, owner, [...campaigns])
      return passed.length
    },

    /** For campaigns: a duplicate has the same steps. */
    copySteps: (tx: Db, owner: OwnerId, from: string, to: string): Promise<void> =>
      store.copySteps(tx, owner, { from, to, at: isoNow(clock) }),

    /** The pace, a wait or the days off have changed. */
    forgetDue: store.forgetDue,

    /** Steps were added, moved or removed. */
    findNextSteps: (tx: Db, owner: OwnerId, campaignId: string): Promise<void> =>
      store.findNextSteps(tx, owner, campaignId, isoNow(clock)),

    /** Finished people go on with steps that were added at the end. */
    reopenFinished: (tx: Db, owner: OwnerId, campaign: string): Promise<number> =>
      reopen(tx, owner, { whom: { campaign }, of: ['finished'], restart: false }),

    /** Stopped and finished people go on with the first step that they haven't got. Returns how many. */
    restart: (tx: Db, owner: OwnerId, recipients: readonly string[]): Promise<number> =>
      reopen(tx, owner, { whom: { recipients }, of: ['finished', ...stopReasons], restart: true }),

    /** For the inbox: recipients stopped for this reason go on, from where they were. */
    async reopenStopped(
      tx: Db,
      owner: OwnerId,
      recipients: readonly string[],
      stopped: { reason: StopReason; at: string },
    ): Promise<number> {
      const untouched = await lists.listUntouched(tx, owner, recipients, stopped.at)
      return reopen(tx, owner, { whom: { recipients: untouched }, of: [stopped.reason], restart: false })
    },

    /** For removals: prospects who come back go on, from where they were. */
    reopenRemoved: (tx: Db, owner: OwnerId, prospects: readonly string[]): Promise<number> =>
      reopen(tx, owner, { whom: { prospects }, of: ['removed'], restart: false }),

    /** For removals: holds that were set while the campaign was deleted. */
    followHolds: (tx: Db, owner: OwnerId, campaignId: string): Promise<void> =>
      holds.followHolds(tx, owner, campaignId, isoNow(clock)),

    /** A campaign is paused or goes on. */
    async followStatus(tx: Db, owner: OwnerId, campaignId: string, status: 'active' | 'paused') {
      const at = isoNow(clock)
      if (status === 'active') {
        await holds.release(tx, owner, { campaign: campaignId }, { reason: 'campaign_paused', at })
        return
      }
      const held = await holds.holdFor(tx, owner, { campaign: campaignId }, { reason: 'campaign_paused', at })
      await withdraw(tx, owner, held, 'The campaign was paused')
    },
  }
}

export type Enrolments = ReturnType<typeof createEnrolments>
