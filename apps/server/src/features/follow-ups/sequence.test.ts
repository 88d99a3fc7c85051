import { campaignRoutes } from '@goldpan/contract/campaigns'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { usageRoutes } from '@goldpan/contract/usage'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { createSequences } from '../../../test/sequence.ts'
import {
  readCampaign,
  readDeliveries,
  readStatuses,
  startSend,
  writeCampaign,
} from '../../../test/written-campaign.ts'

// Monday, 2 March 2026, 09:00 UTC.
const started = await startTestApp()
const { app, clock, createCustomer, drain, mail, query } = started
const { wake, goTo, goToMorning, start, sentTo, readSentTo, setPace } = createSequences(started)

let people = 0
const newCustomer = async (pace: object = {}) => {
  const who = await createCustomer(`Sequence${++people}`)
  await setPace(who, pace)
  return who
}
const used = async (who: Customer) => (await who.call(usageRoutes.getUsage)).answer.emails_sent_count
const textOf = (raw: Buffer) => raw.toString().replace(/\r\n[ \t]+/g, ' ')

test('working days skip weekends and days off (FOLLOW-08)', async () => {
  const who = await newCustomer({ days_off: ['2026-03-10'] })
  const { emails } = await start(who, 1, [{ wait_days: 6 }])
  expect(sentTo(emails[0]!)).toHaveLength(1)
  // Tuesday to Friday, Monday, and Wednesday: Tuesday is off.
  await goTo('2026-03-11T08:59')
  expect(sentTo(emails[0]!)).toHaveLength(1)
  await goTo('2026-03-11T09:00')
  expect(sentTo(emails[0]!)).toHaveLength(2)
})

test('days count calendar days and move to a working day (FOLLOW-09)', async () => {
  const who = await newCustomer()
  await goTo('2026-03-12T10:00')
  // The second day after Thursday is a Saturday.
  const { emails } = await start(who, 1, [{ wait_days: 2, wait_in: 'days' }])
  await goTo('2026-03-14T12:00')
  expect(sentTo(emails[0]!)).toHaveLength(1)
  await goTo('2026-03-16T09:00')
  expect(sentTo(emails[0]!)).toHaveLength(2)
})

test('nothing leaves outside of the window, and what is overdue leaves within it (FOLLOW-10)', async () => {
  const who = await newCustomer()
  const { emails } = await start(who, 1)
  await goTo('2026-03-17T17:30')
  expect(sentTo(emails[0]!)).toHaveLength(1)
  await goTo('2026-03-18T08:00')
  expect(sentTo(emails[0]!)).toHaveLength(1)
  await goTo('2026-03-18T09:00')
  expect(sentTo(emails[0]!)).toHaveLength(2)
})

test('follow-ups continue the thread: Re: once, In-Reply-To the newest, References from the root (FOLLOW-11)', async () => {
  const who = await newCustomer()
  const { emails } = await start(who, 1, [{}, {}])
  await goTo('2026-03-19T09:00')
  await goTo('2026-03-20T09:00')
  const [first, second, third] = await readSentTo(emails[0]!)
  expect([first!.inReplyTo, first!.references]).toEqual([undefined, undefined])
  expect(second).toMatchObject({
    subject: `Re: ${first!.subject}`,
    inReplyTo: first!.messageId,
    references: first!.messageId,
  })
  expect(third).toMatchObject({ subject: `Re: ${first!.subject}`, inReplyTo: second!.messageId })
  expect(third!.references!.split(/\s+/)).toEqual([first!.messageId, second!.messageId])
})

test('a new subject starts a thread that later follow-ups join (FOLLOW-12)', async () => {
  const who = await newCustomer()
  const { emails } = await start(who, 1, [{ thread: 'new', subject: 'Re: prices for {{firstName|you}}' }, {}])
  await goTo('2026-03-23T09:00')
  await goTo('2026-03-24T09:00')
  const [first, second, third] = await readSentTo(emails[0]!)
  expect(second).toMatchObject({ subject: 'Re: prices for Pat' })
  expect([second!.inReplyTo, second!.references]).toEqual([undefined, undefined])
  expect(third).toMatchObject({
    subject: 'Re: prices for Pat',
    inReplyTo: second!.messageId,
    references: second!.messageId,
  })
  expect(new Set([first!.messageId, second!.messageId, third!.messageId]).size).toBe(3)
})

