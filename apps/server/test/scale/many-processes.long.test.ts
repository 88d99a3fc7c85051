import { afterAll, expect, test } from 'vitest'
import { until } from '../faults/worker-process.ts'
import { startLoad } from './load.ts'
import { doMainJob } from './main-job.ts'
import { startOwnDatabase } from './own-database.ts'
import { startProcessSet } from './process-set.ts'

// All processes start together on an empty database: one of them migrates it.
const { url: DATABASE_URL, dataDir: DATA_DIR, stop: stopDatabase } = await startOwnDatabase()
const set = await startProcessSet({ DATABASE_URL, DATA_DIR, DEMO: 'on' })
afterAll(async () => {
  await set.stop()
  await stopDatabase()
})

test('the main job completes on many processes while one after the other is killed and restarted', async () => {
  let isDone = false
  let kills = 0
  const users = Promise.all(['ada', 'ben'].map((name) => doMainJob(set.url, name))).finally(() => {
    isDone = true
  })
  const killing = (async () => {
    while (!isDone || kills < set.all.length)
      for (const member of shuffled(set.all)) {
        await member.kill()
        kills += 1
        await member.start()
      }
  })()
  const done = await users
  await killing
  for (const { prospects, mails, statuses, sent, unconfirmed } of done) {
    expect(prospects.length).toBeGreaterThan(2)
    expect(
      Object.entries(mails).filter(([, count]) => count > 1),
      'nobody is mailed twice',
    ).toEqual([])
    expect(sent + unconfirmed).toBe(prospects.length)
    expect(Object.values(statuses).filter((status) => status === 'responded')).toHaveLength(1)
    expect(Object.values(statuses).filter((status) => status === 'opened')).toHaveLength(1)
  }
}, 400_000)

test('every process is restarted in turn during sends: no request fails, and each mail leaves once', async () => {
  const load = await startLoad(set.url)
  const users = Promise.all(['cyd', 'dan'].map((name) => doMainJob(set.url, name)))
  for (const member of set.all) {
    await load.more(50)
    expect(await member.stop()).toBe(0)
    await load.more(50)
    await member.start()
    const { port } = member as { port?: number }
    if (port) await until('the proxy routes to it again', () => set.proxy.isHealthy(port))
  }
  for (const { prospects, mails, sent, unconfirmed } of await users) {
    expect(prospects.length).toBeGreaterThan(2)
    expect(Object.values(mails)).toEqual(prospects.map(() => 1))
    expect({ sent, unconfirmed }).toEqual({ sent: prospects.length, unconfirmed: 0 })
  }
  await load.more(50)
  const { answered, failures } = await load.stop()
  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(500)
}, 400_000)

const shuffled = <One>(all: readonly One[]): One[] =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
