import { buildAutoReply, buildComplaint, buildDsn, buildReply } from '@goldpan/campaign-mail/samples'
import { campaignRoutes } from '@goldpan/contract/campaigns'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { createSequences } from '../../../test/sequence.ts'
import { readCampaign } from '../../../test/written-campaign.ts'

// Monday, 2 March 2026, 09:00 UTC.
const started = await startTestApp()
const { app, clock, createCustomer, drain, query } = started
const { goToMorning, start, sentTo, setPace } = createSequences(started)

let people = 0
const newCustomer = async () => {
  const who = await createCustomer(`Stops${++people}`)
  await setPace(who)
  return who
}
const newEmail = (domain = `shop${++people}.example`) => `reader${++people}@${domain}`

/** A campaign of one recipient with two follow-ups, whose template was sent. */
async function startOne(who: Customer, email = newEmail()) {
  const sequence = await start(who, [email], [{}, {}])
  return { ...sequence, email, stateOf: () => stateOf(who, sequence.id, email) }
}

async function stateOf(who: Customer, id: string, email: string): Promise<string> {
  const { answer } = await who.call(followUpRoutes.listEnrolments, {
    params: { id },
    query: { search: email },
  })
  const found = answer.enrolments[0]
  return found ? [found.state, found.stop_reason ?? found.hold_reason].filter(Boolean).join(' ') : 'none'
}

/** The newest message to somebody, as it came back with what they wrote. */
async function sampleOf(email: string) {
  const { raw, envelope } = sentTo(email).at(-1)!
  const original = Buffer.concat([Buffer.from(`Return-Path: <${envelope.from}>\r\n`), raw])
  const sample = { original, date: clock.now(), from: { name: 'Rita Reader', address: email } }
  return { sample, returnPath: envelope.from, returnAddress: (await PostalMime.parse(raw)).from!.address! }
}

async function takeIn(raw: Buffer, from: string | null, to: string) {
  clock.advance(1000)
  await app.features.replies.receive({ raw, envelope: { from, to: [to] } })
  await drain()
}

async function reply(email: string, text = 'Yes, please call me.') {
  const { sample, returnAddress } = await sampleOf(email)
  await takeIn(await buildReply({ ...sample, text }), email, returnAddress)
}

async function bounce(email: string, report: { status: string; diagnostic: string; action?: string }) {
  const { sample, returnPath } = await sampleOf(email)
  const dsn = await buildDsn({
    ...sample,
    recipient: email,
    reporting_mta: 'mx.shop.example',
    ...report,
  } as never)
  await takeIn(dsn, null, returnPath)
}

test('a reply stops the person, and nothing more is sent (FOLLOW-14)', async () => {
  const who = await newCustomer()
  const { id, email, stateOf: state } = await startOne(who)
  await goToMorning()
  expect([sentTo(email).length, await state()]).toEqual([2, 'waiting'])
  await reply(email)
  expect(await state()).toBe('stopped replied')
  await goToMorning()
  expect(sentTo(email)).toHaveLength(2)
  expect((await readCampaign(who, id)).status).toBe('completed')
})

test('a reply stops colleagues with the same mail domain or business, but not at free mail (FOLLOW-15)', async () => {
  const who = await newCustomer()
  const domain = `office${++people}.example`
  const emails = [
    newEmail(domain),
    newEmail(domain),
    newEmail('gmail.com'),
    newEmail('gmail.com'),
    newEmail(),
  ]
  const { id, prospects } = await start(who, emails, [{}])
  // The last one works at the business of the third.
  for (const index of [2, 4])
    await query("update prospects set place_id = 'own:1' where id = $1", [prospects[index]!])
  await reply(emails[0]!)
  const states = () => Promise.all(emails.map((email) => stateOf(who, id, email)))
  expect(await states()).toEqual([
    'stopped replied',
    'stopped colleague_replied',
    'waiting',
    'waiting',
    'waiting',
  ])
  await reply(emails[2]!)
  expect((await states()).slice(2)).toEqual(['stopped replied', 'waiting', 'stopped colleague_replied'])
})

