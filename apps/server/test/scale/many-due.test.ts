import { readFileSync } from 'node:fs'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startSink } from '../faults/mail-sink.ts'
import { isLong, sized } from '../faults/size.ts'
import { startWorker, until } from '../faults/worker-process.ts'
import { type Customer, startTestApp } from '../harness.ts'

const DUE = sized(750, 20_000)
/** People planned in one transaction. */
const BATCH = 250

const { alice, bob, app, query } = await startTestApp({ ports: { systemClock } })
const sink = await startSink(() => 0)

/** A campaign whose template went to this many people two days ago. */
async function insertSequence({ id: owner }: Customer, people: number): Promise<string> {
  const [row] = await query<{ campaign_id: string }>(
    `with at as (select now() - interval '2 days' as at),
     campaign as (
       insert into campaigns (owner_id, name, description, marketing_copy, status, created_at, updated_at)
       select $1, 'Ovens', '', '', 'active', at, at from at returning id),
     step as (
       insert into campaign_steps (owner_id, campaign_id, position, wait_days, wait_in, thread, body, written_by, created_at, updated_at)
       select $1, id, 1, 1, 'days', 'same', 'Hello {{firstName}}, any news?', 'hand', at, at from campaign, at returning id, campaign_id),
     people as (
       insert into prospects (owner_id, email, first_name, created_at, updated_at)
       select $1, 'p' || n || '@due' || n % 97 || '.example', 'Pat', at, at from at, generate_series(1, $2::int) n
       returning id, email),
     attached as (
       insert into campaign_prospects (owner_id, campaign_id, prospect_id, email, first_name, position, email_status, round, created_at, sent_at, first_sent_at)
       select $1, campaign.id, people.id, email, 'Pat', 1, 'sent', 1, at, at, at from campaign, people, at returning id, email),
     messages as (
       insert into recipients (owner_id, campaign_id, campaign_prospect_id, round, email, subject, content, state, next_at, queued_at, transmitting_at, finished_at)
       select $1, campaign.id, attached.id, 1, email, 'Ovens', 'c', 'sent', at, at, at, at from campaign, attached, at)
     insert into enrolments (owner_id, campaign_id, campaign_prospect_id, email, state, next_step_id, waited_from, created_at, updated_at)
     select $1, step.campaign_id, attached.id, email, 'waiting', step.id, at, at, at from step, attached, at
     returning campaign_id`,
    [owner, people],
  )
  return row!.campaign_id
}

const memoryOf = ({ pid }: { pid: number }, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) / 1024

test(`${DUE} people who become due at once are all queued, in batches, without holding up another owner (FOLLOW-41)`, async () => {
  // One message leaves, and the others wait for tomorrow: this is about planning.
  await alice.call(sendingCareRoutes.savePace, { body: { ...NO_PACE, daily_cap: 1 } })
  await bob.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const crowd = await insertSequence(alice, DUE)
  const single = await insertSequence(bob, 1)
  const countQueued = async () =>
    (
      await query<{ n: number }>(
        'select count(*)::int as n from recipients where campaign_id = $1 and step_id is not null',
        [crowd],
      )
    )[0]!.n
  const worker = await startWorker({ DATABASE_URL: app.database.url, MAIL_SMTP_URL: sink.url })
  await until('half are queued', async () => (await countQueued()) >= DUE / 2)
  const half = memoryOf(worker, 'VmRSS')
  await until('everybody is queued', async () => (await countQueued()) === DUE)
  const most = memoryOf(worker, 'VmHWM')
  await until('the other owner’s message has left', async () => {
    const sent = await query(
      "select from recipients where campaign_id = $1 and step_id is not null and state = 'sent'",
      [single],
    )
    return sent.length === 1
  })
  await worker.stop()

  const [order] = await query<{ before: number; isMeanwhile: boolean }>(
    `with queued as (
         select queued_at, campaign_prospect_id from recipients where campaign_id = $1 and step_id is not null),
       single as (select queued_at, transmitting_at from recipients where campaign_id = $2 and step_id is not null)
       select (select count(*)::int from queued where queued_at < (select queued_at from single)) as before,
         (select transmitting_at from single) < (select max(queued_at) from queued) as "isMeanwhile",
         (select count(distinct queued_at)::int from queued) as batches,
         (select max(n)::int from (select count(*) as n from queued group by queued_at) as batch) as largest,
         (select count(*)::int - count(distinct campaign_prospect_id)::int from queued) as twice`,
    [crowd, single],
  )
  expect(order!.before, 'one batch at most goes before another owner’s').toBeLessThanOrEqual(BATCH)
  // The short form is over too soon for that.
  if (isLong) expect(order!.isMeanwhile, 'it leaves while the crowd is planned').toBe(true)
  expect(order).toMatchObject({ batches: DUE / BATCH, largest: BATCH, twice: 0 })
  expect(most - half, 'MB more for the other half').toBeLessThan(80)
})
