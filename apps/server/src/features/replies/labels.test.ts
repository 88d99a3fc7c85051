import { dkimRecord, generateDkimKey, signDkim } from '@goldpan/campaign-mail/dkim'
import { REPLY_LABELS } from '@goldpan/campaign-mail/label-reply'
import { buildAutoReply, buildReply } from '@goldpan/campaign-mail/samples'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { builtInLabels } from '@goldpan/contract/inbox'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createSequences } from '../../../test/sequence.ts'
import { readStatuses } from '../../../test/written-campaign.ts'
import { createFakeDns } from '../../providers/dns/fake.ts'

// Monday, 2 March 2026, 09:00 UTC.
const started = await startTestApp()
const { alice, app, mail, drain, clock, query } = started
const { start } = createSequences(started)

const key = await generateDkimKey('shop1.example', 'test')
const dns = createFakeDns()
app.ports.dns.txt = dns.txt
dns.texts.set(dkimRecord(key).name, [dkimRecord(key).value])
const { receive } = app.features.replies

let people = 0
/** Sends a campaign to one recipient. Returns it with the message as delivered. */
async function sendOne(email = `reader${++people}@shop${people}.example`, followUps: object[] = []) {
  const campaign = await start(alice, [email], followUps)
  clock.advance(60_000)
  const { raw, envelope } = mail.accepted.findLast((message) => message.envelope.to === email)!
  const original = Buffer.concat([Buffer.from(`Return-Path: <${envelope.from}>\r\n`), raw])
  const returnAddress = (await PostalMime.parse(raw)).from!.address!
  return { ...campaign, email, original, returnPath: envelope.from, returnAddress }
}
type Sent = Awaited<ReturnType<typeof sendOne>>

async function deliver(raw: Buffer, from: string, to: string) {
  clock.advance(1000)
  await receive({ raw, envelope: { from, to: [to] } })
  await drain()
}

const sampleOf = ({ email, original }: Sent, address = email) => ({
  original,
  date: clock.now(),
  from: { name: 'Rita Reader', address },
})
const answer = async (sent: Sent, text: string, from = sent.email) =>
  deliver(await buildReply({ ...sampleOf(sent, from), text }), from, sent.returnAddress)
const noteOf = async (sent: Sent, text: string) =>
  deliver(await buildAutoReply({ ...sampleOf(sent), text }), sent.email, sent.returnAddress)
/** A message that names none of ours. */
const write = (sent: Sent, text: string, { from = sent.email, head = [] as string[] } = {}) =>
  deliver(
    Buffer.from([`From: ${from}`, `To: ${sent.returnAddress}`, ...head, '', text].join('\r\n')),
    /[^\s<>]+@[^\s<>]+/.exec(from)![0],
    sent.returnAddress,
  )

const conversationOf = async (email: string) =>
  (await query('select * from conversations where owner_id = $1 and email = $2', [alice.id, email]))[0]
const messagesOf = (email: string) =>
  query('select * from inbound_messages where owner_id = $1 and from_email = $2 order by received_at desc', [
    alice.id,
    email,
  ])
const newestOf = async (email: string) => (await messagesOf(email))[0]!
const setConversation = (email: string, change: string) =>
  query(`update conversations set ${change} where owner_id = $1 and email = $2`, [alice.id, email])
const prospectOf = async ({ prospects: [id] }: Sent) =>
  (await query('select status from prospects where id = $1', [id]))[0]!.status
const setStatus = ({ prospects: [id] }: Sent, status: 'contacted' | 'converted' | 'rejected') =>
  alice.call(prospectRoutes.patch, { params: { id: id! }, body: { status } })
const suppressed = async (emails: string[]) =>
  app.features.suppressions.findSuppressed(app.database.db, alice.id, emails)
const holdsOf = async (email: string) =>
  (await alice.call(followUpRoutes.listHolds)).answer.holds.filter((hold) => hold.email === email)

test('all mail of an address is one conversation, whatever its subject, reference, case and campaign (INBOX-02)', async () => {
  const first = await sendOne()
  await answer(first, 'Thank you for your message.')
  const again = await sendOne(first.email)
  await answer(again, 'And for this one.')
  await write(first, 'A new subject.', {
    from: `RITA <${first.email.toUpperCase()}>`,
    head: ['Subject: Other'],
  })
  const rows = await query('select * from conversations where email = $1', [first.email])
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ received: 3, state: 'open', prospect_id: first.prospects[0] })
  expect(rows[0]!.campaign_ids.toSorted()).toEqual([first.id, again.id].toSorted())
})

