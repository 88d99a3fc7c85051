import { expect, test } from 'vitest'
import { createMailTokens } from '../../src/compose-ports.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { insertSentMessages } from '../sent-messages.ts'
import { sized } from './size.ts'
import { startWeb, until } from './worker-process.ts'

const OPENS = sized(600, 5000)
const BURST = sized(2000, 10_000)
const KILLS = sized(2, 15)
const HUMAN_USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0'

const { app, alice, query } = await startTestApp({ ports: { systemClock } })
const tokens = await createMailTokens(app, systemClock)

const countEvents = async (ids: string[]) => {
  const sql = `select count(*)::int as n, count(distinct recipient_id)::int as messages
    from tracking_events where kind = 'open' and recipient_id = any($1)`
  return (await query<{ n: number; messages: number }>(sql, [ids]))[0]!
}
const countOpened = async (ids: string[]) =>
  (
    await query<{ n: number }>(
      `select count(*)::int as n from campaign_prospects c join recipients r on r.campaign_prospect_id = c.id
       where c.email_status = 'opened' and r.id = any($1)`,
      [ids],
    )
  )[0]!.n

async function openAll(url: string, ids: string[]): Promise<void> {
  let next = 0
  const headers = { 'user-agent': HUMAN_USER_AGENT }
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let id = ids[next++]; id; id = ids[next++])
        await (await fetch(`${url}/t/o/${tokens.sign('open', id)}.gif`, { headers })).arrayBuffer()
    }),
  )
}

test('a killed web process loses no recorded open and counts none twice', async () => {
  for (let kill = 0; kill < KILLS; kill++) {
    const web = await startWeb({ DATABASE_URL: app.database.url })
    const early = await insertSentMessages(query, alice.id, OPENS)
    await openAll(web.url, early)
    await until('the first opens are recorded', async () => (await countEvents(early)).messages === OPENS)
    const late = await insertSentMessages(query, alice.id, OPENS)
    await openAll(web.url, late)
    await web.kill()
    expect(await countEvents(early)).toEqual({ n: OPENS, messages: OPENS })
    expect(await countOpened(early)).toBe(OPENS)
    const recorded = await countEvents(late)
    expect(recorded.n).toBe(recorded.messages)
    expect(await countOpened(late)).toBe(recorded.messages)
  }
})

test('a stopping web process records its buffered opens first', async () => {
  const web = await startWeb({ DATABASE_URL: app.database.url })
  const ids = await insertSentMessages(query, alice.id, OPENS)
  await openAll(web.url, ids)
  await web.stop()
  expect(await countEvents(ids)).toEqual({ n: OPENS, messages: OPENS })
  expect(await countOpened(ids)).toBe(OPENS)
})

test('thousands of concurrent opens are all recorded, each once', async () => {
  const web = await startWeb({ DATABASE_URL: app.database.url })
  const ids = await insertSentMessages(query, alice.id, BURST)
  await openAll(web.url, ids)
  await until('all are recorded', async () => (await countEvents(ids)).messages === BURST)
  expect(await countEvents(ids)).toEqual({ n: BURST, messages: BURST })
  expect(await countOpened(ids)).toBe(BURST)
  await web.kill()
})
