import { verifyDkim } from '@goldpan/campaign-mail/dkim-verify'
import { sendingRoutes } from '@goldpan/contract/sending'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { sendingDomainRoutes } from '@goldpan/contract/sending-domain'
import pg from 'pg'
import { expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import type { MailPort } from '../../src/providers/mail/port.ts'
import { createSmtpMail, parseSmtpUrl } from '../../src/providers/mail/smtp.ts'
import { startSink } from '../faults/mail-sink.ts'
import { startTestApp } from '../harness.ts'
import { readJob, startSend, writeCampaign } from '../written-campaign.ts'

const CONCURRENCY = 5
/** One batch, and the messages in progress. */
const CLAIMED_MAX = 25 + CONCURRENCY
const sink = await startSink(() => Math.random() * 3)
const smtp = createSmtpMail({
  server: async () => parseSmtpUrl(sink.url, 'client.example'),
  idleSessions: CONCURRENCY,
})
let concurrent = 0
let maxConcurrent = 0
const mail: MailPort = {
  async handOver(message, options) {
    concurrent += 1
    maxConcurrent = Math.max(maxConcurrent, concurrent)
    return smtp.handOver(message, options).finally(() => {
      concurrent -= 1
    })
  },
  close: () => smtp.close(),
}

const { alice, drain, query } = await startTestApp({
  ports: { mail, systemClock },
  environment: {
    MAIL_SMTP_URL: sink.url,
    DKIM: 'on',
    DOMAIN_CHECK: 'off',
    SEND_CONCURRENCY: String(CONCURRENCY),
    SEND_CONNECTIONS_PER_GROUP: '0',
  },
})

/** Records each statement, with the length of its longest list parameter. */
let issued: { text: string; longest: number }[] = []
const issue = pg.Client.prototype.query as (this: unknown, ...given: unknown[]) => unknown
pg.Client.prototype.query = function noted(this: unknown, ...given: unknown[]) {
  const [first, second] = given as [string | { text?: string; values?: unknown[] }, unknown[] | undefined]
  const text = typeof first === 'string' ? first : (first.text ?? '')
  const values = (typeof first === 'string' ? second : (first.values ?? second)) ?? []
  const lengths = values.flatMap((value) => (Array.isArray(value) ? [value.length] : []))
  issued.push({ text, longest: Math.max(0, ...lengths) })
  return issue.apply(this, given)
} as typeof pg.Client.prototype.query

async function prepare(recipients: number) {
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const { id, emails } = await writeCampaign(alice, recipients)
  await drain()
  const start = async () => (await startSend(alice, id)).answer.job_id
  return { emails, start }
}

async function countHeld(jobId: string): Promise<number> {
  const [row] = await query<{ n: number }>(
    "select count(*)::int as n from recipients where job_id = $1 and state in ('claimed', 'transmitting')",
    [jobId],
  )
  return row!.n
}

test('hundreds of signed messages arrive once each, and no more are claimed or written at a time than for a small send (F17)', async () => {
  const { emails, start } = await prepare(300)
  const jobId = await start()
  issued = []
  let isOver = false
  let maxHeld = 0
  const watch = async () => {
    while (!isOver) maxHeld = Math.max(maxHeld, await countHeld(jobId))
  }
  await Promise.all([
    watch(),
    drain().finally(() => {
      isOver = true
    }),
  ])
  expect(await readJob(alice, jobId)).toMatchObject({
    status: 'completed',
    result: { sent_count: 300, failed_count: 0, unconfirmed_count: 0 },
  })
  const taken = sink.accepted.filter(({ to }) => emails.includes(to))
  expect(taken.map(({ to }) => to).toSorted()).toEqual(emails.toSorted())
  expect(new Set(taken.map(({ messageId }) => messageId)).size).toBe(300)

  const { records } = (await alice.call(sendingDomainRoutes.check)).answer
  const published = new Map(records.map(({ name, value }) => [name, value]))
  for (const { raw } of taken.filter((_one, n) => n % 10 === 0)) {
    const [signature] = await verifyDkim(raw, async (name) => published.get(name) ?? null)
    expect(signature).toMatchObject({ result: 'pass', domain: 'reply.test.example' })
    expect(signature!.signed_headers).toEqual(
      expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post', 'feedback-id']),
    )
  }

  expect(maxConcurrent).toBe(CONCURRENCY)
  expect(maxHeld).toBeGreaterThan(0)
  expect(maxHeld).toBeLessThanOrEqual(CLAIMED_MAX)
  expect(Math.max(...issued.map(({ longest }) => longest))).toBeLessThanOrEqual(CLAIMED_MAX)
})

test('screens that poll a send get counts that add up and never decrease, at the same cost for any number of recipients (F19)', async () => {
  const [few, many] = [await prepare(3), await prepare(200)]
  const [fewId, jobId] = [await few.start(), await many.start()]
  const countStatements = async (id: string) => {
    issued = []
    await readJob(alice, id)
    return issued.length
  }
  // The first request of a session also stores when it was used.
  await countStatements(fewId)
  const [ofMany, ofFew] = [await countStatements(jobId), await countStatements(fewId)]
  expect(ofMany).toBe(ofFew)
  expect(ofMany).toBeLessThanOrEqual(5)

  let isOver = false
  let polls = 0
  const seen = new Set<number>()
  const watch = async () => {
    let before = 0
    while (!isOver) {
      const { status, answer } = await alice.call(sendingRoutes.getJob, { params: { jobId: jobId } })
      const { total, processed, success, failed } = answer.progress
      expect([status, total, failed, processed]).toEqual([200, 200, 0, success])
      expect(success).toBeGreaterThanOrEqual(before)
      expect(success + answer.in_flight).toBeLessThanOrEqual(total)
      before = success
      polls += 1
      seen.add(success)
    }
  }
  await Promise.all([
    ...Array.from({ length: 20 }, watch),
    drain().finally(() => {
      isOver = true
    }),
  ])
  expect(polls).toBeGreaterThan(100)
  expect(seen.size).toBeGreaterThan(5)
  expect((await readJob(alice, jobId)).progress).toEqual({
    total: 200,
    processed: 200,
    success: 200,
    failed: 0,
  })
})
