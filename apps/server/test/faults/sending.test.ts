import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { giveTokens, readJob, startSend, writeCampaign } from '../written-campaign.ts'
import { startSink } from './mail-sink.ts'
import { sized } from './size.ts'
import { startWorker, until } from './worker-process.ts'

const RECIPIENTS = sized(120, 2000)
const KILLS = sized(2, 30)
const CONCURRENCY = 5

const { alice, app, query, drain } = await startTestApp({ ports: { systemClock } })

test(
  'workers that are killed in the middle of sending mail nobody twice and lose nobody (F1, SEND-20, SEND-21, USAGE-17)',
  async () => {
    const sink = await startSink(() => Math.random() * 10)
    await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
    await giveTokens(alice, RECIPIENTS, query)
    const { id, emails } = await writeCampaign(alice, RECIPIENTS)
    // A large campaign's emails are written in the background.
    await drain()
    const { status, answer: started } = await startSend(alice, id)
    expect(status).toBe(200)
    const worker = () =>
      startWorker({
        DATABASE_URL: app.database.url,
        MAIL_SMTP_URL: sink.url,
        SEND_CONCURRENCY: String(CONCURRENCY),
      })
    for (let kill = 0; kill < KILLS; kill++) {
      const process = await worker()
      const goal = sink.accepted.length + 15 + Math.floor(Math.random() * 20)
      await until('the worker is in the middle of sending', () => sink.accepted.length >= goal)
      await process.kill()
    }
    const last = await worker()
    await until(
      'the job is completed',
      async () => (await readJob(alice, started.job_id)).status === 'completed',
    )
    await last.kill()

    const received = sink.accepted.filter(({ messageId }) => messageId.startsWith('v1.'))
    const addresses = received.map(({ to }) => to)
    expect(new Set(addresses).size, 'nobody got a message twice').toBe(addresses.length)
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(received.length)

    const rows = await query<{ email: string; state: string; is_charged: boolean }>(
      'select email, state, is_charged from recipients where job_id = $1',
      [started.job_id],
    )
    const having = (state: string) => rows.filter((row) => row.state === state).map(({ email }) => email)
    const [sent, unconfirmed] = [having('sent'), having('unconfirmed')]
    expect(rows.map(({ email }) => email).sort()).toEqual([...emails].sort())
    expect(sent.length + unconfirmed.length, 'everybody is sent to or told as unconfirmed').toBe(RECIPIENTS)
    expect(unconfirmed.length, 'no more in doubt than were under way').toBeLessThanOrEqual(
      KILLS * CONCURRENCY,
    )
    const got = new Set(addresses)
    expect(
      sent.filter((email) => !got.has(email)),
      'nobody counts as sent to who got nothing',
    ).toEqual([])
    expect(addresses.filter((to) => !sent.includes(to) && !unconfirmed.includes(to))).toEqual([])

    const job = await readJob(alice, started.job_id)
    expect(job.result).toEqual({
      sent_count: sent.length,
      failed_count: 0,
      unconfirmed_count: unconfirmed.length,
    })
    const [charged] = await query<{ units: number }>(
      `select (count(*) filter (where cause like 'send:%') - count(*) filter (where cause like 'refund:send:%'))::int as units
     from usage_entries where owner_id = $1`,
      [alice.id],
    )
    expect(charged!.units, 'each message is charged once').toBe(RECIPIENTS)
    console.info(
      `${KILLS} kills, ${RECIPIENTS} recipients: ${sent.length} sent, ${unconfirmed.length} unknown (${unconfirmed.filter((email) => got.has(email)).length} of them taken), 0 doubled, 0 lost`,
    )
  },
  sized(600_000, 900_000),
)