test('an answer from another address is a conversation of its own, which names the address written to (INBOX-03)', async () => {
  const sent = await sendOne()
  await answer(sent, 'First from my own address.')
  await setConversation(sent.email, "state = 'done', unread = false")
  await answer(sent, 'Now from home.', 'rita@home.example')
  expect(await conversationOf('rita@home.example')).toMatchObject({
    answers_for: sent.email,
    prospect_id: null,
    sender_name: 'Rita Reader',
    state: 'open',
    unread: true,
  })
  expect(await conversationOf(sent.email)).toMatchObject({ state: 'done', unread: false, received: 1 })
})

test('a message that came by return address and return path counts once (INBOX-04)', async () => {
  const sent = await sendOne()
  const raw = await buildReply({ ...sampleOf(sent), text: 'By both ways.' })
  const renamed = Buffer.from(raw.toString().replace(/^From: .*$/m, `From: "R. Reader" <${sent.email}>`))
  const before = mail.accepted.length
  await receive({ raw, envelope: { from: sent.email, to: [sent.returnAddress, sent.returnPath] } })
  await drain()
  await deliver(renamed, sent.email, sent.returnAddress)
  expect((await conversationOf(sent.email))!.received).toBe(1)
  expect(mail.accepted.length, 'forwarded once').toBe(before + 1)
  const [events] = await query(
    "select count(*)::int from tracking_events e join recipients r on r.id = e.recipient_id where r.email = $1 and e.kind = 'reply'",
    [sent.email],
  )
  expect(events!.count).toBe(1)
})

test("mail from the owner's own addresses is no reply, stops nothing and isn't sent back (INBOX-02)", async () => {
  const sent = await sendOne()
  const before = mail.accepted.length
  await answer(sent, 'Please remove me from your list.', alice.email)
  await answer(sent, 'Please remove me from your list.', sent.returnAddress)
  expect(
    await query('select 1 from conversations where email = any($1)', [[alice.email, sent.returnAddress]]),
  ).toEqual([])
  expect(await newestOf(alice.email)).toMatchObject({ kind: 'other', label: null, forward_state: 'none' })
  expect(Object.values(await readStatuses(alice, sent.id))).toEqual(['sent'])
  expect((await suppressed([sent.email, alice.email])).size).toBe(0)
  expect(mail.accepted.length).toBe(before)
})

test("a person's message opens its conversation, automatic mail never does (INBOX-05, INBOX-08)", async () => {
  const sent = await sendOne()
  await noteOf(sent, 'I am out of the office until 9 March 2026.')
  expect(await conversationOf(sent.email)).toMatchObject({ state: 'done', unread: false, label: 'away' })
  await answer(sent, 'Back again: how much is it?')
  expect(await conversationOf(sent.email)).toMatchObject({ state: 'open', unread: true, label: 'question' })
  await setConversation(sent.email, "state = 'done', unread = false")
  await noteOf(sent, 'I am out of the office until 16 March 2026.')
  expect(await conversationOf(sent.email)).toMatchObject({ state: 'done', unread: false, label: 'question' })
  await answer(sent, 'Are you there?')
  expect(await conversationOf(sent.email)).toMatchObject({ state: 'open', unread: true })
})

test('mail ends a snooze, whose moment is kept; automatic mail does not (INBOX-10)', async () => {
  const sent = await sendOne()
  await answer(sent, 'Let me think about it.')
  await setConversation(sent.email, "state = 'snoozed', unread = false, snoozed_until = '2026-05-04T09:00Z'")
  await noteOf(sent, 'I am out of the office until 9 March 2026.')
  expect(await conversationOf(sent.email)).toMatchObject({ state: 'snoozed', unread: false })
  await answer(sent, 'I have thought about it.')
  expect(await conversationOf(sent.email)).toMatchObject({
    state: 'open',
    unread: true,
    snoozed_until: null,
    snoozed_before: new Date('2026-05-04T09:00Z'),
  })
})

