import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { nodesOf, type PlanNode, recordStatements, type Statement } from './statements.ts'

const WAITING = 20_000
const seen = recordStatements()
const { app, alice, databaseUrl } = await startTestApp({ ports: { systemClock } })
const client = new pg.Client(databaseUrl)
await client.connect()
afterAll(() => client.end())

/** A campaign that has used up today's cap: first attempts wait until tomorrow, retries are due today. */
async function insertHeldJob(): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `with campaign as (
       insert into campaigns (owner_id, name, description, marketing_copy, status, created_at, updated_at)
       values ($1, 'Held', '', '', 'active', now(), now()) returning id),
     job as (
       insert into send_jobs (id, owner_id, campaign_id, status, resend, created_at, held_until, held_reason)
       select gen_random_uuid(), $1, id, 'processing', false, now(), now() + interval '1 day', 'Waiting' from campaign
       returning id, campaign_id),
     waiting as (
       insert into recipients (owner_id, job_id, campaign_id, round, email, subject, content, state, next_at, queued_at)
       select $1, job.id, job.campaign_id, 1, 'p' || n || '@shop.example', 's', 'c', 'queued', now() - interval '1 hour', now()
       from job, generate_series(1, ${WAITING}) n)
     select id from job`,
    [alice.id],
  )
  await client.query('analyze recipients, send_jobs')
  return rows[0]!.id
}

/** Counts the jobs found due, and the recipient rows read for that. */
async function explainClaim({ text, values }: Statement) {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>({
    text: `explain (analyze, format json) ${text}`,
    values,
  })
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0]!
  const counted = plan as unknown as Record<string, number>
  const read = nodesOf(plan)
    .filter((node) => node['Relation Name'] === 'recipients')
    .map((node) => node as unknown as Record<string, number>)
    .map((node) => node['Actual Loops']! * (node['Actual Rows']! + (node['Rows Removed by Filter'] ?? 0)))
  return { due: counted['Actual Rows'], rowsRead: read.reduce((sum, rows) => sum + rows, 0) }
}

test('a claim reads no message of a job held until tomorrow, and the job’s retries leave today (F17)', async () => {
  const job = await insertHeldJob()
  await app.features.sendingWorker.work(new AbortController().signal)
  const claim = [...seen.values()].find(
    ({ text }) => text.includes('from "send_jobs"') && text.includes('row_number()'),
  )!
  expect(await explainClaim(claim)).toEqual({ due: 0, rowsRead: 0 })

  await client.query(
    'update recipients set attempts = 1 where id in (select id from recipients where job_id = $1 limit 3)',
    [job],
  )
  const { due, rowsRead } = await explainClaim(claim)
  expect(due).toBe(1)
  expect(rowsRead).toBeLessThanOrEqual(3)
})
