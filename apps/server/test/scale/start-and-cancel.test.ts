import { sendingRoutes } from '@goldpan/contract/sending'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { expect, test } from 'vitest'
import { countQueries } from '../count-queries.ts'
import { startTestApp } from '../harness.ts'
import { readStatuses, startSend, writeCampaign } from '../written-campaign.ts'

const { alice, drain, mail, query } = await startTestApp()

async function startWithSuppressed(recipients: number): Promise<number> {
  const { id, emails } = await writeCampaign(alice, recipients)
  await drain()
  const text = emails.slice(1).join('\n')
  await alice.call(suppressionRoutes.add, { body: { text } })
  const statements = await countQueries(() => startSend(alice, id))
  expect(Object.values(await readStatuses(alice, id)).filter((status) => status === 'generated')).toEqual([
    'generated',
  ])
  await drain()
  return statements
}

async function cancelDeferred(recipients: number): Promise<number> {
  const { id, emails } = await writeCampaign(alice, recipients)
  await drain()
  for (const email of emails)
    mail.answers.set(email, { outcome: 'deferred', code: 451, answer: 'Come back later' })
  const { answer } = await startSend(alice, id)
  await drain()
  const params = { jobId: answer.job_id }
  const statements = await countQueries(() => alice.call(sendingRoutes.cancelJob, { params }))
  const [refunds] = await query<{ n: number }>(
    `select count(*)::int as n from usage_entries where cause in (
       select 'refund:send:' || id from recipients where job_id = $1)`,
    [answer.job_id],
  )
  expect(refunds!.n).toBe(recipients)
  return statements
}

// Warm-up: statements issued once per process must not be counted.
await startWithSuppressed(2)

test('starting a send with many suppressed recipients takes no more statements than with a few', async () => {
  expect(await startWithSuppressed(30)).toBeLessThanOrEqual((await startWithSuppressed(5)) + 2)
})

test('cancelling a send refunds many messages in as many statements as a few', async () => {
  expect(await cancelDeferred(30)).toBeLessThanOrEqual((await cancelDeferred(5)) + 2)
})
