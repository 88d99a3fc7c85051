import type { Pace } from '@goldpan/contract/sending-care'
import { type DayRoom, type Room, reserveRoom, takeRoom } from '../sending/day-room.rules.ts'
import { countFitting, type OpenDay, openDays, type PlannedDay } from '../sending/pace.rules.ts'
import type { Line, QueuedSend, SendPlan, SendToPlan } from '../sending/send-plan.ts'
import { dayOf } from '../sending/zoned-time.ts'
import { dueAt } from './due.rules.ts'

/** The follow-ups of a campaign. */
export interface Sequence {
  campaign_id: string
  steps: readonly Readonly<{ wait_days: number; wait_in: 'working_days' | 'days' }>[]
  /** Follow-ups take the room of a day before first messages. */
  isFirst: boolean
  /** People who wait for a step, the first of which is 0, from a mailbox or, if that is null, the return address. */
  waiting: readonly { step: number; due: Date; from: string | null; people: number }[]
}

export interface Send extends SendToPlan {
  /** Ordered by the age of the campaign, the oldest first. */
  sequences: readonly Sequence[]
}

/** A sender on one day. */
interface LineDay extends Room {
  line: Line
  start: Date
  /** Without a gap the others have taken everybody they can when it opens. */
  isLate: boolean
  taken: number
}

type Step = Sequence['steps'][number]

interface Day extends DayRoom<LineDay> {
  day: string
  from: Date
  /** When what follows on messages of this day is due. */
  dueOn: Map<Step, string>
}

/** First messages that wait for a day with room. */
interface Waiting {
  send: QueuedSend
  /** The index of the campaign's sequence; -1 without follow-ups. */
  age: number
  people: { bound: string | null; isFollowed: boolean; index: number }[]
  /** None of them hears from a mailbox yet. */
  areFree: boolean
}

/** Follow-ups that become due together. */
interface Due {
  /** The index of the campaign's sequence. Of equal due days the older campaign comes first. */
  age: number
  step: number
  on: string
  /** True for people of the send that is planned. */
  isPlanned: boolean
  people: Map<Line, number>
}

/** Everything that leaves by one pace, from day to day. */
interface Course {
  send: Send
  pace: Pace
  lines: readonly Line[]
  first: Waiting[]
  due: Map<string, Due>
  /** Days on which each line has sent. */
  daysSent: Map<Line, number>
  /** Messages of the planned send that aren't planned yet. */
  left: number
}

/** The plan so far; the days by their names. */
interface Draft {
  people: SendPlan['people']
  days: Map<string, PlannedDay>[]
  /** Messages of all senders by day, for the daily cap. */
  sent: Map<string, number>
}

/**
 * The days of a send's template, then of each step, if nobody replies and nothing else changes. What the owner's other
 * campaigns send meanwhile takes its room by the rules of the claims.
 */
export function planSend(send: Send): SendPlan {
  const people = send.people.map(() => null)
  const own = send.sequences.find(({ campaign_id }) => campaign_id === send.campaign_id)
  const days = Array.from({ length: (own?.steps.length ?? 0) + 1 }, () => new Map<string, PlannedDay>())
  const sent = new Map([[dayOf(send.now, send.pace.time_zone), send.today]])
  // In a trial mailboxes have limits and the return address, whose line comes first, has none. What leaves from there
  // counts against the cap of the mailboxes all the same.
  const groups = [...Map.groupBy(send.lines, ({ pace }) => pace)]
  for (const [pace, lines] of groups) {
    const course = startCourse(send, pace, lines)
    const isLast = pace === groups.at(-1)![0]
    for (const day of openDays(pace, send.now)) {
      if (isLast ? course.left === 0 : isOver(course)) break
      playDay(course, day, { people, days, sent })
    }
  }
  const inOrder = (one: Map<string, PlannedDay>) =>
    [...one.values()].toSorted((a, b) => a.day.localeCompare(b.day))
  return { people, days: days.map(inOrder) }
}

