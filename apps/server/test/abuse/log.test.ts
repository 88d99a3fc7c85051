import { campaignRoutes } from '@goldpan/contract/campaigns'
import { tableRoutes } from '@goldpan/contract/tables'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createFakeJobs } from '../../src/providers/jobs/fake.ts'
import { defineJob } from '../../src/providers/jobs/port.ts'
import { createFakeCrawler } from '../fake-crawler.ts'
import { startTestApp } from '../harness.ts'
import { startSend, writeCampaign } from '../written-campaign.ts'

const lines: Record<string, unknown>[] = []
const jobs = createFakeJobs()
const crawler = createFakeCrawler()
const { app, alice, bob, mail, drain, query } = await startTestApp({
  ports: { jobs, crawler },
  log: (line) => lines.push(line),
})
beforeEach(() => void lines.splice(0))

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)
const linesOf = (message: string) => lines.filter(({ msg }) => msg === message)

test('each request is logged with its id, route and user, and the response carries the id', async () => {
  const body = { name: 'Ovens', marketing_copy: 'We repair bakery ovens.' }
  const { headers, answer } = await alice.call(campaignRoutes.create, { body })
  expect(headers['x-request-id']).toEqual(UUID)
  await bob.call(campaignRoutes.get, { params: { id: answer.id }, query: {} })
  expect(linesOf('answered')).toMatchObject([
    { request_id: headers['x-request-id'], person: alice.id, owner: alice.id, method: 'POST', status: 200 },
    { request_id: UUID, person: bob.id, route: campaignRoutes.get.path, status: 404 },
  ])
  expect(linesOf('answered')[1]!.request_id).not.toBe(headers['x-request-id'])
})

test('an id sent with a request is not used', async () => {
  const { headers } = await app.server.inject({
    url: '/api/health',
    headers: { 'x-request-id': 'chosen-by-somebody', 'request-id': 'chosen-by-somebody' },
  })
  expect(headers['x-request-id']).toEqual(UUID)
  expect(JSON.stringify(lines)).not.toContain('chosen-by-somebody')
})

test('a failure on our side is answered with the id of its log line', async () => {
  await query('alter table business_tables rename to business_tables_away')
  const { status, refusal, headers } = await alice.call(tableRoutes.list)
  await query('alter table business_tables_away rename to business_tables')
  expect([status, refusal.code]).toEqual([500, 'server.failed'])
  expect(refusal.request_id).toBe(headers['x-request-id'])
  expect(linesOf('request failed')).toMatchObject([
    { request_id: refusal.request_id, owner: alice.id, route: tableRoutes.list.path, level: 50 },
  ])
})

test('a fault while sending a message is logged with job, owner, send and recipient, by their ids only', async () => {
  const { id } = await writeCampaign(alice, ['anna@shop.example'])
  const { answer, headers } = await startSend(alice, id)
  const handOver = mail.handOver
  mail.handOver = async () => {
    throw new Error('550 5.1.1 <anna@shop.example>: https://relay.example/send?key=secret-key was refused')
  }
  await drain()
  mail.handOver = handOver
  expect(linesOf('a message could not be handed over')).toMatchObject([
    {
      job: 'sending',
      job_id: UUID,
      request_id: headers['x-request-id'],
      owner: alice.id,
      work: answer.job_id,
      item: UUID,
      err: { message: '550 5.1.1 <…@shop.example>: https://relay.example/send?… was refused' },
    },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/anna@|secret-key/)
})

test('log lines of a job have its id and owner', async () => {
  const failing = defineJob({
    name: 'failing',
    payload: z.object({ owner: z.uuid() }),
    ownerOf: ({ owner }) => owner,
  })
  jobs.handle(failing, async () => {
    app.server.log.error({ err: new Error('no luck') }, 'a line of a job')
  })
  await jobs.enqueue(app.database.db, failing, { owner: bob.id })
  await drain()
  expect(linesOf('a line of a job')).toMatchObject([{ job: 'failing', job_id: UUID, owner: bob.id }])
  expect(lines[0]).not.toHaveProperty('request_id')
})

test('the values of a failed query are not logged', async () => {
  await query('alter table campaigns rename to campaigns_away')
  await alice.call(campaignRoutes.create, {
    body: { name: 'secret-name', marketing_copy: 'secret-copy of Anna, anna@shop.example' },
  })
  await query('alter table campaigns_away rename to campaigns')
  const [line] = linesOf('request failed') as { err: { message: string; stack: string } }[]
  expect(line!.err.message).toMatch(/^Failed query: /)
  expect(line!.err.stack).toMatch(/^\s+at /)
  expect(JSON.stringify(lines)).not.toMatch(/secret-|anna@/)
})
