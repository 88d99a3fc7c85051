import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { inboxRoutes } from '@goldpan/contract/inbox'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { replyRoutes } from '@goldpan/contract/replies'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { expect, test } from 'vitest'
import { receiveMail, type WrittenMail } from '../../../test/conversations.ts'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { createSequences } from '../../../test/sequence.ts'
import { readStatuses } from '../../../test/written-campaign.ts'
import { forgetChangesJob } from './changes.ts'
import { wakeSnoozedJob } from './snoozes.ts'

const testApp = await startTestApp()
const { app, alice, bob, clock, createCustomer, drain, query } = testApp
const { start } = createSequences(testApp)

type Body = Parameters<typeof change>[0]
const change = (body: Record<string, unknown>, who: Customer = alice) =>
  who.call(inboxRoutes.change, { body: body as never })
const changeOne = async (id: string, body: Body, who: Customer = alice) => {
  const { answer, refusal, status } = await change({ selection: { ids: [id] }, ...body }, who)
  return { ...answer, status, code: refusal.code, message: refusal.message }
}
const undo = (id: string | null, who: Customer = alice) =>
  who.call(inboxRoutes.undo, { params: { undo: id ?? '' } })
const receive = (mail: WrittenMail, who: Customer = alice) => receiveMail(testApp, who, mail)
const later = (days = 1) => new Date(clock.now().getTime() + days * 86_400_000).toISOString()

/** As the list shows it. */
async function read(email: string, who: Customer = alice) {
  const { answer } = await who.call(replyRoutes.list, { query: { limit: 100 } })
  return answer.correspondents.find(({ from_email }) => from_email === email)!
}

let people = 0
/** Somebody to whom a campaign with follow-ups was sent, and who wrote. */
async function answered(mail: Partial<WrittenMail> = {}, who: Customer = alice) {
  const email = `writer${++people}@firm${people}.example`
  const campaign = await start(who, [email])
  const [recipient] = await query<{ id: string; campaign_id: string; prospect_id: string }>(
    'select id, campaign_id, prospect_id from recipients where email = $1 and owner_id = $2',
    [email, who.id],
  )
  const id = await receive({ email, recipient: recipient!, ...mail }, who)
  return { email, id, campaign, recipient: recipient! }
}

/** Where a person stands in everything that a label has an effect on. */
async function standing({ email, campaign, recipient }: Awaited<ReturnType<typeof answered>>) {
  const [enrolment] = await query<{ state: string; stop_reason: string | null }>(
    'select state, stop_reason from enrolments where email = $1',
    [email],
  )
  const [prospect] = await query<{ status: string }>('select status from prospects where id = $1', [
    recipient.prospect_id,
  ])
  const row = await read(email)
  return {
    enrolment: enrolment!.stop_reason ?? enrolment!.state,
    status: prospect!.status,
    recipient: (await readStatuses(alice, campaign.id))[email],
    suppressed: row.suppressed,
    state: row.state,
    hold: row.hold?.reason ?? null,
  }
}

const SENT = {
  enrolment: 'waiting',
  status: 'email_sent',
  recipient: 'sent',
  suppressed: false,
  state: 'open',
  hold: null,
}

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

test.each([
  ['interested', { status: 'responded', recipient: 'responded', enrolment: 'replied' }],
  ['meeting', { status: 'responded', recipient: 'responded', enrolment: 'replied' }],
  ['question', { status: 'responded', recipient: 'responded', enrolment: 'replied' }],
  ['later', { status: 'responded', recipient: 'responded', enrolment: 'replied' }],
  ['wrong_person', { status: 'responded', recipient: 'responded', enrolment: 'replied' }],
  ['other', { status: 'responded', recipient: 'responded', enrolment: 'replied' }],
  ['not_interested', { status: 'rejected', recipient: 'responded', enrolment: 'rejected' }],
  ['left_company', { enrolment: 'left_company' }],
  ['away', { enrolment: 'held', hold: 'away' }],
  ['automatic', {}],
  ['stop', { enrolment: 'stop_word', suppressed: true, state: 'done' }],
])(
  'choosing %s has its effect, and undo takes it back (INBOX-12, INBOX-23, INBOX-26)',
  async (label, effect) => {
    const who = await answered()
    expect(await standing(who)).toEqual(SENT)
    const { undo: id, changed } = await changeOne(who.id, { label })
    expect(changed).toBe(1)
    expect(await standing(who)).toEqual({ ...SENT, ...effect })
    clock.advance(1000)
    await undo(id)
    expect(await standing(who)).toEqual(SENT)
  },
)

