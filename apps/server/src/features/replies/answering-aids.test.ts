import { randomUUID } from 'node:crypto'
import { answeringRoutes } from '@goldpan/contract/answering'
import { inboxRoutes } from '@goldpan/contract/inbox'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { provenanceRoutes } from '@goldpan/contract/provenance'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { createConversations } from '../../../test/answered-conversation.ts'
import { startTestApp } from '../../../test/harness.ts'
import { createFakeText } from '../../providers/text/fake.ts'
import type { SuggestedAnswer, ThreadBrief } from '../../providers/text/port.ts'
import { forgetPresenceJob } from './presence.ts'

const text = createFakeText()
const testApp = await startTestApp({ ports: { text } })
const { alice, bob, app, mail, drain, clock, query } = testApp
const { begin, sendOne, answer, createMembers } = createConversations(testApp)

const addReply = (name: string, body: string, who = alice) =>
  who.call(answeringRoutes.addSavedReply, { body: { name, text: body } })
const listReplies = async (conversation?: string, who = alice) =>
  (await who.call(answeringRoutes.listSavedReplies, { query: conversation ? { conversation } : {} })).answer
    .saved_replies

test('saved replies are added, listed by name, changed and deleted, for all members (INBOX-36)', async () => {
  const [ada, max] = await createMembers('Saved')
  const price = (await addReply('Price', 'It costs 90 EUR.', ada)).answer
  await addReply('appointment', 'When shall we come?', max)
  expect((await listReplies(undefined, max)).map(({ name }) => name)).toEqual(['appointment', 'Price'])

  const params = { replyId: price.id }
  const changed = await max.call(answeringRoutes.changeSavedReply, {
    params,
    body: { name: 'Cost', text: 'x' },
  })
  expect(changed.answer).toEqual({ id: price.id, name: 'Cost', text: 'x' })
  for (const who of [bob, alice]) {
    expect((await who.call(answeringRoutes.removeSavedReply, { params })).status).toBe(404)
    expect(
      (await who.call(answeringRoutes.changeSavedReply, { params, body: { name: 'x', text: 'x' } })).status,
    ).toBe(404)
  }
  expect((await ada.call(answeringRoutes.removeSavedReply, { params })).status).toBe(200)
  expect((await listReplies(undefined, ada)).map(({ name }) => name)).toEqual(['appointment'])
})

test('a saved reply is filled for the person; a placeholder without a value stays (INBOX-36)', async () => {
  const { conversation, prospect } = await begin(alice)
  await alice.call(prospectRoutes.patch, {
    params: { id: prospect },
    body: { business_name: 'Weber {{city}} & Sons', last_name: 'Weber' },
  })
  await addReply(
    'All',
    'Hello {{firstName|there}} {{lastName}}, {{businessName}} in {{city}} or {{ city | your town }}? {{title}} {{unknown}}\n{{senderName}}',
  )
  const [reply] = await listReplies(conversation)
  expect(reply!.filled).toBe(
    'Hello Pat Weber, Weber {{city}} & Sons in {{city}} or your town? {{title}} {{unknown}}\nAlice Tester',
  )
  expect((await listReplies())[0]).not.toHaveProperty('filled')
  const { refusal } = await answer(alice, conversation, reply!.filled!)
  expect(refusal).toMatchObject({ code: 'inbox.placeholder_left', message: 'Please fill in {{city}} first' })
  const foreign = await bob.call(answeringRoutes.listSavedReplies, { query: { conversation } })
  expect(foreign.status).toBe(404)
})

test('somebody who never wrote is filled in and names people, too (INBOX-30, INBOX-36)', async () => {
  const nora = await testApp.createCustomer('Nora')
  const { prospect, email } = await sendOne(nora)
  await addReply('Hello', 'Hello {{firstName}}', nora)
  expect((await listReplies(prospect, nora))[0]!.filled).toBe('Hello Pat')
  const { answer: added } = await addNamed(prospect, 'tom@never.example', nora)
  expect(added.existed).toBe(false)
  const [named] = await query<{ source_snippet: string }>(
    'select source_snippet from prospects where id = $1',
    [added.prospect_id],
  )
  expect(named!.source_snippet).toContain(`Named by ${email}`)
})

