import { expect, test } from 'vitest'
import { noAcceptanceLog } from '../../../providers/acceptances/none.ts'
import type { AcceptanceLog } from '../../../providers/acceptances/port.ts'
import { createTestClock } from '../../../providers/clock/test-clock.ts'
import { NOTHING } from '../claims/claims.ts'
import type { Verdict } from '../sending.rules.ts'
import type { JobRow, RecipientRow } from '../sending.store.ts'
import { createPlaces } from './places.ts'
import { createSendingWorker, type SendingWorkerDeps } from './worker.ts'

const nothing = async () => undefined

/** A worker with so many messages to hand over, whose outcomes the database takes or not. */
function createWorker(options: {
  messages: number
  concurrency: number
  settle: () => void | Promise<void>
  acceptances?: AcceptanceLog
}) {
  const rows = Array.from({ length: options.messages }, (_, n) => ({
    ...{ id: `${n}`, owner_id: 'alice', job_id: 'job', attempts: 1, first_tried_at: null },
  })) as RecipientRow[]
  const begun: string[] = []
  const left: string[] = []
  const released: string[] = []
  const settled: Verdict['kind'][] = []
  const faults: unknown[] = []
  const parts = {
    clock: createTestClock(),
    heartbeat: { during: (work: () => Promise<void>) => work(), listOthers: async () => [] },
    epoch: { look: nothing, findHold: async () => null },
    acceptances: options.acceptances ?? noAcceptanceLog,
    messages: { refresh: () => undefined, build: async () => ({}) },
    claims: {
      ...{ recover: async () => [], listDoneJobs: async () => [] },
      release: async ({ id }: RecipientRow) => void released.push(id),
      listDueJobs: async () => [{ id: 'job', owner_id: 'alice' } as JobRow],
      claimOf: async () => ({ ...NOTHING, rows: rows.splice(0, 10) }),
      markTransmitting: async () => true,
    },
    outcomes: {
      settle(_row: RecipientRow, { kind }: Verdict) {
        settled.push(kind)
        return options.settle()
      },
    },
    async handOver(
      row: RecipientRow,
      _mail: unknown,
      { beforeBody }: { beforeBody: () => Promise<boolean> },
    ) {
      begun.push(row.id)
      if (!(await beforeBody())) return { outcome: 'not_sent', code: null, answer: 'withdrawn' }
      left.push(row.id)
      return { outcome: 'accepted', code: 250, answer: '2.0.0 taken' }
    },
    ...{
      finishJob: nothing,
      stopJob: nothing,
      afterRefusal: nothing,
      places: createPlaces(options.concurrency),
    },
    onError: (error: unknown) => faults.push(error),
  }
  const worker = createSendingWorker(parts as unknown as SendingWorkerDeps)
  return { worker, begun, left, released, settled, faults }
}

test('a worker that is to stop offers an outcome a few times more; a message whose outcome is not taken is never tried again as if it had not left (F7, F18)', async () => {
  const away = new Error('the database is away')
  const stop = new AbortController()
  const { worker, settled, faults } = createWorker({
    ...{ messages: 1, concurrency: 2 },
    async settle() {
      stop.abort()
      // It is back at the very moment at which the worker has given up.
      if (faults.length === 0) throw away
    },
  })
  await worker.work(stop.signal)
  expect(settled).toEqual(Array.from({ length: 5 }, () => 'sent'))
  expect(faults).toEqual([away])
}, 30_000)

test('no more messages are in doubt than a worker has places, and the next are on their way to their mark meanwhile (F1)', async () => {
  const outcomes: (() => void)[] = []
  const { worker, left, begun } = createWorker({
    ...{ messages: 300, concurrency: 2 },
    settle: () => new Promise<void>((resolve) => outcomes.push(resolve)),
  })
  const working = worker.work(new AbortController().signal)
  await expect.poll(() => begun.length).toBe(4)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(left.length, 'two bodies have left').toBe(2)
  expect(begun.length, 'two more wait for their mark').toBe(4)
  let outcomesTaken = 0
  const taking = setInterval(() => {
    expect(left.length - outcomesTaken).toBeLessThanOrEqual(2)
    for (const take of outcomes.splice(0)) {
      outcomesTaken += 1
      take()
    }
  }, 1)
  await working
  clearInterval(taking)
  expect(left.length).toBe(300)
})

test('what is accepted and kept is in doubt no more: others go on, as many as may wait for the database (F1)', async () => {
  const outcomes: (() => void)[] = []
  let kept = 0
  const note = () => {
    kept += 1
    return () => {
      kept -= 1
    }
  }
  const { worker, left } = createWorker({
    ...{ messages: 1200, concurrency: 2 },
    settle: () => new Promise<void>((resolve) => outcomes.push(resolve)),
    acceptances: { ...noAcceptanceLog, note },
  })
  const working = worker.work(new AbortController().signal)
  await expect.poll(() => left.length).toBeGreaterThan(400)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(left.length).toBeLessThanOrEqual(502)
  expect(kept).toBe(left.length)
  const taking = setInterval(() => {
    for (const take of outcomes.splice(0)) take()
  }, 1)
  await working
  clearInterval(taking)
  expect(left.length).toBe(1200)
  expect(kept, 'and forgotten when the database has it').toBe(0)
})

test('a message that waits for its mark while the worker is told to stop goes back without one (F18)', async () => {
  const stop = new AbortController()
  const outcomes: (() => void)[] = []
  const { worker, left, begun, released } = createWorker({
    ...{ messages: 3, concurrency: 1 },
    settle: () => new Promise<void>((resolve) => outcomes.push(resolve)),
  })
  const working = worker.work(stop.signal)
  await expect.poll(() => begun.length).toBe(2)
  stop.abort()
  for (const take of outcomes) take()
  await working
  expect(left.length).toBe(1)
  expect(released.toSorted()).toEqual(['1', '2'])
})
