import { organizationalDomain } from '@goldpan/campaign-mail/address'
import type { Pace, PaceAnswer, PaceForm } from '@goldpan/contract/sending-care'
import type { Database, Db } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import { domainOf } from './groups.rules.ts'
import { allow, isAlways, openAt, type PaceDecision, type Sent } from './pace.rules.ts'
import * as store from './pace.store.ts'
import { dayOf, momentOf } from './zoned-time.ts'

const scope = systemScope('accounts share the reputation of a sending domain')

export interface PaceDeps {
  db: Database
  clock: Clock
  enrolments: Pick<Enrolments, 'forgetDue'>
  /** The pace of owners who haven't chosen one. */
  defaultOf: (isMailbox: boolean) => Pace
  random?: () => number
}

/** The From address, whose domain has a reputation to protect. */
export interface PacedSender {
  address: string
  is_mailbox: boolean
}

/** Spreads an owner's mail over time: daily cap, random gap, window, and the ramp of a new domain. */
export function createPace({ db, clock, enrolments, defaultOf, random = Math.random }: PaceDeps) {
  /** The same object twice, unless the owner hasn't chosen one and the defaults differ. */
  async function findBoth(tx: Db, owner: OwnerId): Promise<Record<'shared' | 'mailbox', Pace>> {
    const row = await store.findPace(tx, owner)
    if (!row) return { shared: defaultOf(false), mailbox: defaultOf(true) }
    const { owner_id: _owner, updated_at: _at, ...pace } = row
    return { shared: pace, mailbox: pace }
  }

  const find = async (tx: Db, owner: OwnerId, isMailbox: boolean): Promise<Pace> =>
    (await findBoth(tx, owner))[isMailbox ? 'mailbox' : 'shared']

  const utcDay = () => isoNow(clock).slice(0, 10)
  const rampDomain = ({ address }: PacedSender) => {
    const domain = domainOf(address)
    return organizationalDomain(domain) ?? domain
  }

  const countToday = (tx: Db, owner: OwnerId, { time_zone }: Pace): Promise<number> => {
    const start = momentOf(dayOf(clock.now(), time_zone), '00:00', time_zone)
    return store.countTriedSince(tx, owner, start.toISOString())
  }

  async function countSent(
    tx: Db,
    owner: OwnerId,
    pace: Pace,
    sender: PacedSender,
    next_at: string | null,
  ): Promise<Sent> {
    const days = pace.has_ramp ? await store.countDays(tx, scope, rampDomain(sender), utcDay()) : null
    return {
      today: pace.daily_cap === null ? 0 : await countToday(tx, owner, pace),
      domainToday: days?.today ?? 0,
      domainDaysBefore: days?.before ?? 0,
      next_at,
    }
  }

  const isFree = (pace: Pace) =>
    pace.daily_cap === null && pace.gap_to_seconds === 0 && !pace.has_ramp && isAlways(pace)

  return {
    find,
    findBoth,

    async get(owner: OwnerId, isMailbox: boolean): Promise<PaceAnswer> {
      const is_default = (await store.findPace(db, owner)) === null
      return { pace: await find(db, owner, isMailbox), is_default, is_free: isFree(defaultOf(isMailbox)) }
    },

    /** Applies at once, to waiting jobs as well. */
    save: (owner: OwnerId, { days_off, ...form }: PaceForm): Promise<void> =>
      db.transaction(async (tx) => {
        const latest = new Date(clock.now().getTime() + form.gap_to_seconds * 1000).toISOString()
        const change = days_off ? { ...form, days_off: [...new Set(days_off)].toSorted() } : form
        await store.savePace(tx, owner, { ...change, updated_at: isoNow(clock) })
        await store.bringForward(tx, owner, latest)
        await store.releaseHolds(tx, owner, isoNow(clock))
        await enrolments.forgetDue(tx, owner, 'all')
      }),

    /** For the preview: messages that count against the limits now, of the return address and of mailboxes. */
    async countSent(owner: OwnerId, pace: Pace, sender: PacedSender): Promise<Sent> {
      const sent = await countSent(db, owner, pace, sender, await store.findNextAt(db, owner))
      return { ...sent, today: await countToday(db, owner, pace) }
    },

    /** For own mailboxes: lifts the holds on waiting jobs, since what they wait for may have changed. */
    releaseHolds: (tx: Db, owner: OwnerId): Promise<void> => store.releaseHolds(tx, owner, isoNow(clock)),

    /** For own mailboxes: the pace, and the messages tried today. Locks the owner's turn until the transaction ends. */
    async lockToday(tx: Db, owner: OwnerId): Promise<{ pace: Pace; today: number }> {
      const pace = await find(tx, owner, true)
      await store.lockNextAt(tx, owner, isoNow(clock))
      const { today } = await countSent(tx, owner, { ...pace, has_ramp: false }, NOBODY, null)
      return { pace, today }
    },

    /** True within the sending window. */
    async isOpen(owner: OwnerId, isMailbox: boolean): Promise<boolean> {
      return openAt(await find(db, owner, isMailbox), clock.now()) <= clock.now()
    },

    /** Returns how many messages may leave now. Locks the owner's turn until the transaction ends. */
    async admit(tx: Db, owner: OwnerId, sender: PacedSender, wanted: number): Promise<PaceDecision> {
      const pace = await find(tx, owner, sender.is_mailbox)
      if (isFree(pace)) return { count: wanted, hold: null }
      const next_at = await store.lockNextAt(tx, owner, isoNow(clock))
      if (pace.has_ramp) await store.lockDay(tx, scope, rampDomain(sender), utcDay())
      return allow(pace, await countSent(tx, owner, pace, sender, next_at), clock.now(), wanted)
    },

    /** Counts claimed messages and schedules the owner's next turn after a random gap. */
    async recordSent(tx: Db, owner: OwnerId, sender: PacedSender, first: number, all: number): Promise<void> {
      if (all === 0) return
      const pace = await find(tx, owner, sender.is_mailbox)
      if (isFree(pace)) return
      const seconds = pace.gap_from_seconds + random() * (pace.gap_to_seconds - pace.gap_from_seconds)
      if (pace.gap_to_seconds > 0)
        await store.setNextAt(tx, owner, new Date(clock.now().getTime() + seconds * 1000).toISOString())
      if (first > 0) await store.addToDay(tx, scope, rampDomain(sender), utcDay(), first)
    },
  }
}

/** Own mailboxes protect no domain of ours. */
const NOBODY: PacedSender = { address: '', is_mailbox: true }

export type PaceCare = ReturnType<typeof createPace>
