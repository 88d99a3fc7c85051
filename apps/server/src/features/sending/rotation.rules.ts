import type { Pace } from '@goldpan/contract/sending-care'
import type { PlannedDay } from './pace.rules.ts'

/** Messages that a sender may still send on a day. */
export interface Room {
  /** The mailbox. Null for the return address. */
  id: string | null
  cap: number
  left: number
  /** Messages for which the sending window leaves time. */
  fits: number
}

/** Messages that all senders of an owner may still send on a day; planning subtracts from it. */
export interface DayRoom<R extends Room> {
  rooms: ReadonlyMap<string | null, R>
  /** By the daily cap of the pace. */
  sum: number
}

/** Returns the room with the largest share of its cap left, the first of equal ones. Null if none has room. */
export function chooseRoom<R extends Room>(rooms: readonly R[]): R | null {
  let best: R | null = null
  for (const room of rooms)
    if (room.left > 0 && (best === null || room.left * best.cap > best.left * room.cap)) best = room
  return best
}

/** Takes room of a sender. Returns how many of these messages leave on the day; the others keep their room, too. */
export function takeRoom<R extends Room>(day: DayRoom<R>, room: R, messages: number): number {
  const kept = Math.min(messages, room.left)
  const leaving = Math.min(kept, room.fits, day.sum)
  room.left -= kept
  room.fits -= leaving
  day.sum -= leaving
  return leaving
}

/**
 * Takes room for a message and returns its sender; null if it can't leave on the day. `bound` is the mailbox that the
 * person hears from already; null lets this choose one of the candidates.
 *
 * Call this in the order of the claims: due follow-ups that go first, then first messages, those of older sends first,
 * then other follow-ups. The assignment doesn't depend on when messages leave: once one has left and its room is used, the
 * others still get the same senders.
 */
export function reserveRoom<R extends Room>(
  day: DayRoom<R>,
  { bound, candidates }: { bound: string | null; candidates: readonly R[] },
): R | null {
  const room = bound === null ? chooseRoom(candidates) : (day.rooms.get(bound) ?? null)
  return room && takeRoom(day, room, 1) === 1 ? room : null
}

/** A sender and how many messages may leave from it right now. */
export interface Turn extends Room {
  now: number
}

/** A message that is due. */
export interface Queued {
  bound: string | null
  candidates: readonly Turn[]
  /** True for messages of the job that is claimed. Others only use up room and turns. */
  isOwn: boolean
}

export interface Taken<M> {
  taken: { message: M; from: string | null }[]
  /** Senders whose next message of this job waits for its turn. */
  waiting: Set<string | null>
}

/** Chooses messages of a job that leave right now: each sender's first ones of today, if it is the sender's turn. */
export function takeTurns<M extends Queued>(
  queue: readonly M[],
  { day, limit }: { day: DayRoom<Turn>; limit: number },
): Taken<M> {
  const taken: Taken<M>['taken'] = []
  const waiting = new Set<string | null>()
  for (const message of queue) {
    if (day.sum <= 0 || taken.length >= limit) break
    const turn = reserveRoom(day, message)
    if (turn === null) continue
    const isTurn = turn.now > 0
    if (isTurn) turn.now -= 1
    if (!message.isOwn) continue
    if (isTurn) taken.push({ message, from: turn.id })
    else waiting.add(turn.id)
  }
  return { taken, waiting }
}

/** A sender in a plan. */
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

/** The plan of one person. */
export interface PlannedTurn {
  line: Line
  day: string
  at: Date
}

export interface SendPlan {
  /** In the order of the send's people. Null for those whose mailbox can't send. */
  people: (PlannedTurn | null)[]
  /** The days of the template, then of each step. */
  days: PlannedDay[][]
}
