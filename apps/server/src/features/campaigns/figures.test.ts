import { type CampaignCounts, campaignRoutes } from '@goldpan/contract/campaigns'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { homeRoutes } from '@goldpan/contract/home'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { trackingRoutes } from '@goldpan/contract/tracking'
import { usageRoutes } from '@goldpan/contract/usage'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { createSequences } from '../../../test/sequence.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { asOwner } from '../../db/owner.ts'
import { countFurtherEmails } from './figures.store.ts'
import type { DeliveryChange } from './recipients.rules.ts'

const started = await startTestApp()
const { app, alice, createCustomer, query, clock, drain } = started
const { start, setPace, goToMorning } = createSequences(started)
const { campaigns } = app.features

const day = clock.now().toISOString().slice(0, 10)
const at = (minute: number) => `${day}T00:${String(minute % 60).padStart(2, '0')}:00.000Z`

/** Reports of sending, tracking and replies within one round. */
const reports = {
  sent: (time) => ({ email_status: 'sent', sent_at: time, delivery: null }),
  unconfirmed: (time) => ({ email_status: 'sent', sent_at: time, delivery: 'unconfirmed' }),
  confirmed: () => ({ delivery: null }),
  opened: (time) => ({ email_status: 'opened', opened_at: time }),
  clicked: (time) => ({ email_status: 'opened', opened_at: time, clicked_at: time }),
  responded: (time) => ({ email_status: 'responded', responded_at: time }),
  bounced: (time) => ({ email_status: 'bounced', bounced_at: time }),
  unsubscribed: (time) => ({ email_status: 'unsubscribed', unsubscribed_at: time }),
} satisfies Record<string, (time: string) => DeliveryChange>
type Report = keyof typeof reports

const { id } = await writeCampaign(alice, 4)
await drain()
const people = (
  await query<{ id: string }>('select id from campaign_prospects where campaign_id = $1', [id])
).map((row) => row.id)

const tell = (person: number, change: DeliveryChange) =>
  app.database.db.transaction((tx) => campaigns.applyDelivery(tx, alice.id, people[person]!, change))

const startAgain = () =>
  query(
    `update campaign_prospects set email_status = 'generated', round = 0, delivery = null, sent_at = null,
       first_sent_at = null, failed_at = null, bounced_at = null, opened_at = null, clicked_at = null,
       responded_at = null, unsubscribed_at = null`,
  )

const readCounts = async (): Promise<CampaignCounts> =>
  (await alice.call(campaignRoutes.get, { params: { id } })).answer.counts

/** Fails unless every place that shows figures shows these. */
async function expectEverywhere(counts: CampaignCounts) {
  const [listed] = (await alice.call(campaignRoutes.list)).answer
  expect(listed!.counts).toEqual(counts)
  const { sent, delivered, opened, clicked, responded, bounced } = counts
  // These people were reported, not written to.
  const emails = 0
  const days = (await alice.call(campaignRoutes.timeline, { params: { id } })).answer
  expect(days, 'chart').toEqual(
    sent + opened + bounced === 0 ? [] : [{ day, emails, sent, delivered, opened, responded, bounced }],
  )
  const home = (await alice.call(homeRoutes.overview)).answer.days.at(-1)
  expect(home, 'home').toEqual({ day, emails, sent, delivered, opened, replied: responded, bounced })
  const span = { from: `${day}T00:00:00.000Z`, to: `${day}T23:59:59.999Z` }
  const week = await campaigns.countWeek(alice.id, span)
  expect(week, 'weekly report').toEqual({ emails, sent, opened, replied: responded })
  const tracking = (await alice.call(trackingRoutes.getCampaign, { params: { id } })).answer
  expect([tracking.opens.people, tracking.clicks.people], 'opens and clicks').toEqual([opened, clicked])
  const csv = (await campaigns.exportCsv(alice.id, id)).content.toString()
  const [head, ...rows] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const filled = (name: string) => rows.filter((row) => row[head!.indexOf(name)]).length
  expect([filled('sent'), filled('opened'), filled('clicked'), filled('responded')], 'export').toEqual([
    sent,
    opened,
    clicked,
    responded,
  ])
}

