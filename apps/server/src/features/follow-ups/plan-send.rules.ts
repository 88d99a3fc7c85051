import type { Pace } from '@goldpan/contract/sending-care'
import { type OpenDay, openDays, type PlannedDay } from '../sending/pace.rules.ts'
import {
  type Ahead,
  assignDay,
  type Line,
  type Room,
  type SendPlan,
  type SendToPlan,
} from '../sending/rotation.rules.ts'
import { dayOf } from '../sending/zoned-time.ts'
import { dueAt } from './due.rules.ts'

export interface Send extends SendToPlan {
  steps: readonly { wait_days: number; wait_in: 'working_days' | 'days' }[]
  /** Follow-ups take the places of a day before first messages. */
  isFollowUpsFirst: boolean
}

/** A sender on one day. */
interface LineDay extends Room {
  line: Line
  start: Date
  isLate: boolean
  taken: number
  /** Messages that fit into the window. */
  fits: number
}

/** The plan so far; the days by their names. */
interface Draft {
  people: SendPlan['people']
  days: Map<string, PlannedDay>[]
  /** Messages of all senders by day, for the daily cap. */
  sent: Map<string, number>
}

/** The days of the template, then of each step, if nobody replies. */
export function planSend(send: Send): SendPlan {
  const people = send.people.map(() => null)
  const days = Array.from({ length: send.steps.length + 1 }, () => new Map<string, PlannedDay>())
  const sent = new Map([[dayOf(send.now, send.pace.time_zone), send.today]])
  // In a trial mailboxes have limits and the return address, whose line comes first, has none.
  for (const [pace, lines] of Map.groupBy(send.lines, ({ pace }) => pace))
    planLines({ ...send, lines }, pace, { people, days, sent })
  const inOrder = (one: Map<string, PlannedDay>) =>
    [...one.values()].toSorted((a, b) => a.day.localeCompare(b.day))
  return { people, days: days.map(inOrder) }
}

/**
 * Adds the people who hear from these lines. Goes from one open day to the next: those who are due
 * and those who come next take the room of the senders that they hear from, by the rules of the claims. Whatever is
 * taken makes the next step due on a later day.
 */
