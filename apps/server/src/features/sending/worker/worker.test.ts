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
