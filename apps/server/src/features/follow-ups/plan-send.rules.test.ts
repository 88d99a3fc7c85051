import type { Pace } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { takeReady } from '../sending/day-room.rules.ts'
import { averageGapMs, CAREFUL_PACE, countFitting, NO_PACE, type Sent } from '../sending/pace.rules.ts'
import { type Line, sharedLine } from '../sending/send-plan.ts'
import { planSend, type Send } from './plan-send.rules.ts'

const berlin: Pace = { ...CAREFUL_PACE, time_zone: 'Europe/Berlin', has_ramp: false }
const nothing: Sent = { today: 0, domainToday: 0, domainDaysBefore: 0, next_at: null }
const at = (text: string) => new Date(text)
/** Time of this thread at a processor: a busy machine doesn't prolong it. */
const cpuMsSince = (before: NodeJS.CpuUsage) => {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
const anybody = (count: number) => Array.from({ length: count }, () => ({ bound: null, isFollowed: true }))

/** A send beside which nothing else leaves; from all of its lines, unless candidates are named. */
const alone = (
  send: Pick<Send, 'pace' | 'now' | 'lines' | 'people'> & Partial<Send>,
  steps: Send['sequences'][number]['steps'] = [],
): Send => ({
  campaign_id: 'own',
  candidates: new Set(send.lines.map(({ id }) => id)),
  today: 0,
  older: [],
  newer: [],
  sequences: [{ campaign_id: 'own', steps, isFirst: true, waiting: [] }],
  ...send,
})

/** The days of a send from the return address. */
function planDays(pace: Pace, sent: Sent, now: Date, messages: number) {
  const lines = [sharedLine(pace, sent, now)]
  return planSend(alone({ pace, now, lines, today: sent.today, people: anybody(messages) })).days[0]!
}

test('the plan spreads a campaign over the days as sending will', () => {
  const off: Pace = { ...berlin, days_off: ['2026-03-03', '2026-03-04', '2026-03-09'], daily_cap: 10 }
  const days = planDays(off, nothing, at('2026-03-03T10:00:00Z'), 35)
  expect(days.map(({ day, messages }) => [day, messages])).toEqual([
    ['2026-03-05', 10],
    ['2026-03-06', 10],
    ['2026-03-10', 10],
    ['2026-03-11', 5],
  ])
  const plan = planDays(
    { ...berlin, daily_cap: 100 },
    { ...nothing, today: 30 },
    at('2026-03-05T10:00:00Z'),
    250,
  )
  expect(plan.map(({ day, messages }) => [day, messages])).toEqual([
    ['2026-03-05', 70],
    ['2026-03-06', 100],
    ['2026-03-09', 80],
  ])
  expect(plan[0]!.from.toISOString()).toBe('2026-03-05T10:00:00.000Z')
  const ramped = planDays({ ...NO_PACE, has_ramp: true }, nothing, at('2026-03-05T10:00:00Z'), 60)
  expect(ramped.map(({ messages }) => messages)).toEqual([20, 24, 16])
  // Two minutes apart on average: 240 in eight hours.
  const slow = planDays({ ...berlin, daily_cap: null }, nothing, at('2026-03-02T08:00:00Z'), 300)
  expect(slow.map(({ messages }) => messages)).toEqual([240, 60])
  expect(planDays(NO_PACE, nothing, at('2026-03-02T08:00:00Z'), 0)).toEqual([])
})

/** A sequence of numbers below 1 that is the same every time. */
function numbersFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const GAP_S = 1200
const DAY_MS = 86_400_000

interface Box {
  id: string
  cap: number
  sent: number
  next_at: number
  isCandidate: boolean
}

interface Trial {
  hasGap: boolean
  daily_cap: number | null
  boxes: Box[]
  people: { index: number; bound: string | null; isFollowed: boolean }[]
  random: () => number
}

function tryOut(seed: number): Trial {
  const random = numbersFrom(seed)
  const below = (n: number) => Math.floor(random() * n)
  const boxes = Array.from({ length: 1 + below(5) }, (_, n) => ({
    id: `box${n}`,
    cap: 1 + below(30),
    sent: 0,
    next_at: 0,
    isCandidate: n === 0 || random() < 0.8,
  }))
  const isBound = random() < 0.5
  const people = Array.from({ length: below(200) }, (_, index) => {
    const bound = isBound && random() < 0.2 ? boxes[below(boxes.length)]!.id : null
    return { index, bound, isFollowed: false }
  })
  const daily_cap = random() < 0.5 ? null : 1 + below(40)
  return { hasGap: random() < 0.5, daily_cap, boxes, people, random }
}

/** Simulates claims of random sizes, one per turn of a mailbox. Returns who hears from which mailbox, and when. */
function claimAll({ hasGap, daily_cap, boxes, people, random }: Trial): string[] {
  const told: string[] = []
  let left = people
  for (let day = Date.parse('2026-03-02'); left.length > 0; day += DAY_MS) {
    for (const box of boxes) box.sent = 0
    for (let now = day + DAY_MS * (9 / 24); now < day + DAY_MS * (17 / 24); now += GAP_S * 1000)
      for (let taken = 1; taken > 0; ) {
        const closes = new Date(day + DAY_MS * (17 / 24))
        const turns = boxes.map(({ id, cap, sent, next_at }) => {
          const burst = hasGap ? 1 : Number.POSITIVE_INFINITY
          const fits = countFitting(new Date(Math.max(now, next_at)), closes, hasGap ? GAP_S * 1000 : 0)
          return { id, cap, left: cap - sent, fits, ready: next_at > now ? 0 : burst }
        })
        const sum = (daily_cap ?? Number.POSITIVE_INFINITY) - boxes.reduce((all, { sent }) => all + sent, 0)
        const candidates = turns.filter((_turn, nth) => boxes[nth]!.isCandidate)
        const limit = 1 + Math.floor(random() * 10)
        const rooms = new Map(turns.map((turn) => [turn.id, turn]))
        const queue = left.map((person) => ({ ...person, candidates, isOwn: true }))
        const claim = takeReady(queue, { day: { rooms, left: sum }, limit })
        taken = claim.taken.length
        for (const { message, from } of claim.taken) {
          const box = boxes.find(({ id }) => id === from)!
          box.sent += 1
          if (hasGap) box.next_at = now + GAP_S * 1000
          told[message.index] = `${from} ${new Date(now).toISOString()}`
        }
        const gone = new Set(claim.taken.map(({ message }) => message.index))
        left = left.filter(({ index }) => !gone.has(index))
      }
  }
  return told
}

test('whatever claims do over the days, and in which steps, is what was planned (MBOX-29, MBOX-31)', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const trial = tryOut(seed)
    const gap = trial.hasGap ? GAP_S : 0
    const pace: Pace = {
      ...NO_PACE,
      window_from: '09:00',
      window_to: '17:00',
      daily_cap: trial.daily_cap,
      gap_from_seconds: gap,
      gap_to_seconds: gap,
    }
    const now = at('2026-03-02T09:00:00Z')
    const lines = trial.boxes.map(({ id, cap }): Line => {
      return {
        id,
        pace,
        capAfter: () => cap,
        sentToday: 0,
        next_at: null,
        usable_from: now,
        gapMs: gap * 1000,
      }
    })
    const chosen = trial.boxes.filter(({ isCandidate }) => isCandidate)
    const candidates = new Set(chosen.map(({ id }) => id))
    const plan = planSend(alone({ pace, now, lines, candidates, people: trial.people }))
    const planned = plan.people.map((turn) => `${turn!.line.id} ${turn!.at.toISOString()}`)
    expect([seed, planned]).toEqual([seed, claimAll(trial)])
    // Shares stay within one message of the caps as long as all mailboxes have room.
    const free = trial.people.every(({ bound }) => bound === null) && !trial.hasGap
    const room = chosen.reduce((all, { cap }) => all + cap, 0)
    if (!free || trial.people.length > Math.min(room, trial.daily_cap ?? room)) continue
    for (const { id, cap } of chosen) {
      const share = (trial.people.length * cap) / room
      const got = plan.people.filter((turn) => turn!.line.id === id).length
      expect(Math.abs(got - share)).toBeLessThanOrEqual(1)
    }
  }
})

