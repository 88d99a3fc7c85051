import { sendingRoutes } from '@goldpan/contract/sending'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/harness.ts'
import { readJob, startSend, writeCampaign } from '../../../../test/written-campaign.ts'

const { alice, bob, drain, query } = await startTestApp()

/** A job of which so many messages have been sent already, and two wait. */
async function startLarge(sent: number): Promise<string> {
  const { id } = await writeCampaign(alice, 2)
  await drain()
  const { answer } = await startSend(alice, id)
  await addSent(answer.job_id, sent)
  return answer.job_id
}

const addSent = (jobId: string, sent: number) =>
  query(
    `insert into recipients (owner_id, job_id, round, email, subject, content, state, next_at, queued_at)
     select owner_id, id, 1, 'to' || n || '@shop.example', '', '', 'sent', created_at, created_at
     from send_jobs, generate_series(1, $2::int) n where id = $1`,
    [jobId, sent],
  )

test('that a large job is over is shown at once, with its last figures, to whoever watched it before (F19)', async () => {
  const jobId = await startLarge(1001)
  expect(await readJob(alice, jobId)).toMatchObject({
    status: 'pending',
    progress: { total: 1003, processed: 1001, success: 1001 },
    result: null,
  })
  await addSent(jobId, 50)
  await alice.call(sendingRoutes.cancelJob, { params: { jobId } })
  expect(await readJob(alice, jobId)).toMatchObject({
    status: 'cancelled',
    progress: { total: 1053, processed: 1051, success: 1051 },
    result: { sent_count: 1051, failed_count: 0, unconfirmed_count: 0 },
  })
})

test('a message that waits for another try says when that is, and Bob sees nothing of it', async () => {
  const jobId = await startLarge(3)
  expect((await readJob(alice, jobId)).next_try_at).toBe(null)
  await query(
    `update recipients set attempts = 1, next_at = timestamptz '2030-01-01 10:00Z' + later.n * interval '1 day'
     from (select id, row_number() over () - 1 as n from recipients where job_id = $1 and state = 'queued') later
     where recipients.id = later.id`,
    [jobId],
  )
  expect((await readJob(alice, jobId)).next_try_at).toBe('2030-01-01T10:00:00.000Z')
  expect((await bob.call(sendingRoutes.getJob, { params: { jobId } })).status).toBe(404)
})