function planLines(send: Send, pace: Pace, { people, days, sent }: Draft): void {
  const { steps, lines } = send
  const today = dayOf(send.now, pace.time_zone)
  /** For each step the number of people by the day on which they are due and the sender that they hear from. */
  const due = steps.map(() => new Map<string, Map<Line, number>>())
  const daysSent = new Map<Line, number>()
  const byId = new Map(lines.map((line) => [line.id, line]))
  const isUsable = (line: Line | undefined) => line !== undefined && line.usable_from !== null
  const hasCandidate = lines.some((line) => line.isCandidate && isUsable(line))
  let left = send.people
    .map((person, index) => ({ ...person, index }))
    .filter(({ bound }) => (bound === null ? hasCandidate : isUsable(byId.get(bound))))
  const ahead = send.ahead.map((job): Ahead => {
    const canLeave = lines.some((line) => job.candidates.has(line.id) && isUsable(line))
    const people = job.people.filter(({ bound }) => (bound === null ? canLeave : isUsable(byId.get(bound))))
    return { ...job, people }
  })
  let open = left.reduce((total, { isFollowed }) => total + 1 + (isFollowed ? steps.length : 0), 0)

  function openLine(line: Line, { day, from, closes }: OpenDay): LineDay {
    const cap = line.capAfter(daysSent.get(line) ?? 0)
    const { usable_from, next_at, gapMs } = line
    const start = new Date(Math.max(from.getTime(), next_at?.getTime() ?? 0, usable_from?.getTime() ?? 0))
    const fits = Math.floor((closes.getTime() - 1 - start.getTime()) / gapMs) + 1
    const isOpen = usable_from !== null && usable_from < closes
    return {
      id: line.id,
      line,
      cap,
      left: isOpen ? Math.max(0, cap - (day === today ? line.sentToday : 0)) : 0,
      start,
      // Without a gap the others have taken everybody they can when it opens.
      isLate: gapMs === 0 && start > from,
      taken: 0,
      fits: gapMs > 0 ? Math.max(0, fits) : Number.POSITIVE_INFINITY,
    }
  }

  function takeOn(open_day: OpenDay): number {
    const { day, from } = open_day
    const rooms = new Map(lines.map((line) => [line.id, openLine(line, open_day)]))
    const cap = pace.daily_cap ?? Number.POSITIVE_INFINITY
    let sum = Math.max(0, cap - (sent.get(day) ?? 0))
    const dueOn = steps.map(
      (step) => () => dayOf(dueAt({ handedOverAt: from, ...step, pace: send.pace }), pace.time_zone),
    )
    const known = new Map<number, string>()
    let taken = 0

    function takeRoom(room: LineDay, count: number): void {
      room.taken += count
      room.fits -= count
      sum -= count
      sent.set(day, (sent.get(day) ?? 0) + count)
    }

    /** Returns when the first of these messages leaves. */
    function take(stage: number, room: LineDay, count: number, followed: number): Date {
      const at = (nth: number) => new Date(room.start.getTime() + nth * room.line.gapMs)
      const [first, last] = [at(room.taken), at(room.taken + count - 1)]
      const planned = days[stage]!.get(day)
      if (planned) {
        planned.messages += count
        if (first < planned.from) planned.from = first
        if (last > planned.to) planned.to = last
      } else days[stage]!.set(day, { day, messages: count, from: first, to: last })
      takeRoom(room, count)
      taken += count
      if (steps[stage] && followed > 0) {
        const on = known.get(stage) ?? dueOn[stage]!()
        known.set(stage, on)
        const waiting = due[stage]!.get(on) ?? new Map<Line, number>()
        due[stage]!.set(on, waiting.set(room.line, (waiting.get(room.line) ?? 0) + followed))
      }
      return first
    }

    /** Returns those who wait for another day. */
    function assign<P extends { bound: string | null }>(
      waiting: readonly P[],
      candidates: readonly LineDay[],
      leave: (person: P, room: LineDay) => void,
    ): P[] {
      const assigned = assignDay(waiting, { rooms, candidates, sum })
      const rest = waiting.slice(0, assigned.length).filter((person, nth) => {
        const room = assigned[nth]
        if (!room || room.fits <= 0) return true
        leave(person, room)
        return false
      })
      return rest.concat(waiting.slice(assigned.length))
    }

    function takeFirst<P extends { bound: string | null }>(
      waiting: readonly P[],
      isCandidate: (line: Line) => boolean,
      leave: (person: P, room: LineDay) => void,
    ): P[] {
      const candidates = [...rooms.values()].filter(({ line }) => isCandidate(line))
      const early = candidates.filter(({ isLate }) => !isLate)
      const rest = assign(waiting, early, leave)
      return early.length < candidates.length ? assign(rest, candidates, leave) : rest
    }

    function takeAhead(isFirst: boolean): void {
      for (const job of ahead)
        if (job.isFirst === isFirst && job.people.length > 0)
          job.people = takeFirst(
            job.people,
            ({ id }) => job.candidates.has(id),
            (_person, room) => takeRoom(room, 1),
          )
    }

    function takeDue(): void {
      const now = due.flatMap((days_due, step) =>
        [...days_due].filter(([on]) => on <= day).map(([on, waiting]) => ({ on, waiting, step })),
      )
      for (const { on, waiting, step } of now.toSorted((a, b) => a.on.localeCompare(b.on))) {
        for (const [line, count] of waiting) {
          const room = rooms.get(line.id)!
          const taking = Math.min(count, room.left, room.fits, sum)
          if (taking <= 0) continue
          room.left -= taking
          take(step + 1, room, taking, taking)
          if (taking < count) waiting.set(line, count - taking)
          else waiting.delete(line)
        }
        if (waiting.size === 0) due[step]!.delete(on)
      }
    }

    takeAhead(true)
    if (send.isFollowUpsFirst) takeDue()
    takeAhead(false)
    left = takeFirst(
      left,
      ({ isCandidate }) => isCandidate,
      (person, room) => {
        const at = take(0, room, 1, person.isFollowed ? 1 : 0)
        people[person.index] = { line: room.line, day, at }
      },
    )
    if (!send.isFollowUpsFirst) takeDue()
    for (const { line, taken } of rooms.values())
      if (taken > 0 || (day === today && line.sentToday > 0))
        daysSent.set(line, (daysSent.get(line) ?? 0) + 1)
    return taken
  }

  for (const day of openDays(pace, send.now)) {
    if (open === 0) break
    open -= takeOn(day)
  }
}
