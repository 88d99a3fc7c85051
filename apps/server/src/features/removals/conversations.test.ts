import { answeringRoutes } from '@goldpan/contract/answering'
import { inboxRoutes } from '@goldpan/contract/inbox'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { removalRoutes } from '@goldpan/contract/removals'
import { replyRoutes } from '@goldpan/contract/replies'
import { expect, test } from 'vitest'
import { receiveMail } from '../../../test/conversations.ts'
import { startTestApp } from '../../../test/harness.ts'
import { readStatuses, startSend, writeCampaign } from '../../../test/written-campaign.ts'

const testApp = await startTestApp()
const { app, alice, bob, clock, drain, query } = testApp

let people = 0
/** A conversation with all that belongs to one. */
async function converse() {
  const email = `gone${++people}@shop.example`
  const campaign = await writeCampaign(alice, [email])
  await startSend(alice, campaign.id)
  await drain()
  const [recipient] = await query<{ id: string; campaign_id: string; prospect_id: string }>(
    'select id, campaign_id, prospect_id from recipients where email = $1',
    [email],
  )
  const id = await receiveMail(testApp, alice, { email, recipient: recipient!, text: 'A mellow reply' })
  const newest = await receiveMail(testApp, alice, { email, recipient: recipient!, text: 'And one more' })
  await alice.call(inboxRoutes.addNote, { params: { id }, body: { text: 'Mind the discount' } })
  await alice.call(inboxRoutes.change, { body: { selection: { ids: [id] }, label: 'interested' } })
  const conversation = (await find(email))!.conversation_id
  const at = clock.now().toISOString()
  const [answer] = await query<{ id: string }>(
    `insert into answers (owner_id, inbound_id, recipient_id, press_id, to_email, subject, content, state, next_at, created_at)
     values ($1, $2, $3, gen_random_uuid(), $4, 'Re', 'Our answer', 'queued', $5, $5) returning id`,
    [alice.id, id, recipient!.id, email, at],
  )
  await query(
    'insert into answer_drafts (conversation_id, user_id, owner_id, text, version, updated_at) values ($1, $2, $2, $3, 1, $4)',
    [conversation, alice.id, 'A draft', at],
  )
  await query(
    `insert into answer_files (owner_id, conversation_id, user_id, answer_id, name, type, content, created_at)
     values ($1, $2, $1, $3, 'price.txt', 'text/plain', 'abc', $4), ($1, $2, $1, null, 'draft.txt', 'text/plain', 'abc', $4)`,
    [alice.id, conversation, answer!.id, at],
  )
  return { email, id, newest, conversation, campaign }
}

async function find(email: string) {
  const { answer } = await alice.call(replyRoutes.list, { query: { search: email } })
  return answer.correspondents[0]
}

/** Everything that is stored of a conversation. */
const stored = async ({ email, conversation }: { email: string; conversation: string }) => {
  const rows = await query<{ of: string; rows: number }>(
    `select 'mail' as of, count(*)::int as rows from inbound_messages where from_email = $1
     union all select 'answers', count(*)::int from answers where to_email = $1
     union all select 'notes', count(*)::int from conversation_notes where conversation_id = $2
     union all select 'drafts', count(*)::int from answer_drafts where conversation_id = $2
     union all select 'files', count(*)::int from answer_files where conversation_id = $2`,
    [email, conversation],
  )
  return Object.fromEntries(rows.map((row) => [row.of, row.rows]))
}
const ALL = { mail: 2, answers: 1, notes: 1, drafts: 1, files: 2 }
const NONE = { mail: 0, answers: 0, notes: 0, drafts: 0, files: 0 }

const remove = (id: string, who = alice) => who.call(inboxRoutes.remove, { params: { id } })
const undo = (removalId: string | null) =>
  alice.call(removalRoutes.undo, { params: { removalId: removalId ?? '' } })
const storage = async () => (await alice.call(replyRoutes.storage)).answer.used_bytes

test('a deleted conversation is gone with its mail, notes, drafts and files; figures stay (INBOX-45)', async () => {
  const who = await converse()
  const statuses = await readStatuses(alice, who.campaign.id)
  expect(await stored(who)).toEqual(ALL)
  await app.features.inboundStorage.recount(app.database.db, alice.id)
  const before = await storage()

  expect((await remove(who.id, bob)).status).toBe(404)
  const { answer } = await remove(who.newest)
  expect(answer).toEqual({ message: 'Conversation deleted', undo: expect.any(String) })
  expect(await stored(who)).toEqual(NONE)
  expect(await find(who.email)).toBeUndefined()
  expect(await storage()).toBe(before - 200)
  expect(await readStatuses(alice, who.campaign.id)).toEqual(statuses)
  expect((await remove(who.id)).status).toBe(404)
})

