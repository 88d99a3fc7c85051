import { trackingRoutes } from '@goldpan/contract/tracking'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { insertSentMessages } from '../../../test/sent-messages.ts'
import { createMailTokens } from '../../compose-ports.ts'

const one = await startTestApp()
const other = await startTestApp({ databaseUrl: one.databaseUrl })
const { app, alice, visitor, clock, query } = one
const tokens = await createMailTokens(app, clock)
const HUMAN_USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0'

const load = (id: string, { server } = app) => {
  const url = `/t/o/${tokens.sign('open', id)}.gif`
  return server.inject({ method: 'GET', url, headers: { 'user-agent': HUMAN_USER_AGENT } })
}
const loadAll = (ids: string[], from = app) => Promise.all(ids.map((id) => load(id, from)))
const flush = () => app.features.tracking.flushVisits()
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

test('opens are recorded without an explicit flush', async () => {
  const ids = await insertSentMessages(query, alice.id, 3)
  await loadAll(ids)
  await expect.poll(() => countsOf(ids), { timeout: 20_000 }).toEqual({ events: 3, messages: 3, opened: 3 })
})

test('two processes that record the same messages concurrently lose no open', async () => {
  const ids = await insertSentMessages(query, alice.id, 600)
  await Promise.all([loadAll(ids.slice(0, 400)), loadAll(ids.slice(200), other.app)])
  await Promise.all([flush(), other.app.features.tracking.flushVisits()])
  expect(await countsOf(ids)).toMatchObject({ messages: 600, opened: 600 })
})

test('a visit rejected by the database does not hold up others', async () => {
  const ids = await insertSentMessages(query, alice.id, 5)
  await query(
    `alter table tracking_events add constraint refused check (recipient_id <> '${ids[2]}') not valid`,
  )
  await loadAll(ids)
  await flush()
  expect(await countsOf(ids)).toEqual({ events: 4, messages: 4, opened: 4 })
  await query('alter table tracking_events drop constraint refused')
})

test('opens wait while the database is unavailable, and count once', async () => {
  const ids = await insertSentMessages(query, alice.id, 5)
  await query('alter table tracking_events rename to away')
  await loadAll(ids)
  await flush()
  await query('alter table away rename to tracking_events')
  await flush()
  expect(await countsOf(ids)).toEqual({ events: 5, messages: 5, opened: 5 })
})

test('opens of deleted messages are dropped', async () => {
  const ids = await insertSentMessages(query, alice.id, 3)
  await loadAll(ids)
  await query('delete from recipients where id = $1', [ids[0]])
  await flush()
  expect(await countsOf(ids)).toEqual({ events: 2, messages: 2, opened: 2 })
})

test('a pixel requested under a foreign host name is refused and not recorded', async () => {
  const [id] = await insertSentMessages(query, alice.id, 1)
  const url = `/t/o/${tokens.sign('open', id!)}.gif`
  const answer = await app.server.inject({ method: 'GET', url, headers: { host: 'foreign.example' } })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  await flush()
  expect(await countsOf([id!])).toMatchObject({ events: 0 })
})

test('a stop waits for a slow database only as long as allowed', async () => {
  const ids = await insertSentMessages(query, alice.id, 1)
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const { promise: isOver, resolve: letGo } = Promise.withResolvers<void>()
  const holding = app.database.db.transaction(async (tx) => {
    await tx.execute('lock table tracking_events in share mode')
    hold()
    await isOver
  })
  await isHeld
  await loadAll(ids)
  await app.features.tracking.flushVisits({ withinMs: 50 })
  expect(await countsOf(ids)).toMatchObject({ events: 0 })
  letGo()
  await holding
  await flush()
  expect(await countsOf(ids)).toEqual({ events: 1, messages: 1, opened: 1 })
})

test('a recipient who opts out before the open is recorded leaves no trace (I11)', async () => {
  const ids = await insertSentMessages(query, alice.id, 2)
  await loadAll(ids)
  const token = tokens.sign('unsubscribe', ids[0]!)
  const { status } = await visitor.call(trackingRoutes.setRecording, { body: { token, is_recorded: false } })
  expect(status).toBe(200)
  await flush()
  expect(await countsOf(ids)).toEqual({ events: 1, messages: 1, opened: 1 })
})
