import { campaignRoutes } from '@goldpan/contract/campaigns'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { sendingRoutes } from '@goldpan/contract/sending'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { usageRoutes } from '@goldpan/contract/usage'
import { writingRoutes } from '@goldpan/contract/writing'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { createSequences } from '../../../test/sequence.ts'
import { giveTokens, readCampaign, startSend, writeCampaign } from '../../../test/written-campaign.ts'

// Monday, 2 March 2026, 09:00 UTC.
const started = await startTestApp()
const { clock, createCustomer, drain, mail, query } = started
const { wake, goTo, goToMorning, addStep, start, sentTo, readSentTo, setPace } = createSequences(started)

let people = 0
const newCustomer = async (pace: object = {}) => {
  const who = await createCustomer(`People${++people}`)
  await setPace(who, pace)
  return who
}

const list = async (who: Customer, id: string, filter: object = {}) =>
  (await who.call(followUpRoutes.listEnrolments, { params: { id }, query: filter })).answer
const sentences = async (who: Customer, id: string) =>
  (await list(who, id)).enrolments.map(({ sentence }) => sentence)
const change = (who: Customer, id: string, body: object) =>
  who.call(followUpRoutes.changeEnrolments, { params: { id }, body: body as never })
const dayIn = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const wordsOf = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(day))

test('enrolments filter by state, step and words, and say in a sentence where people stand (FOLLOW-45)', async () => {
  const who = await newCustomer()
  const { id, prospects, emails } = await start(who, 3, [{}, {}])
  expect(await sentences(who, id)).toEqual(Array(3).fill('Follow-up 1 on 3 March 2026'))
  await change(who, id, { selection: { ids: [prospects[0]!] }, action: 'stop' })
  await change(who, id, { selection: { ids: [prospects[1]!] }, action: 'skip' })
  const all = await list(who, id)
  expect(all).toMatchObject({ total: 3, counts: { waiting: 2, queued: 0, held: 0, stopped: 1, finished: 0 } })
  expect(all.enrolments).toMatchObject([
    { state: 'stopped', stop_reason: 'manual', sentence: 'Stopped: by hand', due_at: null },
    { state: 'waiting', next_position: 2, sentence: 'Follow-up 2 on 4 March 2026', sent_positions: [0] },
    {
      state: 'waiting',
      next_position: 1,
      name: 'Pat',
      email: emails[2]!,
      prospect_id: prospects[2]!,
      due_at: '2026-03-03T09:00:00.000Z',
    },
  ])
  const found = async (filter: object) => (await list(who, id, filter)).enrolments.map(({ email }) => email)
  expect(await found({ state: 'stopped' })).toEqual([emails[0]])
  expect(await found({ step: 2 })).toEqual([emails[1]])
  expect(await found({ search: emails[2]! })).toEqual([emails[2]])
  expect(await found({ limit: 1, offset: 1 })).toEqual([emails[1]])
  const [, second, third] = all.enrolments.map((enrolment) => enrolment.campaign_prospect_id)
  expect(await found({ ids: `${third},${second},nobody` })).toEqual([emails[1], emails[2]])
  expect((await (await newCustomer()).call(followUpRoutes.listEnrolments, { params: { id } })).status).toBe(
    404,
  )
  await goToMorning()
  await goToMorning()
  expect((await sentences(who, id))[2]).toBe('All messages were sent')
})

test('recipients filter by their place, and results name the days that are due (FOLLOW-44, FOLLOW-45)', async () => {
  const who = await newCustomer()
  const { id, prospects, emails } = await start(who, 4, [{}, {}])
  await change(who, id, { selection: { ids: [prospects[0]!] }, action: 'stop' })
  await change(who, id, { selection: { ids: [prospects[1]!] }, action: 'skip' })
  await wake()
  const found = async (query: object) =>
    (await who.call(campaignRoutes.listRecipients, { params: { id }, query })).answer.recipients.map(
      ({ email }) => email,
    )
  expect(await found({ state: 'stopped' })).toEqual([emails[0]])
  expect(await found({ step: 2 })).toEqual([emails[1]])
  expect(await found({ state: 'waiting', step: 1 })).toEqual([emails[2], emails[3]])
  expect(await found({ state: 'stopped', step: 1 })).toEqual([])
  const { due } = (await who.call(followUpRoutes.results, { params: { id } })).answer
  expect(due).toMatchObject([
    { day: dayIn(1), position: 1, people: 2 },
    { day: dayIn(2), position: 2, people: 1 },
  ])
})