const sum = ({ delivered, bounced }: CampaignCounts) => delivered + bounced

test('in whatever order events come, no figure decreases, and all places show the same (CAMP-20, CAMP-21)', async () => {
  const event = fc.record({
    person: fc.nat(people.length - 1),
    report: fc.constantFrom(...(Object.keys(reports) as Report[])),
    minute: fc.nat(59),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 14 }), async (events) => {
      await startAgain()
      let before = await readCounts()
      for (const { person, report, minute } of events) {
        await tell(person, { round: 1, ...reports[report](at(minute)) })
        const after = await readCounts()
        for (const figure of [
          'sent',
          'opened',
          'clicked',
          'responded',
          'unsubscribed',
          'failed',
          'bounced',
        ] as const)
          expect(after[figure], `${figure} after ${report}`).toBeGreaterThanOrEqual(before[figure])
        if (report !== 'bounced') expect(after.delivered).toBeGreaterThanOrEqual(before.delivered)
        expect(sum(after)).toBe(after.sent)
        before = after
      }
      await expectEverywhere(before)
    }),
    { numRuns: 25 },
  )
}, 120_000)

test('Sent keeps everybody who was ever written to; Failed are those who never were, and the bounced (CAMP-20, CAMP-21)', async () => {
  await startAgain()
  for (const person of [0, 1, 2]) await tell(person, { round: 1, ...reports.sent(at(1)) })
  await tell(3, { round: 1, email_status: 'failed', failed_at: at(1) })
  await tell(0, { round: 1, ...reports.bounced(at(2)) })
  await tell(1, { round: 1, ...reports.unsubscribed(at(3)) })
  await tell(2, { round: 1, ...reports.responded(at(4)) })
  expect(await readCounts()).toMatchObject({
    total: 4,
    sent: 3,
    delivered: 2,
    opened: 1,
    clicked: 0,
    responded: 1,
    bounced: 1,
    unsubscribed: 1,
    failed: 2,
  })
})

test('a person counts once, however many rounds were sent to them, on the day of the first', async () => {
  await startAgain()
  await tell(0, { round: 1, ...reports.sent(at(1)) })
  await tell(0, { round: 1, ...reports.clicked(at(2)) })
  await tell(0, { round: 2, email_status: 'sent', sent_at: '2031-01-01T00:00:00.000Z' })
  await tell(0, { round: 2, email_status: 'opened', opened_at: '2031-01-02T00:00:00.000Z' })
  const counts = await readCounts()
  expect(counts).toMatchObject({ sent: 1, opened: 1, clicked: 1 })
  await expectEverywhere(counts)
})

test('a failed message that leaves in a later round counts as sent', async () => {
  await startAgain()
  await tell(0, { round: 1, email_status: 'failed', failed_at: at(1) })
  expect(await readCounts()).toMatchObject({ sent: 0, failed: 1 })
  await tell(0, { round: 2, ...reports.sent(at(2)) })
  expect(await readCounts()).toMatchObject({ sent: 1, failed: 0 })
})

/** The emails of a campaign by every place that shows them, and those charged this month. */
async function readEmails(who: Customer, id: string) {
  const params = { id }
  const sum = (days: readonly { emails: number }[]) => days.reduce((total, { emails }) => total + emails, 0)
  const { content } = await campaigns.exportCsv(asOwner(who.id), id)
  const [head, ...rows] = content
    .toString()
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const span = { from: `${day}T00:00:00.000Z`, to: '2100-01-01T00:00:00.000Z' }
  return {
    page: (await who.call(campaignRoutes.get, { params })).answer.counts.emails,
    list: (await who.call(campaignRoutes.list)).answer.find((one) => one.id === id)!.counts.emails,
    days: sum((await who.call(campaignRoutes.timeline, { params })).answer),
    home: sum((await who.call(homeRoutes.overview)).answer.days),
    week: (await campaigns.countWeek(asOwner(who.id), span)).emails,
    export: rows.reduce((total, row) => total + Number(row[head!.indexOf('emails')]), 0),
    steps: (await who.call(followUpRoutes.results, { params })).answer.totals.sent,
    charged: (await who.call(usageRoutes.getUsage)).answer.emails_sent_count,
  }
}