test('a mailbox that is held for an hour takes its own people today, and what the others leave (MBOX-31)', () => {
  const now = at('2026-03-02T09:00:00Z')
  const pace: Pace = { ...NO_PACE, window_from: '09:00', window_to: '17:00' }
  const line = { pace, sentToday: 0, next_at: null, gapMs: 0 }
  const lines: Line[] = [
    { ...line, id: 'held', capAfter: () => 5, usable_from: at('2026-03-02T10:00:00Z') },
    { ...line, id: 'free', capAfter: () => 3, usable_from: now },
  ]
  const people = [
    { bound: 'held', isFollowed: false },
    ...anybody(5).map((one) => ({ ...one, isFollowed: false })),
  ]
  const plan = planSend(alone({ pace, now, lines, people }))
  expect(plan.people.map((turn) => `${turn!.line.id} ${turn!.at.toISOString().slice(0, 13)}`)).toEqual([
    'held 2026-03-02T10',
    'free 2026-03-02T09',
    'free 2026-03-02T09',
    'free 2026-03-02T09',
    'held 2026-03-02T10',
    'held 2026-03-02T10',
  ])
})

test('30 a minute leave from a Microsoft mailbox, so its day has an end (MBOX-31)', () => {
  const now = at('2026-03-02T16:59:00Z')
  const pace: Pace = { ...NO_PACE, window_from: '09:00', window_to: '17:00' }
  const line = { id: 'box', pace, sentToday: 0, next_at: null, gapMs: 2000 }
  const lines = [{ ...line, usable_from: now, capAfter: () => 100 }]
  const plan = planSend(alone({ pace, now, lines, people: anybody(40) }))
  expect(plan.days[0]!.map(({ day, messages }) => [day, messages])).toEqual([
    ['2026-03-02', 30],
    ['2026-03-03', 10],
  ])
})

