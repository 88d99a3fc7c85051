import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { openDatabase } from '../../db/database.ts'
import { withoutDemoTown } from '../../demo/demo-town-http.ts'
import { demoTown } from '../../demo/town/demo-town.ts'
import { createPostgresSpacing } from './postgres.ts'

const { app, query } = await startTestApp()
const spacing = createPostgresSpacing(app.database.db)

test('two worker processes together keep the spacing between requests to a host', async () => {
  const other = openDatabase(app.database.url, { max: 4 })
  const both = [spacing, createPostgresSpacing(other.db)]
  const asked = performance.now()
  const turns = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const wait = await both[n % 2]!.reserve(['host:busy.example', 'domain:busy.example'], 60_000)
      return performance.now() - asked + wait
    }),
  )
  await other.close()
  const gaps = turns.toSorted((a, b) => a - b).map((turn, n, all) => turn - (all[n - 1] ?? turn - 60_000))
  // The delay is measured here and booked in PostgreSQL, so it differs by the duration of the call.
  expect(gaps.map((gap) => Math.round(gap / 60_000))).toEqual(Array(20).fill(1))
})

test('hosts of one domain share the spacing; other domains are independent', async () => {
  expect(await spacing.reserve(['host:a.shop.example', 'domain:shop.example'], 60_000)).toBe(0)
  expect(await spacing.reserve(['host:b.shop.example', 'domain:shop.example'], 60_000)).toBeGreaterThan(
    50_000,
  )
  expect(await spacing.reserve(['host:else.example', 'domain:else.example'], 60_000)).toBe(0)
})

test('a pause that a site asked of one worker process is kept by the others', async () => {
  const other = openDatabase(app.database.url, { max: 2 })
  const elsewhere = createPostgresSpacing(other.db)
  expect(await elsewhere.reserve(['rest:busy.example'], 0)).toBe(0)
  await spacing.reserve(['rest:busy.example'], 600_000)
  const asked = [
    await elsewhere.reserve(['rest:busy.example'], 0),
    await elsewhere.reserve(['rest:busy.example'], 0),
  ]
  await other.close()
  for (const rest of asked) expect(Math.round(rest / 60_000)).toBe(10)
})

test('bookings in the past are deleted', async () => {
  await query(
    "insert into crawl_turns select 'old:' || n, now() - interval '1 hour' from generate_series(1, 50) n",
  )
  for (let n = 0; n < 1000; n++) await spacing.reserve(['host:often.example'], 0)
  expect(await query("select key from crawl_turns where key like 'old:%'")).toEqual([])
})

test('only the demo town is read without spacing', async () => {
  const inDemo = withoutDemoTown(spacing)
  const [shop] = demoTown.businesses
  for (let n = 0; n < 3; n++)
    expect(await inDemo.reserve([`host:${shop!.host}:3000`, `domain:${shop!.host}`], 60_000)).toBe(0)
  const keys = ['host:real.example', 'domain:real.example']
  expect(await inDemo.reserve(keys, 60_000)).toBe(0)
  expect(await inDemo.reserve(keys, 60_000)).toBeGreaterThan(50_000)
})