test('hold, resume, skip, stop and restart act on people chosen by id or by filter (FOLLOW-31)', async () => {
  const who = await newCustomer()
  const { id, prospects, emails } = await start(who, 2, [{}, {}])
  const day = dayIn(7)
  const one = { ids: [prospects[0]!] }
  expect((await change(who, id, { selection: one, action: 'hold', until: day })).answer).toEqual({
    changed: 1,
    skipped: 0,
  })
  expect((await sentences(who, id))[0]).toBe(`Held until ${wordsOf(day)}`)
  await goToMorning()
  expect(emails.map((email) => sentTo(email).length)).toEqual([1, 2])
  const { holds } = (await who.call(followUpRoutes.listHolds)).answer
  expect(holds).toMatchObject([{ email: emails[0]!, reason: 'manual', until: `${day}T09:00:00.000Z` }])
  expect(
    (await (await newCustomer()).call(followUpRoutes.liftHold, { params: { id: holds[0]!.id } })).status,
  ).toBe(404)
  expect((await who.call(followUpRoutes.liftHold, { params: { id: holds[0]!.id } })).answer).toEqual({
    message: 'Hold lifted',
  })
  expect((await who.call(followUpRoutes.listHolds)).answer.holds).toEqual([])
  await goToMorning()
  expect(emails.map((email) => sentTo(email).length)).toEqual([2, 3])

  const everybody = { filter: {}, except: [prospects[1]!] }
  expect((await change(who, id, { selection: everybody, action: 'stop' })).answer.changed).toBe(1)
  await goToMorning()
  expect(emails.map((email) => sentTo(email).length)).toEqual([2, 3])
  expect((await change(who, id, { selection: { filter: {} }, action: 'restart' })).answer).toEqual({
    changed: 1,
    skipped: 1,
  })
  expect((await readCampaign(who, id)).status).toBe('active')
  await goToMorning()
  expect(emails.map((email) => sentTo(email).length)).toEqual([3, 3])
  expect((await readCampaign(who, id)).status).toBe('completed')
})

test('those who want no mail are not started again (FOLLOW-31)', async () => {
  const who = await newCustomer()
  const { id, prospects } = await start(who, 1)
  await who.call(prospectRoutes.suppressMany, { body: { selection: { ids: prospects } } })
  expect((await change(who, id, { selection: { ids: prospects }, action: 'restart' })).answer).toEqual({
    changed: 0,
    skipped: 1,
  })
})

test('resume lifts a hold, and counts a message in doubt as sent (FOLLOW-31)', async () => {
  const who = await newCustomer()
  const { id, prospects, emails } = await start(who, 1, [{}, {}])
  mail.answers.set(emails[0]!, { outcome: 'unconfirmed', code: null, answer: 'connection lost' })
  await goToMorning()
  mail.answers.delete(emails[0]!)
  expect((await list(who, id)).enrolments).toMatchObject([{ state: 'held', hold_reason: 'unconfirmed' }])
  await goToMorning()
  const before = sentTo(emails[0]!).length
  const one = { ids: prospects }
  expect((await change(who, id, { selection: one, action: 'resume' })).answer.changed).toBe(1)
  expect((await list(who, id)).enrolments).toMatchObject([{ state: 'waiting', next_position: 2 }])
  await wake()
  expect(sentTo(emails[0]!).length).toBe(before + 1)
})