test('of saved replies that are added at once only 100 stay (INBOX-36)', async () => {
  const sue = await testApp.createCustomer('Sue')
  await query(
    `insert into saved_replies (owner_id, name, text, created_at, updated_at)
     select $1, 'Reply ' || n, 'x', now(), now() from generate_series(1, 98) n`,
    [sue.id],
  )
  const added = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => addReply(`More ${n}`, 'x', sue)))
  expect(added.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(await listReplies(undefined, sue)).toHaveLength(100)
})

test('there are at most 100 saved replies (INBOX-36)', async () => {
  await query(
    `insert into saved_replies (owner_id, name, text, created_at, updated_at)
     select $1, 'Reply ' || n, 'x', now(), now() from generate_series(1, 99) n`,
    [bob.id],
  )
  expect((await addReply('Hundredth', 'x', bob)).status).toBe(200)
  expect((await addReply('One more', 'x', bob)).refusal.code).toBe('inbox.too_many_saved')
})

test('who has a conversation open is shown to the others until 30 seconds after the last post (INBOX-34)', async () => {
  const [ada, max] = await createMembers('Present')
  const { conversation, message } = await begin(ada)
  const post = async (who: typeof ada, writing: boolean, id = conversation) =>
    (await who.call(answeringRoutes.presence, { params: { id }, body: { writing } })).answer.present

  expect(await post(ada, true)).toEqual([])
  expect(await post(max, false, message)).toEqual([{ name: 'PresentOne Tester', writing: true }])
  expect(await post(ada, false)).toEqual([{ name: 'PresentTwo Tester', writing: false }])
  clock.advance(29_000)
  expect(await post(max, true)).toEqual([{ name: 'PresentOne Tester', writing: false }])
  clock.advance(1_000)
  expect(await post(max, true)).toEqual([])
  expect(await post(ada, true)).toEqual([{ name: 'PresentTwo Tester', writing: true }])

  const { status } = await bob.call(answeringRoutes.presence, {
    params: { id: conversation },
    body: { writing: true },
  })
  expect(status).toBe(404)
  clock.advance(31_000)
  await app.ports.jobs.enqueue(app.database.db, forgetPresenceJob, {})
  await drain()
  expect(await query('select 1 from conversation_presence')).toEqual([])
})

const suggest = (id: string, who = alice) => who.call(answeringRoutes.suggest, { params: { id } })

test('without a model there are no suggestions (INBOX-37)', async () => {
  const { conversation } = await begin(alice)
  expect((await suggest(conversation)).refusal).toMatchObject({
    code: 'inbox.no_model',
    message: 'Suggestions need a text provider',
  })
})

test('a model is given campaign copy and thread, not notes and drafts, and nothing is sent or stored (INBOX-14, INBOX-37)', async () => {
  const { conversation, write } = await begin(alice, 'What does it cost?')
  const params = { id: conversation }
  await alice.call(inboxRoutes.addNote, { params, body: { text: 'A secret note' } })
  await alice.call(answeringRoutes.saveDraft, { params, body: { text: 'A secret draft', version: 0 } })
  await write('And when?')
  const asked: ThreadBrief[] = []
  const suggestion: SuggestedAnswer = { kind: 'short', text: 'It costs 90 EUR.' }
  text.suggestAnswers = async (thread) => {
    asked.push(thread)
    return [suggestion]
  }
  const stored = async () => [mail.accepted.length, await query('select id, state from answers')]
  const before = await stored()

  expect((await suggest(conversation)).answer.suggestions).toEqual([suggestion])

  expect(await stored()).toEqual(before)
  expect(asked[0]).toMatchObject({ writer: 'Alice Tester', correspondent: 'Pat' })
  expect(asked[0]!.copies).toEqual(['We repair bakery ovens within one day for 90 EUR.'])
  expect(asked[0]!.messages.map(({ from, text: said }) => [from, said.split('\n')[0]])).toEqual([
    ['us', 'Hello there,'],
    ['them', 'What does it cost?'],
    ['them', 'And when?'],
  ])
  expect(JSON.stringify(asked)).not.toContain('secret')
  expect((await suggest(conversation, bob)).status).toBe(404)
})

