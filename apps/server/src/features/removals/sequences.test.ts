import { buildReply } from '@goldpan/campaign-mail/samples'
import { campaignRoutes } from '@goldpan/contract/campaigns'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { removalRoutes } from '@goldpan/contract/removals'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { createSequences } from '../../../test/sequence.ts'
import { readCampaign } from '../../../test/written-campaign.ts'

const started = await startTestApp()
const { app, clock, createCustomer, drain, query } = started
const { duringHandOver, wake, goToMorning, start, sentTo, setPace } = createSequences(started)

let people = 0
const newCustomer = async () => {
  const who = await createCustomer(`Undo${++people}`)
  await setPace(who)
  return who
}

const undo = (who: Customer, removalId: string | null) =>
  who.call(removalRoutes.undo, { params: { removalId: removalId! } })
const removeCampaign = async (who: Customer, id: string) =>
  (await who.call(campaignRoutes.delete, { params: { id } })).answer.undo
const resume = (who: Customer, id: string) => who.call(followUpRoutes.resume, { params: { id } })
const stepResults = async (who: Customer, id: string) =>
  (await who.call(followUpRoutes.results, { params: { id } })).answer

/** Where people stand, by address. */
async function placesOf(who: Customer, id: string, emails: string[]) {
  const { answer } = await who.call(followUpRoutes.listEnrolments, { params: { id }, query: {} })
  return emails.map((email) => {
    const { state, stop_reason, hold_reason, next_position } = answer.enrolments.find(
      (one) => one.email === email,
    )!
    return [state, stop_reason ?? hold_reason, next_position].filter(Boolean).join(' ')
  })
}

async function reply(email: string) {
  const { raw } = sentTo(email).at(-1)!
  const to = (await PostalMime.parse(raw)).from!.address!
  const from = { name: 'Rita Reader', address: email }
  const answer = await buildReply({ original: raw, date: clock.now(), from, text: 'Yes, please call me.' })
  clock.advance(1000)
  await app.features.replies.receive({ raw: answer, envelope: { from: email, to: [to] } })
  await drain()
}

test('whoever is removed, deleted or archived counts as stopped, and no figure falls (FOLLOW-23, FOLLOW-44)', async () => {
  const who = await newCustomer()
  const { id, emails, prospects } = await start(who, 4)
  await goToMorning()
  const { totals } = await stepResults(who, id)
  expect(totals).toMatchObject({ sent: 8 })
  // A second follow-up for those who are finished.
  const step = { wait_days: 1, wait_in: 'working_days', thread: 'same', body: 'And now?' } as const
  await who.call(followUpRoutes.add, { params: { id }, body: { ...step, include_finished: true } })
  await who.call(campaignRoutes.removeProspect, { params: { id, prospectId: prospects[0]! } })
  await who.call(prospectRoutes.removeMany, { body: { selection: { ids: [prospects[1]!] } } })
  expect(await stepResults(who, id)).toMatchObject({ totals, stopped: [{ reason: 'removed', count: 2 }] })
  expect((await readCampaign(who, id)).follow_ups).toMatchObject({ waiting: 2, stopped: 2, finished: 0 })
  expect(await placesOf(who, id, emails)).toEqual([
    'stopped removed 2',
    'stopped removed 2',
    'waiting 2',
    'waiting 2',
  ])
  const { answer } = await who.call(followUpRoutes.listEnrolments, { params: { id }, query: {} })
  expect(answer.enrolments.map(({ sent_positions }) => sent_positions)).toEqual(emails.map(() => [0, 1]))
  expect(answer.enrolments.find(({ state }) => state === 'stopped')!.sentence).toBe(
    'Stopped: they are no longer in the campaign',
  )
  await who.call(campaignRoutes.update, { params: { id }, body: { status: 'archived' } })
  expect(await stepResults(who, id)).toMatchObject({
    totals,
    stopped: [
      { reason: 'archived', count: 2 },
      { reason: 'removed', count: 2 },
    ],
  })
})

test('somebody who left the campaign is neither started again nor counted among those a new follow-up reaches (FOLLOW-38)', async () => {
  const who = await newCustomer()
  const { id, emails, prospects } = await start(who, 2)
  await goToMorning()
  await who.call(campaignRoutes.removeProspect, { params: { id, prospectId: prospects[0]! } })
  const { answer: list } = await who.call(followUpRoutes.list, { params: { id } })
  expect(list.finished).toBe(1)
  expect((await readCampaign(who, id)).follow_ups.finished).toBe(2)
  const step = { wait_days: 1, wait_in: 'working_days', thread: 'same', body: 'And now?' } as const
  await who.call(followUpRoutes.add, { params: { id }, body: { ...step, include_finished: true } })
  await goToMorning()
  expect(emails.map((email) => sentTo(email).length)).toEqual([2, 3])
  expect((await readCampaign(who, id)).status).toBe('completed')
})

test('deleted prospects who come back go on from where they were (FOLLOW-23)', async () => {
  const who = await newCustomer()
  const { id, emails, prospects } = await start(who, 3, [{ wait_days: 2 }])
  // The last one is stopped by hand, and stays so.
  const selection = { ids: [prospects[2]!] }
  await who.call(followUpRoutes.changeEnrolments, { params: { id }, body: { selection, action: 'stop' } })
  const { answer } = await who.call(prospectRoutes.removeMany, { body: { selection: { ids: prospects } } })
  expect((await readCampaign(who, id)).status).toBe('completed')
  await reply(emails[1]!)
  await undo(who, answer.undo)
  expect(await placesOf(who, id, emails)).toEqual(['waiting 1', 'stopped replied 1', 'stopped manual 1'])
  expect((await readCampaign(who, id)).status).toBe('active')
  await goToMorning()
  await goToMorning()
  expect(emails.map((email) => sentTo(email).length)).toEqual([2, 1, 1])
})

