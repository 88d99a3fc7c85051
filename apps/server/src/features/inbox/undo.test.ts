import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { inboxRoutes } from '@goldpan/contract/inbox'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createInboxTests, SENT } from '../../../test/inbox.ts'
import { forgetChangesJob } from './changes.ts'

const testApp = await startTestApp()
const { app, alice, bob, clock, createCustomer, drain, query } = testApp
const { change, changeOne, undo, receive, later, read, answered, standing, isSuppressed, whileLocked } =
  createInboxTests(testApp)

test('undo restores state, snooze, assignee, reading and label, once, within a day (INBOX-12)', async () => {
  const email = 'undo@shop.example'
  const id = await receive({ email, label: 'question' })
  const before = await read(email)
  const { undo: first } = await changeOne(id, {
    state: 'snoozed',
    until: later(),
    label: 'meeting',
    assignee: alice.id,
  })
  expect(await read(email)).toMatchObject({
    state: 'snoozed',
    unread: false,
    label: 'meeting',
    label_name: 'Meeting',
    label_by: 'person',
    label_reason: 'Chosen by Alice Tester',
    assignee: { id: alice.id, name: 'Alice Tester' },
  })
  expect((await undo(first, bob)).status).toBe(404)
  expect((await undo(first)).status).toBe(200)
  expect(await read(email)).toEqual({ ...before, updated_at: expect.any(String) })
  expect(await undo(first)).toMatchObject({ status: 404, refusal: { code: 'inbox.undo_gone' } })

  const { undo: old } = await changeOne(id, { state: 'done' })
  clock.advance(86_400_001)
  expect((await undo(old)).status).toBe(404)
  await app.ports.jobs.enqueue(app.database.db, forgetChangesJob, {})
  await drain()
  expect(await query('select 1 from conversation_changes where id = $1', [old])).toEqual([])
})

test('undo leaves what somebody or a mail changed since (INBOX-12)', async () => {
  const email = 'since@shop.example'
  const id = await receive({ email })
  const done = await changeOne(id, { state: 'done', assignee: alice.id })
  await receive({ email })
  await changeOne(id, { label: 'later' })
  await undo(done.undo)
  expect(await read(email)).toMatchObject({ state: 'open', unread: true, assignee: null, label: 'later' })

  const reopened = await changeOne(id, { state: 'done' }).then(() =>
    changeOne(id, { state: 'open', read: false }),
  )
  await receive({ email })
  await undo(reopened.undo)
  expect(await read(email)).toMatchObject({ state: 'open', unread: true })

  const closed = await changeOne(id, { state: 'done' })
  await receive({ email, kind: 'auto-reply', label: 'away' })
  await undo(closed.undo)
  expect(await read(email)).toMatchObject({ state: 'open', unread: true })
})

test('undo reopens no follow-ups to who has replied since (INBOX-12)', async () => {
  const who = await answered({ kind: 'auto-reply', label: 'automatic' })
  const { undo: id } = await changeOne(who.id, { label: 'left_company' })
  clock.advance(1000)
  await query("insert into tracking_events (owner_id, recipient_id, kind, at) values ($1, $2, 'reply', $3)", [
    alice.id,
    who.recipient.id,
    clock.now().toISOString(),
  ])
  await undo(id)
  expect(await standing(who)).toMatchObject({ enrolment: 'left_company' })
})

test('undo of Do not contact keeps who wrote a proven stop meanwhile (INBOX-12, INBOX-26)', async () => {
  const email = 'meanwhile@shop.example'
  const id = await receive({ email })
  const { undo: done } = await changeOne(id, { label: 'stop' })
  await receive({ email, label: 'stop', isProven: true })
  await undo(done)
  expect(await isSuppressed(email)).toBe(true)

  const unproven = 'unproven@shop.example'
  const change = await changeOne(await receive({ email: unproven }), { label: 'stop' })
  await receive({ email: unproven, label: 'stop' })
  await undo(change.undo)
  expect(await isSuppressed(unproven)).toBe(false)
})