test('nobody who asked for no more mail, or never wrote, gets a suggestion (INBOX-37)', async () => {
  text.suggestAnswers = async () => [{ kind: 'short', text: 'Yes.' }]
  const stopped = await begin(alice, 'Please take me off your list.')
  const silent = await sendOne(alice)
  expect((await suggest(stopped.conversation)).refusal.code).toBe('replies.not_answerable')
  expect((await suggest(silent.prospect)).refusal.code).toBe('replies.not_answerable')
})

test('a conversation whose own label has the effect of stop or automatic gets no suggestions (INBOX-27, INBOX-37)', async () => {
  text.suggestAnswers = async () => [{ kind: 'short', text: 'Yes.' }]
  const { conversation } = await begin(alice)
  for (const effect of ['automatic', 'stop'] as const) {
    const { answer: label } = await alice.call(inboxRoutes.addLabel, {
      body: { name: `My ${effect}`, effect },
    })
    // The choice alone: its effects would close the conversation.
    await query('update conversations set chosen_label = $2 where id = $1', [conversation, label.id])
    expect((await suggest(conversation)).refusal.code).toBe('replies.not_answerable')
  }
})

test('suggestions are limited to 20 an hour (INBOX-37)', async () => {
  const asker = await testApp.createCustomer('Asker')
  text.suggestAnswers = async () => []
  const { conversation } = await begin(asker)
  for (let count = 0; count < 20; count++) expect((await suggest(conversation, asker)).status).toBe(200)
  expect((await suggest(conversation, asker)).status).toBe(429)
})

const addNamed = (id: string, email: string, who = alice) =>
  who.call(answeringRoutes.addProspect, { params: { id }, body: { email } })

test('a named person becomes a prospect of the same company and table, with the origin (INBOX-30)', async () => {
  const { conversation, prospect, email } = await begin(
    alice,
    'Please ask my colleague Tom, tom@weber.example.',
  )
  const shop = { place_id: 'own:1', name: 'Weber', address: 'Mill Street 1', website: null, phone: null }
  const table = await alice.call(tableRoutes.create, {
    body: { name: 'Named', query: 'x', businesses: [shop] },
  })
  await query("update prospects set business_name = 'Weber', business_table_id = $2 where id = $1", [
    prospect,
    table.answer.id,
  ])

  const { answer: added } = await addNamed(conversation, 'Tom@weber.example')

  expect(added.existed).toBe(false)
  const { answer: all } = await alice.call(prospectRoutes.list, { query: { text: 'tom@weber' } })
  const row = all.find(({ id }) => id === added.prospect_id)
  expect(row).toMatchObject({
    email: expect.stringMatching(/^tom@weber\.example$/i),
    business_name: 'Weber',
    business_table_id: table.answer.id,
    source_url: null,
    source_method: 'reply',
    source_snippet: expect.stringMatching(new RegExp(`^Named by ${email} on \\d+ \\w+ 2026$`)),
  })
  const { answer: told } = await alice.call(provenanceRoutes.get, { params: { id: added.prospect_id } })
  expect(told.record).toMatchObject({
    origin: 'reply',
    method: 'reply',
    method_in_words: 'a reply to an email',
  })
  expect(told.text).toContain('Somebody I had written to named it to me in a reply on')
  expect(told.text).not.toContain(email)
})

test('a person who is a prospect already is not added again, however often it is asked (INBOX-30)', async () => {
  const { conversation, prospect, email } = await begin(alice)
  expect((await addNamed(conversation, email.toUpperCase())).answer).toEqual({
    prospect_id: prospect,
    existed: true,
  })
  const answers = await Promise.all([1, 2, 3].map(() => addNamed(conversation, 'new@weber.example')))
  expect(new Set(answers.map(({ answer: { prospect_id } }) => prospect_id)).size).toBe(1)
  expect(answers.filter(({ answer: { existed } }) => !existed)).toHaveLength(1)
})

test('an address that is none, and the conversation of somebody else, add nobody (INBOX-30, INBOX-46)', async () => {
  const { conversation } = await begin(alice)
  expect((await addNamed(conversation, 'no address')).status).toBe(400)
  expect((await addNamed(conversation, 'x@weber.example', bob)).status).toBe(404)
  expect((await addNamed(randomUUID(), 'x@weber.example')).status).toBe(404)
})
