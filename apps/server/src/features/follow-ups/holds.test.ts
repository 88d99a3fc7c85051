import { campaignRoutes } from '@goldpan/contract/campaigns'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { usageRoutes } from '@goldpan/contract/usage'
import { writingRoutes } from '@goldpan/contract/writing'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { createSequences } from '../../../test/sequence.ts'
import { readCampaign, startSend } from '../../../test/written-campaign.ts'

// Monday, 2 March 2026, 09:00 UTC.
const started = await startTestApp()
const { app, clock, createCustomer, mail, query } = started
const { duringHandOver, wake, goToMorning, start, sentTo, setPace } = createSequences(started)

let people = 0
const newCustomer = async () => {
  const who = await createCustomer(`Holds${++people}`)
  await setPace(who)
  return who
}

async function listPlaces(who: Customer, id: string) {
  const { answer } = await who.call(followUpRoutes.listEnrolments, { params: { id }, query: {} })
  return answer.enrolments.map(({ state, hold_reason, stop_reason, sentence }) =>
    [state, hold_reason ?? stop_reason, sentence].filter(Boolean).join(' | '),
  )
}
const pause = (who: Customer, id: string) => who.call(followUpRoutes.pause, { params: { id } })
const resume = (who: Customer, id: string) => who.call(followUpRoutes.resume, { params: { id } })
const hold = (who: Customer, email: string, days: number) => {
  const until = new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  return who.call(followUpRoutes.hold, { body: { email, until } })
}
const nextDay = (days = 1) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(clock.now().getTime() + days * 86_400_000)

/** More bounces than an account may have. Returns the pause. */
async function pauseAccount(who: Customer, id: string): Promise<string> {
  await query(
    `insert into tracking_events (owner_id, recipient_id, kind, class, at)
     select owner_id, id, 'bounce', 'hard', $2 from recipients where campaign_id = $1 limit 10`,
    [id, clock.now().toISOString()],
  )
  clock.advance(600_000)
  await wake()
  const [found] = (await who.call(sendingCareRoutes.listPauses)).answer
  expect(found).toMatchObject({ campaign_id: null, kind: 'bounces' })
  return found!.id
}

const ACCOUNT_PAUSED = 'held | account_paused | Waiting: sending is paused'

test('the automatic pause of all campaigns holds follow-ups that are queued or due, until it is lifted', async () => {
  const who = await newCustomer()
  const other = await start(who, 100, [])
  const queued = await start(who, 2)
  const due = await start(who, 1, [{ wait_days: 2 }])
  await setPace(who, { gap_from_seconds: 600, gap_to_seconds: 600 })
  await goToMorning()
  const pauseId = await pauseAccount(who, other.id)
  // One had left before.
  expect((await listPlaces(who, queued.id)).toSorted()).toEqual([
    'finished | All messages were sent',
    ACCOUNT_PAUSED,
  ])
  expect(await listPlaces(who, due.id)).toEqual([`waiting | Follow-up 1 on ${nextDay()}`])
  await goToMorning()
  expect(await listPlaces(who, due.id)).toEqual([ACCOUNT_PAUSED])
  for (const { id } of [queued, due]) expect((await readCampaign(who, id)).status).toBe('active')
  await who.call(sendingCareRoutes.liftPause, { params: { id: pauseId } })
  await setPace(who)
  await wake()
  for (const { id } of [queued, due]) {
    expect((await listPlaces(who, id)).every((place) => place.startsWith('finished'))).toBe(true)
    expect((await readCampaign(who, id)).status).toBe('completed')
  }
})

test('a campaign whose first messages the automatic pause interrupted stays paused for its follow-ups, too', async () => {
  const who = await newCustomer()
  const other = await start(who, 100, [])
  const { id } = await start(who, 2)
  await setPace(who, { gap_from_seconds: 600, gap_to_seconds: 600 })
  const prospect = await who.call(prospectRoutes.create, { body: { email: 'late@holds.example' } })
  await who.call(campaignRoutes.addProspects, { params: { id }, body: { prospects: [prospect.answer.id] } })
  await who.call(writingRoutes.regenerate, { params: { id }, body: {} })
  await goToMorning()
  await startSend(who, id)
  const pauseId = await pauseAccount(who, other.id)
  const paused = 'held | campaign_paused | Waiting: the campaign is paused'
  expect((await readCampaign(who, id)).status).toBe('paused')
  expect((await listPlaces(who, id)).toSorted()).toEqual(['finished | All messages were sent', paused])
  await who.call(sendingCareRoutes.liftPause, { params: { id: pauseId } })
  await wake()
  expect((await listPlaces(who, id)).toSorted()).toEqual(['finished | All messages were sent', paused])
})

