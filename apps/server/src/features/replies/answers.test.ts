import { randomUUID } from 'node:crypto'
import { buildDsn } from '@goldpan/campaign-mail/samples'
import { answeringRoutes } from '@goldpan/contract/answering'
import { inboxRoutes } from '@goldpan/contract/inbox'
import { replyRoutes } from '@goldpan/contract/replies'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { createConversations } from '../../../test/answered-conversation.ts'
import { receiveMail } from '../../../test/conversations.ts'
import { startTestApp } from '../../../test/harness.ts'
import { addMailbox } from '../../../test/own-mailbox.ts'
import type { OutgoingMail } from '../../providers/mail/port.ts'
import { inboundJob } from './replies.ts'

/** Messages sent through own mailboxes. */
const left: OutgoingMail[] = []
const testApp = await startTestApp({
  ports: {
    mailboxes: {
      testSending: async () => null,
      async handOver(_access, sent, options) {
        await options?.beforeBody?.()
        left.push(sent)
        return { outcome: 'accepted', code: 250, answer: '250 OK' }
      },
      close: async () => undefined,
    },
  },
})
const { alice, bob, createCustomer, mail, drain, clock, query } = testApp
const { begin, answer, release, arrived, read, createMembers } = createConversations(testApp)

const takeBack = (answerId: string, who = alice) =>
  who.call(answeringRoutes.takeBack, { params: { answerId } })
const draftOf = async (id: string, who = alice) =>
  (await who.call(answeringRoutes.getDraft, { params: { id } })).answer
const saveDraft = (id: string, text: string, version: number, who = alice) =>
  who.call(answeringRoutes.saveDraft, { params: { id }, body: { text, version } })
const change = (id: string, fields: object, who = alice) =>
  who.call(inboxRoutes.change, { body: { selection: { ids: [id] }, ...fields } as never })

test('an answer by any id of the conversation leaves once, in the thread, by the name of the member (INBOX-31)', async () => {
  const { message, conversation, prospect, email, returnAddress } = await begin(alice)
  const press_id = randomUUID()

  const presses = await Promise.all(
    [message, conversation, prospect].map((id) => answer(alice, id, 'It costs 90 EUR.', { press_id })),
  )

  expect(presses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(presses.map(({ answer: { answer_id } }) => answer_id)).size).toBe(1)
  await release()
  expect(arrived(email)).toHaveLength(1)
  const sent = await PostalMime.parse(arrived(email)[0]!.raw)
  const [row] = await query<{ raw: Buffer }>('select raw from inbound_messages where id = $1', [message])
  const answered = await PostalMime.parse(row!.raw)
  expect(sent).toMatchObject({
    from: { address: returnAddress, name: 'Alice Tester' },
    subject: 'Re: Ovens for you',
    inReplyTo: answered.messageId,
    references: `${answered.references} ${answered.messageId}`,
  })
  expect((await answer(alice, message, 'It costs 90 EUR.', { press_id })).answer.answer_id).toBe(
    presses[0]!.answer.answer_id,
  )
  await release()
  expect(arrived(email)).toHaveLength(1)
})

test('by the id of a conversation the newest message is answered, by that of a message this one (INBOX-31)', async () => {
  const { message, conversation, write, email } = await begin(alice)
  const second = await write('And when?')
  await answer(alice, conversation, 'Soon.')
  await answer(alice, message, 'For 90 EUR.')
  await release()
  const idOf = async (id: string) => {
    const [row] = await query<{ raw: Buffer }>('select raw from inbound_messages where id = $1', [id])
    return (await PostalMime.parse(row!.raw)).messageId
  }
  const parsed = await Promise.all(arrived(email).map(({ raw }) => PostalMime.parse(raw)))
  const answered = Object.fromEntries(parsed.map(({ text, inReplyTo }) => [text!.split('\n')[0], inReplyTo]))
  expect(answered).toEqual({ 'Soon.': await idOf(second), 'For 90 EUR.': await idOf(message) })
})

