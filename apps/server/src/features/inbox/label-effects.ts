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
import * as store from './label-effects.store.ts'
import { listHolds } from './listing.store.ts'

export interface LabelEffectsDeps {
  clock: Clock
  campaigns: Pick<Campaigns, 'respondEach' | 'resubscribeEach' | 'putStatusesBack'>
  enrolments: Pick<Enrolments, 'stopEach' | 'reopenStopped' | 'holdPersons' | 'liftPersons'>
  prospects: Pick<Prospects, 'labelStatus' | 'undoLabel'>
  suppressions: Pick<Suppressions, 'findEntries' | 'suppressEach' | 'liftEach' | 'restoreEach'>
  /** Until when somebody is left alone whose message says that they are away, by the pace of the owner. */
  readAwayUntil: (tx: Db, owner: OwnerId) => Promise<(message: Message | null) => string>
}

interface Message {
  subject: string | null
  text: string
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

/** Suppressions that a label never lifts. */
const STAYS = new Set(['unsubscribed', 'complaint', 'bounced'])

/** The source of an entry that somebody made by choosing a label; the person themselves didn't ask. */
export const CHOSEN_IN_INBOX = 'Chosen in the inbox'

/** The effects of a chosen label on prospects, recipients, follow-ups and suppressions, and their undo. */
export function createLabelEffects({
  clock,
  campaigns,
  enrolments,
  prospects,
  suppressions,
  readAwayUntil,
}: LabelEffectsDeps) {
  async function respond(
    tx: Db,
    owner: OwnerId,
    rows: readonly LockedRow[],
    { status, change }: { status: 'responded' | 'rejected'; change: string },
  ): Promise<ChangeEffects> {
    const people = await store.listProspects(tx, owner, idsOf(rows))
    const changed = await prospects.labelStatus(tx, owner, people, { status, change, by: 'person' })
    const whom = { conversations: idsOf(rows), emails: addressesOf(rows) }
    const recipients = await store.listRecipients(tx, owner, whom)
    return {
      hasStatuses: changed > 0,
      recipients: await campaigns.respondEach(tx, owner, recipients),
      stopped: await stop(tx, owner, rows, status === 'rejected' ? 'rejected' : 'replied'),
    }
  }

  async function stop(tx: Db, owner: OwnerId, rows: readonly LockedRow[], reason: StopReason) {
    const recipients = await enrolments.stopEach(tx, owner, { emails: addressesOf(rows) }, reason)
    return { reason, recipients, at: isoNow(clock) }
  }

  /** Until the day that their newest message states, like an away note. */
  async function hold(tx: Db, owner: OwnerId, rows: readonly LockedRow[]) {
    const emails = addressesOf(rows)
    const before = await listHolds(tx, owner, emails, isoNow(clock))
    const messages = await store.listNewestTexts(
      tx,
      owner,
      rows.map(({ email }) => email),
    )
    const awayUntil = await readAwayUntil(tx, owner)
    const days = Map.groupBy(rows, ({ email }) => awayUntil(messages.get(email) ?? null))
    const held: NonNullable<ChangeEffects['held']> = []
    for (const [until, away] of days) {
      const set = await enrolments.holdPersons(tx, owner, addressesOf(away), { until, reason: 'away' })
      for (const { email } of set) {
        const known = before.find((one) => one.email === email)
        held.push({ email, until, before: known ? { until: known.until, reason: known.reason } : null })
      }
    }
    return held
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
    async apply(
      tx: Db,
      owner: OwnerId,
      rows: readonly LockedRow[],
      { effect, change }: { effect: BuiltInLabel | null; change: string },
    ): Promise<ChangeEffects> {
      if (effect === null || rows.length === 0) return {}
      const status = STATUSES[effect]
      if (status) return respond(tx, owner, rows, { status, change })
      if (effect === 'away') return { held: await hold(tx, owner, rows) }
      const reason = STOPS[effect]
      if (!reason) return {}
      const stopped = await stop(tx, owner, rows, reason)
      if (effect !== 'stop') return { stopped }
      const entry = { reason: 'stop_reply', source: CHOSEN_IN_INBOX } as const
      return { stopped, suppressed: await suppressions.suppressEach(tx, owner, addressesOf(rows), entry) }
    },

    /** Which conversations labelled as a stop stay suppressed: who unsubscribed by link, complained or bounced. */
    async listStaying(tx: Db, owner: OwnerId, rows: readonly LockedRow[]): Promise<Set<string>> {
      const emails = addressesOf(rows)
      const entries = await suppressions.findEntries(tx, owner, emails)
      const unwilling = await store.listUnwilling(tx, owner, emails)
      const stays = (email: string) => unwilling.has(email) || STAYS.has(entries.get(email)?.reason ?? '')
      return new Set(rows.flatMap((row) => (addressesOf([row]).some(stays) ? row.id : [])))
    },

    /** The label is the automatic one again: a proven stop suppresses again. */
    async stopAgain(tx: Db, owner: OwnerId, rows: readonly LockedRow[]): Promise<ChangeEffects> {
      const labelled = rows.filter(({ auto_label }) => auto_label === 'stop')
      if (labelled.length === 0) return {}
      const senders = labelled.map(({ email }) => email)
      const proven = await store.listStopped(tx, owner, senders)
      const stopping = labelled.filter(({ email }) => proven.has(email))
      if (stopping.length === 0) return {}
      const emails = addressesOf(stopping)
      return {
        stopped: await stop(tx, owner, stopping, 'stop_word'),
        suppressed: await suppressions.suppressEach(tx, owner, emails, { reason: 'stop_reply' }),
      }
    },

    /** Takes back what the stop of these conversations did. A stop of another's own stays. */
    async liftStop(tx: Db, owner: OwnerId, rows: readonly LockedRow[]): Promise<ChangeEffects> {
      if (rows.length === 0) return {}
      const senders = new Set(rows.map(({ email }) => email))
      const others = addressesOf(rows).filter((email) => !senders.has(email))
      const asked = await store.listStopped(tx, owner, others)
      const labelled = await store.listLabelledStop(tx, owner, others)
      const emails = addressesOf(rows).filter((email) => !asked.has(email) && !labelled.has(email))
      const entries = await suppressions.findEntries(tx, owner, emails)
      const made = [...entries.values()].flatMap(({ id, reason }) => (reason === 'stop_reply' ? id : []))
      const recipients = await store.listRecipients(tx, owner, { conversations: idsOf(rows), emails })
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
        const quiet = await store.listQuiet(tx, owner, id)
        await prospects.undoLabel(tx, owner, id, await store.listProspects(tx, owner, quiet))
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
          stopped,
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