test('a hold past 180 days, today or earlier is refused (FOLLOW-32)', async () => {
  const who = await newCustomer()
  const { id, prospects, emails } = await start(who, 1)
  for (const days of [181, 0, -1]) {
    const until = dayIn(days)
    const one = await change(who, id, { selection: { ids: prospects }, action: 'hold', until })
    const other = await who.call(followUpRoutes.hold, { body: { email: emails[0]!, until } })
    for (const { status, refusal } of [one, other])
      expect([status, refusal.code, refusal.message]).toEqual([
        400,
        'follow_ups.hold_too_long',
        'Please choose a day within 180 days',
      ])
  }
  expect(
    (await who.call(followUpRoutes.hold, { body: { email: emails[0]!, until: dayIn(180) } })).status,
  ).toBe(200)
})

test('a hold does not spend the wait (FOLLOW-29)', async () => {
  const who = await newCustomer()
  await goToMorning()
  const monday = new Date(clock.now())
  while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() + 1)
  await goTo(`${monday.toISOString().slice(0, 10)}T10:00`)
  const { id, emails } = await start(who, 1, [{ wait_days: 2 }])
  // Held from Monday until Thursday: Tuesday and Wednesday are not counted.
  await who.call(followUpRoutes.hold, { body: { email: emails[0]!, until: dayIn(3) } })
  expect((await list(who, id)).enrolments[0]!.due_at).toBe(`${dayIn(4)}T09:00:00.000Z`)
  for (let day = 0; day < 3; day++) await goToMorning()
  expect(sentTo(emails[0]!)).toHaveLength(1)
  await goToMorning()
  expect(sentTo(emails[0]!)).toHaveLength(2)
})

test('a hold covers all campaigns, and first messages skip the person (FOLLOW-30)', async () => {
  const who = await newCustomer()
  const email = `held${++people}@shop.example`
  const sequence = await start(who, [email])
  await who.call(followUpRoutes.hold, { body: { email: email.toUpperCase(), until: dayIn(10) } })
  const first = await writeCampaign(who, [email, `other${++people}@shop.example`])
  const preview = await who.call(sendingCareRoutes.previewSend, { params: { id: first.id }, body: {} })
  const [hold] = (await who.call(followUpRoutes.listHolds)).answer.holds
  expect(preview.answer.skipped).toEqual([
    { reason: `Held until ${wordsOf(hold!.until)}`, count: 1, emails: [email] },
  ])
  await startSend(who, first.id)
  await drain()
  await goToMorning()
  expect(sentTo(email)).toHaveLength(1)
  expect((await list(who, sequence.id)).enrolments).toMatchObject([{ state: 'held', hold_reason: 'manual' }])
})

test('a missing value holds, and its arrival or another text releases (FOLLOW-33)', async () => {
  const who = await newCustomer()
  const body = 'Dear {{firstName}} {{lastName}}, any news?'
  const { id, emails, prospects, steps } = await start(who, 2, [{ body }])
  await goToMorning()
  expect(await sentences(who, id)).toEqual(
    Array(2).fill('Waiting: {{lastName}} has no value for this person'),
  )
  clock.advance(1000)
  await who.call(prospectRoutes.patch, { params: { id: prospects[0]! }, body: { last_name: 'Moor' } })
  await wake()
  expect((await readSentTo(emails[0]!))[1]!.text).toContain('Dear Pat Moor, any news?')
  expect(sentTo(emails[1]!)).toHaveLength(1)
  await who.call(followUpRoutes.update, {
    params: { id, stepId: steps[0]!.id },
    body: { body: 'Dear {{firstName}}, any news?' },
  })
  await wake()
  expect((await readSentTo(emails[1]!))[1]!.text).toContain('Dear Pat, any news?')
})

test('the preview shows days and cost of all steps as they then happen (FOLLOW-36)', async () => {
  const who = await newCustomer({ daily_cap: 2 })
  const { id, emails } = await writeCampaign(who, 3)
  for (const wait_days of [1, 2]) await addStep(who, id, { wait_days })
  const { answer } = await who.call(sendingCareRoutes.previewSend, { params: { id }, body: {} })
  expect(answer.cost_at_most).toEqual({
    messages: 9,
    sentence: 'At most 9 emails if nobody answers: 3 now, 6 as follow-ups.',
  })
  const planned = [answer.days, ...answer.steps.map(({ days }) => days)]
  expect(answer.steps.map(({ position, recipients_at_most }) => [position, recipients_at_most])).toEqual([
    [1, 3],
    [2, 3],
  ])
  await startSend(who, id)
  await drain()
  for (let day = 0; day < 12; day++) await goToMorning()
  const sent = await query<{ step: number; day: string; messages: number }>(
    `select coalesce(step_position, 0) as step, to_char(finished_at at time zone 'UTC', 'YYYY-MM-DD') as day,
       count(*)::int as messages
     from recipients where campaign_id = $1 group by 1, 2 order by 1, 2`,
    [id],
  )
  expect(planned.flatMap((days, step) => days.map(({ day, messages }) => ({ step, day, messages })))).toEqual(
    sent,
  )
  expect(emails.map((email) => sentTo(email).length)).toEqual([3, 3, 3])
})