test('an answer leaves from the mailbox that the message was found in, else from that of the person, else of whom they answer for (INBOX-31)', async () => {
  const mia = await createCustomer('Mia')
  const ann = await begin(mia)
  const [found, heard, annsOwn] = [
    await addMailbox(testApp, { owner: mia.id, address: 'found@own.example', reads: 'nothing' }),
    await addMailbox(testApp, { owner: mia.id, address: 'heard@own.example', reads: 'nothing' }),
    await addMailbox(testApp, { owner: mia.id, address: 'ann@own.example', reads: 'nothing' }),
  ]
  const bind = (email: string, mailbox: string) =>
    query('insert into mailbox_people (owner_id, email, mailbox_id, bound_at) values ($1, $2, $3, now())', [
      mia.id,
      email,
      mailbox,
    ])
  const bob = await receiveMail(testApp, mia, { email: 'bob@shop.example', answersFor: ann.email })
  const from = async () => (await read(bob, mia)).return_address
  expect(await from()).toBe(ann.returnAddress)
  await bind(ann.email, annsOwn)
  expect(await from()).toBe('ann@own.example')
  await bind('bob@shop.example', heard)
  expect(await from()).toBe('heard@own.example')
  await query('update inbound_messages set mailbox_id = $2 where id = $1', [bob, found])
  expect(await read(bob, mia)).toMatchObject({
    return_address: 'found@own.example',
    mailbox: { id: found, address: 'found@own.example' },
  })

  await answer(mia, bob, 'Yes.')
  await release()

  expect(left.map(({ envelope }) => envelope)).toEqual([
    { from: 'found@own.example', to: 'bob@shop.example' },
  ])
  await query('update mailboxes set removed_at = now() where id = $1', [found])
  expect(await from()).toBe('heard@own.example')
})

test.each([
  ['done', {}, 'done'],
  ['open', { afterwards: 'open' }, 'open'],
  ['snoozed', { afterwards: 'snoozed', until: '2026-05-04' }, 'snoozed'],
] as const)('an answer leaves the conversation %s and read (INBOX-31)', async (_, then, state) => {
  const { conversation } = await begin(alice)
  expect(await read(conversation, alice)).toMatchObject({ state: 'open', unread: true })
  const { answer: after } = await answer(alice, conversation, 'Thanks.', then)
  expect(after).toMatchObject({ state, unread: false })
  expect(after.snoozed_until?.slice(0, 10)).toBe(state === 'snoozed' ? '2026-05-04' : undefined)
})

test('a snooze that is over, or without a moment, sends nothing (INBOX-31)', async () => {
  const { conversation, email } = await begin(alice)
  for (const until of [undefined, '2020-01-01', 'soon']) {
    const { refusal } = await answer(alice, conversation, 'Thanks.', { afterwards: 'snoozed', until })
    expect(refusal.code).toBe('inbox.snooze_past')
  }
  await release()
  expect(arrived(email)).toEqual([])
})

test('an answer waits 10 seconds, and is the draft again if it is taken back (INBOX-32)', async () => {
  const { conversation, email } = await begin(alice)
  const { answer: sent } = await answer(alice, conversation, 'It costs 90 EUR.')
  expect(sent.messages.at(-1)).toMatchObject({
    kind: 'answer',
    by: 'Alice Tester',
    take_back_until: new Date(clock.now().getTime() + 10_000).toISOString(),
  })
  clock.advance(9_000)
  await drain()
  expect(arrived(email)).toEqual([])

  const { status, answer: draft } = await takeBack(sent.answer_id)

  expect(status).toBe(200)
  expect(draft).toMatchObject({ text: 'It costs 90 EUR.', files: [] })
  expect(await draftOf(conversation)).toEqual(draft)
  const after = await read(conversation, alice)
  expect(after).toMatchObject({ state: 'open', unread: true, has_draft: true, draft })
  expect(after.messages.map(({ kind }) => kind)).toEqual(['sent', 'reply'])
  await release()
  expect(arrived(email)).toEqual([])
  expect((await takeBack(sent.answer_id)).status).toBe(404)
})

