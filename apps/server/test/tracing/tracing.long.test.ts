import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { pathOf } from '@goldpan/contract/route'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { tableRoutes } from '@goldpan/contract/tables'
import { afterAll, expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startSink } from '../faults/mail-sink.ts'
import { type ProductProcess, startWeb, until } from '../faults/worker-process.ts'
import { startTestApp } from '../harness.ts'
import { startSend, writeCampaign } from '../written-campaign.ts'
import { type ReceivedSpan, startTraceReceiver } from './trace-receiver.ts'

const { alice, app } = await startTestApp({ ports: { systemClock } })
const cookie = `${SESSION_COOKIE}=${await app.features.sessions.start(app.database.db, alice.id, 'test')}`
const ask = (web: ProductProcess, path: string) => fetch(`${web.url}${path}`, { headers: { cookie } })
const ID = '00000000-0000-4000-8000-000000000000'

test('with a receiver set, requests, jobs, database statements, outgoing calls and SMTP are traced to it', async () => {
  const receiver = await startTraceReceiver()
  const sink = await startSink(() => 0)
  const website = await startWebsite()
  const web = await startWeb({
    ROLES: 'web,worker',
    DATABASE_URL: app.database.url,
    MAIL_SMTP_URL: sink.url,
    CRAWL_ALLOW_PRIVATE: website,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-receiver',
    OTEL_SERVICE_NAME: 'pan',
  })
  const sendingId = await sendTo('anna@shop.example')
  const gatheringId = await gather(website)
  const listed = await ask(web, `${tableRoutes.list.path}?q=secret-words`)
  await ask(web, pathOf(tableRoutes.get.path, { businessTableId: ID, tableId: ID }))

  const find = (name: string, attributes: Record<string, unknown> = {}) =>
    receiver.spans.find(
      (span) =>
        span.name === name &&
        Object.entries(attributes).every(([key, value]) => span.attributes[key] === value),
    )
  const [request, refused, smtp, call] = await allOf(() => [
    find(`GET ${tableRoutes.list.path}`),
    find(`GET ${tableRoutes.get.path}`),
    find('SMTP hand-over'),
    find('GET', { 'server.address': '127.0.0.1', 'http.response.status_code': 200 }),
  ])
  expect(request.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.route': tableRoutes.list.path,
    'http.response.status_code': 200,
    'goldpan.owner': alice.id,
    'goldpan.request_id': listed.headers.get('x-request-id'),
  })
  expect([refused.attributes['http.response.status_code'], refused.status.code ?? 0]).toEqual([404, 0])
  const statement = receiver.spans.find(
    ({ parentSpanId, name }) => parentSpanId === request.spanId && name === 'SELECT',
  )
  expect(statement!.attributes['db.query.text']).toMatch(/^select .* from /i)

  const message = receiver.parentOf(smtp)!
  expect(message.attributes).toMatchObject({ 'goldpan.owner': alice.id, 'goldpan.work': sendingId })
  expect(smtp.attributes).toMatchObject({ 'goldpan.outcome': 'accepted', 'goldpan.code': 250 })
  const visit = receiver.parentOf(call)!
  expect([visit.name, visit.attributes['goldpan.work']]).toEqual(['website', gatheringId])

  await web.stop()
  expect(receiver.parentOf(message)!.attributes).toMatchObject({ 'goldpan.job': 'sending' })
  expect(receiver.requests[0]).toMatchObject({
    path: '/v1/traces',
    headers: { authorization: 'Bearer of-the-receiver' },
  })
  expect(receiver.resources[0]).toMatchObject({ 'service.name': 'pan' })
  expect(JSON.stringify(receiver.spans)).not.toMatch(/secret-words|anna@/)
})

test('an unreachable receiver affects no response', async () => {
  const web = await startWeb(
    { DATABASE_URL: app.database.url, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', LOG_LEVEL: 'error' },
    { provokes: /Traces could not be delivered/ },
  )
  expect((await ask(web, tableRoutes.list.path)).status).toBe(200)
  expect(await web.stop()).toBe(0)
})

/** Waits until each of them has arrived. */
async function allOf<const Wanted extends readonly (ReceivedSpan | undefined)[]>(look: () => Wanted) {
  await until('all spans have arrived', () => look().every(Boolean))
  return look() as { [Index in keyof Wanted]: ReceivedSpan }
}

async function startWebsite(): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    response.setHeader('content-type', 'text/html').end('<a href="mailto:info@shop.example">Write to us</a>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function sendTo(email: string): Promise<string> {
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const { id } = await writeCampaign(alice, [email])
  return (await startSend(alice, id)).answer.job_id
}

async function gather(website: string): Promise<string> {
  const business = {
    place_id: 'osm:node/1',
    name: 'Shop',
    address: 'Main Street',
    phone: null,
    website: `http://${website}/`,
  }
  const table = await alice.call(tableRoutes.create, {
    body: { name: 'Shops', query: 'shop', businesses: [business] },
  })
  const body = { businessTableId: table.answer.id, businessIds: [business.place_id] }
  return (await alice.call(gatheringRoutes.start, { body })).answer.job_id
}
