import { campaignRoutes } from '@goldpan/contract/campaigns'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/harness.ts'
import {
  readCampaign,
  readDeliveries,
  readJob,
  startSend,
  writeCampaign,
} from '../../../../test/written-campaign.ts'
import { NO_PACE } from '../pace/pace.rules.ts'
import { sendingJob } from '../sending.jobs.ts'

const { alice, app, mail, drain, clock, query } = await startTestApp()
const hours = (n: number) => n * 3_600_000
const sentTo = (emails: string[]) => mail.accepted.filter(({ envelope }) => emails.includes(envelope.to))

async function sweep() {
  await app.ports.jobs.enqueue(app.database.db, sendingJob, {}, { key: 'sending' })
  await drain()
}

test('after five days down with 1,000 messages due none is sent, all are shown, and nothing is charged (F13)', async () => {
  const { id, emails } = await writeCampaign(alice, 1)
  const { answer: started } = await startSend(alice, id)
  await query(
    `insert into recipients (owner_id, job_id, campaign_id, campaign_prospect_id, prospect_id, round, email, subject, content, state, next_at, queued_at)
     select owner_id, job_id, campaign_id, campaign_prospect_id, null, n + 1, email, subject, content, state, next_at, queued_at
     from recipients, generate_series(1, 999) n where job_id = $1`,
    [started.job_id],
  )
  clock.advance(hours(5 * 24))
  await sweep()
  expect(await readJob(alice, started.job_id)).toMatchObject({
    status: 'completed',
    progress: { total: 1000, success: 0, failed: 1000 },
  })
  expect(sentTo(emails)).toEqual([])
  const [first] = await readDeliveries(alice, id)
  expect(first).toMatchObject({
    state: 'expired',
    reason: 'Not sent: nothing could be sent for more than 3 days, and then it would have come too late',
  })
  const [booked] = await query<{ units: number }>(
    "select coalesce(sum(units), 0)::int as units from usage_entries where owner_id = $1 and usage_type = 'emails_sent'",
    [alice.id],
  )
  expect(booked!.units).toBe(0)
})

test('a campaign that takes weeks by its daily limit is no outage: every message leaves in its turn', async () => {
  await alice.call(sendingCareRoutes.savePace, { body: { ...NO_PACE, daily_cap: 2 } })
  const { id, emails } = await writeCampaign(alice, 14)
  const { answer: started } = await startSend(alice, id)
  for (let day = 0; day < 7; day++) {
    await sweep()
    expect(sentTo(emails)).toHaveLength(2 * (day + 1))
    clock.advance(hours(24))
  }
  await sweep()
  expect(await readJob(alice, started.job_id)).toMatchObject({
    status: 'completed',
    result: { sent_count: 14, failed_count: 0 },
  })
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
})

test('how old mail may become is chosen for each campaign, three days where nothing is chosen', async () => {
  const { id, emails } = await writeCampaign(alice, 2)
  expect((await readCampaign(alice, id)).max_age_hours).toBe(72)
  const change = { max_age_hours: 24 * 7 }
  expect((await alice.call(campaignRoutes.update, { params: { id }, body: change })).status).toBe(200)
  const copy = await alice.call(campaignRoutes.duplicate, { params: { id } })
  expect(copy.answer.max_age_hours).toBe(24 * 7)
  await startSend(alice, id)
  clock.advance(hours(5 * 24))
  await sweep()
  expect(sentTo(emails)).toHaveLength(2)
  for (const max_age_hours of [0, 23, 721, 1.5]) {
    const refused = await alice.call(campaignRoutes.update, { params: { id }, body: { max_age_hours } })
    expect(refused.status).toBe(400)
  }
})

test('what a server asked to try later is refunded when an outage makes it too old', async () => {
  const { id, emails } = await writeCampaign(alice, 1)
  const [email] = emails
  mail.answers.set(email!, { outcome: 'deferred', code: 450, answer: '450 4.2.0 later' })
  const count = async () =>
    (
      await query<{ units: number }>(
        "select coalesce(sum(units), 0)::int as units from usage_entries where owner_id = $1 and usage_type = 'emails_sent'",
        [alice.id],
      )
    )[0]!.units
  const before = await count()
  await startSend(alice, id)
  await drain()
  expect(await count()).toBe(before + 1)
  mail.answers.clear()
  clock.advance(hours(4 * 24))
  await sweep()
  expect(sentTo(emails)).toEqual([])
  expect(await count()).toBe(before)
})
