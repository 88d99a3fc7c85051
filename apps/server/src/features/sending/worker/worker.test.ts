import { expect, test } from 'vitest'
import { createTestClock } from '../../../providers/clock/test-clock.ts'
import type { HandOverResult } from '../../../providers/mail/port.ts'
import { NOTHING } from '../claims/claims.ts'
import type { Verdict } from '../sending.rules.ts'
import type { JobRow, RecipientRow } from '../sending.store.ts'
import { createSendingWorker, type SendingWorkerDeps } from './worker.ts'

/** A worker with one message to hand over, whose outcome the database takes or not. */
function createWorker(options: { outcome: HandOverResult['outcome']; settle: () => void }) {
  const row = { id: 'one', owner_id: 'alice', job_id: 'job', attempts: 1, first_tried_at: null }
  const claimed = [{ ...NOTHING, rows: [row as RecipientRow] }]
  const settled: Verdict['kind'][] = []
  const faults: unknown[] = []
  const nothing = async () => undefined
  const parts = {
    clock: createTestClock(),
    heartbeat: { during: (work: () => Promise<void>) => work() },
    epoch: { look: nothing, findHold: async () => null },
    messages: { refresh: () => undefined, build: async () => ({}) },
    claims: {
      ...{ recover: async () => [], listDoneJobs: async () => [], release: nothing },
      listDueJobs: async () => [{ id: 'job', owner_id: 'alice' } as JobRow],
      claimOf: async () => claimed.shift() ?? NOTHING,
      markTransmitting: async () => true,
    },
    outcomes: {
      async settle(_row: RecipientRow, { kind }: Verdict) {
        settled.push(kind)
        options.settle()
      },
    },
    async handOver(
      _row: RecipientRow,
      _mail: unknown,
      { beforeBody }: { beforeBody: () => Promise<boolean> },
    ) {
      await beforeBody()
      return { outcome: options.outcome, code: 250, answer: '2.0.0 taken' }
    },
    ...{ finishJob: nothing, stopJob: nothing, afterRefusal: nothing, concurrency: 2 },
    onError: (error: unknown) => faults.push(error),
  }
  return { worker: createSendingWorker(parts as unknown as SendingWorkerDeps), settled, faults }
}

test('a worker that is to stop offers an outcome a few times more; a message whose outcome is not taken is never tried again as if it had not left (F7, F18)', async () => {
  const away = new Error('the database is away')
  const stop = new AbortController()
  const { worker, settled, faults } = createWorker({
    outcome: 'accepted',
    settle: () => {
      stop.abort()
      // It is back at the very moment at which the worker has given up.
      if (faults.length === 0) throw away
    },
  })
  await worker.work(stop.signal)
  expect(settled).toEqual(Array.from({ length: 5 }, () => 'sent'))
  expect(faults).toEqual([away])
}, 30_000)

test('a message that has left gives its place to the next before its outcome is written down, as long as the database keeps up', async () => {
  const left: string[] = []
  const outcomes: (() => void)[] = []
  const rows = Array.from({ length: 300 }, (_, n) => ({
    ...{ id: `${n}`, owner_id: 'alice', job_id: 'job', attempts: 1, first_tried_at: null },
  })) as RecipientRow[]
  const nothing = async () => undefined
  const parts = {
    clock: createTestClock(),
    heartbeat: { during: (work: () => Promise<void>) => work() },
    epoch: { look: nothing, findHold: async () => null },
    messages: { refresh: () => undefined, build: async () => ({}) },
    claims: {
      ...{ recover: async () => [], listDoneJobs: async () => [], release: nothing },
      listDueJobs: async () => (rows.length > 0 ? [{ id: 'job', owner_id: 'alice' } as JobRow] : []),
      claimOf: async () => ({ ...NOTHING, rows: rows.splice(0, 10) }),
      markTransmitting: async () => true,
    },
    outcomes: { settle: () => new Promise<void>((resolve) => outcomes.push(resolve)) },
    async handOver(
      row: RecipientRow,
      _mail: unknown,
      { beforeBody }: { beforeBody: () => Promise<boolean> },
    ) {
      await beforeBody()
      left.push(row.id)
      return { outcome: 'accepted', code: 250, answer: '2.0.0 taken' }
    },
    ...{ finishJob: nothing, stopJob: nothing, afterRefusal: nothing, concurrency: 1, onError: nothing },
  }
  const working = createSendingWorker(parts as unknown as SendingWorkerDeps).work(
    new AbortController().signal,
  )
  // One place, and a hundred more that have left and are not written down.
  await expect.poll(() => left.length).toBe(101)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(left.length).toBe(101)
  const taking = setInterval(() => outcomes.splice(0).map((take) => take()), 1)
  await working
  clearInterval(taking)
  expect(left.length).toBe(300)
})