test('people of two paces: the messages of the return address count against the cap of the mailboxes (MBOX-31)', () => {
  const now = at('2026-03-07T10:00:00Z')
  const box: Line = {
    id: 'box',
    pace: { ...CAREFUL_PACE, daily_cap: 2, gap_from_seconds: 60, gap_to_seconds: 60 },
    capAfter: () => 100,
    sentToday: 0,
    next_at: null,
    usable_from: now,
    gapMs: 60_000,
  }
  const people = [...anybody(3), ...anybody(3).map((one) => ({ ...one, bound: 'box' }))]
  const lines = [sharedLine(NO_PACE, nothing, now), box]
  const steps = [{ wait_days: 2, wait_in: 'days' }] as const
  const candidates = new Set([null])
  const plan = planSend(alone({ pace: NO_PACE, now, lines, candidates, people }, steps))
  // It is Saturday. On Monday the follow-ups of the return address come first.
  expect(plan.people.map((turn) => `${turn!.line.id} ${turn!.at.toISOString().slice(0, 16)}`)).toEqual([
    ...Array.from({ length: 3 }, () => 'null 2026-03-07T10:00'),
    'box 2026-03-10T09:00',
    'box 2026-03-10T09:01',
    'box 2026-03-11T09:00',
  ])
  expect(plan.days.map((days) => days.map(({ day, messages }) => [day, messages]))).toEqual([
    [
      ['2026-03-07', 3],
      ['2026-03-10', 2],
      ['2026-03-11', 1],
    ],
    [
      ['2026-03-09', 3],
      ['2026-03-12', 2],
      ['2026-03-13', 1],
    ],
  ])
})

test('in a trial what others send from the return address counts against the cap of the mailboxes (MBOX-31)', () => {
  const now = at('2026-03-02T09:00:00Z')
  const box: Line = {
    id: 'box',
    pace: { ...CAREFUL_PACE, daily_cap: 5, gap_from_seconds: 60, gap_to_seconds: 60 },
    capAfter: () => 100,
    sentToday: 0,
    next_at: null,
    usable_from: now,
    gapMs: 60_000,
  }
  const lines = [sharedLine(NO_PACE, nothing, now), box]
  const plan = planSend({
    ...alone({ pace: box.pace, now, lines, candidates: new Set(['box']), people: anybody(6) }),
    older: [{ campaign_id: 'other', candidates: new Set([null]), people: anybody(3) }],
  })
  expect(plan.days[0]!.map(({ day, messages }) => [day, messages])).toEqual([
    ['2026-03-02', 2],
    ['2026-03-03', 4],
  ])
})

test('20,000 people, 9 follow-ups and 50 mailboxes are planned within 2 seconds', () => {
  const now = at('2026-03-02T09:00:00Z')
  const pace = { ...berlin, daily_cap: 2000 }
  const lines = Array.from({ length: 50 }, (_, n): Line => {
    return {
      id: `box${n}`,
      pace,
      capAfter: () => 40,
      sentToday: 0,
      next_at: null,
      usable_from: now,
      gapMs: averageGapMs(pace),
    }
  })
  const steps = Array.from({ length: 9 }, () => ({ wait_days: 3, wait_in: 'working_days' }) as const)
  const began = process.threadCpuUsage()
  const plan = planSend(alone({ pace, now, lines, people: anybody(20_000) }, steps))
  expect(cpuMsSince(began)).toBeLessThan(2000)
  expect(plan.days.map((days) => days.reduce((all, { messages }) => all + messages, 0))).toEqual(
    Array.from({ length: 10 }, () => 20_000),
  )
})

test('20,000 people beside another 20,000 and 20,000 who wait for follow-ups are planned within 2 seconds', () => {
  const now = at('2026-03-02T09:00:00Z')
  const pace = { ...berlin, daily_cap: 400 }
  const lines = Array.from({ length: 10 }, (_, n): Line => {
    return {
      id: `box${n}`,
      pace,
      capAfter: () => 40,
      sentToday: 0,
      next_at: null,
      usable_from: now,
      gapMs: averageGapMs(pace),
    }
  })
  const candidates = new Set(lines.map(({ id }) => id))
  const steps = [1, 2, 3].map(() => ({ wait_days: 3, wait_in: 'working_days' }) as const)
  const waiting = lines.map(({ id }) => ({ step: 0, due: now, from: id, people: 2000 }))
  const began = process.threadCpuUsage()
  const plan = planSend({
    ...alone({ pace, now, lines, people: anybody(20_000) }),
    older: [{ campaign_id: 'other', candidates, people: anybody(20_000) }],
    sequences: [
      { campaign_id: 'other', steps, isFirst: true, waiting },
      { campaign_id: 'own', steps, isFirst: true, waiting: [] },
    ],
  })
  expect(cpuMsSince(began)).toBeLessThan(2000)
  // 140,000 messages of the other campaign leave on 350 working days.
  expect(plan.days[0]![0]!.day > '2027-06-01').toBe(true)
  expect(plan.days.map((days) => days.reduce((all, { messages }) => all + messages, 0))).toEqual(
    Array.from({ length: 4 }, () => 20_000),
  )
})
