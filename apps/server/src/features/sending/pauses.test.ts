import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { readDeliveries, readJob, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { sendingJob } from './sending.ts'

const { alice, app, mail, drain, query, clock } = await startTestApp({
  environment: { SEND_CONCURRENCY: '2' },
})
const sentTo = (emails: string[]) => mail.accepted.filter(({ envelope }) => emails.includes(envelope.to))

/** A pause by another worker process. */
const pauseElsewhere = (campaignId: string | null) =>
  query(
    `insert into sending_pauses (owner_id, campaign_id, kind, sentence, at) values ($1, $2, 'policy', 'Paused: refused.', $3)`,
    [alice.id, campaignId, clock.now().toISOString()],
  )

async function runWithPauseAt(nth: number, campaignWide: boolean) {
  const { id, emails } = await writeCampaign(alice, 30)
  const { answer: started } = await startSend(alice, id)
  const handOver = mail.handOver
  let count = 0
  mail.handOver = async (message, options) => {
    if (++count === nth) await pauseElsewhere(campaignWide ? id : null)
    return handOver(message, options)
  }
  await drain()
  mail.handOver = handOver
  return { id, emails, jobId: started.job_id }
}

test.each([true, false])(
  'a pause that one worker writes down holds what others have claimed, too (campaign only: %s)',
  async (campaignWide) => {
    const { id, emails, jobId } = await runWithPauseAt(5, campaignWide)
    // The fifth was being handed over, and is checked again before its body leaves.
    expect(sentTo(emails).length).toBeLessThanOrEqual(5)
    const job = await readJob(alice, jobId)
    expect(job).toMatchObject({ status: 'failed', error: 'Paused: refused.' })
    const states = (await readDeliveries(alice, id)).map(({ state }) => state)
    expect(states.filter((state) => state === 'sent')).toHaveLength(sentTo(emails).length)
    expect(states.filter((state) => state === 'cancelled')).toHaveLength(30 - sentTo(emails).length)
    const [charged] = await query<{ units: number }>(
      "select sum(units)::int as units from usage_entries where owner_id = $1 and usage_type = 'emails_sent'",
      [alice.id],
    )
    const left = await query("select 1 from recipients where owner_id = $1 and state = 'sent'", [alice.id])
    expect(charged!.units, 'only what left is paid for').toBe(left.length)
    for (const pause of (await alice.call(sendingCareRoutes.listPauses)).answer)
      await alice.call(sendingCareRoutes.liftPause, { params: { id: pause.id } })
    const again = await startSend(alice, id)
    expect(again.status).toBe(200)
    await app.ports.jobs.enqueue(app.database.db, sendingJob, {}, { key: 'sending' })
    await drain()
    expect(sentTo(emails)).toHaveLength(30)
  },
)
