import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createMailTokens } from '../../src/compose-ports.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { insertSentMessages } from '../sent-messages.ts'
import { sized } from './size.ts'
import { startWeb, until } from './worker-process.ts'

const OPENS = sized(600, 5000)
const KILLS = sized(2, 15)
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0'

const { app, alice, query } = await startTestApp({ ports: { clock: systemClock } })
const tokens = await createMailTokens(app, systemClock)
const holder = new pg.Client(app.database.url)
await holder.connect()
afterAll(() => holder.end())

const count = async (sql: string, ids: string[] = []) =>
  Number((await query<{ n: string }>(sql, ids.length > 0 ? [ids] : []))[0]!.n)
const countNoticed = () =>
  count("select coalesce(sum(json_array_length(visits -> 'recipients')), 0) as n from noticed_visits")
const countEvents = (ids: string[]) =>
  count("select count(*) as n from tracking_events where kind = 'open' and recipient_id = any($1)", ids)

async function openAll(url: string, ids: string[]): Promise<void> {
  let next = 0
  const headers = { 'user-agent': PERSON }
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let id = ids[next++]; id; id = ids[next++])
        await (await fetch(`${url}/t/o/${tokens.sign('open', id)}.gif`, { headers })).arrayBuffer()
    }),
  )
}

test('a web process that is killed before or while it writes down what it noticed loses no open and counts none twice', async () => {
  for (let kill = 0; kill < KILLS; kill++) {
    const web = await startWeb({ DATABASE_URL: app.database.url })
    const ids = await insertSentMessages(query, alice.id, OPENS)
    // Noticed visits are appended, and none can be written down.
    await holder.query('begin')
    await holder.query('lock table tracking_events in share mode')
    await openAll(web.url, ids)
    await until('everything is appended', async () => (await countNoticed()) === OPENS)
    if (kill % 2 === 0) await web.kill()
    await holder.query('rollback')
    // Every second time it dies in the middle of writing.
    await until('some are written down', async () => kill % 2 === 0 || (await countEvents(ids)) > 0)
    await web.kill()
    await app.features.tracking.flushVisits()
    expect(await countEvents(ids)).toBe(OPENS)
    expect(await countNoticed()).toBe(0)
    expect(
      await count(
        "select count(*) as n from campaign_prospects c join recipients r on r.campaign_prospect_id = c.id where c.email_status = 'opened' and r.id = any($1)",
        ids,
      ),
    ).toBe(OPENS)
  }
}, 300_000)
