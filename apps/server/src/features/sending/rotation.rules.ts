import type { Pace } from '@goldpan/contract/sending-care'
import type { PlannedDay } from './pace.rules.ts'

/** What a sender may still send on a day. */
export interface Room {
  /** The mailbox. Null for the return address. */
  id: string | null
  cap: number
  left: number
}

/** Somebody who is written to for the first time in a campaign, or a message that is due. */
interface Person {
  /** The mailbox that they hear from already. Null if one is chosen. */
  bound: string | null
}

/** Of those with room, the one with the largest share of its cap left; of equal ones the first. */
export function choose<R extends Room>(rooms: readonly R[]): R | null {
  let best: R | null = null
  for (const room of rooms)
    if (room.left > 0 && (best === null || room.left * best.cap > best.left * room.cap)) best = room
  return best
}

/**
 * Gives people, in order, the sender that each hears from on this day, at most `sum` of them; null for those who wait.
 * Uses up the rooms.
 *
 * Who hears from which doesn't depend on when each of them is written to: if one person's message leaves early, all
 * others still get the same sender when this runs again without that person and with that room less.
 */
export function assignDay<R extends Room>(
  people: readonly Person[],
  { rooms, candidates, sum }: { rooms: ReadonlyMap<string | null, R>; candidates: readonly R[]; sum: number },
): (R | null)[] {
  const assigned: (R | null)[] = []
  let left = sum
  let full = 0
  const all = [...rooms.values()]
  for (const { bound } of people) {
    if (left <= 0 || full >= all.length) break
    const room = bound === null ? choose(candidates) : (rooms.get(bound) ?? null)
    const isFree = room !== null && room.left > 0
    assigned.push(isFree ? room : null)
    if (!isFree) continue
    room.left -= 1
    left -= 1
    if (room.left <= 0) full = all.filter((one) => one.left <= 0).length
  }
  return assigned
}

/** A mailbox and how many messages may leave from it right now. */
export interface Turn extends Room {
  id: string
  now: number
}

export interface Taken<P> {
  taken: { person: P; mailbox_id: string }[]
  /** Mailboxes whose next message waits for its turn. */
  waiting: Set<string>
}

/** The messages that leave right now: of those assigned for the day, the first ones of each mailbox whose turn it is. */
export function takeTurns<P extends Person>(
  people: readonly P[],
  {
    turns,
    limit,
    ...day
  }: { turns: readonly Turn[]; candidates: readonly Turn[]; sum: number; limit: number },
): Taken<P> {
  const rooms = new Map(turns.map((turn) => [turn.id, turn]))
  const taken: Taken<P>['taken'] = []
  const waiting = new Set<string>()
  for (const [index, turn] of assignDay(people, { ...day, rooms }).entries()) {
    if (turn === null) continue
    if (turn.now <= 0) waiting.add(turn.id)
    else if (taken.length < limit) {
      turn.now -= 1
      taken.push({ person: people[index]!, mailbox_id: turn.id })
    }
  }
  return { taken, waiting }
}

/** A sender in a plan. */
export interface Line {
  /** The mailbox. Null for the return address. */
  id: string | null
  /** People who have heard from no mailbox may hear from it. */
  isCandidate: boolean
  /** Of the claims. Lines with the same limits share one object. */
  pace: Pace
  /** The most on a day, after so many days of sending from today on. Infinite without a limit. */
  capAfter: (days: number) => number
  /** Messages that count against the cap of today. */
  sentToday: number
  /** Its next message leaves then at the earliest. */
  next_at: Date | null
  /** Its provider takes no mail before. Null if it can't send. */
  usable_from: Date | null
  /** Between two of its messages, at least. */
  gapMs: number
}

/**
 * Queued messages of another job that claims serve first. Where the daily cap of the pace is reached, claims give it to
 * whoever's turn comes first, so a later job may leave earlier than planned.
 */
export interface Ahead {
  /** Follow-ups that go before first messages. */
  isFirst: boolean
  /** The mailboxes of those who are bound to none; null for the return address. */
  candidates: ReadonlySet<string | null>
  people: readonly { bound: string | null }[]
}

/** A send as it is planned. */
export interface SendToPlan {
  /** By which follow-ups are due. */
  pace: Pace
  now: Date
  lines: readonly Line[]
  /** Messages of all senders that count against the daily caps of today. */
  today: number
  /** In the order in which they are written to. */
  people: readonly { bound: string | null; isFollowed: boolean }[]
  /** In the order in which claims serve them. */
  ahead: readonly Ahead[]
}

/** What a plan says of one person. */
export interface PlannedTurn {
  line: Line
  day: string
  at: Date
}

export interface SendPlan {
  /** As the people of the send; null for those whose mailbox can't send. */
  people: (PlannedTurn | null)[]
  /** The days of the template, then of each step. */
  days: PlannedDay[][]
}