test('a status set by hand stays; one set by a label follows the next (INBOX-23)', async () => {
  const who = await answered()
  await changeOne(who.id, { label: 'not_interested' })
  expect((await standing(who)).status).toBe('rejected')
  await changeOne(who.id, { label: 'interested' })
  expect((await standing(who)).status).toBe('responded')
  for (const status of ['rejected', 'converted', 'contacted'] as const) {
    clock.advance(1000)
    await alice.call(prospectRoutes.patch, { params: { id: who.recipient.prospect_id }, body: { status } })
    await changeOne(who.id, { label: 'meeting' })
    await changeOne(who.id, { label: 'not_interested' })
    expect((await standing(who)).status).toBe(status)
  }
})

test('a person’s choice stays whatever comes in or a model says (INBOX-24)', async () => {
  const email = 'choice@shop.example'
  const first = await receive({ email, label: 'other' })
  const { conversation_id } = await read(email)
  const { relabel } = app.features.inbox.conversations
  const says = (messageId: string) =>
    relabel(app.database.db, alice.id, conversation_id, messageId, {
      label: 'question',
      by: 'model',
      reason: 'A model',
    })
  await says(first)
  expect(await read(email)).toMatchObject({ label: 'question', label_by: 'model', label_reason: 'A model' })
  await changeOne(first, { label: 'interested' })
  const second = await receive({ email, label: 'not_interested' })
  await says(second)
  expect(await read(email)).toMatchObject({ label: 'interested', label_by: 'person' })
  await changeOne(first, { label: null })
  expect(await read(email)).toMatchObject({ label: 'question', label_by: 'model' })
  await receive({ email, label: 'meeting' })
  await says(second)
  expect(await read(email), 'an older message relabels nothing').toMatchObject({ label: 'meeting' })
})

/** As a proven stop is recorded: suppressed, unsubscribed, stopped. */
async function stopped(
  reason: 'stop_reply' | 'unsubscribed' | 'bounced' | 'complaint' | 'manual' = 'stop_reply',
) {
  const who = await answered({ label: 'stop' })
  await app.features.suppressions.suppress(app.database.db, alice.id, {
    email: who.email,
    reason,
    recipient_id: who.recipient.id,
  })
  await query(
    `update campaign_prospects set email_status = 'unsubscribed', unsubscribed_at = $2, status_reason = 'Asked'
     where email = $1`,
    [who.email, clock.now().toISOString()],
  )
  clock.advance(1000)
  return who
}

test('choosing away from stop needs a confirmation, and lifts what this stop did (INBOX-25)', async () => {
  const who = await stopped()
  const before = await standing(who)
  expect(before).toMatchObject({ suppressed: true, state: 'done', recipient: 'unsubscribed' })
  expect(await changeOne(who.id, { label: 'question' })).toMatchObject({
    status: 409,
    code: 'inbox.stop_confirm',
    message: 'This person asked you to stop. Confirm that you may write to them again.',
  })
  expect(await standing(who)).toEqual(before)
  const { undo: id } = await changeOne(who.id, { label: 'question', confirm: true })
  expect(await standing(who)).toMatchObject({
    suppressed: false,
    recipient: 'responded',
    status: 'responded',
    enrolment: 'stop_word',
  })
  clock.advance(1000)
  await undo(id)
  expect(await standing(who)).toEqual(before)
})

test.each(['unsubscribed', 'bounced', 'complaint'] as const)(
  'who is suppressed as %s stays, whatever is chosen (INBOX-25)',
  async (reason) => {
    const who = await stopped(reason)
    expect(await changeOne(who.id, { label: 'interested', confirm: true })).toMatchObject({
      status: 409,
      code: 'inbox.stop_stays',
      message: 'This person unsubscribed, complained or bounced and stays on the do-not-contact list',
    })
    expect(await standing(who)).toMatchObject({ suppressed: true })
    expect((await read(who.email)).label).toBe('stop')
  },
)

test('who unsubscribed by link after a stop stays, and so does an entry made by hand (INBOX-25)', async () => {
  const linked = await stopped()
  await query(
    "insert into tracking_events (owner_id, recipient_id, kind, at) values ($1, $2, 'unsubscribe', $3)",
    [alice.id, linked.recipient.id, clock.now().toISOString()],
  )
  expect(await changeOne(linked.id, { label: 'interested', confirm: true })).toMatchObject({ status: 409 })
  const byHand = await stopped('manual')
  expect(await changeOne(byHand.id, { label: 'interested', confirm: true })).toMatchObject({ changed: 1 })
  expect(await standing(byHand)).toMatchObject({ suppressed: true })
  const both = await change({
    selection: { ids: [linked.id, byHand.id, (await stopped()).id] },
    label: 'later',
    confirm: true,
  })
  expect(both.answer).toMatchObject({ changed: 2, skipped: 1 })
})

