import type { Pace } from '@goldpan/contract/sending-care'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Clock } from '../../providers/clock/port.ts'
import { capOn } from '../own-mailboxes/room.rules.ts'
import type { SendingMailbox, SendingMailboxes } from '../own-mailboxes/sending-mailboxes.ts'
import type { DayRoom, SenderRoom } from './day-room.rules.ts'
import { averageGapMs, countFitting, rampCap, type Sent } from './pace.rules.ts'
import type { PaceCare } from './pace.ts'
import { countLeaving } from './rotation.store.ts'
import type { OwnSender } from './senders.ts'
import type { SenderKind } from './sending.store.ts'
import { dayOf, momentOf, startOfDay } from './zoned-time.ts'

export interface DayRoomDeps {
  clock: Clock
  pace: Pick<PaceCare, 'lockToday'>
  mailboxes: Pick<SendingMailboxes, 'list' | 'countSent'>
}

/** The senders of an owner on a day. */
export interface Today {
  pace: Pace
  /** The owner's mailboxes by id, removed ones too, in the order in which they were connected. */
  mailboxById: Map<string, SendingMailbox>
  /** The rooms of the mailboxes, in the same order. */
  mailboxRooms: SenderRoom[]
  returnAddressRoom: SenderRoom
  /** All rooms together. Claims take from them. */
  day: DayRoom<SenderRoom>
  /** The senders whose messages share this day. In a trial the return address has a pace of its own. */
  senders: SenderKind[]
}

export const MICROSOFT_A_MINUTE = 30
const MINUTE_MS = 60_000

/** The least time between two messages from a mailbox. */
export const gapOf = ({ kind }: Pick<SendingMailbox, 'kind'>, pace: Pace): number =>
  Math.max(averageGapMs(pace), kind === 'microsoft' ? MINUTE_MS / MICROSOFT_A_MINUTE : 0)

/** Reads how many messages each sender of an owner may still send today, and right now. */
export function createDayRoom({ clock, pace: paces, mailboxes }: DayRoomDeps) {
  function toMailboxRoom(
    mailbox: SendingMailbox,
    pace: Pace,
    { sent, lastMinute }: { sent: number; lastMinute: number },
  ): SenderRoom {
    const cap = capOn(mailbox, dayOf(clock.now(), pace.time_zone))
    return {
      id: mailbox.id,
      cap,
      left: mailbox.canSend ? Math.max(0, cap - sent) : 0,
      fits: countFits(pace, mailbox.next_at, gapOf(mailbox, pace)),
      ready: mailbox.canSend ? countReady(mailbox, pace, lastMinute) : 0,
    }
  }

  /** How many messages may leave from a mailbox at this moment. */
  function countReady({ kind, next_at }: SendingMailbox, pace: Pace, lastMinute: number): number {
    const ofMinute =
      kind === 'microsoft' ? Math.max(0, MICROSOFT_A_MINUTE - lastMinute) : Number.POSITIVE_INFINITY
    if (pace.gap_to_seconds <= 0) return ofMinute
    const waitMs = next_at === null ? 0 : Date.parse(next_at) - clock.now().getTime()
    // A longer wait is from before the gap was made shorter.
    return waitMs > 0 && waitMs <= pace.gap_to_seconds * 1000 ? 0 : Math.min(1, ofMinute)
  }

  function toReturnAddressRoom(pace: Pace, { next_at, domainToday, domainDaysBefore }: Sent): SenderRoom {
    const cap = (pace.has_ramp ? rampCap(domainDaysBefore) : null) ?? Number.POSITIVE_INFINITY
    return {
      id: null,
      cap,
      left: Math.max(0, cap - domainToday),
      fits: countFits(pace, next_at, averageGapMs(pace)),
      // `pace.admit` has checked the gap.
      ready: Number.POSITIVE_INFINITY,
    }
  }

  function countFits(pace: Pace, next_at: string | null, gapMs: number): number {
    const now = clock.now()
    const closes = momentOf(dayOf(now, pace.time_zone), pace.window_to, pace.time_zone)
    return countFitting(new Date(Math.max(now.getTime(), Date.parse(next_at ?? '') || 0)), closes, gapMs)
  }

  async function countLastMinute(tx: Db, owner: OwnerId, known: readonly SendingMailbox[]) {
    if (!known.some(({ kind }) => kind === 'microsoft')) return new Map<string, number>()
    return countLeaving(tx, owner, new Date(clock.now().getTime() - MINUTE_MS).toISOString())
  }

  return {
    /** Locks the owner's turn until the transaction ends, so that two workers don't use the same room. */
    async lockToday(tx: Db, owner: OwnerId, own: OwnSender): Promise<Today> {
      const { paces: both, sent: sentShared, today } = await paces.lockToday(tx, owner, own.return_address)
      const pace = both.mailbox
      const known = await mailboxes.list(tx, owner, pace.time_zone)
      const sent = await mailboxes.countSent(tx, owner, startOfDay(clock.now(), pace.time_zone).toISOString())
      const lastMinute = await countLastMinute(tx, owner, known)
      const mailboxRooms = known.map((mailbox) =>
        toMailboxRoom(mailbox, pace, {
          sent: sent.get(mailbox.id) ?? 0,
          lastMinute: lastMinute.get(mailbox.id) ?? 0,
        }),
      )
      const returnAddressRoom = toReturnAddressRoom(both.shared, sentShared)
      const hasSharedCap = pace.daily_cap !== null && both.shared === pace
      const senders: SenderKind[] = hasSharedCap ? ['shared', 'mailbox'] : ['mailbox']
      return {
        pace,
        mailboxById: new Map(known.map((mailbox) => [mailbox.id, mailbox])),
        mailboxRooms,
        returnAddressRoom,
        day: {
          rooms: new Map([returnAddressRoom, ...mailboxRooms].map((room) => [room.id, room])),
          left: pace.daily_cap === null ? Number.POSITIVE_INFINITY : Math.max(0, pace.daily_cap - today),
        },
        senders: senders.filter((sender) => own.footers[sender] !== null),
      }
    },
  }
}
