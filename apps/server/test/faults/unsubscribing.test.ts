import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { createMailTokens } from '../../src/compose-ports.ts'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { giveTokens, readJob, startSend, writeCampaign } from '../written-campaign.ts'
import { type Sink, startSink } from './mail-sink.ts'
import { sized } from './size.ts'
import { startWorker, until } from './worker-process.ts'

const RECIPIENTS = sized(100, 5000)
const UNSUBSCRIBED = sized(20, 500)
/** How many messages may leave while somebody unsubscribes: a test that is slower than the worker would come too late. */
const AHEAD = RECIPIENTS / 10

const { alice, app, query, drain } = await startTestApp({ ports: { systemClock } })

test('nobody who unsubscribes during a campaign is mailed afterwards (F11)', async () => {
  let accepts = AHEAD
  const sink: Sink = await startSink(() => Math.random() * 10, {
    isHeld: () => sink.accepted.length >= accepts,
  })
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
  await giveTokens(alice, RECIPIENTS, query)
  const { id } = await writeCampaign(alice, RECIPIENTS)
  await drain()
  const { answer: started } = await startSend(alice, id)
  const rows = await query<{ id: string; email: string }>(
    'select id, email from recipients where job_id = $1 order by random() limit $2',
    [started.job_id, UNSUBSCRIBED],
  )
  const tokens = await createMailTokens({ database: app.database }, systemClock)
  const worker = await startWorker({ DATABASE_URL: app.database.url, MAIL_SMTP_URL: sink.url })
  const unsubscribedAt = new Map<string, string>()
  for (const [n, row] of rows.entries()) {
    // Spreads the unsubscriptions over the whole run.
    const sent = (n / UNSUBSCRIBED) * (RECIPIENTS - UNSUBSCRIBED) * 0.9
    accepts = sent + AHEAD
    await until('the campaign has got this far', () => sink.accepted.length >= sent)
    const { statusCode } = await app.server.inject({
      method: 'POST',
      url: `/api/email/one-click/${tokens.sign('one-click', row.id)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(statusCode).toBe(200)
    unsubscribedAt.set(row.id, new Date().toISOString())
  }
  accepts = Number.POSITIVE_INFINITY
  await until(
    'the job is completed',
    async () => (await readJob(alice, started.job_id)).status === 'completed',
  )
  await worker.stop()
  const recipients = await query<{
    id: string
    email: string
    state: string
    transmitting_at: string | null
  }>('select id, email, state, transmitting_at from recipients where job_id = $1', [started.job_id])
  const unsubscribed = recipients.filter((row) => unsubscribedAt.has(row.id))
  const late = unsubscribed.filter(
    (row) =>
      row.transmitting_at !== null && new Date(row.transmitting_at) > new Date(unsubscribedAt.get(row.id)!),
  )
  expect(late).toEqual([])
  const suppressed = unsubscribed.filter(({ state }) => state === 'suppressed')
  expect(suppressed.length).toBeGreaterThan(0)
  const got = new Set(sink.accepted.map(({ to }) => to))
  expect(suppressed.filter(({ email }) => got.has(email))).toEqual([])
  const campaign = sink.accepted.filter(({ messageId }) => messageId.startsWith('v1.'))
  expect(campaign).toHaveLength(RECIPIENTS - suppressed.length)
  const [charged] = await query<{ units: number }>(
    `select (count(*) filter (where cause like 'send:%') - count(*) filter (where cause like 'refund:send:%'))::int as units
     from usage_entries where owner_id = $1`,
    [alice.id],
  )
  expect(charged!.units).toBe(RECIPIENTS - suppressed.length)
})