test('the preview says how many follow-ups of this month nothing would pay for', async () => {
  const who = await newCustomer()
  const readReset = async () => (await who.call(usageRoutes.getUsage)).answer.resets_at
  // The third of a month, so that all follow-ups are due before its end.
  await goTo(`${(await readReset()).slice(0, 7)}-03T09:00`)
  const { id } = await writeCampaign(who, 4)
  for (const wait_days of [1, 2]) await addStep(who, id, { wait_days })
  const preview = async () =>
    (await who.call(sendingCareRoutes.previewSend, { params: { id }, body: {} })).answer
  expect((await preview()).uncovered).toBeNull()
  // Ten emails a month, of twelve.
  await query("update users set subscription_plan = 'test' where id = $1", [who.id])
  expect((await preview()).uncovered).toEqual({ follow_ups: 2, until: await readReset() })
  await giveTokens(who, 1, query)
  expect((await preview()).uncovered).toMatchObject({ follow_ups: 1 })
})

test('text, wait, place and removal of a follow-up act on those to whom it is not queued (FOLLOW-37)', async () => {
  const who = await newCustomer()
  await goToMorning()
  const { id, emails, steps } = await start(who, 1, [{ body: 'One' }, { body: 'Two' }, { body: 'Three' }])
  const [one, two, three] = steps.map((step) => step.id) as [string, string, string]
  await who.call(followUpRoutes.update, {
    params: { id, stepId: one },
    body: { body: 'One again', wait_days: 2 },
  })
  await goToMorning()
  expect(sentTo(emails[0]!)).toHaveLength(1)
  await goToMorning()
  expect((await readSentTo(emails[0]!))[1]!.text).toContain('One again')
  await who.call(followUpRoutes.order, { params: { id }, body: { ids: [one, three, two] } })
  await goToMorning()
  expect((await readSentTo(emails[0]!))[2]!.text).toContain('Three')
  const removed = await who.call(followUpRoutes.remove, { params: { id, stepId: two } })
  expect(removed.answer.passed_over).toBe(1)
  expect((await list(who, id)).counts.finished).toBe(1)
  await goToMorning()
  expect(sentTo(emails[0]!)).toHaveLength(3)
})

test('include_finished writes to finished people, and without it nobody is (FOLLOW-38)', async () => {
  const who = await newCustomer()
  const { id, emails } = await start(who, 1, [])
  expect((await readCampaign(who, id)).status).toBe('completed')
  await addStep(who, id, { body: 'Not for them' })
  await goToMorning()
  await goToMorning()
  expect(sentTo(emails[0]!)).toHaveLength(1)
  await addStep(who, id, { body: 'For all', include_finished: true })
  expect((await readCampaign(who, id)).status).toBe('active')
  await wake()
  await goToMorning()
  await goToMorning()
  const texts = (await readSentTo(emails[0]!)).map(({ text }) => text!.split('\n')[0])
  expect(texts.slice(1)).toEqual(['Not for them', 'For all'])
})