test('a reply that asks for no more mail stops the colleagues as well (FOLLOW-15)', async () => {
  const who = await newCustomer()
  const domain = `office${++people}.example`
  const emails = [newEmail(domain), newEmail(domain)]
  const { id } = await start(who, emails, [{}])
  await reply(emails[0]!, 'STOP')
  expect(await Promise.all(emails.map((email) => stateOf(who, id, email)))).toEqual([
    'stopped stop_word',
    'stopped colleague_replied',
  ])
})

test('with the scope of the person a reply leaves colleagues alone (FOLLOW-16)', async () => {
  const who = await newCustomer()
  const domain = `office${++people}.example`
  const emails = [newEmail(domain), newEmail(domain)]
  const { id } = await start(who, emails, [{}])
  const body = { stop_scope: 'person', follow_ups_first: true } as const
  await who.call(followUpRoutes.setRules, { params: { id }, body })
  await reply(emails[0]!)
  expect(await stateOf(who, id, emails[0]!)).toBe('stopped replied')
  await goToMorning()
  expect(emails.map((email) => sentTo(email).length)).toEqual([1, 2])
})

test('a reply in one campaign stops the person in all others (FOLLOW-17)', async () => {
  const who = await newCustomer()
  const email = newEmail()
  const first = await startOne(who, email)
  const second = await startOne(who, email)
  await reply(email)
  expect([await first.stateOf(), await second.stateOf()]).toEqual(['stopped replied', 'stopped replied'])
})

test('a stop word and an unsubscription stop (FOLLOW-18)', async () => {
  const who = await newCustomer()
  const worded = await startOne(who)
  await reply(worded.email, 'STOP')
  expect(await worded.stateOf()).toBe('stopped stop_word')
  const left = await startOne(who)
  const link = /one-click\/([\w-]+)>/.exec(
    sentTo(left.email)[0]!
      .raw.toString()
      .replace(/\r\n\s/g, ''),
  )![1]!
  await app.features.tracking.unsubscribeByHeader(link)
  expect(await left.stateOf()).toBe('stopped unsubscribed')
  await goToMorning()
  expect([sentTo(worded.email).length, sentTo(left.email).length]).toEqual([1, 1])
})

test('hard and soft bounces stop, a delay does not (FOLLOW-19)', async () => {
  const who = await newCustomer()
  const [hard, soft, late] = [await startOne(who), await startOne(who), await startOne(who)]
  await bounce(hard.email, { status: '5.1.1', diagnostic: '550 5.1.1 No such user' })
  await bounce(soft.email, { status: '5.2.2', diagnostic: '552 5.2.2 Mailbox full' })
  await bounce(late.email, {
    status: '4.4.1',
    diagnostic: '451 4.4.1 No answer from host',
    action: 'delayed',
  })
  expect([await hard.stateOf(), await soft.stateOf(), await late.stateOf()]).toEqual([
    'stopped bounced',
    'stopped bounced',
    'waiting',
  ])
})

test('a complaint stops (FOLLOW-20)', async () => {
  const who = await newCustomer()
  const { email, stateOf: state } = await startOne(who)
  const { sample, returnPath } = await sampleOf(email)
  const reporter = { name: 'Reports', address: 'reports@provider.example' }
  await takeIn(await buildComplaint({ ...sample, recipient: email, reporter }), null, returnPath)
  expect(await state()).toBe('stopped complained')
})

test('suppressing an address or a domain stops (FOLLOW-21)', async () => {
  const who = await newCustomer()
  const [one, two, three] = [await startOne(who), await startOne(who), await startOne(who)]
  const text = `${one.email}\n@${two.email.split('@')[1]}`
  await who.call(suppressionRoutes.add, { body: { text } })
  await who.call(prospectRoutes.suppressMany, { body: { selection: { ids: [three.prospects[0]!] } } })
  for (const { stateOf: state } of [one, two, three]) expect(await state()).toBe('stopped suppressed')
})