test('an answer leaves after 10 seconds, and can no longer be taken back (INBOX-32)', async () => {
  const { conversation, email } = await begin(alice)
  const { answer: sent } = await answer(alice, conversation, 'Yes.')
  await release()
  expect(arrived(email)).toHaveLength(1)
  const { status, refusal } = await takeBack(sent.answer_id)
  expect([status, refusal.code]).toEqual([409, 'inbox.answer_gone'])
  expect(await draftOf(conversation)).toMatchObject({ text: '', version: 0 })
})

test('of taking back and handing over one wins (INBOX-32)', async () => {
  // Calls of a user are limited.
  const rita = await createCustomer('Rita')
  for (let round = 0; round < 8; round++) {
    const { conversation, email } = await begin(rita)
    const { answer: sent } = await answer(rita, conversation, `Round ${round}`)
    clock.advance(11_000)
    const [taken] = await Promise.all([takeBack(sent.answer_id, rita), drain()])
    await drain()
    expect(arrived(email)).toHaveLength(taken.status === 200 ? 0 : 1)
    expect((await draftOf(conversation, rita)).text).toBe(taken.status === 200 ? `Round ${round}` : '')
  }
})

test('what was typed since an answer stays below the one that is taken back (INBOX-32)', async () => {
  const { conversation } = await begin(alice)
  const { answer: sent } = await answer(alice, conversation, 'It costs 90 EUR.')
  await saveDraft(conversation, 'One more thing:', 0)
  const { answer: draft } = await takeBack(sent.answer_id)
  expect(draft.text).toBe('It costs 90 EUR.\n\nOne more thing:')
})

test('what was changed since an answer stays when it is taken back (INBOX-32)', async () => {
  const [snoozed, written] = [await begin(alice), await begin(alice)]
  await change(snoozed.conversation, { state: 'snoozed', until: '2026-06-01T08:00:00.000Z' })
  const first = await answer(alice, snoozed.conversation, 'Yes.')
  await takeBack(first.answer.answer_id)
  expect(await read(snoozed.conversation, alice)).toMatchObject({
    state: 'snoozed',
    snoozed_until: '2026-06-01T08:00:00.000Z',
  })

  const second = await answer(alice, written.conversation, 'Yes.')
  await change(written.conversation, { state: 'open' })
  await takeBack(second.answer.answer_id)
  expect(await read(written.conversation, alice)).toMatchObject({ state: 'open', unread: false })

  const third = await answer(alice, written.conversation, 'Yes.', { afterwards: 'open' })
  await written.write('Never mind.')
  await takeBack(third.answer.answer_id)
  expect(await read(written.conversation, alice)).toMatchObject({ state: 'open', unread: true })
})

test('taking an answer back hides no message that came since (INBOX-32)', async () => {
  const una = await createCustomer('Una')
  const [unseen, seen] = [await begin(una), await begin(una)]
  for (const { conversation, write } of [unseen, seen]) {
    await change(conversation, { state: 'snoozed', until: '2026-06-01T08:00:00.000Z' }, una)
    const { answer: sent } = await answer(una, conversation, 'Yes.', { afterwards: 'open' })
    await write('One more thing.')
    if (conversation === seen.conversation) await change(conversation, { read: true }, una)
    await takeBack(sent.answer_id, una)
    expect((await read(conversation, una)).state).toBe('open')
  }
})

test('a message since the newest that was seen refuses the answer, unless it is sent anyway (INBOX-33)', async () => {
  const { conversation, message, email, write } = await begin(alice)
  await saveDraft(conversation, 'For 90 EUR.', 0)
  const { version } = await draftOf(conversation)
  await write('Wait, I meant something else.')

  const refused = await answer(alice, conversation, 'For 90 EUR.', { seen: message, draft_version: version })

  expect(refused.status).toBe(409)
  expect(refused.refusal).toMatchObject({
    code: 'inbox.newer_message',
    message: 'Pat wrote again since you opened this. Nothing was sent.',
  })
  await release()
  expect(arrived(email)).toEqual([])
  expect(await draftOf(conversation)).toMatchObject({ text: 'For 90 EUR.', version })
  expect(await read(conversation, alice)).toMatchObject({ state: 'open', unread: true })
  const anyway = { seen: message, anyway: true, draft_version: version }
  expect((await answer(alice, conversation, 'For 90 EUR.', anyway)).status).toBe(200)
})