test('undo brings all of it back; an answer that had not left stays unsent (INBOX-45)', async () => {
  const who = await converse()
  const before = await find(who.email)
  await app.features.inboundStorage.recount(app.database.db, alice.id)
  const bytes = await storage()
  const { answer } = await remove(who.conversation)
  expect((await undo(answer.undo)).answer).toEqual({ kind: 'conversation', restored: 1 })
  expect(await stored(who)).toEqual(ALL)
  expect(await find(who.email)).toEqual(before)
  expect(await storage()).toBe(bytes)
  expect(await query('select state from answers where to_email = $1', [who.email])).toEqual([
    { state: 'failed' },
  ])
  for (const search of ['mellow', 'discount', 'our answer'])
    expect(
      (await alice.call(replyRoutes.list, { query: { search: `${search} gone${people}` } })).answer.total,
    ).toBe(1)
})

test('who writes after a deletion starts anew; undo joins both (INBOX-45)', async () => {
  const who = await converse()
  const { answer } = await remove(who.id)
  const id = await receiveMail(testApp, alice, { email: who.email, text: 'Hello again', label: 'question' })
  const fresh = (await find(who.email))!
  expect(fresh).toMatchObject({ id, count: 1, label: 'question', campaign: null })
  expect(fresh.conversation_id).not.toBe(who.conversation)
  await alice.call(inboxRoutes.addNote, { params: { id }, body: { text: 'A new note' } })

  expect((await undo(answer.undo)).status).toBe(200)
  expect(await stored({ email: who.email, conversation: fresh.conversation_id })).toEqual({
    ...ALL,
    mail: 3,
    notes: 2,
  })
  expect(await find(who.email)).toMatchObject({
    id,
    conversation_id: fresh.conversation_id,
    count: 3,
    label: 'interested',
    label_by: 'person',
    has_draft: true,
  })
})

test('the prospect of a conversation is back in it after their deletion is undone (INBOX-45)', async () => {
  const who = await converse()
  const removed = await alice.call(prospectRoutes.remove, { params: { id: who.campaign.prospects[0]! } })
  expect((await find(who.email))!.prospect_id).toBeNull()
  await undo(removed.answer.undo)
  expect((await find(who.email))!.prospect_id).toBe(who.campaign.prospects[0])
})

test('undo joins an away note to the old conversation, which stays open with its label and draft (INBOX-45)', async () => {
  const who = await converse()
  await alice.call(inboxRoutes.change, { body: { selection: { ids: [who.id] }, label: null, read: false } })
  const before = (await find(who.email))!
  expect(before).toMatchObject({ state: 'open', unread: true, label: 'other' })
  const { answer } = await remove(who.id)
  const id = await receiveMail(testApp, alice, { email: who.email, kind: 'auto-reply', label: 'away' })
  const fresh = (await find(who.email))!
  expect(fresh).toMatchObject({ state: 'done', label: 'away' })
  await alice.call(answeringRoutes.saveDraft, { params: { id }, body: { text: 'A new one', version: 0 } })

  await undo(answer.undo)
  expect(await find(who.email)).toMatchObject({
    conversation_id: fresh.conversation_id,
    prospect_id: before.prospect_id,
    state: 'open',
    unread: true,
    label: 'other',
    count: 3,
  })
  const draft = await alice.call(answeringRoutes.getDraft, { params: { id } })
  expect(draft.answer.text).toBe('A draft\n\nA new one')
  expect(draft.answer.files.map(({ name }) => name)).toEqual(['draft.txt'])
})

test('a conversation comes back without an own label that was deleted meanwhile (INBOX-45)', async () => {
  const who = await converse()
  const made = await alice.call(inboxRoutes.addLabel, { body: { name: 'Warm' } })
  const label = made.answer.id
  await alice.call(inboxRoutes.change, { body: { selection: { ids: [who.id] }, label } })
  for (const joins of [false, true]) {
    const { answer } = await remove(who.id)
    if (joins) await receiveMail(testApp, alice, { email: who.email, kind: 'auto-reply', label: 'away' })
    else await alice.call(inboxRoutes.removeLabel, { params: { labelId: label } })
    await undo(answer.undo)
    expect(await find(who.email)).toMatchObject({ label: 'other', label_by: 'rule' })
    await query('update conversations set chosen_label = $1 where email = $2', [label, who.email])
  }
})