test.each([
  ['We would like to get an offer, please send it.', 'interested', /^Because they wrote "/],
  ['We are not interested, thank you.', 'not_interested', /^Because they wrote "/],
  ['qwertz', 'other', /^No rule was sure$/],
])('%j is labelled %s, with its reason (INBOX-15)', async (text, label, reason) => {
  const sent = await sendOne()
  await answer(sent, text)
  const { label_reason } = await newestOf(sent.email)
  expect(label_reason).toMatch(reason)
  const words = /"(.*)"$/.exec(label_reason)?.[1] ?? ''
  expect(text).toContain(words)
  expect(await newestOf(sent.email)).toMatchObject({ label, label_by: 'rule', is_proven: true })
  expect(await conversationOf(sent.email)).toMatchObject({
    label,
    auto_label_by: 'rule',
    auto_label_reason: label_reason,
  })
})

test('quotes, footer and signature label nothing; what is quoted is kept apart (INBOX-19)', async () => {
  const sent = await sendOne()
  await answer(
    sent,
    'qwertz\r\n\r\n-- \r\nRita, not interested in calls\r\n\r\nOn Monday, Sam wrote:\r\n> Please remove me from your list.\r\n> Unsubscribe: https://x.example',
  )
  expect(await newestOf(sent.email)).toMatchObject({
    label: 'other',
    reply_text: 'qwertz',
    quoted_text: expect.stringContaining('> Please remove me from your list.'),
  })
  expect((await suppressed([sent.email])).size).toBe(0)
})

test('a proven stop suppresses the address and is done, also from another address (INBOX-20)', async () => {
  const sent = await sendOne()
  await answer(
    sent,
    'We met once. Please take me off your list, this is the third time I ask.',
    'rita@home.example',
  )
  expect(await conversationOf('rita@home.example')).toMatchObject({
    state: 'done',
    unread: false,
    label: 'stop',
  })
  expect([...(await suppressed([sent.email, 'rita@home.example'])).values()]).toEqual([
    'stop_reply',
    'stop_reply',
  ])
  expect(Object.values(await readStatuses(alice, sent.id))).toEqual(['unsubscribed'])
})

test.each([
  ['a sentence', 'Please remove me from your list.', 'Hello'],
  ['the button of a mail program', '', 'unsubscribe'],
])(
  'a stop that is not proven stays open and suppresses nobody: %s (INBOX-20)',
  async (_what, text, subject) => {
    const sent = await sendOne()
    await write(sent, text, { head: [`Subject: ${subject}`] })
    expect(await conversationOf(sent.email)).toMatchObject({ state: 'open', unread: true, label: 'stop' })
    expect(await newestOf(sent.email)).toMatchObject({ label: 'stop', is_proven: false })
    expect((await suppressed([sent.email])).size).toBe(0)
    expect(Object.values(await readStatuses(alice, sent.id))).toEqual(['sent'])
  },
)

test('a stop that its domain signed is proven, whether we wrote to the address or not (INBOX-20)', async () => {
  const sent = await sendOne('signed@shop1.example')
  for (const from of [sent.email, 'boss@shop1.example']) {
    const text = `From: ${from}\r\nTo: ${sent.returnAddress}\r\nSubject: Mail\r\n\r\nPlease remove me from your list.\r\n`
    await deliver(await signDkim(Buffer.from(text), [key]), from, sent.returnAddress)
    expect(await newestOf(from)).toMatchObject({ label: 'stop', is_proven: true })
    expect(await conversationOf(from)).toMatchObject({ state: 'done', unread: false, answers_for: null })
    expect([...(await suppressed([from])).values()]).toEqual(['stop_reply'])
  }
})

test('an away note written by hand is automatic mail, holds until its day and changes no status (INBOX-21)', async () => {
  const sent = await sendOne()
  await answer(sent, 'I am on holiday until 9 March 2026 and will read your message then.')
  expect(await newestOf(sent.email)).toMatchObject({ kind: 'auto-reply', label: 'away' })
  expect(await conversationOf(sent.email)).toMatchObject({ state: 'done', newest_kind: 'auto-reply' })
  expect((await holdsOf(sent.email))[0]).toMatchObject({
    reason: 'away',
    until: expect.stringMatching(/^2026-03-10/),
  })
  expect(Object.values(await readStatuses(alice, sent.id))).toEqual(['sent'])
  expect(await prospectOf(sent)).toBe('email_sent')
})

test.each([
  ['Not now, please write to me again on 4 May 2026.', '2026-05-04'],
  ['Not now, please come back to us in September.', '2026-09-01'],
  ['Not now, maybe at some later time.', null],
])('later reads its day: %s (INBOX-22)', async (text, day) => {
  const sent = await sendOne()
  await answer(sent, text)
  expect(await newestOf(sent.email)).toMatchObject({ label: 'later' })
  const rows = await query(
    `select c.later_until::text as of_conversation, m.later_until::text as of_message
     from conversations c join inbound_messages m on m.id = c.newest_id where c.email = $1`,
    [sent.email],
  )
  expect(rows).toEqual([{ of_conversation: day, of_message: day }])
})

test('labels set the status of the prospect, and a later one sets it again (INBOX-23)', async () => {
  const sent = await sendOne()
  await answer(sent, 'We are not interested, thank you.')
  expect([await prospectOf(sent), Object.values(await readStatuses(alice, sent.id))]).toEqual([
    'rejected',
    ['responded'],
  ])
  await answer(sent, 'We have changed our minds, please send us an offer.')
  expect((await newestOf(sent.email)).label).toBe('interested')
  expect(await prospectOf(sent)).toBe('responded')
})

test.each(['contacted', 'converted', 'rejected'] as const)(
  'a status set by hand stays: %s (INBOX-23)',
  async (status) => {
    const sent = await sendOne()
    await setStatus(sent, status)
    await answer(sent, 'Please send us an offer, we are interested.')
    expect(await prospectOf(sent)).toBe(status)
    await answer(sent, 'We are not interested, thank you.')
    expect(await prospectOf(sent)).toBe(status)
  },
)

test('mail that is not proven sets no status (INBOX-23)', async () => {
  const sent = await sendOne()
  await write(sent, 'We are not interested, thank you.', { head: ['Subject: Hello'] })
  expect((await newestOf(sent.email)).label).toBe('not_interested')
  expect([await prospectOf(sent), Object.values(await readStatuses(alice, sent.id))]).toEqual([
    'email_sent',
    ['sent'],
  ])
})

test('who says that somebody left stops the follow-ups to them, and changes no status (INBOX-23)', async () => {
  const sent = await sendOne(undefined, [{}])
  await answer(sent, 'Rita Reader no longer works here.', `info@shop${people}.example`)
  const { answer: list } = await alice.call(followUpRoutes.listEnrolments, {
    params: { id: sent.id },
    query: {},
  })
  expect(list.enrolments).toMatchObject([{ state: 'stopped', stop_reason: 'left_company' }])
  expect(await prospectOf(sent)).toBe('email_sent')
})

test("addresses that a message names are kept, but not the sender's and the owner's (INBOX-30)", async () => {
  const sent = await sendOne()
  const text = `I am the wrong person, please contact Purchasing@Shop.example instead of ${sent.email}. You wrote as ${alice.email}.`
  await answer(sent, text)
  expect(await newestOf(sent.email)).toMatchObject({
    label: 'wrong_person',
    named: ['purchasing@shop.example'],
  })
})

test("a person's choice stays, whatever comes later; a later proven stop still suppresses (INBOX-24)", async () => {
  const sent = await sendOne()
  await answer(sent, 'Please send us an offer, we are interested.')
  await setConversation(sent.email, "chosen_label = 'question', chosen_by_name = 'Alice Tester'")
  await answer(sent, 'We are not interested, thank you.')
  expect(await conversationOf(sent.email)).toMatchObject({ label: 'question', auto_label: 'not_interested' })
  await answer(sent, 'Please remove me from your list.')
  expect(await conversationOf(sent.email)).toMatchObject({ label: 'question', state: 'done' })
  const { answer: list } = await alice.call(suppressionRoutes.list, { query: { search: sent.email } })
  expect(list.suppressions).toMatchObject([{ reason: 'stop_reply' }])
})

test('names, subjects and file names lose what reorders or hides them (INBOX-38)', async () => {
  const sent = await sendOne()
  const part = [
    'Content-Type: application/pdf; name="x.pdf"',
    "Content-Disposition: attachment; filename*=utf-8''plan%E2%80%AEfdp.exe",
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERg==',
  ]
  const html = ['Content-Type: text/html', '', '<p>See the <b>plan</b>.</p>']
  await write(sent, ['--b', ...html, '--b', ...part, '--b--', ''].join('\r\n'), {
    from: `=?utf-8?B?${Buffer.from('Rita\u202e Reader').toString('base64')}?= <${sent.email}>`,
    head: [
      `Subject: =?utf-8?B?${Buffer.from('Plan\u202e\u0007 B').toString('base64')}?=`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
    ],
  })
  expect(await newestOf(sent.email)).toMatchObject({
    from_name: 'Rita Reader',
    subject: 'Plan B',
    has_html: true,
    attachments: ['planfdp.exe'],
    files: [{ id: '1', name: 'planfdp.exe', type: 'application/pdf', size: 4 }],
  })
  expect(await conversationOf(sent.email)).toMatchObject({ has_files: true, sender_name: 'Rita Reader' })
})

test('the files of a large message are listed whole (INBOX-38)', async () => {
  const sent = await sendOne()
  const content = Buffer.alloc(4_000_000, 7).toString('base64').replace(/.{76}/g, '$&\r\n')
  const file = (name: string, bytes: string) =>
    [
      '--b',
      `Content-Type: application/pdf; name=${name}`,
      'Content-Transfer-Encoding: base64',
      '',
      bytes,
    ].join('\r\n')
  const parts = [file('plan.pdf', content), file('price.pdf', 'JVBERg=='), '--b--', ''].join('\r\n')
  await write(sent, parts, { head: ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'] })
  expect(await newestOf(sent.email)).toMatchObject({
    attachments: ['plan.pdf', 'price.pdf'],
    files: [
      { id: '1', name: 'plan.pdf', size: 4_000_000 },
      { id: '2', name: 'price.pdf', size: 4 },
    ],
  })
})

test('a From field with characters that no address has loses them, or stands for nobody', async () => {
  const sent = await sendOne()
  const writeAs = (from: string) =>
    deliver(Buffer.from(`From: ${from}\r\n\r\nHow much is it?`), sent.email, sent.returnAddress)
  await writeAs(`Rita <${sent.email.replace('@', '\u0000\u202e@')}>`)
  expect(await newestOf(sent.email)).toMatchObject({ label: 'question', error: null })
  expect(await conversationOf(sent.email)).toMatchObject({ received: 1, state: 'open' })

  const before = await query('select 1 from conversations')
  await writeAs('"no body" <"a b"@shop.example>')
  expect(await query('select 1 from conversations')).toHaveLength(before.length)
  expect(await query('select 1 from inbound_messages where handled_at is null')).toEqual([])
})

test('a person whom a note names is none of our addresses (INBOX-30)', async () => {
  const sent = await sendOne()
  const tom = `tom@${sent.email.split('@')[1]}`
  await answer(sent, `I have left the company. Please write to ${tom} instead of ${sent.returnAddress}.`)
  expect(await newestOf(sent.email)).toMatchObject({ named: [tom] })
})

test('a message locks its conversation before everything that it changes (INBOX-11)', async () => {
  const sent = await sendOne()
  await answer(sent, 'How much is it?')
  const raw = await buildReply({ ...sampleOf(sent), text: 'We are not interested, thank you.' })
  clock.advance(1000)
  await receive({ raw, envelope: { from: sent.email, to: [sent.returnAddress] } })
  const member = await app.database.pool.connect()
  try {
    await member.query('begin')
    await member.query('select 1 from conversations where email = $1 for update', [sent.email])
    const handled = drain()
    await expect
      .poll(() =>
        query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      )
      .not.toEqual([])
    const [prospect] = sent.prospects
    for (const [table, condition] of [
      ['prospects', 'id'],
      ['campaign_prospects', 'prospect_id'],
    ])
      await member.query(`select 1 from ${table} where ${condition} = $1 for update nowait`, [prospect])
    await member.query('commit')
    await handled
  } finally {
    member.release()
  }
  expect(await conversationOf(sent.email)).toMatchObject({ label: 'not_interested', received: 2 })
})

test('the rules give the labels that the contract names', () => {
  expect(REPLY_LABELS).toEqual(builtInLabels)
})