test('a message that came before the newest seen one but was shown after it counts as newer (INBOX-33)', async () => {
  const { conversation, message, write } = await begin(alice)
  const second = await write('Are you there?')
  await query(
    "update inbound_messages set received_at = received_at - interval '1 hour', handled_at = $2 where id = $1",
    [second, clock.now().toISOString()],
  )
  const { refusal } = await answer(alice, conversation, 'Yes.', { seen: message })
  expect(refusal.code).toBe('inbox.newer_message')
  expect((await answer(alice, conversation, 'Yes.', { seen: second })).status).toBe(200)
})

test('the answer that was seen, own answers and automatic mail refuse nothing (INBOX-33)', async () => {
  const { conversation, message } = await begin(alice)
  const first = await answer(alice, conversation, 'Yes.', { seen: message })
  expect(first.status).toBe(200)
  expect((await answer(alice, conversation, 'No.', { seen: message })).status).toBe(200)
  const newest = (await read(conversation, alice)).messages.at(-1)!
  expect((await answer(alice, conversation, 'Perhaps.', { seen: newest.id })).status).toBe(200)
})

test('of two members who press together one sends, and the other keeps the text (INBOX-33)', async () => {
  const [ada, max] = await createMembers('Together')
  const { conversation, message, email } = await begin(ada)
  await saveDraft(conversation, 'By Ada', 0, ada)
  await saveDraft(conversation, 'By Max', 0, max)

  const [first, second] = await Promise.all([
    answer(ada, conversation, 'By Ada', { seen: message }),
    answer(max, conversation, 'By Max', { seen: message }),
  ])

  expect([first.status, second.status].sort()).toEqual([200, 409])
  const refused = first.status === 409 ? first : second
  expect(refused.refusal.code).toBe('inbox.answered')
  expect(refused.refusal.message).toMatch(
    /^Together(One|Two) Tester has answered since you opened this\. Nothing was sent\.$/,
  )
  await release()
  expect(arrived(email)).toHaveLength(1)
  const draft = await draftOf(conversation, first.status === 409 ? ada : max)
  expect(draft.text).toBe(first.status === 409 ? 'By Ada' : 'By Max')
  const parsed = await PostalMime.parse(arrived(email)[0]!.raw)
  expect(parsed.from!.name).toBe(first.status === 200 ? 'TogetherOne Tester' : 'TogetherTwo Tester')
})

test('an answer with a placeholder left is refused, with the placeholder as it is written (INBOX-36)', async () => {
  const { conversation, email } = await begin(alice)
  const { status, refusal } = await answer(alice, conversation, 'Hello {{ firstName | }} and {{x}}')
  expect(status).toBe(400)
  expect(refusal).toMatchObject({
    code: 'inbox.placeholder_left',
    message: 'Please fill in {{ firstName | }} first',
  })
  await release()
  expect(arrived(email)).toEqual([])
})

test('an answer that fails is the draft again, unless another was begun (INBOX-35)', async () => {
  const [one, two] = [await begin(alice), await begin(alice)]
  const failure = { outcome: 'rejected', code: 550, answer: '550 5.1.1 no such user' } as const
  for (const { email } of [one, two]) mail.answers.set(email, failure)
  await answer(alice, one.conversation, 'First')
  await answer(alice, two.conversation, 'Second')
  await saveDraft(two.conversation, 'Another', 0)
  await release()
  expect((await read(one.conversation, alice)).messages.at(-1)).toMatchObject({ state: 'failed' })
  expect((await draftOf(one.conversation)).text).toBe('First')
  expect((await draftOf(two.conversation)).text).toBe('Another')
  mail.answers.clear()
})

test('an answer that fails opens its conversation, unless it was changed since (INBOX-35)', async () => {
  const fay = await createCustomer('Fay')
  const [one, two] = [await begin(fay), await begin(fay)]
  const failure = { outcome: 'rejected', code: 550, answer: '550 5.1.1 no such user' } as const
  for (const { email, conversation } of [one, two]) {
    mail.answers.set(email, failure)
    await answer(fay, conversation, 'Yes.')
  }
  onTestFinished(() => mail.answers.clear())
  await change(two.conversation, { state: 'snoozed', until: '2026-06-01T08:00:00.000Z' }, fay)
  await release()
  expect(await read(one.conversation, fay)).toMatchObject({ state: 'open', unread: true })
  expect((await read(two.conversation, fay)).state).toBe('snoozed')
})

