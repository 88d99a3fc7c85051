import { inboxRoutes } from '@goldpan/contract/inbox'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { replyRoutes } from '@goldpan/contract/replies'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createInboxTests } from '../../../test/inbox.ts'
import { createSequences } from '../../../test/sequence.ts'
import { wakeSnoozedJob } from './snoozes.ts'

const testApp = await startTestApp()
const { app, alice, bob, clock, createCustomer, drain, query } = testApp
const { start, change, changeOne, undo, receive, later, read, whileLocked } = createInboxTests(testApp)

test('done, reopen and snooze follow the table of states, and new mail reopens (INBOX-08, INBOX-10)', async () => {
  const email = 'states@shop.example'
  const id = await receive({ email })
  const see = async () => {
    const { state, unread, snoozed_until, snoozed_before } = await read(email)
    return { state, unread, snoozed_until, snoozed_before }
  }
  const plain = { snoozed_until: null, snoozed_before: null }
  expect(await changeOne(id, { state: 'done' })).toMatchObject({ changed: 1, skipped: 0 })
  expect(await see()).toEqual({ state: 'done', unread: false, ...plain })
  expect(await changeOne(id, { state: 'done' })).toMatchObject({ changed: 0, skipped: 1, undo: null })
  await changeOne(id, { state: 'open' })
  expect(await see()).toEqual({ state: 'open', unread: false, ...plain })
  const until = later()
  await changeOne(id, { read: false })
  await changeOne(id, { state: 'snoozed', until })
  expect(await see()).toEqual({ state: 'snoozed', unread: false, snoozed_until: until, snoozed_before: null })

  await receive({ email, kind: 'auto-reply', label: 'away' })
  expect(await see()).toMatchObject({ state: 'snoozed', snoozed_until: until })
  await receive({ email })
  expect(await see()).toEqual({ state: 'open', unread: true, snoozed_until: null, snoozed_before: until })
  await changeOne(id, { state: 'done' })
  await receive({ email })
  expect(await see()).toMatchObject({ state: 'open', unread: true })
})

test.each([
  ['nothing', undefined],
  ['now', () => clock.now().toISOString()],
  ['an hour ago', () => later(-1 / 24)],
  ['more than a year ahead', () => later(366.01)],
  ['a day more than a year ahead', () => later(367).slice(0, 10)],
  ['yesterday', () => later(-1).slice(0, 10)],
  ['a day that does not exist', () => '2027-02-30'],
  ['no day', () => 'tomorrow'],
])('snoozing until %s is refused (INBOX-10)', async (_case, until) => {
  const id = await receive({ email: 'wrong@moments.example' })
  expect(await changeOne(id, { state: 'snoozed', ...(until ? { until: until() } : {}) })).toMatchObject({
    status: 400,
    code: 'inbox.snooze_past',
    message: 'Please choose a moment ahead, within a year',
  })
})

test('a day means its opening by the pace; a year ahead is allowed (INBOX-09)', async () => {
  const fay = await createCustomer('Fay')
  const { setPace } = createSequences(testApp)
  await setPace(fay, { window_from: '08:30', time_zone: 'Europe/Vaduz' })
  const email = 'day@opening.example'
  const id = await receive({ email }, fay)
  await changeOne(id, { state: 'snoozed', until: '2026-07-01' }, fay)
  expect((await read(email, fay)).snoozed_until).toBe('2026-07-01T06:30:00.000Z')
  const until = later(366)
  expect(await changeOne(id, { state: 'snoozed', until }, fay)).toMatchObject({ changed: 1 })
  expect((await read(email, fay)).snoozed_until).toBe(until)
})

test('a snoozed conversation opens once at its moment, over a jump of the clock (INBOX-09)', async () => {
  const email = 'wakes@shop.example'
  const id = await receive({ email })
  await changeOne(id, { state: 'snoozed', until: later(3) })
  const wake = async () => {
    await app.ports.jobs.enqueue(app.database.db, wakeSnoozedJob, {})
    await drain()
    const { state, unread } = await read(email)
    return { state, unread }
  }
  clock.advance(3 * 86_400_000 - 1000)
  expect(await wake()).toEqual({ state: 'snoozed', unread: false })
  clock.advance(86_400_000)
  expect(await wake()).toEqual({ state: 'open', unread: true })
  await changeOne(id, { read: true })
  expect(await wake()).toEqual({ state: 'open', unread: false })
})

