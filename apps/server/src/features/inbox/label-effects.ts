import type { BuiltInLabel } from '@goldpan/contract/inbox'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { ChangeEffects, StopReason } from '../../db/schema.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import type { LockedRow } from './changes.store.ts'
import * as store from './changes.store.ts'
import { listHolds } from './listing.store.ts'

export interface LabelEffectsDeps {
  clock: Clock
  campaigns: Pick<Campaigns, 'respondEach' | 'resubscribeEach' | 'putStatusesBack'>
  enrolments: Pick<Enrolments, 'stopEach' | 'reopenStopped' | 'holdPersons' | 'liftPersons'>
  prospects: Pick<Prospects, 'labelStatus' | 'undoLabel'>
  suppressions: Pick<Suppressions, 'findEntries' | 'suppressEach' | 'liftEach' | 'restoreEach'>
}

/** The status of prospects after a label; their recipients responded. */
const STATUSES: Partial<Record<BuiltInLabel, 'responded' | 'rejected'>> = {
  interested: 'responded',
  meeting: 'responded',
  question: 'responded',
  later: 'responded',
  wrong_person: 'responded',
  other: 'responded',
  not_interested: 'rejected',
}

const STOPS: Partial<Record<BuiltInLabel, StopReason>> = {
  stop: 'stop_word',
  left_company: 'left_company',
}

/** What people never take back by a label. */
const STAYS = new Set(['unsubscribed', 'complaint', 'bounced'])

/** The source of an entry that somebody made by choosing a label; the person themselves didn't ask. */
export const CHOSEN_IN_INBOX = 'Chosen in the inbox'

