import { stopReasons } from '@goldpan/contract/follow-ups'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { HoldReason, StopReason } from '../../db/schema.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import * as counts from './counts.store.ts'
import * as store from './enrolments.store.ts'
import * as holds from './holds.store.ts'

export interface EnrolmentsDeps {
  clock: Clock
  /** Gives back what withdrawn messages cost. */
  refund: (tx: Db, owner: OwnerId, recipientIds: string[], reason: string) => Promise<void>
}

type Reopening = Parameters<typeof store.reopen>[2]

/** A follow-up that was sent, or counts as sent. */
export interface SentStep {
  campaign_prospect_id: string
  step_id: string
}

/**
 * Where each recipient stands in the sequence of a campaign. Everything that ends or holds a sequence calls `stop` or
 * `hold` in the transaction that records it. A claim locks the message and then its enrolment; these lock the enrolment
 * and then only messages that no claim has locked.
 */
export function createEnrolments({ clock, refund }: EnrolmentsDeps) {
  const withdraw = (tx: Db, owner: OwnerId, left: readonly store.Left[], reason: string): Promise<void> =>
    withdrawOf(
      tx,
      owner,
      left.map(({ campaign_prospect_id }) => campaign_prospect_id),
      reason,
    )

  async function withdrawOf(tx: Db, owner: OwnerId, ids: readonly string[], reason: string): Promise<void> {
    const withdrawn = await store.withdraw(tx, owner, ids, { reason, at: isoNow(clock) })
    const paid = withdrawn.flatMap(({ id, is_charged }) => (is_charged ? [id] : []))
    if (paid.length > 0) await refund(tx, owner, paid, reason)
  }

  async function stop(tx: Db, owner: OwnerId, whom: store.Whom, reason: StopReason): Promise<number> {
    const stopped = await store.stop(tx, owner, whom, { reason, at: isoNow(clock) })
    if (stopped.length === 0) return 0
    await withdraw(tx, owner, stopped, 'The follow-ups were stopped')
    const campaigns = new Set(stopped.map(({ campaign_id }) => campaign_id))
    await store.completeCampaigns(tx, owner, [...campaigns])
    return stopped.length
  }

  async function reopen(tx: Db, owner: OwnerId, reopening: Omit<Reopening, 'at'>): Promise<number> {
    const campaigns = await store.reopen(tx, owner, { ...reopening, at: isoNow(clock) })
    await store.reactivate(tx, owner, [...new Set(campaigns)])
    return campaigns.length
  }

  return {
    stop,
    hasOpen: store.hasOpen,
    listEnrolled: store.listEnrolled,
    listOpenEmails: store.listOpenEmails,
    lockQueued: store.lockQueued,
    countByCampaign: counts.countByCampaign,
    countFinished: counts.countFinished,
    completeCampaigns: store.completeCampaigns,

    /** For sending: the template was handed over, or may have been. */
    enrol: (
      tx: Db,
      owner: OwnerId,
      recipientIds: string[],
      isUnconfirmed: boolean,
      at = isoNow(clock),
    ): Promise<void> => store.enrol(tx, owner, recipientIds, { at, isUnconfirmed }),

    /** Follow-ups were handed over, now unless `at` says when. */
    async advance(tx: Db, owner: OwnerId, steps: readonly SentStep[], at = isoNow(clock)): Promise<void> {
      await store.advance(tx, owner, steps, at)
    },

    /** The template counts as sent although nobody knows. */
    confirmFirst: (tx: Db, owner: OwnerId, recipientIds: string[]): Promise<void> =>
      store.enrol(tx, owner, recipientIds, { at: isoNow(clock), isUnconfirmed: false }),

    holdUnconfirmed: (tx: Db, owner: OwnerId, step: SentStep): Promise<void> =>
      store.holdUnconfirmed(tx, owner, step, isoNow(clock)),

    /** Holds people until a reason that isn't a person's own is over. Their wait goes on. */
    async holdFor(tx: Db, owner: OwnerId, whom: store.Whom, reason: HoldReason): Promise<void> {
      const held = await store.holdFor(tx, owner, whom, { reason, at: isoNow(clock) })
      await withdraw(tx, owner, held, 'Waiting')
    },

    /** A message that no worker has yet is written again. */
    async requeue(tx: Db, owner: OwnerId, step: SentStep): Promise<void> {
      await store.unqueue(tx, owner, step, isoNow(clock))
      await withdrawOf(tx, owner, [step.campaign_prospect_id], 'Written again')
    },

    release: (
      tx: Db,
      owner: OwnerId,
      whom: store.Whom | 'all',
      reason: HoldReason,
      limit?: number,
    ): Promise<number> =>
      store.release(tx, owner, whom, { reason, at: isoNow(clock), ...(limit !== undefined && { limit }) }),

    /**
     * Leaves people alone until a moment, in all campaigns. By hand it replaces any hold; an away note never shortens
     * one. Returns the holds that were set.
     */
    async hold(
      tx: Db,
      owner: OwnerId,
      emails: readonly string[],
      hold: { until: string; reason: 'away' | 'manual' },
    ): Promise<holds.PersonHoldRow[]> {
      await holds.deleteEnded(tx, owner, isoNow(clock))
      const people = [...new Set(emails.map((email) => email.toLowerCase()))]
      const rows = await holds.holdPersons(tx, owner, people, { ...hold, created_at: isoNow(clock) })
      const held = rows.map(({ email }) => email)
      await withdraw(tx, owner, await store.listOpenTo(tx, owner, held), 'The person is left alone')
      return rows
    },

    lift: (tx: Db, owner: OwnerId, emails: readonly string[]): Promise<void> =>
      holds.liftPersons(
        tx,
        owner,
        emails.map((email) => email.toLowerCase()),
        isoNow(clock),
      ),

    listHolds: (tx: Db, owner: OwnerId) => holds.listHolds(tx, owner, isoNow(clock)),
    findHold: (tx: Db, owner: OwnerId, id: string) => holds.findHold(tx, owner, id, isoNow(clock)),

    /** Those of these addresses that are left alone, in lower case, and until when. */
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

    listOwnersDueBy: store.listOwnersDueBy,

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
        await store.release(tx, owner, { campaign: campaignId }, { reason: 'campaign_paused', at })
        return
      }
      const held = await store.holdFor(tx, owner, { campaign: campaignId }, { reason: 'campaign_paused', at })
      await withdraw(tx, owner, held, 'The campaign was paused')
    },
  }
}

export type Enrolments = ReturnType<typeof createEnrolments>
