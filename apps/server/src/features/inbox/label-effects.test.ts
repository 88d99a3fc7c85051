import { inboxRoutes } from '@goldpan/contract/inbox'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createInboxTests, SENT } from '../../../test/inbox.ts'
import { readStatuses } from '../../../test/written-campaign.ts'

const testApp = await startTestApp()
const { app, alice, clock, query } = testApp
const {
  start,
  change,
  changeOne,
  undo,
  receive,
  later,
  read,
  answered,
  standing,
  stopped,
  answeredFor,
  suppress,
  isSuppressed,
} = createInboxTests(testApp)

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
    relabel(
      app.database.db,
      alice.id,
      { id: conversation_id, messageId },
      { label: 'question', by: 'model', reason: 'A model' },
    )
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