test('undo chooses no label that was deleted, nor for a member whose account is (INBOX-12, INBOX-27)', async () => {
  const email = 'deleted@shop.example'
  const id = await receive({ email, label: 'question' })
  const { id: hot } = (await alice.call(inboxRoutes.addLabel, { body: { name: 'Hot' } })).answer
  await changeOne(id, { label: hot })
  const { undo: chosen } = await changeOne(id, { label: 'interested' })
  await alice.call(inboxRoutes.removeLabel, { params: { labelId: hot } })
  expect((await undo(chosen)).status).toBe(200)
  expect(await read(email)).toMatchObject({ label: 'question', label_by: 'rule' })

  await changeOne(id, { label: 'meeting' })
  const gone = await createCustomer('Gone')
  await query('update conversations set chosen_by = $1, chosen_by_name = $2 where email = $3', [
    gone.id,
    'Gone Tester',
    email,
  ])
  clock.advance(1000)
  const { undo: again } = await changeOne(id, { label: 'later' })
  await query('delete from users where id = $1', [gone.id])
  expect((await undo(again)).status).toBe(200)
  expect(await read(email)).toMatchObject({ label: 'meeting', label_reason: 'Chosen by Gone Tester' })
})

test('undo leaves alone what was changed to and fro since (INBOX-12)', async () => {
  const email = 'fro@shop.example'
  const id = await receive({ email })
  const { undo: first } = await changeOne(id, { state: 'done', assignee: alice.id })
  clock.advance(1000)
  const { undo: second } = await changeOne(id, { state: 'open' })
  clock.advance(1000)
  await changeOne(id, { state: 'done' })
  await undo(first)
  expect(await read(email)).toMatchObject({ state: 'done', assignee: null })
  await undo(second)
  expect(await read(email)).toMatchObject({ state: 'done' })
})

test('undo reopens no follow-ups that somebody stopped since (INBOX-12)', async () => {
  const who = await answered()
  const other = await answered()
  const { undo: id } = await change({ selection: { ids: [who.id, other.id] }, label: 'interested' }).then(
    ({ answer }) => answer,
  )
  clock.advance(1000)
  await alice.call(followUpRoutes.changeEnrolments, {
    params: { id: who.campaign.id },
    body: { selection: { ids: [who.recipient.prospect_id] }, action: 'stop' },
  })
  await undo(id)
  expect(await standing(who)).toMatchObject({ enrolment: 'replied', recipient: 'sent' })
  expect(await standing(other)).toEqual(SENT)
})

test('five changes of 50,000 conversations in a day can all be undone (INBOX-12)', async () => {
  const olga = await createCustomer('Olga')
  const id = await receive({ email: 'many@times.example' }, olga)
  const { undo: first } = await changeOne(id, { state: 'done' }, olga)
  clock.advance(1000)
  await query(
    `insert into conversation_changes (owner_id, conversations, changed_at)
     select $1, 50000, $2 from generate_series(1, 5)`,
    [olga.id, clock.now().toISOString()],
  )
  clock.advance(1000)
  await changeOne(id, { read: false }, olga)
  expect((await undo(first, olga)).status).toBe(200)
})

test('undo locks conversations before what depends on them, as handling does (INBOX-12)', async () => {
  const who = await answered()
  const { undo: id } = await changeOne(who.id, { label: 'stop' })
  const held = 'select 1 from conversations where email = $1 for update'
  const undone = await whileLocked(held, [who.email], {
    work: () => undo(id),
    async during(isFree) {
      for (const table of ['enrolments', 'suppressions', 'campaign_prospects'])
        expect(await isFree(`select 1 from ${table} where email = $1`, [who.email]), table).toBe(true)
    },
  })
  expect(undone.status).toBe(200)
})