test('converted and rejected prospects stop, one by one and many at once (FOLLOW-22)', async () => {
  const who = await newCustomer()
  const [one, two] = [await startOne(who), await startOne(who)]
  await who.call(prospectRoutes.patch, { params: { id: one.prospects[0]! }, body: { status: 'converted' } })
  const selection = { ids: [two.prospects[0]!] }
  await who.call(prospectRoutes.changeStatus, { body: { selection, status: 'rejected' } })
  expect([await one.stateOf(), await two.stateOf()]).toEqual(['stopped converted', 'stopped rejected'])
})

test('removal from the campaign, deletion, another address, archive and the end by hand stop (FOLLOW-23)', async () => {
  const who = await newCustomer()
  const sequences = []
  for (let index = 0; index < 5; index++) sequences.push(await startOne(who))
  const [left, deleted, moved, archived, ended] = sequences as [
    (typeof sequences)[0],
    (typeof sequences)[0],
    (typeof sequences)[0],
    (typeof sequences)[0],
    (typeof sequences)[0],
  ]
  await who.call(campaignRoutes.removeProspect, { params: { id: left.id, prospectId: left.prospects[0]! } })
  await who.call(prospectRoutes.removeMany, { body: { selection: { ids: [deleted.prospects[0]!] } } })
  const moving = await who.call(prospectRoutes.patch, {
    params: { id: moved.prospects[0]! },
    body: { email: newEmail() },
  })
  expect(moving.refusal.message).toBeUndefined()
  await who.call(campaignRoutes.update, { params: { id: archived.id }, body: { status: 'archived' } })
  await who.call(campaignRoutes.update, { params: { id: ended.id }, body: { status: 'completed' } })
  expect(await Promise.all(sequences.map((one) => one.stateOf()))).toEqual([
    'stopped removed',
    'stopped removed',
    'stopped address_changed',
    'stopped archived',
    'stopped campaign_ended',
  ])
  await goToMorning()
  expect(sequences.map(({ email }) => sentTo(email).length)).toEqual([1, 1, 1, 1, 1])
  expect((await readCampaign(who, left.id)).status).toBe('completed')
})

test('a forged reply stops nobody (FOLLOW-24)', async () => {
  const who = await newCustomer()
  const { email, stateOf: state } = await startOne(who)
  const { returnAddress } = await sampleOf(email)
  const forged = `From: ${email}\r\nTo: ${returnAddress}\r\nMessage-ID: <${people}@x.example>\r\nSubject: Re: Ovens\r\n\r\nYes.\r\n`
  await takeIn(Buffer.from(forged), email, returnAddress)
  expect(await state()).toBe('waiting')
})

test('an automatic reply stops nobody', async () => {
  const who = await newCustomer()
  const { email, stateOf: state } = await startOne(who)
  const { sample, returnAddress } = await sampleOf(email)
  await takeIn(
    await buildAutoReply({ ...sample, text: 'Thank you, we have got your message.' }),
    email,
    returnAddress,
  )
  expect(await state()).toBe('waiting')
})

test('a reply between planning and claim takes the message out of the queue', async () => {
  const who = await newCustomer()
  const { id } = await startOne(who)
  const other = await startOne(who)
  // The second message waits in the queue for the next day.
  await setPace(who, { daily_cap: 1 })
  await goToMorning()
  const queued = await query<{ email: string }>(
    "select email from recipients where state = 'queued' and campaign_id = any($1)",
    [[id, other.id]],
  )
  expect(queued).toHaveLength(1)
  const waiting = queued[0]!.email
  await reply(waiting)
  const [row] = await query<{ state: string }>(
    'select state from recipients where email = $1 and step_id is not null',
    [waiting],
  )
  expect(row!.state).toBe('cancelled')
  await goToMorning()
  expect(sentTo(waiting)).toHaveLength(1)
})

async function automaticReply(email: string, text: string) {
  const { sample, returnAddress } = await sampleOf(email)
  await takeIn(await buildAutoReply({ ...sample, text }), email, returnAddress)
}