test('a deleted campaign comes back with its follow-ups; people keep their place and edited emails (FOLLOW-46)', async () => {
  const who = await newCustomer()
  const { id, emails, prospects, steps } = await start(who, 3, [{}, { wait_days: 3 }])
  await goToMorning()
  const edited = { params: { id, prospectId: prospects[0]!, stepId: steps[1]!.id } }
  await who.call(followUpRoutes.updateEmail, { ...edited, body: { body: 'Only for you' } })
  const removal = await removeCampaign(who, id)
  for (let day = 0; day < 3; day++) await goToMorning()
  expect(emails.map((email) => sentTo(email).length)).toEqual([2, 2, 2])
  expect((await undo(who, removal)).status).toBe(200)

  expect((await who.call(followUpRoutes.list, { params: { id } })).answer.steps).toMatchObject([
    { id: steps[0]!.id, position: 1 },
    { id: steps[1]!.id, position: 2, wait_days: 3 },
  ])
  expect(await placesOf(who, id, emails)).toEqual(emails.map(() => 'held campaign_paused 2'))
  expect(await stepResults(who, id)).toMatchObject({ totals: { sent: 6 } })
  expect((await who.call(followUpRoutes.getEmail, edited)).answer).toMatchObject({ is_edited: true })
  await wake()
  expect(emails.map((email) => sentTo(email).length)).toEqual([2, 2, 2])
  // What fell due meanwhile leaves at once.
  await resume(who, id)
  await wake()
  expect(emails.map((email) => sentTo(email).length)).toEqual([3, 3, 3])
  const { text } = await PostalMime.parse(sentTo(emails[0]!)[2]!.raw)
  expect(text).toContain('Only for you')
  expect(await placesOf(who, id, emails)).toEqual(['finished', 'finished', 'finished'])
})

test('a campaign deleted while its follow-ups are queued sends none of them, and each once after the undo (FOLLOW-41)', async () => {
  const who = await newCustomer()
  const { id, emails } = await start(who, 3)
  await setPace(who, { gap_from_seconds: 600, gap_to_seconds: 600 })
  await goToMorning()
  const sent = () => emails.map((email) => sentTo(email).length).toSorted()
  expect(sent()).toEqual([1, 1, 2])
  const removal = await removeCampaign(who, id)
  clock.advance(600_000)
  await wake()
  expect(sent()).toEqual([1, 1, 2])
  await undo(who, removal)
  await resume(who, id)
  for (let n = 0; n < 3; n++) {
    clock.advance(600_000)
    await wake()
  }
  expect(sent()).toEqual([2, 2, 2])
  expect((await readCampaign(who, id)).follow_ups).toMatchObject({ finished: 3 })
})

test.each(['deleted', 'deleted and undone'])(
  'a follow-up in transmission while its campaign is %s is not sent again (FOLLOW-41)',
  async (what) => {
    const who = await newCustomer()
    const { id, emails } = await start(who, 1, [{}, {}])
    let removal: string | null = null
    duringHandOver(async () => {
      removal = await removeCampaign(who, id)
      if (what === 'deleted and undone') await undo(who, removal)
    })
    await goToMorning()
    if (what === 'deleted') await undo(who, removal)
    expect(await placesOf(who, id, emails)).toEqual(['held campaign_paused 2'])
    await resume(who, id)
    await wake()
    expect(sentTo(emails[0]!)).toHaveLength(2)
    await goToMorning()
    await wake()
    expect(sentTo(emails[0]!)).toHaveLength(3)
    expect(await placesOf(who, id, emails)).toEqual(['finished'])
  },
)

test('a first message in transmission while its campaign was deleted is followed up after the undo (FOLLOW-41)', async () => {
  const who = await newCustomer()
  let removal: string | null = null
  duringHandOver(async () => {
    const [row] = await query<{ id: string }>('select id from campaigns where owner_id = $1', [who.id])
    removal = await removeCampaign(who, row!.id)
  })
  const { id, emails } = await start(who, 1)
  await undo(who, removal)
  await resume(who, id)
  await goToMorning()
  expect(sentTo(emails[0]!)).toHaveLength(2)
})

test('replies and holds from the time of the deletion count after the undo (FOLLOW-14, FOLLOW-30)', async () => {
  const who = await newCustomer()
  const domain = `office${++people}.example`
  const emails = [
    `rita@${domain}`,
    `carl@${domain}`,
    `helen@shop${people}.example`,
    `otto@shop${people}x.example`,
  ]
  const { id } = await start(who, emails)
  const removal = await removeCampaign(who, id)
  await reply(emails[0]!)
  const until = new Date(clock.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10)
  await who.call(followUpRoutes.hold, { body: { email: emails[2]!, until } })
  await undo(who, removal)
  await resume(who, id)
  expect(await placesOf(who, id, emails)).toEqual([
    'stopped replied 1',
    'stopped colleague_replied 1',
    'held manual 1',
    'waiting 1',
  ])
  await goToMorning()
  expect(emails.map((email) => sentTo(email).length)).toEqual([1, 1, 1, 2])
})
