import { expect, test } from 'vitest'
import { startTestApp } from '../harness.ts'
import { everyRoute } from './contract-routes.ts'
import { fuzzContract, SECRET } from './fuzz-contract.ts'
import { makeThings, readAll } from './things.ts'

/** A failure prints its seed; FUZZ_SEED repeats the run. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000)

const app = await startTestApp()

test('any input to any route is answered or refused with a message, and nothing of Alice’s is revealed or changed', async () => {
  const alices = await makeThings(app, app.alice, SECRET)
  const before = await readAll(app.alice, alices)
  const seed = process.env.FUZZ_SEED ? Number(process.env.FUZZ_SEED) : undefined
  const report = await fuzzContract(app, alices, { requests: REQUESTS, seed })
  await app.drain()
  expect(await readAll(app.alice, alices)).toEqual(before)
  expect(report.requests).toBe(REQUESTS)
  printReport(report)
}, 1_800_000)

function printReport({ requests, statuses, succeeded }: Awaited<ReturnType<typeof fuzzContract>>): void {
  const never = everyRoute.map(({ name }) => name).filter((name) => !succeeded.has(name))
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  process.stdout.write(`${requests} requests; ${counts.join(', ')}\n`)
  process.stdout.write(
    `${succeeded.size} of ${everyRoute.length} routes succeeded; not ${never.join(', ')}\n`,
  )
}