test('every follow-up is a message of its own with all that the first one has (FOLLOW-13)', async () => {
  const who = await newCustomer()
  const { id, emails } = await start(who, 1)
  const made = await who.call(signatureRoutes.create, {
    body: { name: 'S', content: 'Alice of the oven works' },
  })
  await who.call(campaignRoutes.setSignature, { params: { id }, body: { signature_id: made.answer.id } })
  await goTo('2026-03-25T09:00')
  const [first, second] = sentTo(emails[0]!)
  const header = (raw: Buffer, name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(textOf(raw))?.[1]
  for (const same of ['From', 'Reply-To', 'To'])
    expect(header(second!.raw, same)).toBe(header(first!.raw, same))
  for (const own of ['Message-ID', 'List-Unsubscribe']) {
    expect(header(second!.raw, own)).toBeTruthy()
    expect(header(second!.raw, own)).not.toBe(header(first!.raw, own))
  }
  expect(header(second!.raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(second!.envelope.from).not.toBe(first!.envelope.from)
  const { text, html } = await PostalMime.parse(second!.raw)
  expect(text).toContain('Any news?')
  for (const part of [text, html]) {
    expect(part).toContain('Alice of the oven works')
    expect(part).toContain('/unsubscribe?token=')
  }
  expect(html).toMatch(/\/t\/o\/[\w-]+\.gif/)
  expect(await readDeliveries(who, id)).toMatchObject([
    { step: 1, state: 'sent', round: 2, step_id: expect.any(String) },
    { step: 0, state: 'sent', round: 1, step_id: null },
  ])
})

test('each follow-up is charged once, and is a job of its own kind (FOLLOW-34)', async () => {
  const who = await newCustomer()
  const { id } = await start(who, 3, [{}, {}])
  expect(await used(who)).toBe(3)
  await goTo('2026-03-26T09:00')
  await wake()
  expect(await used(who)).toBe(6)
  await goTo('2026-03-27T09:00')
  expect(await used(who)).toBe(9)
  const jobs = await query<{ kind: string; status: string }>(
    'select kind, status from send_jobs where campaign_id = $1 order by created_at',
    [id],
  )
  expect(jobs.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'send completed',
    'follow_ups completed',
    'follow_ups completed',
  ])
})

test('without an allowance people are held and nothing fails; the next month releases them (FOLLOW-35)', async () => {
  const who = await newCustomer()
  const { id, emails } = await start(who, 3)
  await query("update users set subscription_plan = 'test' where id = $1", [who.id])
  const { emails_sent_limit } = (await who.call(usageRoutes.getUsage)).answer
  await query("update usage_months set units = $2 where owner_id = $1 and usage_type = 'emails_sent'", [
    who.id,
    emails_sent_limit! - 1,
  ])
  await goTo('2026-03-30T09:00')
  expect(emails.map((email) => sentTo(email).length).toSorted()).toEqual([1, 1, 2])
  expect((await readCampaign(who, id)).follow_ups).toMatchObject({ held: 2, finished: 1 })
  expect((await readCampaign(who, id)).status).toBe('active')
  await wake()
  expect((await readCampaign(who, id)).follow_ups).toMatchObject({ held: 2, finished: 1 })
  await goTo('2026-04-01T09:00')
  expect(emails.map((email) => sentTo(email).length)).toEqual([2, 2, 2])
  expect((await readCampaign(who, id)).status).toBe('completed')
  const jobs = await query('select from send_jobs where campaign_id = $1 and status = $2', [id, 'failed'])
  expect(jobs).toEqual([])
})

test('due follow-ups take the places of the day before first messages, unless the campaign says otherwise', async () => {
  for (const follow_ups_first of [true, false]) {
    const who = await newCustomer()
    const sequence = await start(who, 3)
    await query('update campaigns set follow_ups_first = $2 where id = $1', [sequence.id, follow_ups_first])
    clock.advance(3_600_000 * 9)
    await setPace(who, { daily_cap: 3 })
    const other = await writeCampaign(who, 3)
    await startSend(who, other.id)
    await drain()
    await goToMorning()
    const sent = (emails: string[]) => emails.map((email) => sentTo(email).length)
    expect([sent(sequence.emails), sent(other.emails)]).toEqual(
      follow_ups_first
        ? [
            [2, 2, 2],
            [0, 0, 0],
          ]
        : [
            [1, 1, 1],
            [1, 1, 1],
          ],
    )
  }
})

test('a follow-up never lowers what is known of a recipient (FOLLOW-43)', async () => {
  const who = await newCustomer()
  const { id, emails } = await start(who, 2)
  const before = (await readCampaign(who, id)).campaign_prospects[0]!
  await query("update campaign_prospects set email_status = 'opened', opened_at = $2 where id = $1", [
    before.id,
    clock.now().toISOString(),
  ])
  mail.answers.set(emails[1]!, { outcome: 'rejected', code: 550, answer: '5.7.1 Not wanted here' })
  await goToMorning()
  expect(await readStatuses(who, id)).toEqual({ [emails[0]!]: 'opened', [emails[1]!]: 'sent' })
  const after = await readCampaign(who, id)
  expect(after.campaign_prospects[0]!.sent_at).toBe(before.sent_at)
  expect(after.follow_ups).toMatchObject({ finished: 1, stopped: 1 })
  expect(after.counts).toMatchObject({ sent: 2, delivered: 2, failed: 0 })
})

test('workers that plan the same people at once queue each of them once (FOLLOW-41)', async () => {
  const who = await newCustomer()
  const { id, emails } = await start(who, 40)
  await wake()
  const { planning } = app.features.followUps
  clock.advance(86_400_000 * 7)
  await Promise.all([1, 2, 3].map(() => planning.planOwner(who.id)))
  await goToMorning()
  expect(emails.map((email) => sentTo(email).length)).toEqual(emails.map(() => 2))
  expect((await readCampaign(who, id)).follow_ups).toMatchObject({ finished: 40 })
})
