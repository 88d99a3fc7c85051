import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { giveTokens, readJob, startSend, writeCampaign } from '../written-campaign.ts'
import { startSink } from './mail-sink.ts'
import { ageHeartbeats, startWorker, until } from './worker-process.ts'

const PEOPLE = 1000
const KILLS = 20
const CONCURRENCY = 5

const { alice, app, query, drain } = await startTestApp({ ports: { systemClock } })

test('workers that are killed while follow-ups leave send nobody a step twice and forget nobody (FOLLOW-41)', async () => {
  const sink = await startSink(() => Math.random() * 10)
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
  await giveTokens(alice, 2 * PEOPLE, query)
  const { id, emails } = await writeCampaign(alice, PEOPLE)
  await alice.call(followUpRoutes.add, {
    params: { id },
    body: { wait_days: 1, wait_in: 'days', thread: 'same', body: 'Any news?' },
  })
  await drain()
  const worker = () =>
    startWorker({
      DATABASE_URL: app.database.url,
      MAIL_SMTP_URL: sink.url,
      SEND_CONCURRENCY: String(CONCURRENCY),
    })
  const { answer } = await startSend(alice, id)
  const first = await worker()
  await until(
    'the template has been sent',
    async () => (await readJob(alice, answer.job_id)).status === 'completed',
  )
  await first.stop()
  const templates = sink.accepted.length

  await query("update enrolments set due_at = now() - interval '1 minute' where campaign_id = $1", [id])
  for (let kill = 0; kill < KILLS; kill++) {
    const process = await worker()
    const goal = sink.accepted.length + 5 + Math.floor(Math.random() * 15)
    await until('follow-ups are leaving', () => sink.accepted.length >= goal)
    await process.kill()
    await ageHeartbeats(query)
  }
  const last = await worker()
  const countOpen = async () =>
    (
      await query<{ n: number }>(
        `select count(*)::int as n from enrolments
           where campaign_id = $1 and state <> 'finished' and hold_reason is distinct from 'unconfirmed'`,
        [id],
      )
    )[0]!.n
  await until('everybody has got the follow-up or is in doubt', async () => (await countOpen()) === 0)
  await last.stop()

  const followUps = sink.accepted.slice(templates)
  expect(new Set(followUps.map(({ to }) => to)).size, 'nobody got it twice').toBe(followUps.length)
  const rows = await query<{ email: string; state: string; hold_reason: string | null }>(
    'select email, state, hold_reason from enrolments where campaign_id = $1',
    [id],
  )
  expect(rows.map(({ email }) => email).sort()).toEqual([...emails].sort())
  const inDoubt = rows.filter(({ hold_reason }) => hold_reason === 'unconfirmed').map(({ email }) => email)
  expect(inDoubt.length, 'no more in doubt than were under way').toBeLessThanOrEqual(KILLS * CONCURRENCY)
  const received = new Set(followUps.map(({ to }) => to))
  const finished = rows.filter(({ state }) => state === 'finished').map(({ email }) => email)
  expect(
    finished.filter((email) => !received.has(email)),
    'nobody counts as written to who got nothing',
  ).toEqual([])
  const [charged] = await query<{ units: number }>(
    `select (count(*) filter (where cause like 'send:%') - count(*) filter (where cause like 'refund:send:%'))::int as units
       from usage_entries where owner_id = $1`,
    [alice.id],
  )
  expect(charged!.units, 'each message is charged once').toBe(2 * PEOPLE)
}, 900_000)
