import { inboxRoutes } from '@goldpan/contract/inbox'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { replyRoutes } from '@goldpan/contract/replies'
import { expect, test } from 'vitest'
import { receiveMail } from '../../../test/conversations.ts'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { writeCampaign } from '../../../test/written-campaign.ts'

const testApp = await startTestApp()
const { app, alice, bob, createCustomer, query } = testApp

const addNote = (id: string, text: string, who: Customer = alice) =>
  who.call(inboxRoutes.addNote, { params: { id }, body: { text } })
const notesOf = async (id: string, who: Customer = alice) => {
  const row = await app.features.inbox.conversations.find(app.database.db, who.id, id)
  return app.features.inbox.notes.list(who.id, row!.id)
}
const addLabel = (name: string, more: object = {}, who: Customer = alice) =>
  who.call(inboxRoutes.addLabel, { body: { name, ...more } })

test('notes name their author, and only the author changes and deletes them (INBOX-14)', async () => {
  const lea = await createCustomer('Lea')
  const made = await alice.call(organizationRoutes.create, { body: { name: 'Pans' } })
  await query(
    "insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, 'member', now())",
    [made.answer.id, lea.id],
  )
  for (const who of [alice, lea])
    await who.call(organizationRoutes.switchTo, { body: { id: made.answer.id } })
  const pans = { ...alice, id: made.answer.id as typeof alice.id }
  const id = await receiveMail(testApp, pans, { email: 'noted@shop.example' })

  const { answer: note } = await addNote(id, 'She is on leave until May', lea)
  expect(note).toMatchObject({
    author: { id: lea.id, name: 'Lea Tester' },
    text: 'She is on leave until May',
  })
  const asAlice = { params: { noteId: note.id } }
  expect((await alice.call(inboxRoutes.changeNote, { ...asAlice, body: { text: 'Mine' } })).status).toBe(404)
  expect((await alice.call(inboxRoutes.removeNote, asAlice)).status).toBe(404)
  testApp.clock.advance(1000)
  const changed = await lea.call(inboxRoutes.changeNote, { ...asAlice, body: { text: 'Until June' } })
  expect(changed.answer).toMatchObject({ id: note.id, text: 'Until June', created_at: note.created_at })
  expect(changed.answer.updated_at > note.updated_at).toBe(true)
  expect((await notesOf(id, pans)).map(({ text }) => text)).toEqual(['Until June'])
  const finds = async (search: string) =>
    (await alice.call(replyRoutes.list, { query: { search } })).answer.total
  expect([await finds('leave'), await finds('june')]).toEqual([0, 1])
  expect((await bob.call(inboxRoutes.changeNote, { ...asAlice, body: { text: 'Bob' } })).status).toBe(404)
  expect((await lea.call(inboxRoutes.removeNote, asAlice)).status).toBe(200)
  expect([await notesOf(id, pans), await finds('june')]).toEqual([[], 0])

  await addNote(id, 'Her last word', lea)
  await query('delete from users where id = $1', [lea.id])
  expect(await notesOf(id, pans)).toMatchObject([{ author: { name: 'Lea Tester' }, text: 'Her last word' }])
  await alice.call(organizationRoutes.switchTo, { body: { id: null } })
})

test('a note is possible on somebody who never wrote; a blank one and too many are refused (INBOX-14)', async () => {
  const { prospects } = await writeCampaign(alice, ['quiet@shop.example'])
  const id = prospects[0]!
  expect((await addNote(id, ' \n')).status).toBe(400)
  expect((await addNote(id, 'x'.repeat(5001))).status).toBe(400)
  expect((await addNote(id, 'Met at the fair')).status).toBe(200)
  expect((await alice.call(replyRoutes.list, { query: { search: 'fair' } })).answer.total).toBe(0)
  await query(
    `insert into conversation_notes (owner_id, conversation_id, author_name, text, created_at, updated_at)
     select owner_id, conversation_id, author_name, 'more', created_at, updated_at from conversation_notes, generate_series(1, 199)
     where text = 'Met at the fair'`,
  )
  expect(await addNote(id, 'One more')).toMatchObject({
    status: 409,
    refusal: { message: 'This conversation has 200 notes. Delete one first.' },
  })
  expect((await addNote(id, 'Bob’s', bob)).status).toBe(404)
})

test('own labels are listed after the built-in ones, changed and named once (INBOX-27)', async () => {
  const { answer: hot } = await addLabel('Hot lead', { colour: 'red', effect: 'interested' })
  expect(hot).toMatchObject({ name: 'Hot lead', built_in: false, colour: 'red', effect: 'interested' })
  const { labels } = (await alice.call(inboxRoutes.listLabels)).answer
  expect(labels.slice(0, 4).map(({ id, name, built_in }) => [id, name, built_in])).toEqual([
    ['stop', 'Stop', true],
    ['left_company', 'Left the company', true],
    ['away', 'Away', true],
    ['automatic', 'Automatic', true],
  ])
  expect(labels.at(-1)).toEqual(hot)
  const taken = {
    status: 409,
    refusal: {
      code: 'inbox.label_taken',
      message: "You already have a label of this name (case doesn't matter)",
    },
  }
  for (const name of ['hot LEAD', 'Not Interested', ' stop '])
    expect(await addLabel(name)).toMatchObject(taken)
  const { answer: cold } = await addLabel('Cold')
  expect(cold).toMatchObject({ colour: 'grey', effect: null })
  const params = { labelId: cold.id }
  for (const name of ['HOT lead', 'Away'])
    expect(await alice.call(inboxRoutes.changeLabel, { params, body: { name } })).toMatchObject(taken)
  const renamed = await alice.call(inboxRoutes.changeLabel, {
    params,
    body: { name: 'COLD', effect: 'stop' },
  })
  expect(renamed.answer).toMatchObject({ name: 'COLD', colour: 'grey', effect: 'stop' })
  expect((await alice.call(inboxRoutes.addLabel, { body: { name: '  ' } })).status).toBe(400)
  for (const [route, input] of [
    [inboxRoutes.changeLabel, { params, body: { name: 'Bob’s' } }],
    [inboxRoutes.removeLabel, { params }],
  ] as const)
    expect((await bob.call(route, input as never)).status).toBe(404)
  expect((await addLabel('Cold', {}, bob)).status).toBe(200)
})

test('thirty own labels are the limit, however many are added at once (INBOX-27)', async () => {
  const max = await createCustomer('Max')
  const added = await Promise.all(Array.from({ length: 34 }, (_, n) => addLabel(`Label ${n}`, {}, max)))
  expect(added.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(await addLabel('One more', {}, max)).toMatchObject({
    status: 409,
    refusal: { message: 'You have 30 labels. Delete one first.' },
  })
})

test('conversations of a deleted label have their automatic one again (INBOX-27)', async () => {
  const { answer: label } = await addLabel('For a while')
  const id = await receiveMail(testApp, alice, { email: 'labelled@shop.example', label: 'question' })
  await alice.call(inboxRoutes.change, { body: { selection: { ids: [id] }, label: label.id } })
  const read = async () => {
    const { answer } = await alice.call(replyRoutes.list, { query: { search: 'labelled' } })
    return answer.correspondents[0]!
  }
  expect(await read()).toMatchObject({ label: label.id, label_name: 'For a while', label_by: 'person' })
  await alice.call(inboxRoutes.removeLabel, { params: { labelId: label.id } })
  expect(await read()).toMatchObject({ label: 'question', label_name: 'Question', label_by: 'rule' })
})