/** What a label that a person chooses does beyond the conversation, and how that is undone. */
export function createLabelEffects({
  clock,
  campaigns,
  enrolments,
  prospects,
  suppressions,
}: LabelEffectsDeps) {
  async function respond(
    tx: Db,
    owner: OwnerId,
    rows: readonly LockedRow[],
    { status, change }: { status: 'responded' | 'rejected'; change: string },
  ): Promise<ChangeEffects> {
    const people = [...new Set(rows.flatMap(({ prospect_id }) => prospect_id ?? []))]
    const changed = await prospects.labelStatus(tx, owner, people, { status, change })
    const recipients = await store.listRecipients(tx, owner, idsOf(rows))
    return {
      hasStatuses: changed > 0,
      recipients: await campaigns.respondEach(tx, owner, recipients),
      stopped: await stop(tx, owner, rows, status === 'rejected' ? 'rejected' : 'replied'),
    }
  }

  async function stop(tx: Db, owner: OwnerId, rows: readonly LockedRow[], reason: StopReason) {
    const recipients = await enrolments.stopEach(tx, owner, { emails: addressesOf(rows) }, reason)
    return { reason, recipients }
  }

  /** Like an away note that names no day. */
  async function hold(tx: Db, owner: OwnerId, rows: readonly LockedRow[], until: string) {
    const emails = addressesOf(rows)
    const before = await listHolds(tx, owner, emails, isoNow(clock))
    const held = await enrolments.holdPersons(tx, owner, emails, { until, reason: 'away' })
    return held.map(({ email }) => {
      const known = before.find((one) => one.email === email)
      return { email, until, before: known ? { until: known.until, reason: known.reason } : null }
    })
  }

  async function liftHolds(tx: Db, owner: OwnerId, held: NonNullable<ChangeEffects['held']>): Promise<void> {
    const emails = held.map(({ email }) => email)
    const current = new Map(
      (await listHolds(tx, owner, emails, isoNow(clock))).map((one) => [one.email, one]),
    )
    const ours = held.filter(({ email, until }) => {
      const now = current.get(email)
      return now?.reason === 'away' && now.until === until
    })
    await enrolments.liftPersons(
      tx,
      owner,
      ours.map(({ email }) => email),
    )
    for (const { email, before } of ours)
      if (before && before.until > isoNow(clock)) await enrolments.holdPersons(tx, owner, [email], before)
  }

  return {
    /** `awayUntil` is the end of a hold without a day. */
    async apply(
      tx: Db,
      owner: OwnerId,
      rows: readonly LockedRow[],
      { effect, change, awayUntil }: { effect: BuiltInLabel | null; change: string; awayUntil: string },
    ): Promise<ChangeEffects> {
      if (effect === null || rows.length === 0) return {}
      const status = STATUSES[effect]
      if (status) return respond(tx, owner, rows, { status, change })
      if (effect === 'away') return { held: await hold(tx, owner, rows, awayUntil) }
      const reason = STOPS[effect]
      if (!reason) return {}
      const stopped = await stop(tx, owner, rows, reason)
      if (effect !== 'stop') return { stopped }
      const entry = { reason: 'stop_reply', source: CHOSEN_IN_INBOX } as const
      return { stopped, suppressed: await suppressions.suppressEach(tx, owner, addressesOf(rows), entry) }
    },

    /** Those of conversations labelled as a stop that stay suppressed: who unsubscribed by link, complained or bounced. */
    async listStaying(tx: Db, owner: OwnerId, rows: readonly LockedRow[]): Promise<Set<string>> {
      const emails = addressesOf(rows)
      const entries = await suppressions.findEntries(tx, owner, emails)
      const unwilling = await store.listUnwilling(tx, owner, emails)
      const stays = (email: string) => unwilling.has(email) || STAYS.has(entries.get(email)?.reason ?? '')
      return new Set(rows.flatMap((row) => (addressesOf([row]).some(stays) ? row.id : [])))
    },

    /** Takes back what the stop of these conversations did. */
    async liftStop(tx: Db, owner: OwnerId, rows: readonly LockedRow[]): Promise<ChangeEffects> {
      if (rows.length === 0) return {}
      const entries = await suppressions.findEntries(tx, owner, addressesOf(rows))
      const made = [...entries.values()].flatMap(({ id, reason }) => (reason === 'stop_reply' ? id : []))
      const recipients = await store.listRecipients(tx, owner, idsOf(rows))
      return {
        lifted: await suppressions.liftEach(tx, owner, made),
        recipients: await campaigns.resubscribeEach(tx, owner, recipients),
      }
    },

    /** Undoes what a change did, except for people of whom something came since. */
    async undo(
      tx: Db,
      owner: OwnerId,
      { id, effects, changed_at }: { id: string; effects: ChangeEffects; changed_at: string },
    ): Promise<void> {
      const { hasStatuses, recipients = [], stopped, suppressed = [], lifted = [], held = [] } = effects
      const touched = [...recipients.map((one) => one.id), ...(stopped?.recipients ?? [])]
      const ended =
        touched.length > 0 ? await store.listEndedSince(tx, owner, touched, changed_at) : new Set()
      if (hasStatuses) {
        const quiet = await store.listQuietProspects(tx, owner, id)
        await prospects.undoLabel(tx, owner, id, quiet)
      }
      await campaigns.putStatusesBack(
        tx,
        owner,
        recipients.filter((one) => !ended.has(one.id)),
      )
      if (suppressed.length > 0) {
        const emails = suppressed.map(({ email }) => email)
        const unwilling = await store.listUnwilling(tx, owner, emails, changed_at)
        const willing = suppressed.filter(({ email }) => !unwilling.has(email))
        await suppressions.liftEach(tx, owner, idsOf(willing))
      }
      if (lifted.length > 0) await suppressions.restoreEach(tx, owner, lifted)
      if (held.length > 0) await liftHolds(tx, owner, held)
      if (stopped)
        await enrolments.reopenStopped(
          tx,
          owner,
          stopped.recipients.filter((recipient) => !ended.has(recipient)),
          stopped.reason,
        )
    },
  }
}

export type LabelEffects = ReturnType<typeof createLabelEffects>

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** Of people and, if they answered for somebody else, of those as well. */
const addressesOf = (rows: readonly LockedRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ email, answers_for }) => [email, ...(answers_for ? [answers_for.toLowerCase()] : [])]),
  ),
]