/** Leaves out people whose sender has another pace, or can't send. */
function startCourse(send: Send, pace: Pace, lines: readonly Line[]): Course {
  const usable = new Map(lines.flatMap((line) => (line.usable_from === null ? [] : [[line.id, line]])))
  const toWaiting = (one: QueuedSend): Waiting => {
    const canLeave = [...one.candidates].some((id) => usable.has(id))
    const people = one.people.map((person, index) => ({ ...person, index }))
    return {
      send: one,
      age: send.sequences.findIndex(({ campaign_id }) => campaign_id === one.campaign_id),
      people: people.filter(({ bound }) => (bound === null ? canLeave : usable.has(bound))),
      areFree: people.every(({ bound }) => bound === null),
    }
  }
  const own = toWaiting(send)
  const steps = stepsOf(send, own.age).length
  const left = own.people.reduce((total, { isFollowed }) => total + 1 + (isFollowed ? steps : 0), 0)
  const first = [...send.older.map(toWaiting), own, ...send.newer.map(toWaiting)]
  const course: Course = { send, pace, lines, first, due: new Map(), daysSent: new Map(), left }
  for (const [age, { waiting }] of send.sequences.entries())
    for (const { step, due, from, people } of waiting) {
      const line = usable.get(from)
      const on = dayOf(due, pace.time_zone)
      if (line) addDue(course, { age, step, on, isPlanned: false }, line, people)
    }
  return course
}

const isOver = ({ first, due }: Course): boolean =>
  due.size === 0 && first.every(({ people }) => people.length === 0)

const stepsOf = ({ sequences }: Send, age: number): Sequence['steps'] => sequences[age]?.steps ?? []

function addDue({ due }: Course, one: Omit<Due, 'people'>, line: Line, people: number): void {
  const key = `${one.age} ${one.step} ${one.on} ${one.isPlanned}`
  const known = due.get(key) ?? { ...one, people: new Map<Line, number>() }
  due.set(key, known)
  known.people.set(line, (known.people.get(line) ?? 0) + people)
}

/** Gives the room of a day to those who are due and those who come next. */
function playDay(course: Course, open: OpenDay, draft: Draft): void {
  const { lines, pace, send, daysSent } = course
  const cap = pace.daily_cap ?? Number.POSITIVE_INFINITY
  const all = lines.map((line) => openLine(course, line, open))
  const day: Day = {
    day: open.day,
    from: open.from,
    dueOn: new Map(),
    rooms: new Map(all.map((room) => [room.id, room])),
    left: Math.max(0, cap - (draft.sent.get(open.day) ?? 0)),
  }
  const late = all.filter(({ isLate, left }) => isLate && left > 0).map((room) => ({ room, left: room.left }))
  for (const { room } of late) room.left = 0
  serve(course, day, draft)
  for (const { room, left } of late) room.left = left
  if (late.length > 0) serve(course, day, draft)
  const isToday = open.day === dayOf(send.now, pace.time_zone)
  for (const { line, taken } of all)
    if (taken > 0 || (isToday && line.sentToday > 0)) daysSent.set(line, (daysSent.get(line) ?? 0) + 1)
}

function openLine({ send, pace, daysSent }: Course, line: Line, { day, from, closes }: OpenDay): LineDay {
  const cap = line.capAfter(daysSent.get(line) ?? 0)
  const { usable_from, next_at, gapMs } = line
  const start = new Date(Math.max(from.getTime(), next_at?.getTime() ?? 0, usable_from?.getTime() ?? 0))
  const isOpen = usable_from !== null && usable_from < closes
  const sent = day === dayOf(send.now, pace.time_zone) ? line.sentToday : 0
  return {
    id: line.id,
    line,
    cap,
    left: isOpen ? Math.max(0, cap - sent) : 0,
    fits: countFitting(start, closes, gapMs),
    start,
    isLate: gapMs === 0 && start > from,
    taken: 0,
  }
}

