import type { Pace } from '@goldpan/contract/sending-care'
import { type OpenDay, openDays, type PlannedDay } from '../sending/pace.rules.ts'
import { assignDay, type Line, type Room, type SendPlan, type SendToPlan } from '../sending/rotation.rules.ts'
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
}

/** The days of the template, then of each step, if nobody replies. */
export function planSend(send: Send): SendPlan {
  const people = send.people.map(() => null)
  const days = Array.from({ length: send.steps.length + 1 }, () => new Map<string, PlannedDay>())
  // In a trial mailboxes have limits and the return address, whose line comes first, has none.
  for (const [pace, lines] of Map.groupBy(send.lines, ({ pace }) => pace))
    planLines({ ...send, lines }, pace, { people, days })
  const inOrder = (one: Map<string, PlannedDay>) =>
    [...one.values()].toSorted((a, b) => a.day.localeCompare(b.day))
  return { people, days: days.map(inOrder) }
}

/**
 * Adds the people who hear from these lines. Goes from one open day to the next: those who are due
 * and those who come next take the room of the senders that they hear from, by the rules of the claims. Whatever is
 * taken makes the next step due on a later day.
 */
function planLines(send: Send, pace: Pace, { people, days }: Draft): void {
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
    const planned = days.reduce((total, one) => total + (one.get(day)?.messages ?? 0), 0)
    let sum = Math.max(0, cap - planned - (day === today ? send.today : 0))
    const dueOn = steps.map(
      (step) => () => dayOf(dueAt({ handedOverAt: from, ...step, pace: send.pace }), pace.time_zone),
    )
    const known = new Map<number, string>()
    let taken = 0

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
      room.taken += count
      room.fits -= count
      sum -= count
      taken += count
      if (steps[stage] && followed > 0) {
        const on = known.get(stage) ?? dueOn[stage]!()
        known.set(stage, on)
        const waiting = due[stage]!.get(on) ?? new Map<Line, number>()
        due[stage]!.set(on, waiting.set(room.line, (waiting.get(room.line) ?? 0) + followed))
      }
      return first
    }

    function takeFirst(candidates: readonly LineDay[]): void {
      const assigned = assignDay(left, { rooms, candidates, sum })
      const waiting = []
      for (const [nth, room] of assigned.entries()) {
        const person = left[nth]!
        if (room && room.fits > 0) {
          const at = take(0, room, 1, person.isFollowed ? 1 : 0)
          people[person.index] = { line: room.line, day, at }
        } else waiting.push(person)
      }
      left = waiting.concat(left.slice(assigned.length))
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

    if (send.isFollowUpsFirst) takeDue()
    const candidates = [...rooms.values()].filter(({ line }) => line.isCandidate)
    takeFirst(candidates.filter(({ isLate }) => !isLate))
    if (candidates.some(({ isLate }) => isLate)) takeFirst(candidates)
    if (!send.isFollowUpsFirst) takeDue()
    for (const { line, taken: sent } of rooms.values())
      if (sent > 0 || (day === today && line.sentToday > 0)) daysSent.set(line, (daysSent.get(line) ?? 0) + 1)
    return taken
  }

  for (const day of openDays(pace, send.now)) {
    if (open === 0) break
    open -= takeOn(day)
  }
}