test.each([
  ['I am out of the office until 19 March.', '20 March 2026'],
  ['Ich bin bis einschließlich 20.3.2026 nicht im Büro.', '23 March 2026'],
  ['Je suis absent jusqu’au 24 mars inclus.', '25 March 2026'],
])('an away note holds until the working day after its date: %s (FOLLOW-25)', async (text, day) => {
  const who = await newCustomer()
  const { id, email, stateOf: state } = await startOne(who)
  await automaticReply(email, text)
  expect(await state()).toBe('held away')
  const { answer } = await who.call(followUpRoutes.listEnrolments, { params: { id }, query: {} })
  expect(answer.enrolments[0]!.sentence).toBe(`Away: held until ${day}`)
})

test('an away note without a believable date holds until the 5th working day, twice at most (FOLLOW-26)', async () => {
  const who = await newCustomer()
  const email = newEmail()
  const { id } = await start(who, [email], [{}, {}, {}, {}, {}])
  const state = () => stateOf(who, id, email)
  for (const text of ['I am out of the office until 12/3.', 'I am out of office until 12 March 2025.']) {
    await automaticReply(email, text)
    expect(await state()).toBe('held away')
    for (let morning = 0; morning < 4; morning++) await goToMorning()
    expect(await state()).toBe('held away')
    await goToMorning()
    expect(await state()).toBe('waiting')
  }
  await automaticReply(email, 'I am out of the office at the moment.')
  expect(await state()).toBe('waiting')
})

test('a receipt holds nobody (FOLLOW-27)', async () => {
  const who = await newCustomer()
  const { email, stateOf: state } = await startOne(who)
  await automaticReply(email, 'Thank you for your message. We have received it and will answer on 12 March.')
  expect(await state()).toBe('waiting')
})

test('a note that somebody no longer works there stops them (FOLLOW-28)', async () => {
  const who = await newCustomer()
  const { email, stateOf: state } = await startOne(who)
  await automaticReply(email, 'Rita Reader no longer works here. Please write to info@shop.example.')
  expect(await state()).toBe('stopped left_company')
})

test('step-results count each message and answer at its step, and the sums are the totals (FOLLOW-44)', async () => {
  const who = await newCustomer()
  const [early, returned, late] = [newEmail(), newEmail(), newEmail()] as const
  const { id } = await start(who, [early, returned, late], [{}, {}])
  const read = async () => (await who.call(followUpRoutes.results, { params: { id } })).answer
  const figuresOf = async () =>
    (await read()).steps.map(({ position, sent, bounced, opened, replied, unsubscribed, waiting }) => ({
      position,
      sent,
      bounced,
      opened,
      replied,
      unsubscribed,
      waiting,
    }))
  const none = { bounced: 0, opened: 0, replied: 0, unsubscribed: 0, waiting: 0 }

  await reply(early)
  await goToMorning()
  await bounce(returned, { status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 no such user' })
  expect(await figuresOf()).toEqual([
    { ...none, position: 0, sent: 3, opened: 1, replied: 1 },
    { ...none, position: 1, sent: 2, bounced: 1 },
    { ...none, position: 2, sent: 0, waiting: 1 },
  ])

  await goToMorning()
  await reply(late, 'stop')
  const { steps, totals, stopped } = await read()
  expect(steps.map(({ sent, unsubscribed }) => [sent, unsubscribed])).toEqual([
    [3, 0],
    [2, 0],
    [1, 1],
  ])
  for (const name of ['sent', 'unconfirmed', 'failed', 'bounced', 'replied', 'unsubscribed'] as const)
    expect(totals[name], name).toBe(steps.reduce((sum, step) => sum + step[name], 0))
  expect(totals).toMatchObject({ sent: 6, bounced: 1, replied: 1, unsubscribed: 1 })
  expect(stopped).toContainEqual({ reason: 'bounced', count: 1 })
  expect(stopped).toContainEqual({ reason: 'replied', count: 1 })
})