test('without an allowance the sentence says when it is there again (FOLLOW-35)', async () => {
  const who = await newCustomer()
  const { id } = await start(who, 1)
  await query("update users set subscription_plan = 'test' where id = $1", [who.id])
  const { emails_sent_limit } = (await who.call(usageRoutes.getUsage)).answer
  await query("update usage_months set units = $2 where owner_id = $1 and usage_type = 'emails_sent'", [
    who.id,
    emails_sent_limit,
  ])
  await goToMorning()
  expect(await listPlaces(who, id)).toEqual([
    'held | allowance | Waiting: the monthly limit is reached; it resets on 1 April 2026',
  ])
  // A larger plan releases as well.
  await query("update users set subscription_plan = 'premium' where id = $1", [who.id])
  await wake()
  expect(await listPlaces(who, id)).toEqual(['finished | All messages were sent'])
})

test.each([
  ['confirms', false, 'finished | All messages were sent'],
  ['confirms', true, `held | manual | Held until`],
  ['refutes', false, 'stopped | step_failed | Stopped: a follow-up could not be sent'],
])(
  'nobody knows whether a follow-up arrived: it is never sent again, and a report %s it (on hold: %s)',
  async (report, isHeld, expected) => {
    const who = await newCustomer()
    const { id, emails } = await start(who, 1, isHeld ? [{}, {}] : [{}])
    const email = emails[0]!
    mail.answers.set(email, { outcome: 'unconfirmed', code: null, answer: 'Connection lost' })
    await goToMorning()
    mail.answers.delete(email)
    const inDoubt = 'held | unconfirmed | Waiting: it is not known if the last message arrived'
    expect(await listPlaces(who, id)).toEqual([inDoubt])
    if (isHeld) await hold(who, email, 10)
    await goToMorning()
    expect(await listPlaces(who, id)).toEqual([inDoubt])
    const [row] = await query<{ id: string }>(
      "select id from recipients where campaign_id = $1 and state = 'unconfirmed'",
      [id],
    )
    const { sendingMessages } = app.features
    await app.database.db.transaction((tx) =>
      report === 'confirms'
        ? sendingMessages.confirm(tx, who.id, row!.id)
        : sendingMessages.refute(tx, who.id, row!.id, 'Came back'),
    )
    expect((await listPlaces(who, id))[0]).toContain(expected)
  },
)

test('a follow-up in doubt counts as sent while the campaign is paused, and the next waits for it to go on (FOLLOW-39)', async () => {
  const who = await newCustomer()
  const { id, emails, prospects } = await start(who, 1, [{}, {}])
  mail.answers.set(emails[0]!, { outcome: 'unconfirmed', code: null, answer: 'Connection lost' })
  await goToMorning()
  mail.answers.delete(emails[0]!)
  await pause(who, id)
  const selection = { ids: [prospects[0]!] }
  await who.call(followUpRoutes.changeEnrolments, { params: { id }, body: { selection, action: 'resume' } })
  expect(await listPlaces(who, id)).toEqual(['held | campaign_paused | Waiting: the campaign is paused'])
  await resume(who, id)
  await goToMorning()
  expect(await listPlaces(who, id)).toEqual(['finished | All messages were sent'])
})

test('a follow-up in transmission while its campaign is paused and resumed is not queued again (FOLLOW-39)', async () => {
  const who = await newCustomer()
  const { id, emails } = await start(who, 1, [{}, {}])
  duringHandOver(async () => {
    await pause(who, id)
    await resume(who, id)
    await app.features.followUps.planning.setDueDays()
    await app.features.followUps.planning.planOwner(who.id)
  })
  await goToMorning()
  expect(sentTo(emails[0]!)).toHaveLength(2)
  expect(await listPlaces(who, id)).toEqual([`waiting | Follow-up 2 on ${nextDay()}`])
  await goToMorning()
  expect(sentTo(emails[0]!)).toHaveLength(3)
})

test('an own limit of the account, also unlimited, releases people who waited for the allowance', async () => {
  const who = await newCustomer()
  const { id } = await start(who, 2)
  const setCaps = (emails_sent: number | null) =>
    app.features.accountCaps.setCaps(
      who.email,
      { emails_sent },
      { until: null, reason: 'Trial', operator: 'sam' },
    )
  await setCaps(0)
  await goToMorning()
  expect((await listPlaces(who, id)).every((place) => place.startsWith('held | allowance'))).toBe(true)
  await setCaps(null)
  await wake()
  expect(await listPlaces(who, id)).toEqual(Array(2).fill('finished | All messages were sent'))
})
