import { trackingRoutes } from '@goldpan/contract/tracking'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/harness.ts'
import { insertSentMessages } from '../../../../test/sent-messages.ts'
import { createMailTokens } from '../../../compose-ports.ts'
import { systemScope } from '../../../db/owner.ts'
import type { PackedVisits } from '../../../db/schema.ts'
import { insertNoticed } from './noticed.store.ts'

const one = await startTestApp()
const other = await startTestApp({ databaseUrl: one.databaseUrl })
const { app, alice, visitor, clock, query } = one
const { db } = app.database
const tokens = await createMailTokens(app, clock)
const scope = systemScope('a test')
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0'

/** Opens as a process that was killed has left them behind. */
const openedOnce = (recipients: string[]): PackedVisits => ({
  ...{ kind: 'open', recipients, links: recipients.map(() => null) },
  times: recipients.map(() => clock.now().getTime()),
  looks: recipients.map(() => 0),
  sources: recipients.map(() => 0),
  known_looks: [{ agent: PERSON, purpose: '', method: 'GET' }],
  known_sources: ['192.0.2.0/24'],
})
const leave = (visits: PackedVisits) => insertNoticed(db, scope, visits, clock.now().toISOString())
const countWaiting = async () =>
  (await query<{ n: number }>('select count(*)::int as n from noticed_visits'))[0]!.n
const countsOf = async (ids: string[]) =>
  (
    await query<{ events: number; messages: number; opened: number }>(
      `select (count(*) filter (where e.kind = 'open'))::int as events, count(distinct e.recipient_id)::int as messages,
         count(distinct c.id) filter (where c.email_status = 'opened')::int as opened
       from recipients r join tracking_events e on e.recipient_id = r.id
       join campaign_prospects c on c.id = r.campaign_prospect_id where r.id = any($1)`,
      [ids],
    )
  )[0]!

test('two processes that write down side by side what a third one left behind count each open once', async () => {
  const ids = await insertSentMessages(query, alice.id, 600)
  for (let from = 0; from < ids.length; from += 20) await leave(openedOnce(ids.slice(from, from + 20)))
  clock.advance(60_000)
  other.clock.advance(60_000)
  expect(await countWaiting()).toBe(30)
  await Promise.all([app.features.tracking.writeLateVisits(), other.app.features.tracking.writeLateVisits()])
  expect(await countsOf(ids)).toEqual({ events: 600, messages: 600, opened: 600 })
  expect(await countWaiting()).toBe(0)
})

test('what another process has just noticed is left to it', async () => {
  const ids = await insertSentMessages(query, alice.id, 1)
  await leave(openedOnce(ids))
  await app.features.tracking.writeLateVisits()
  expect(await countsOf(ids)).toEqual({ events: 0, messages: 0, opened: 0 })
  await app.features.tracking.flushVisits()
  expect(await countsOf(ids)).toEqual({ events: 1, messages: 1, opened: 1 })
})

test('a visit that cannot be written down holds up nobody but itself', async () => {
  const ids = await insertSentMessages(query, alice.id, 5)
  const visits = openedOnce(ids)
  await leave({ ...visits, times: visits.times.map((time, n) => (n === 2 ? Number.MAX_VALUE : time)) })
  for (let turn = 0; turn < 8; turn++) await app.features.tracking.flushVisits()
  expect(await countsOf(ids)).toEqual({ events: 4, messages: 4, opened: 4 })
  const left = await query<{ visits: PackedVisits }>('select visits from noticed_visits')
  expect(left.map((row) => row.visits.recipients)).toEqual([[ids[2]]])
  // It rests for ten minutes each time, and is written down then if it can be.
  await query(
    `update noticed_visits set visits = jsonb_set(visits::jsonb, '{times,0}', to_jsonb($1::bigint))::json`,
    [clock.now().getTime()],
  )
  clock.advance(590_000)
  await app.features.tracking.flushVisits()
  expect(await countWaiting()).toBe(1)
  clock.advance(20_000)
  await app.features.tracking.flushVisits()
  expect(await countsOf(ids)).toEqual({ events: 5, messages: 5, opened: 5 })
  expect(await countWaiting()).toBe(0)
})

test('who withdraws between the look at a message and its being written down leaves no trace (I11)', async () => {
  const ids = await insertSentMessages(query, alice.id, 2)
  await leave(openedOnce(ids))
  const token = tokens.sign('unsubscribe', ids[0]!)
  const { status } = await visitor.call(trackingRoutes.setRecording, { body: { token, is_recorded: false } })
  expect(status).toBe(200)
  await app.features.tracking.flushVisits()
  expect(await countsOf(ids)).toEqual({ events: 1, messages: 1, opened: 1 })
})

test('opens of messages that are gone are forgotten', async () => {
  const ids = await insertSentMessages(query, alice.id, 3)
  await leave(openedOnce(ids))
  await query('delete from recipients where id = $1', [ids[0]])
  await app.features.tracking.flushVisits()
  expect(await countsOf(ids)).toEqual({ events: 2, messages: 2, opened: 2 })
  expect(await countWaiting()).toBe(0)
})

test('so many rows wait at most; what is noted then waits in memory until there is room', async () => {
  const [id] = await insertSentMessages(query, alice.id, 1)
  const row = JSON.stringify({ ...openedOnce([]), times: [] })
  await query(
    'insert into noticed_visits (visits, noticed_at) select $1, now() from generate_series(1, 10000)',
    [row],
  )
  expect(await leave(openedOnce([id!]))).toBe(false)
  await query('delete from noticed_visits where id in (select id from noticed_visits limit 1)')
  expect(await leave(openedOnce([id!]))).toBe(true)
  expect(await leave(openedOnce([id!]))).toBe(false)
  await query('delete from noticed_visits')
})
