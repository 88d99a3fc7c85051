import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'

const { app, alice, mail, query, drain, clock } = await startTestApp({
  environment: { METRICS_TOKEN: 'operator' },
})

async function read(): Promise<string> {
  const { body, statusCode } = await app.server.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer operator' },
  })
  expect(statusCode).toBe(200)
  return body
}

async function readValue(series: string): Promise<number | null> {
  const line = (await read()).split('\n').find((one) => one.startsWith(`${series} `))
  return line ? Number(line.slice(series.length)) : null
}

const countOf = (outcome: string) => readValue(`goldpan_messages_total{outcome="${outcome}"}`)

test('messages are counted by what became of them, for the whole installation', async () => {
  const answer = (outcome: 'deferred' | 'rejected' | 'not_sent' | 'unconfirmed', code: number | null) => ({
    outcome,
    code,
    answer: `${code ?? ''} words of the server`,
  })
  const { id, emails } = await writeCampaign(alice, 6)
  mail.answers.set(emails[0]!, answer('deferred', 451))
  mail.answers.set(emails[1]!, answer('rejected', 550))
  mail.answers.set(emails[2]!, answer('not_sent', null))
  mail.answers.set(emails[3]!, answer('unconfirmed', null))
  expect(await countOf('accepted')).toBe(0)
  await startSend(alice, id)
  await drain()
  const counts = async () =>
    Promise.all(
      ['accepted', 'deferred', 'refused', 'unreached', 'unconfirmed', 'bounced', 'complained'].map(countOf),
    )
  expect(await counts()).toEqual([2, 1, 1, 1, 1, 0, 0])

  for (const [email, type] of [
    [emails[4]!, 'bounce'],
    [emails[5]!, 'complaint'],
  ] as const)
    await app.features.replies.receive({
      raw: type === 'bounce' ? bounceOf(email) : complaintOf(email),
      envelope: { from: '', to: [returnPathOf(email)] },
    })
  await drain()
  expect(await counts()).toEqual([2, 1, 1, 1, 1, 1, 1])
})

const returnPathOf = (email: string): string =>
  mail.accepted.find(({ envelope }) => envelope.to === email)!.envelope.from

const report = (type: string, part: string, headers: string) =>
  Buffer.from(
    `From: MAILER-DAEMON@mx.shop.example\r\nTo: x@reply.test.example\r\nSubject: Report\r\nContent-Type: multipart/report; report-type=${type}; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nA report\r\n--b\r\nContent-Type: ${part}\r\n\r\n${headers}\r\n--b--\r\n`,
  )
const bounceOf = (email: string) =>
  report(
    'delivery-status',
    'message/delivery-status',
    `Reporting-MTA: dns; mx.shop.example\r\n\r\nFinal-Recipient: rfc822; ${email}\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
  )
const complaintOf = (email: string) =>
  report(
    'feedback-report',
    'message/feedback-report',
    `Feedback-Type: abuse\r\nUser-Agent: Provider/1\r\nVersion: 1\r\nOriginal-Rcpt-To: ${email}\r\n`,
  )

test('workers alive, due messages, holds and ages of queues are shown, and nobody’s address', async () => {
  await query('delete from workers')
  expect(await readValue('goldpan_workers_alive')).toBe(0)
  const at = clock.now().toISOString()
  await query("insert into workers (id, started_at, beat_at) values ('one', $1, $1)", [at])
  expect(await readValue('goldpan_workers_alive')).toBe(1)
  clock.advance(60_000)
  expect(await readValue('goldpan_workers_alive')).toBe(0)

  expect(await readValue('goldpan_oldest_due_message_seconds')).toBe(0)
  const { id } = await writeCampaign(alice, 1)
  await startSend(alice, id)
  clock.advance(10 * 60_000)
  expect(await readValue('goldpan_oldest_due_message_seconds')).toBeCloseTo(600, 0)
  await drain()
  expect(await readValue('goldpan_oldest_due_message_seconds')).toBe(0)

  expect(await readValue('goldpan_holds{kind="installation"}')).toBe(0)
  await query("insert into installation_holds (sentence, at) values ('Restored', $1)", [at])
  await query(
    "insert into sending_pauses (owner_id, kind, sentence, at) values ($1, 'complaints', 'Too many', $2)",
    [alice.id, at],
  )
  expect(await readValue('goldpan_holds{kind="installation"}')).toBe(1)
  expect(await readValue('goldpan_holds{kind="complaints"}')).toBe(1)
  expect(await readValue('goldpan_holds{kind="bounces"}')).toBe(0)

  await query(
    `with owned as (insert into business_tables (owner_id, name, query, created_at) values ($1, 'T', '', $2) returning id),
     job as (insert into gathering_jobs (owner_id, table_id, status, total, created_at)
       select $1, id, 'processing', 1, $2 from owned returning id)
     insert into gathering_items (owner_id, job_id, position, state) select $1, id, 0, 'queued' from job`,
    [alice.id, new Date(clock.now().getTime() - 90_000).toISOString()],
  )
  expect(await readValue('goldpan_queue_oldest_seconds{queue="gathering",state="queued"}')).toBe(90)
  expect(await readValue('goldpan_queue_depth{queue="answers",state="queued"}')).toBe(0)
  expect(await readValue('goldpan_queue_depth{queue="own mailboxes",state="to be read"}')).toBe(0)
  expect(await readValue('goldpan_troubles{cause="no_worker"}')).toBe(0)
  expect(await read()).not.toMatch(/\w@\w/)
})

/** Metrics of Prometheus itself. */
const ELSEWHERE = new Set(['up'])
const monitoring = path.join(import.meta.dirname, '../../../../../deploy/monitoring')

test.each(readdirSync(monitoring))('every metric that %s names is served', async (file) => {
  const served = new Set(
    [...(await read()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_count`, `${name}_sum`, `${name}_bucket`] : [name],
    ),
  )
  const text = readFileSync(path.join(monitoring, file), 'utf8')
  const named = new Set([...text.matchAll(/\b(?:goldpan|nodejs|process)_[a-z_]+\b/g)].map(([name]) => name))
  expect([...named].filter((name) => !served.has(name) && !ELSEWHERE.has(name))).toEqual([])
})