test('Do not contact suppresses at once, also who never wrote; undo keeps who unsubscribed since (INBOX-26)', async () => {
  const campaign = await start(alice, ['silent@firm.example'])
  const { undo: id } = await changeOne(campaign.prospects[0]!, { label: 'stop' })
  const entries = async (search: string) =>
    (await alice.call(suppressionRoutes.list, { query: { search } })).answer.suppressions
  expect(await entries('silent@firm.example')).toMatchObject([
    { reason: 'stop_reply', source: 'Chosen in the inbox' },
  ])
  await undo(id)
  expect(await entries('silent@firm.example')).toEqual([])

  const who = await answered()
  const second = await changeOne(who.id, { label: 'stop' })
  await query(
    "insert into tracking_events (owner_id, recipient_id, kind, at) values ($1, $2, 'unsubscribe', $3)",
    [alice.id, who.recipient.id, clock.now().toISOString()],
  )
  await undo(second.undo)
  expect(await standing(who)).toMatchObject({ suppressed: true, enrolment: 'stop_word', state: 'open' })
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

test('an own label has the effect of its built-in one (INBOX-27)', async () => {
  const label = async (name: string, effect?: 'stop' | 'not_interested' | null) =>
    (await alice.call(inboxRoutes.addLabel, { body: { name, effect } })).answer.id
  const who = await answered()
  await changeOne(who.id, { label: await label('Just a mark') })
  expect(await standing(who)).toEqual(SENT)
  await changeOne(who.id, { label: await label('Lost', 'not_interested') })
  expect(await standing(who)).toMatchObject({ status: 'rejected' })
  const never = await label('Never again', 'stop')
  await changeOne(who.id, { label: never })
  expect(await standing(who)).toMatchObject({ suppressed: true, state: 'done' })
  expect(await changeOne(who.id, { label: 'interested' })).toMatchObject({ code: 'inbox.stop_confirm' })
  expect(await changeOne(who.id, { label: crypto.randomUUID() })).toMatchObject({
    status: 404,
    code: 'inbox.label_unknown',
  })
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

/** Somebody who answered from another address than we wrote to. */
async function answeredFor(mail: Partial<WrittenMail> = {}) {
  const ann = await answered()
  const email = `other.${ann.email}`
  const id = await receive({ email, answersFor: ann.email, recipient: ann.recipient, ...mail })
  return { ann, bob: { email, id } }
}

const suppress = (email: string, recipient_id: string | null = null) =>
  app.features.suppressions.suppress(app.database.db, alice.id, { email, reason: 'stop_reply', recipient_id })
const isSuppressed = async (email: string) =>
  (await app.features.suppressions.findSuppressed(app.database.db, alice.id, [email])).size > 0

test('lifting the stop of one who answered for another keeps the other’s own stop (INBOX-25)', async () => {
  const { ann, bob: other } = await answeredFor({ label: 'stop', isProven: true })
  await suppress(other.email)
  await suppress(ann.email, ann.recipient.id)
  const both = await changeOne(other.id, { label: 'interested', confirm: true })
  expect([await isSuppressed(other.email), await isSuppressed(ann.email)]).toEqual([false, false])
  await undo(both.undo)
  expect([await isSuppressed(other.email), await isSuppressed(ann.email)]).toEqual([true, true])

  await receive({ email: ann.email, recipient: ann.recipient, label: 'stop', isProven: true })
  await query("update campaign_prospects set email_status = 'unsubscribed' where email = $1", [ann.email])
  await changeOne(other.id, { label: 'interested', confirm: true })
  expect([await isSuppressed(other.email), await isSuppressed(ann.email)]).toEqual([false, true])
  expect((await readStatuses(alice, ann.campaign.id))[ann.email]).toBe('unsubscribed')
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

test('the automatic label stop suppresses again once a choice is taken back, if it is proven (INBOX-20, INBOX-24)', async () => {
  const who = await stopped()
  await changeOne(who.id, { label: 'interested', confirm: true })
  await changeOne(who.id, { label: null })
  expect(await isSuppressed(who.email)).toBe(false)
  await query('update inbound_messages set is_proven = true where id = $1', [who.id])
  await changeOne(who.id, { label: 'question', confirm: true })
  const { undo: back } = await changeOne(who.id, { label: null })
  expect(await standing(who)).toMatchObject({ suppressed: true })
  await undo(back)
  expect(await isSuppressed(who.email)).toBe(false)
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

test('the status of a label that a person chose stays whatever a rule says next (INBOX-23, INBOX-24)', async () => {
  const who = await answered()
  const { undo: id } = await changeOne(who.id, { label: 'not_interested' })
  const rule = () =>
    app.features.prospects.labelStatus(app.database.db, alice.id, [who.recipient.prospect_id], {
      status: 'responded',
      change: crypto.randomUUID(),
    })
  clock.advance(1000)
  expect(await rule()).toBe(0)
  expect((await standing(who)).status).toBe('rejected')
  await undo(id)
  clock.advance(1000)
  expect(await rule()).toBe(1)
})

test('a choice for one who answered for another reaches the prospect whom we wrote to (INBOX-03, INBOX-23)', async () => {
  const { ann, bob: other } = await answeredFor()
  const { undo: id } = await changeOne(other.id, { label: 'not_interested' })
  expect((await standing(ann)).status).toBe('rejected')
  clock.advance(1000)
  await undo(id)
  expect((await standing(ann)).status).toBe('email_sent')
})

test('Away chosen by hand holds until the day that the note states (INBOX-21)', async () => {
  const day = later(45).slice(0, 10)
  const dated = await answered({ text: `I am travelling, back in the office on ${day}` })
  const undated = await answered({ text: 'I am travelling' })
  await change({ selection: { ids: [dated.id, undated.id] }, label: 'away' })
  const until = async (email: string) => (await read(email)).hold!.until
  expect((await until(dated.email)) > day).toBe(true)
  expect((await until(undated.email)) < later(14)).toBe(true)
})

test('a mistyped filter selects nothing (INBOX-11)', async () => {
  for (const selection of [
    { filter: { lable: 'stop' }, except: [] },
    { filter: {}, excpet: [] },
    { ids: [], filter: {} },
  ])
    expect((await change({ selection, state: 'done' })).status).toBe(400)
})

/** What waits for another transaction's lock, while `hold` has it. */
async function whileLocked(hold: string, values: unknown[], work: () => Promise<unknown>) {
  const client = await app.database.pool.connect()
  await client.query('begin')
  await client.query(hold, values)
  const working = work()
  await expect
    .poll(async () => (await query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).length)
    .toBeGreaterThan(0)
  return {
    working,
    /** True if the waiting transaction has locked nothing that this statement locks. */
    isFree: (sql: string, given: unknown[]) =>
      client.query(`${sql} for update nowait`, given).then(
        () => true,
        () => false,
      ),
    end: async () => {
      await client.query('commit')
      client.release()
    },
  }
}

test('a selection by filter leaves out what stopped matching before it was locked (INBOX-11)', async () => {
  const ned = await createCustomer('Ned')
  const email = 'races@shop.example'
  await receive({ email, label: 'question' }, ned)
  const relabelling = "update conversations set chosen_label = 'meeting' where email = $1"
  const waiting = await whileLocked(relabelling, [email], () =>
    change({ selection: { filter: { label: 'question' } }, state: 'done' }, ned),
  )
  await waiting.end()
  expect(await waiting.working).toMatchObject({ answer: { changed: 0 } })
  expect(await read(email, ned)).toMatchObject({ state: 'open', label: 'meeting' })
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

test('a deleted own label gives a proven stop its suppression back (INBOX-20, INBOX-27)', async () => {
  const who = await stopped()
  await query('update inbound_messages set is_proven = true where id = $1', [who.id])
  const { id: label } = (await alice.call(inboxRoutes.addLabel, { body: { name: 'VIP' } })).answer
  await changeOne(who.id, { label, confirm: true })
  expect(await isSuppressed(who.email)).toBe(false)
  await alice.call(inboxRoutes.removeLabel, { params: { labelId: label } })
  expect(await standing(who)).toMatchObject({ suppressed: true })
  expect((await read(who.email)).label).toBe('stop')
})

test('undo locks conversations before what depends on them, as handling does (INBOX-12)', async () => {
  const who = await answered()
  const { undo: id } = await changeOne(who.id, { label: 'stop' })
  const held = 'select 1 from conversations where email = $1 for update'
  const waiting = await whileLocked(held, [who.email], () => undo(id))
  for (const table of ['enrolments', 'suppressions', 'campaign_prospects'])
    expect(await waiting.isFree(`select 1 from ${table} where email = $1`, [who.email]), table).toBe(true)
  await waiting.end()
  expect(await waiting.working).toMatchObject({ status: 200 })
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
  const waiting = await whileLocked(removing, [member.id], () =>
    changeOne(id, { assignee: member.id }, quinn),
  )
  await waiting.end()
  expect(await waiting.working).toMatchObject({ code: 'inbox.not_a_member' })
})