test('reading ends at the message that was shown, and GETs change nothing (INBOX-07)', async () => {
  const email = 'reads@shop.example'
  const shown = await receive({ email })
  const newer = await receive({ email })
  await receive({ email, kind: 'auto-reply', label: 'away' })
  await alice.call(replyRoutes.get, { params: { id: newer } })
  expect((await read(email)).unread).toBe(true)
  expect(await changeOne(newer, { read: true, up_to: shown })).toMatchObject({ changed: 0, skipped: 1 })
  expect((await read(email)).unread).toBe(true)
  for (const put of [{ state: 'done' }, { state: 'snoozed', until: later() }])
    expect(await changeOne(newer, { ...put, read: true, up_to: shown })).toMatchObject({ changed: 0 })
  expect(await read(email), 'nobody saw the newer message').toMatchObject({ state: 'open', unread: true })
  expect(await changeOne(newer, { read: true, up_to: newer })).toMatchObject({ changed: 1 })
  expect((await read(email)).unread).toBe(false)
  await changeOne(newer, { read: false })
  expect((await read(email)).unread).toBe(true)
})

test('many are changed by any of their ids, or by filter with exceptions (INBOX-11)', async () => {
  const gus = await createCustomer('Gus')
  const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@many.example`)
  const ids: string[] = []
  for (const email of emails) ids.push(await receive({ email, label: 'question' }, gus))
  const { campaign } = { campaign: await start(gus, ['never@wrote.example']) }
  const [a, b, c, d] = ids as [string, string, string, string]
  const conversation = (await read(emails[1]!, gus)).conversation_id
  const byIds = await change(
    {
      selection: { ids: [a, a, conversation, campaign.prospects[0], crypto.randomUUID()] },
      assignee: gus.id,
    },
    gus,
  )
  expect(byIds.answer).toMatchObject({ changed: 3, skipped: 1 })
  const byFilter = await change(
    { selection: { filter: { state: 'open', label: 'question' }, except: [c, conversation] }, state: 'done' },
    gus,
  )
  expect(byFilter.answer).toMatchObject({ changed: 2, skipped: 0 })
  const states = await Promise.all(emails.map(async (email) => (await read(email, gus)).state))
  expect(states).toEqual(['done', 'open', 'open', 'done'])
  await undo(byFilter.answer.undo, gus)
  expect((await gus.call(inboxRoutes.counts, { query: {} })).answer).toMatchObject({
    open: 4,
    done: 0,
    mine: 2,
  })
  const none = await change({ selection: { filter: { search: 'nothing like it' } }, state: 'done' }, gus)
  expect(none.answer).toEqual({ changed: 0, skipped: 0, undo: null })
  expect([b, d]).toHaveLength(2)
})

test('only members are assigned, and who leaves is no longer (INBOX-13)', async () => {
  const kim = await createCustomer('Kim')
  const made = await kim.call(organizationRoutes.create, { body: { name: 'Pans' } })
  const organization = made.answer.id
  const members = await Promise.all(['Hal', 'Ida', 'Jon'].map((name) => createCustomer(name)))
  for (const member of members)
    await query(
      "insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, 'member', now())",
      [organization, member.id],
    )
  await kim.call(organizationRoutes.switchTo, { body: { id: organization } })
  const owner = { ...kim, id: organization as typeof kim.id }
  const ids: string[] = []
  for (const [at] of members.entries()) ids.push(await receive({ email: `m${at}@assigned.example` }, owner))
  for (const [at, member] of members.entries()) await changeOne(ids[at]!, { assignee: member.id }, kim)
  const assignees = async () =>
    (await kim.call(replyRoutes.list, { query: {} })).answer.correspondents.map(
      ({ assignee }) => assignee?.name,
    )
  expect(await assignees()).toEqual(['Jon Tester', 'Ida Tester', 'Hal Tester'])
  expect(await changeOne(ids[0]!, { assignee: bob.id }, kim)).toMatchObject({
    status: 404,
    code: 'inbox.not_a_member',
    message: 'This person is not a member of the organization',
  })
  const { undo: unassigned } = await changeOne(ids[1]!, { assignee: null }, kim)

  await members[0]!.call(organizationRoutes.leave, { params: { id: organization } })
  await kim.call(organizationRoutes.removeMember, {
    params: { id: organization, user: members[1]!.id },
  })
  await query('delete from users where id = $1', [members[2]!.id])
  expect(await assignees()).toEqual([undefined, undefined, undefined])
  await undo(unassigned, kim)
  expect(await assignees(), 'undo assigns nobody who left').toEqual([undefined, undefined, undefined])
})

test('Bob’s changes don’t touch Alice’s conversations (INBOX-46)', async () => {
  const email = 'hers@shop.example'
  const id = await receive({ email })
  const before = await read(email)
  const { answer } = await change({ selection: { ids: [id, before.conversation_id] }, state: 'done' }, bob)
  expect(answer).toEqual({ changed: 0, skipped: 2, undo: null })
  await change({ selection: { filter: {} }, state: 'done' }, bob)
  expect(await read(email)).toEqual(before)
})

test('a message that is handled late is not the newest, and labels nothing (INBOX-05)', async () => {
  const email = 'late@shop.example'
  const newest = await receive({ email, name: 'Ann Lee', label: 'meeting', text: 'On Monday.' })
  const earlier = new Date(clock.now().getTime() - 3_600_000).toISOString()
  const mail = { email, name: 'Ann Old', label: 'question', text: 'An hour before.', at: earlier } as const
  const late = await receive(mail)
  expect(await read(email)).toMatchObject({
    id: newest,
    name: 'Ann Lee',
    label: 'meeting',
    count: 2,
    excerpt: 'On Monday.',
  })
  expect(late).not.toBe(newest)
})

test('a message that appeared after the shown one stays unread, whenever it came in (INBOX-07)', async () => {
  const email = 'appears@shop.example'
  const shown = await receive({ email })
  const now = clock.now().getTime()
  const at = new Date(now - 60_000).toISOString()
  await receive({ email, at, handledAt: new Date(now + 60_000).toISOString() })
  await changeOne(shown, { read: true, up_to: shown })
  expect((await read(email)).unread).toBe(true)
})

test('a mistyped filter selects nothing (INBOX-11)', async () => {
  for (const selection of [
    { filter: { lable: 'stop' }, except: [] },
    { filter: {}, excpet: [] },
    { ids: [], filter: {} },
  ])
    expect((await change({ selection, state: 'done' })).status).toBe(400)
})

test('a selection by filter leaves out what stopped matching before it was locked (INBOX-11)', async () => {
  const ned = await createCustomer('Ned')
  const email = 'races@shop.example'
  await receive({ email, label: 'question' }, ned)
  const relabelling = "update conversations set chosen_label = 'meeting' where email = $1"
  const { answer } = await whileLocked(relabelling, [email], {
    work: () => change({ selection: { filter: { label: 'question' } }, state: 'done' }, ned),
  })
  expect(answer).toMatchObject({ changed: 0 })
  expect(await read(email, ned)).toMatchObject({ state: 'open', label: 'meeting' })
})

test('a year ahead is counted in the zone of the pace; answering forgets an old snooze (INBOX-10)', async () => {
  const pat = await createCustomer('Pat')
  const { setPace } = createSequences(testApp)
  await setPace(pat, { window_from: '08:30', time_zone: 'Pacific/Kiritimati' })
  const email = 'far@east.example'
  const id = await receive({ email }, pat)
  const inZone = (days: number) =>
    new Date(clock.now().getTime() + 14 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
  // Eleven in the morning, when it is tomorrow there.
  clock.advance(86_400_000 - ((clock.now().getTime() + 13 * 3_600_000) % 86_400_000))
  expect(await changeOne(id, { state: 'snoozed', until: inZone(366) }, pat)).toMatchObject({ changed: 1 })
  expect(await changeOne(id, { state: 'snoozed', until: inZone(367) }, pat)).toMatchObject({ status: 400 })

  await receive({ email }, pat)
  expect((await read(email, pat)).snoozed_before).not.toBeNull()
  const { conversation_id } = await read(email, pat)
  await app.features.inbox.conversations.close(app.database.db, pat.id, conversation_id, {
    state: 'snoozed',
    until: later(),
  })
  expect(await read(email, pat)).toMatchObject({ state: 'snoozed', snoozed_before: null })
})

test('a member who is being removed is assigned nothing (INBOX-13)', async () => {
  const quinn = await createCustomer('Quinn')
  const made = await quinn.call(organizationRoutes.create, { body: { name: 'Pots' } })
  const member = await createCustomer('Rae')
  await query(
    "insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, 'member', now())",
    [made.answer.id, member.id],
  )
  await quinn.call(organizationRoutes.switchTo, { body: { id: made.answer.id } })
  const id = await receive({ email: 'races@assigned.example' }, { ...quinn, id: made.answer.id as never })
  const removing = 'delete from organization_members where user_id = $1'
  const assigned = await whileLocked(removing, [member.id], {
    work: () => changeOne(id, { assignee: member.id }, quinn),
  })
  expect(assigned).toMatchObject({ code: 'inbox.not_a_member' })
})