test('a later report that an answer did not arrive makes it the draft again, once (INBOX-35)', async () => {
  const rea = await createCustomer('Rea')
  const { conversation, email } = await begin(rea)
  await answer(rea, conversation, 'It costs 90 EUR.')
  await release()
  expect((await read(conversation, rea)).state).toBe('done')
  const { raw, envelope } = arrived(email)[0]!
  const report = async () => {
    const sample = { original: raw, date: clock.now(), recipient: email, reporting_mta: 'mx.shop.example' }
    const dsn = await buildDsn({ ...sample, status: '5.1.1', diagnostic: '550 5.1.1 gone' })
    clock.advance(1000)
    await testApp.app.features.replies.receive({ raw: dsn, envelope: { from: null, to: [envelope.from] } })
    await drain()
  }
  await report()
  const after = await read(conversation, rea)
  expect(after).toMatchObject({ state: 'open', unread: true, draft: { text: 'It costs 90 EUR.' } })
  expect(after.messages.find(({ kind }) => kind === 'answer')).toMatchObject({ state: 'failed' })

  await rea.call(answeringRoutes.removeDraft, { params: { id: conversation } })
  await report()
  expect((await draftOf(conversation, rea)).version).toBe(0)
})

test('a wish for no more mail while an answer waits stops it (INBOX-20, INBOX-31)', async () => {
  const wim = await createCustomer('Wim')
  const { conversation, email, write } = await begin(wim)
  await answer(wim, conversation, 'It costs 90 EUR.')
  await write('Please take me off your list.')
  await release()
  await testApp.app.ports.jobs.enqueue(testApp.app.database.db, inboundJob, {})
  await drain()
  expect(arrived(email)).toEqual([])
  const after = await read(conversation, wim)
  expect(after).toMatchObject({ state: 'done', suppressed: true, draft: { text: 'It costs 90 EUR.' } })
  expect(after.messages.find(({ kind }) => kind === 'answer')).toMatchObject({
    state: 'failed',
    reason: 'This person asked not to be contacted.',
  })
})

test('somebody who never wrote, or asked for no more mail, is not answered (INBOX-31)', async () => {
  const stopped = await begin(alice, 'Please take me off your list.')
  const { refusal } = await answer(alice, stopped.conversation, 'But…')
  expect(refusal).toMatchObject({
    code: 'replies.not_answerable',
    message: 'This person asked not to be contacted.',
  })
  expect((await answer(alice, randomUUID(), 'Hello')).refusal.code).toBe('replies.no_conversation')
})

test("Bob cannot answer Dora's conversations or take her answers back (INBOX-46)", async () => {
  const dora = await createCustomer('Dora')
  const { conversation, message } = await begin(dora)
  const { answer: sent } = await answer(dora, conversation, 'Yes.')
  for (const id of [conversation, message]) expect((await answer(bob, id, 'Hi')).status).toBe(404)
  expect((await takeBack(sent.answer_id, bob)).status).toBe(404)
  await release()
})

test('another member cannot take back an answer, whose draft is its writer’s (INBOX-32)', async () => {
  const [ada, max] = await createMembers('Back')
  const { conversation } = await begin(ada)
  const { answer: sent } = await answer(ada, conversation, 'Yes.')
  expect((await takeBack(sent.answer_id, max)).status).toBe(404)
  expect((await takeBack(sent.answer_id, ada)).status).toBe(200)
  expect((await draftOf(conversation, max)).text).toBe('')
})

test('the text of a conversation is found by the words of its answer (INBOX-31)', async () => {
  const vera = await createCustomer('Vera')
  const { conversation, email } = await begin(vera)
  await answer(vera, conversation, 'We deliver pomegranates.')
  const found = await vera.call(replyRoutes.list, { query: { search: 'pomegranates' } })
  expect(found.answer.correspondents.map(({ from_email }) => from_email)).toEqual([email])
})
