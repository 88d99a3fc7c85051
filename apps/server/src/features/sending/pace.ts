import { domainOf, organizationalDomain } from '@goldpan/campaign-mail/address'
import type { Pace, PaceAnswer, PaceForm } from '@goldpan/contract/sending-care'
import type { Database, Db } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import { allow, isAlways, nextTurnAt, openAt, type PaceDecision, type Sent } from './pace.rules.ts'
import * as store from './pace.store.ts'
import type { SenderKind } from './sending.store.ts'
import { startOfDay } from './zoned-time.ts'

const scope = systemScope('accounts share the reputation of a sending domain')

export interface PaceDeps {
  db: Database
  clock: Clock
  enrolments: Pick<Enrolments, 'forgetDue'>
  /** The pace of owners who haven't chosen one. */
  defaultOf: (sender: SenderKind) => Pace
  random?: () => number
}

/** Spreads an owner's mail over time: daily cap, random gap, window, and the ramp of a new domain. */
export function createPace({ db, clock, enrolments, defaultOf, random = Math.random }: PaceDeps) {
  /** Returns the same object twice if both senders share one pace, and with it the daily cap. */
  async function findBoth(tx: Db, owner: OwnerId): Promise<Record<SenderKind, Pace>> {
    const row = await store.findPace(tx, owner)
    if (!row) return { shared: defaultOf('shared'), mailbox: defaultOf('mailbox') }
    const { owner_id: _owner, updated_at: _at, ...pace } = row
    return { shared: pace, mailbox: pace }
  }

  /** The pace of messages from the return address (`shared`) or from own mailboxes. */
  const find = async (tx: Db, owner: OwnerId, sender: SenderKind): Promise<Pace> =>
    (await findBoth(tx, owner))[sender]

  const utcDay = () => isoNow(clock).slice(0, 10)
  /** The domain whose reputation the ramp protects. */
  const rampDomain = (returnAddress: string) => organizationalDomain(domainOf(returnAddress))

  const countToday = (tx: Db, owner: OwnerId, { time_zone }: Pace): Promise<number> => {
    return store.countFirstAttempts(tx, owner, startOfDay(clock.now(), time_zone).toISOString())
  }

  async function countSent(
    tx: Db,
    owner: OwnerId,
    pace: Pace,
    returnAddress: string,
    next_at: string | null,
  ): Promise<Sent> {
    const days = pace.has_ramp ? await store.countDays(tx, scope, rampDomain(returnAddress), utcDay()) : null
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

    async get(owner: OwnerId, sender: SenderKind): Promise<PaceAnswer> {
      const is_default = (await store.findPace(db, owner)) === null
      return { pace: await find(db, owner, sender), is_default, is_free: isFree(defaultOf(sender)) }
    },

    /** Applies at once, to waiting jobs as well. */
    save: (owner: OwnerId, { days_off, ...form }: PaceForm): Promise<void> =>
      db.transaction(async (tx) => {
        const latest = new Date(clock.now().getTime() + form.gap_to_seconds * 1000).toISOString()
        const change = days_off ? { ...form, days_off: [...new Set(days_off)].toSorted() } : form
        await store.savePace(tx, owner, { ...change, updated_at: isoNow(clock) })
        await store.bringForward(tx, owner, latest)
        await store.liftHolds(tx, owner, isoNow(clock))
        await enrolments.forgetDue(tx, owner, 'all')
      }),

    /** For the preview: messages that count against the limits now, of the return address and of mailboxes. */
    async countSent(owner: OwnerId, pace: Pace, returnAddress: string): Promise<Sent> {
      const sent = await countSent(db, owner, pace, returnAddress, await store.findNextAt(db, owner))
      return { ...sent, today: await countToday(db, owner, pace) }
    },

    /** For own mailboxes: lifts the holds on waiting jobs, since what they wait for may have changed. */
    liftHolds: (tx: Db, owner: OwnerId): Promise<void> => store.liftHolds(tx, owner, isoNow(clock)),

    /**
     * The paces, and the messages that count against the limits of today, those of the return address too. Locks the
     * owner's turn until the transaction ends.
     */
    async lockToday(tx: Db, owner: OwnerId, returnAddress: string) {
      const paces = await findBoth(tx, owner)
      const next_at = await store.lockNextAt(tx, owner, isoNow(clock))
      const sent = await countSent(tx, owner, paces.shared, returnAddress, next_at)
      const today = paces.mailbox.daily_cap === null ? 0 : await countToday(tx, owner, paces.mailbox)
      return { paces, sent, today }
    },

    /** True within the sending window. */
    async isOpen(owner: OwnerId, sender: SenderKind): Promise<boolean> {
      return openAt(await find(db, owner, sender), clock.now()) <= clock.now()
    },

    /** Returns how many messages may leave from the return address now. Locks the owner's turn until the transaction ends. */
    async admit(tx: Db, owner: OwnerId, returnAddress: string, wanted: number): Promise<PaceDecision> {
      const pace = await find(tx, owner, 'shared')
      if (isFree(pace)) return { count: wanted, hold: null }
      const next_at = await store.lockNextAt(tx, owner, isoNow(clock))
      if (pace.has_ramp) await store.lockDay(tx, scope, rampDomain(returnAddress), utcDay())
      return allow(pace, await countSent(tx, owner, pace, returnAddress, next_at), clock.now(), wanted)
    },

    /** Counts messages claimed for the return address, and schedules its next turn after a random gap. */
    async recordSent(
      tx: Db,
      owner: OwnerId,
      returnAddress: string,
      { firstAttempts, all }: { firstAttempts: number; all: number },
    ): Promise<void> {
      if (all === 0) return
      const pace = await find(tx, owner, 'shared')
      if (isFree(pace)) return
      const next_at = nextTurnAt(pace, clock.now(), random())
      if (next_at !== null) await store.setNextAt(tx, owner, next_at)
      if (firstAttempts > 0)
        await store.addToDay(tx, scope, rampDomain(returnAddress), utcDay(), firstAttempts)
    },
  }
}

export type PaceCare = ReturnType<typeof createPace>