test('a pause sends nothing, and resume sends what is due once (FOLLOW-39)', async () => {
  const who = await newCustomer()
  const { id, emails } = await start(who, 2)
  const pause = () => who.call(followUpRoutes.pause, { params: { id } })
  const resume = () => who.call(followUpRoutes.resume, { params: { id } })
  expect((await resume()).refusal).toMatchObject({
    code: 'campaigns.not_paused',
    message: 'Only a paused campaign can be resumed',
  })
  expect((await pause()).answer).toEqual({ status: 'paused', job_id: null })
  expect((await pause()).refusal).toMatchObject({
    code: 'campaigns.not_active',
    message: 'Only an active campaign can be paused',
  })
  expect(await sentences(who, id)).toEqual(Array(2).fill('Waiting: the campaign is paused'))
  await goToMorning()
  await goToMorning()
  expect(emails.map((email) => sentTo(email).length)).toEqual([1, 1])
  expect((await resume()).answer).toEqual({ status: 'active', job_id: null })
  await wake()
  await wake()
  expect(emails.map((email) => sentTo(email).length)).toEqual([2, 2])
})

test('resume takes up the first messages that the pause interrupted (FOLLOW-39)', async () => {
  const who = await newCustomer({ daily_cap: 1 })
  const { id, emails } = await start(who, 3)
  await who.call(followUpRoutes.pause, { params: { id } })
  await goToMorning()
  expect(emails.reduce((sum, email) => sum + sentTo(email).length, 0)).toBe(1)
  await setPace(who)
  const resumed = await who.call(followUpRoutes.resume, { params: { id } })
  expect(resumed.answer).toEqual({ status: 'active', job_id: expect.any(String) })
  await drain()
  expect(emails.map((email) => sentTo(email).length).toSorted()).toEqual([1, 1, 2])
})

test('a campaign is active while somebody waits for a follow-up, then completed (FOLLOW-40)', async () => {
  const who = await newCustomer()
  const { id, prospects } = await start(who, 2)
  expect((await readCampaign(who, id)).status).toBe('active')
  await change(who, id, { selection: { ids: [prospects[0]!] }, action: 'stop' })
  expect((await readCampaign(who, id)).status).toBe('active')
  await change(who, id, { selection: { ids: [prospects[1]!] }, action: 'skip' })
  expect((await readCampaign(who, id)).status).toBe('completed')
})

test('sending again leaves enrolled people out (FOLLOW-42)', async () => {
  const who = await newCustomer()
  const { id, emails, prospects } = await start(who, 2)
  await change(who, id, { selection: { ids: [prospects[0]!] }, action: 'stop' })
  const body = { resend: true }
  const preview = await who.call(sendingCareRoutes.previewSend, { params: { id }, body })
  expect(preview.answer.recipients).toBe(1)
  expect(preview.answer.skipped).toEqual([
    { reason: 'In a follow-up sequence', count: 1, emails: [emails[1]!] },
  ])
  expect((await who.call(sendingRoutes.send, { params: { id }, body })).status).toBe(200)
  await drain()
  expect(emails.map((email) => sentTo(email).length)).toEqual([2, 1])
})

test('a follow-up edited for one person is what is sent, until it was sent (FOLLOW-06)', async () => {
  const who = await newCustomer()
  const { id, emails, prospects, steps } = await start(who, 1, [{ body: 'Hi {{firstName}}, any news?' }])
  const params = { id, prospectId: prospects[0]!, stepId: steps[0]!.id }
  const [first] = await readSentTo(emails[0]!)
  expect((await who.call(followUpRoutes.getEmail, { params })).answer).toEqual({
    step_id: steps[0]!.id,
    position: 1,
    subject: `Re: ${first!.subject}`,
    body: 'Hi Pat, any news?',
    content: '<p>Hi Pat, any news?</p>',
    is_edited: false,
  })
  const preview = await who.call(followUpRoutes.preview, {
    params: { id },
    body: { thread: 'same', body: 'Hi {{firstName}}', prospect_id: prospects[0]! },
  })
  expect(preview.answer).toMatchObject({ content: '<p>Hi Pat</p>', recipient: { email: emails[0]! } })
  expect(preview.answer.subject).toMatch(/^Re: Ovens for /)
  const body = { body: 'Dear Pat, by hand' }
  const edited = await who.call(followUpRoutes.updateEmail, { params, body })
  expect(edited.answer).toMatchObject({ content: '<p>Dear Pat, by hand</p>', is_edited: true })
  const undone = await who.call(followUpRoutes.resetEmail, { params })
  expect(undone.answer).toMatchObject({ body: 'Hi Pat, any news?', is_edited: false })
  await who.call(followUpRoutes.updateEmail, { params, body })
  expect((await (await newCustomer()).call(followUpRoutes.getEmail, { params })).status).toBe(404)
  await goToMorning()
  expect((await readSentTo(emails[0]!))[1]!.text).toContain('Dear Pat, by hand')
  const late = await who.call(followUpRoutes.updateEmail, { params, body })
  expect([late.status, late.refusal.code]).toEqual([409, 'follow_ups.is_sent'])
})