/** In the order of the claims. */
function serve(course: Course, day: Day, draft: Draft): void {
  serveDue(course, day, draft, true)
  for (const waiting of course.first) serveFirst(course, day, draft, waiting)
  serveDue(course, day, draft, false)
}

function serveDue(course: Course, day: Day, draft: Draft, isFirst: boolean): void {
  const { send, due } = course
  const now = [...due]
    .filter(([, { on, age }]) => on <= day.day && send.sequences[age]!.isFirst === isFirst)
    .toSorted(([, a], [, b]) => a.on.localeCompare(b.on) || a.step - b.step || a.age - b.age)
  for (const [key, one] of now) {
    for (const [line, people] of one.people) {
      const room = day.rooms.get(line.id)!
      const leaving = takeRoom(day, room, people)
      if (leaving === 0) continue
      leave(course, day, draft, room, { ...one, stage: one.step + 1, messages: leaving, followed: leaving })
      if (leaving < people) one.people.set(line, people - leaving)
      else one.people.delete(line)
    }
    if (one.people.size === 0) due.delete(key)
  }
}

function serveFirst(course: Course, day: Day, draft: Draft, waiting: Waiting): void {
  const { send, people, age } = waiting
  const isPlanned = send === course.send
  const candidates = [...day.rooms.values()].filter(({ id }) => send.candidates.has(id))
  const rest: Waiting['people'] = []
  let isFull = candidates.length === 0
  let seen = 0
  for (; seen < people.length && day.left > 0 && !(isFull && waiting.areFree); seen++) {
    const person = people[seen]!
    const isHopeless = isFull && person.bound === null
    const room = isHopeless ? null : reserveRoom(day, { bound: person.bound, candidates })
    if (!room) {
      rest.push(person)
      isFull ||= candidates.every(({ left }) => left <= 0)
      continue
    }
    const followed = person.isFollowed ? 1 : 0
    const at = leave(course, day, draft, room, { age, isPlanned, stage: 0, messages: 1, followed })
    if (isPlanned) draft.people[person.index] = { line: room.line, day: day.day, at }
  }
  if (seen > 0) waiting.people = rest.concat(people.slice(seen))
}

interface Leaving {
  age: number
  isPlanned: boolean
  /** 0 for the template, then the steps. */
  stage: number
  messages: number
  /** How many of them go to people who get the next step. */
  followed: number
}

/** Returns when the first of these messages leaves. */
function leave(course: Course, day: Day, draft: Draft, room: LineDay, one: Leaving): Date {
  const at = (nth: number) => new Date(room.start.getTime() + nth * room.line.gapMs)
  const [first, last] = [at(room.taken), at(room.taken + one.messages - 1)]
  room.taken += one.messages
  draft.sent.set(day.day, (draft.sent.get(day.day) ?? 0) + one.messages)
  const next = stepsOf(course.send, one.age)[one.stage]
  if (next && one.followed > 0) {
    const on = dueAfter(course, day, next)
    addDue(course, { age: one.age, step: one.stage, on, isPlanned: one.isPlanned }, room.line, one.followed)
  }
  if (one.isPlanned) {
    course.left -= one.messages
    addToDay(draft.days[one.stage]!, { day: day.day, messages: one.messages, from: first, to: last })
  }
  return first
}

function dueAfter({ send, pace }: Course, { from, dueOn }: Day, step: Step): string {
  const known = dueOn.get(step)
  if (known !== undefined) return known
  const on = dayOf(dueAt({ handedOverAt: from, ...step, pace: send.pace }), pace.time_zone)
  dueOn.set(step, on)
  return on
}

function addToDay(days: Map<string, PlannedDay>, more: PlannedDay): void {
  const known = days.get(more.day)
  if (!known) {
    days.set(more.day, more)
    return
  }
  known.messages += more.messages
  if (more.from < known.from) known.from = more.from
  if (more.to > known.to) known.to = more.to
}