const everywhere = (emails: number) => ({
  page: emails,
  list: emails,
  days: emails,
  home: emails,
  week: emails,
  export: emails,
  steps: emails,
  charged: emails,
})

test('follow-ups and further rounds count as emails wherever emails are shown, as they are charged, and never as people (CAMP-20, FOLLOW-34)', async () => {
  const who = await createCustomer('Tally')
  await setPace(who)
  const { id, emails } = await start(who, 3)
  expect(await readEmails(who, id)).toEqual(everywhere(3))
  const firstDay = clock.now().toISOString().slice(0, 10)

  await goToMorning()
  expect(await readEmails(who, id), 'a follow-up each').toEqual(everywhere(6))
  const { counts } = (await who.call(campaignRoutes.get, { params: { id } })).answer
  expect(counts).toMatchObject({ total: 3, sent: 3, delivered: 3 })
  const days = (await who.call(campaignRoutes.timeline, { params: { id } })).answer
  expect(days.map(({ day, emails, sent }) => [day, emails, sent])).toEqual([
    [firstDay, 3, 3],
    [clock.now().toISOString().slice(0, 10), 3, 0],
  ])

  await startSend(who, id, { resend: true })
  await drain()
  expect(await readEmails(who, id), 'the first email again').toEqual(everywhere(9))
  const sentTo = (await campaigns.exportCsv(asOwner(who.id), id)).content.toString()
  for (const email of emails) expect(sentTo).toMatch(new RegExp(`^${email},.*,3\\r?$`, 'm'))
})

test('while people are sent their first email, none of them got a further one (CAMP-20)', async () => {
  const who = await createCustomer('Underway')
  await setPace(who)
  const { id } = await start(who, 3)
  const owner = asOwner(who.id)
  // People and emails are counted one after the other, so more may have been sent in between.
  expect((await countFurtherEmails(app.database.db, owner, id)).get(id)).toBe(0)
  await goToMorning()
  expect((await countFurtherEmails(app.database.db, owner, id)).get(id)).toBe(3)
})

test('in a campaign without follow-ups, emails are as many as people, and Bob sees none of them', async () => {
  const who = await createCustomer('Single')
  await setPace(who)
  const { id } = await writeCampaign(who, 2)
  await startSend(who, id)
  await drain()
  expect(await readEmails(who, id)).toEqual(everywhere(2))
  const other = await createCustomer('Stranger')
  expect((await other.call(homeRoutes.overview)).answer.days.every(({ emails }) => emails === 0)).toBe(true)
})

test('people who wait for a follow-up are none of those a further round may go to (FOLLOW-42)', async () => {
  const who = await createCustomer('Sequel')
  await setPace(who)
  const { id: sequence, prospects } = await start(who, 3)
  const params = { id: sequence }
  const readResendable = async () => (await who.call(campaignRoutes.get, { params })).answer.resendable
  expect(await readResendable()).toBe(0)
  await who.call(followUpRoutes.changeEnrolments, {
    params,
    body: { selection: { ids: [prospects[0]!] }, action: 'stop' },
  })
  expect(await readResendable()).toBe(1)
  const preview = await who.call(sendingCareRoutes.previewSend, { params, body: { resend: false } })
  expect(preview.answer.skipped).toContainEqual({ reason: 'Already sent to', count: 3, emails: [] })
})