test('a test of a follow-up goes to the user', async () => {
  const who = await newCustomer()
  const { id, emails, steps } = await start(who, 1, [{ body: 'Hi {{firstName}}, any news?' }])
  const params = { id, stepId: steps[0]!.id }
  const { answer } = await who.call(followUpRoutes.sendTest, { params, body: {} })
  expect(answer).toEqual({ message: `Test sent to ${who.email}`, sent_to: who.email })
  const parsed = await PostalMime.parse(sentTo(who.email).at(-1)!.raw)
  expect(parsed.subject).toMatch(/^\[Test\] Re: Ovens for /)
  expect(parsed.text).toContain('Hi Pat, any news?')
  expect(sentTo(emails[0]!)).toHaveLength(1)
})

test('generate answers a text, saves nothing and charges one generation (FOLLOW-05)', async () => {
  const who = await newCustomer()
  const { id } = await writeCampaign(who, 1)
  const used = async () => (await who.call(usageRoutes.getUsage)).answer.email_generations_count
  const before = await used()
  const generate = async (thread: 'same' | 'new') =>
    (await who.call(followUpRoutes.generate, { params: { id }, body: { position: 1, thread } })).answer
  expect(await generate('same')).toEqual({
    subject: null,
    body: expect.any(String),
    written_by: expect.any(String),
  })
  expect((await generate('new')).subject).toBeTruthy()
  expect(await used()).toBe(before + 2)
  expect((await who.call(followUpRoutes.list, { params: { id } })).answer.steps).toEqual([])
  expect(
    (
      await (
        await newCustomer()
      ).call(followUpRoutes.generate, { params: { id }, body: { position: 1, thread: 'same' } })
    ).status,
  ).toBe(404)
})

test.each([
  [
    'en',
    'Hello {{firstName|there}},',
    'We repair bakery ovens within one day.',
    'Interested?',
    'Cheers',
    /last message|not write about it again/,
  ],
  [
    'de',
    'Hallo {{firstName|zusammen}},',
    'wir reparieren Backöfen für euch und eure Bäckerei an einem Tag.',
    'Interesse?',
    'Viele Grüße',
    /letzte Nachricht|nicht noch einmal/,
  ],
])(
  'a generated follow-up refers to the messages before and says nothing of them again, in the language of the template (FOLLOW-05): %s',
  async (_language, greeting, pitch, question, closing, last) => {
    const who = await newCustomer()
    const { id } = await writeCampaign(who, 1)
    const template = {
      subject: 'Ovens',
      body: [greeting, `${pitch} {{businessName|}}`, question, closing].join('\n\n'),
    }
    await who.call(writingRoutes.updateTemplate, { params: { id }, body: { template } })
    const bodies: string[] = []
    for (const position of [1, 2, 3]) {
      const { answer } = await who.call(followUpRoutes.generate, {
        params: { id },
        body: { position, thread: 'same' },
      })
      const lines = answer.body.split('\n\n')
      expect([lines[0], lines.at(-1)]).toEqual([greeting, closing])
      expect(answer.body).not.toContain(pitch)
      expect(answer.body.match(/\?/g)).toHaveLength(1)
      for (const sentence of lines.slice(1, -1).flatMap((line) => line.split(/(?<=[.?]) /)))
        expect(bodies.some((body) => body.includes(sentence))).toBe(false)
      // Adding it proves that its placeholders are known.
      expect((await addStep(who, id, { body: answer.body })).position).toBe(position)
      bodies.push(answer.body)
    }
    expect(bodies[2]).toMatch(last)
  },
)
