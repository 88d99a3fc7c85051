import { campaignRoutes, type RecipientSort, recipientSorts } from '@goldpan/contract/campaigns'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { tableRoutes } from '@goldpan/contract/tables'
import { writingRoutes } from '@goldpan/contract/writing'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { app, alice, bob, visitor, clock, query, createCustomer } = await startTestApp()
const { campaigns } = app.features
const { db } = app.database

const form = { name: 'Spring', marketing_copy: 'We repair ovens within a day.' }

async function createCampaign(who = alice, fields: Partial<typeof form> = {}): Promise<string> {
  return (await who.call(campaignRoutes.create, { body: { ...form, ...fields } })).answer.id
}

let people = 0
async function createProspect(who = alice, fields: { email?: string; first_name?: string } = {}) {
  people += 1
  const body = { email: `person${people}@shop.example`, first_name: 'Pat', ...fields }
  return (await who.call(prospectRoutes.create, { body })).answer.id
}

const attach = (id: string, prospects: string[], who = alice) =>
  who.call(campaignRoutes.addProspects, { params: { id }, body: { prospects } })
const read = async (id: string, who = alice) =>
  (await who.call(campaignRoutes.get, { params: { id }, query: {} })).answer

test('a campaign is created with its fields and answered with an id (CAMP-23, CAMP-10)', async () => {
  const { status, answer } = await alice.call(campaignRoutes.create, {
    body: { ...form, description: null, promotional_content: '', status: 'draft' },
  })
  expect(status).toBe(200)
  expect(answer).toMatchObject({ id: expect.any(String), description: null, promotional_content: null })
})

test('a campaign is created together with its people, or not at all', async () => {
  const people = [await createProspect(), await createProspect()]
  const create = (prospects: string[], who = alice) =>
    who.call(campaignRoutes.create, { body: { ...form, name: 'Together', recipients: { prospects } } })
  const { answer } = await create(people)
  expect(answer).toMatchObject({ added: 2, suppressed: 0 })
  expect((await read(answer.id)).prospects.map(({ id }) => id)).toEqual(people)

  expect((await create(people, bob)).status).toBe(404)
  expect((await bob.call(campaignRoutes.list)).answer).toEqual([])
})

test('a campaign for a review goes to those kept in it', async () => {
  const [kept, unseen] = [await createProspect(), await createProspect()]
  const oven = { place_id: 'demo:oven', name: 'Oven', address: 'Mill Lane', phone: null, website: null }
  const saved = await alice.call(tableRoutes.create, {
    body: { name: 'Ovens', query: 'oven', businesses: [oven] },
  })
  const table = saved.answer.id
  await query('update prospects set business_table_id = $1 where id = any($2)', [table, [kept, unseen]])
  await query('update prospects set reviewed_at = now() where id = $1', [kept])
  const createFor = async (filter: object) => {
    const recipients = { matching: { filter: { table, ...filter }, except: [] } }
    const { answer } = await alice.call(campaignRoutes.create, { body: { ...form, recipients } })
    return (await read(answer.id)).prospects.map(({ id }) => id).toSorted()
  }
  expect(await createFor({ review: 'kept' })).toEqual([kept])
  expect(await createFor({})).toEqual([kept, unseen].toSorted())
})

test.each([
  [{ name: ' ' }, 'Campaign name is required'],
  [{ marketing_copy: '\n' }, 'Marketing copy is required'],
  [{ marketing_copy: 'x'.repeat(50_000) }, 'Please keep this under 20,000 characters'],
  [{ description: 'x'.repeat(50_000) }, 'Please keep this under 20,000 characters'],
  [{ promotional_content: 'x'.repeat(50_000) }, 'Please keep this under 20,000 characters'],
])('a campaign with %o is refused (CAMP-08, CAMP-09)', async (fields, message) => {
  const { status, refusal } = await alice.call(campaignRoutes.create, { body: { ...form, ...fields } })
  expect([status, refusal.message]).toEqual([400, message])
})

test('long texts are kept exactly, a name stays one line', async () => {
  const marketing_copy = '  Öfen\r\n\n<b>&amp;</b> {{businessName}} \u2028 end  '
  const id = await createCampaign(alice, { name: 'Spring\r\nBcc: x', marketing_copy })
  expect(await read(id)).toMatchObject({ name: 'Spring Bcc: x', marketing_copy })
})

test('a campaign answers its fields, its prospects and its recipients (CAMP-17, CAMP-18, CAMP-24)', async () => {
  const id = await createCampaign()
  const prospect = await createProspect(alice, { email: 'ada@pan.example', first_name: 'Ada' })
  await attach(id, [prospect])
  const answer = await read(id)
  expect(answer).toMatchObject({
    id,
    name: 'Spring',
    description: null,
    marketing_copy: form.marketing_copy,
    status: 'draft',
    promotional_content: null,
    signature_id: null,
    email_subject: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    prospects: [{ id: prospect, first_name: 'Ada', last_name: null, email: 'ada@pan.example' }],
    counts: { total: 1, pending: 1, sent: 0 },
  })
  expect(answer.campaign_prospects).toEqual([
    expect.objectContaining({
      prospect_id: prospect,
      name: 'Ada',
      email: 'ada@pan.example',
      email_status: 'pending',
      email_content: null,
      sent_at: null,
      business: { name: null },
      prospects: { first_name: 'Ada', last_name: null, email: 'ada@pan.example' },
    }),
  ])
})

test('the list carries numbers of recipients, not their e-mails (CAMP-22, CAMP-17)', async () => {
  const carol = await createCustomer('Carol')
  const id = await createCampaign(carol)
  await attach(id, [await createProspect(carol), await createProspect(carol)], carol)
  const { answer } = await carol.call(campaignRoutes.list)
  expect(answer).toHaveLength(1)
  expect(answer[0]).toMatchObject({
    id,
    counts: { total: 2, sent: 0, opened: 0, failed: 0 },
    prospects: [{ count: 2 }],
    campaign_prospects: [{ email_status: 'pending', delivery: null, count: 2 }],
  })
})

test('a campaign is changed in the fields given, and deleted (CAMP-24)', async () => {
  const id = await createCampaign()
  const body = { name: 'Autumn', status: 'completed' as const }
  const { answer } = await alice.call(campaignRoutes.update, { params: { id }, body })
  expect(answer).toMatchObject({ ...body, marketing_copy: form.marketing_copy })
  expect((await alice.call(campaignRoutes.delete, { params: { id } })).status).toBe(200)
  const gone = await alice.call(campaignRoutes.get, { params: { id }, query: {} })
  expect([gone.status, gone.refusal.message]).toEqual([404, 'Campaign Not Found'])
})

test('nobody makes a campaign active by hand', async () => {
  const id = await createCampaign()
  const { refusal } = await alice.call(campaignRoutes.update, { params: { id }, body: { status: 'active' } })
  expect(refusal.code).toBe('campaigns.status_not_offered')
})

test('of two windows that edit the same version, the second is told and overwrites nothing', async () => {
  const id = await createCampaign()
  const { updated_at } = await read(id)
  clock.advance(1000)
  const save = (name: string) =>
    alice.call(campaignRoutes.update, { params: { id }, body: { name, updated_at } })
  expect((await save('First')).status).toBe(200)
  expect((await save('Second')).refusal.code).toBe('campaigns.changed')
  expect((await read(id)).name).toBe('First')
})

test('prospects are attached once each, in the order chosen, and detached (CAMP-26)', async () => {
  const id = await createCampaign()
  const [a, b, c] = [await createProspect(), await createProspect(), await createProspect()]
  expect((await attach(id, [b, a, b])).answer.added).toBe(2)
  expect((await attach(id, [a, c])).answer).toEqual({ message: '1 prospect added', added: 1, suppressed: 0 })
  const attached = await alice.call(campaignRoutes.listAttached, { params: { id } })
  expect(attached.answer).toEqual([b, a, c])
  const removed = await alice.call(campaignRoutes.removeProspect, { params: { id, prospectId: a } })
  expect(removed.status).toBe(200)
  expect((await read(id)).prospects.map((prospect) => prospect.id)).toEqual([b, c])
  const again = await alice.call(campaignRoutes.removeProspect, { params: { id, prospectId: a } })
  expect(again.status).toBe(404)
})

test('an empty choice of prospects is refused (CAMP-27)', async () => {
  const id = await createCampaign()
  const none = [
    { prospects: [] },
    {},
    { prospects: [await createProspect()], matching: { filter: {}, except: [] } },
  ]
  for (const body of none) {
    const { status, refusal } = await alice.call(campaignRoutes.addProspects, { params: { id }, body })
    expect([status, refusal.message]).toEqual([400, 'Please select at least one prospect'])
  }
})

test('all that a filter lets through are attached but those left out, and then no longer offered (CAMP-28)', async () => {
  const carla = await createCustomer('Carla')
  const id = await createCampaign(carla)
  const [ada, ben, cleo] = [
    await createProspect(carla, { email: 'ada@mill.example' }),
    await createProspect(carla, { email: 'ben@mill.example' }),
    await createProspect(carla, { email: 'cleo@shop.example' }),
  ]
  const add = (matching: { filter: object; except: string[] }, who = carla) =>
    who.call(campaignRoutes.addProspects, { params: { id }, body: { matching } })
  expect((await add({ filter: { text: 'mill' }, except: [ben] })).answer.added).toBe(1)
  expect((await read(id, carla)).prospects.map((prospect) => prospect.id)).toEqual([ada])

  const offered = async (campaign: string, who = carla) =>
    (await who.call(prospectRoutes.list, { query: { not_in_campaign: campaign, sort: 'email', limit: 10 } }))
      .answer
  expect((await offered(id)).map((prospect) => prospect.id)).toEqual([ben, cleo])
  expect(await offered(id, await createCustomer('Dennis'))).toEqual([])
  // Bob can neither add to it nor find out who is in it.
  expect((await add({ filter: {}, except: [] }, bob)).status).toBe(404)
  const aliceSees = await offered(id, alice)
  expect(aliceSees.map((prospect) => prospect.id)).not.toContain(ada)

  expect((await add({ filter: { not_in_campaign: id }, except: [] })).answer.added).toBe(2)
  expect(await offered(id)).toEqual([])
  expect((await add({ filter: { text: 'nobody at all' }, except: [] })).status).toBe(404)
})

test('five thousand prospects are attached at once, each once', async () => {
  const dora = await createCustomer('Dora')
  await query(
    `insert into prospects (owner_id, email, created_at, updated_at)
     select $1, 'p' || n || '@many.example', $2, $2 from generate_series(1, 5000) n`,
    [dora.id, clock.now().toISOString()],
  )
  const id = await createCampaign(dora)
  const { answer: all } = await dora.call(prospectRoutes.list)
  const ids = all.map((prospect) => prospect.id)
  expect((await attach(id, ids, dora)).answer.added).toBe(5000)
  const page = await dora.call(campaignRoutes.listRecipients, {
    params: { id },
    query: { search: 'p4999@', limit: 50 },
  })
  expect(page.answer).toMatchObject({ total: 1, recipients: [{ email: 'p4999@many.example' }] })
  const none = await dora.call(campaignRoutes.get, { params: { id }, query: { recipients: 'none' } })
  expect([none.answer.counts.total, none.answer.campaign_prospects]).toEqual([5000, []])
})

test('recipients come page by page in every order, each once, and a cursor holds for its own order', async () => {
  const id = await createCampaign()
  const prospects: string[] = []
  for (const first_name of ['Cleo', 'ada', 'Ben', 'Ada', '']) {
    const body = { email: `page${prospects.length}@shop.example`, first_name }
    prospects.push((await alice.call(prospectRoutes.create, { body })).answer.id)
  }
  await attach(id, prospects)
  const params = { id }
  const readPages = async (query: { sort?: RecipientSort; direction?: 'descending' }) => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await alice.call(campaignRoutes.listRecipients, {
        params,
        query: { limit: 2, ...query, cursor },
      })
      expect(page.answer.total).toBe(5)
      found.push(...page.answer.recipients.map(({ name }) => name))
      cursor = page.headers['next-cursor'] as string | undefined
    } while (cursor !== undefined)
    return found
  }
  expect(await readPages({})).toEqual(['Cleo', 'ada', 'Ben', 'Ada', 'page4@shop.example'])
  const names = await readPages({ sort: 'name' })
  expect(names.map((name) => name.toLowerCase())).toEqual(['ada', 'ada', 'ben', 'cleo', 'page4@shop.example'])
  expect(await readPages({ sort: 'name', direction: 'descending' })).toEqual(names.toReversed())
  for (const sort of recipientSorts)
    expect((await readPages({ sort })).toSorted(), sort).toEqual(names.toSorted())
  const first = await alice.call(campaignRoutes.listRecipients, { params, query: { limit: 2 } })
  const cursor = String(first.headers['next-cursor'])
  const wrong = await alice.call(campaignRoutes.listRecipients, { params, query: { cursor, sort: 'name' } })
  expect(wrong.refusal?.code).toBe('campaigns.bad_cursor')
})

test('a corrected prospect is followed and a deleted one leaves, as long as nothing was sent', async () => {
  const id = await createCampaign()
  const [a, b] = [await createProspect(), await createProspect()]
  await attach(id, [a, b])
  await alice.call(prospectRoutes.patch, { params: { id: a }, body: { email: 'right@shop.example' } })
  await alice.call(prospectRoutes.remove, { params: { id: b } })
  expect((await read(id)).campaign_prospects.map(({ email }) => email)).toEqual(['right@shop.example'])
})

test("a campaign's signature is chosen, and only one of one's own (SIG-18)", async () => {
  const id = await createCampaign()
  const body = { name: 'Work', content: 'Ada' }
  const own = (await alice.call(signatureRoutes.create, { body })).answer.id
  const foreign = (await bob.call(signatureRoutes.create, { body })).answer.id
  const choose = (signature_id: string | null) =>
    alice.call(campaignRoutes.setSignature, { params: { id }, body: { signature_id } })
  expect((await choose(own)).answer.signature_id).toBe(own)
  expect((await choose(foreign)).status).toBe(404)
  await alice.call(signatureRoutes.delete, { params: { id: own } })
  expect((await read(id)).signature_id).toBeNull()
})

test('a duplicate has the fields, template and signature, not the prospects, and is a draft (CAMP-25, CAMP-38)', async () => {
  const id = await createCampaign()
  const signature = (await alice.call(signatureRoutes.create, { body: { name: 'S', content: 'Ada' } })).answer
  await alice.call(campaignRoutes.setSignature, { params: { id }, body: { signature_id: signature.id } })
  await attach(id, [await createProspect()])
  const text = { subject: 'Ovens', body: 'Hello {{businessName}}' }
  await alice.call(writingRoutes.updateTemplate, { params: { id }, body: text })
  await alice.call(campaignRoutes.update, { params: { id }, body: { status: 'completed' } })
  const { answer } = await alice.call(campaignRoutes.duplicate, { params: { id } })
  expect(answer.id).not.toBe(id)
  expect(answer).toMatchObject({ name: 'Spring (copy)', status: 'draft', signature_id: signature.id })
  expect((await read(answer.id)).prospects).toEqual([])
  const copied = await alice.call(writingRoutes.getTemplate, { params: { id: answer.id } })
  expect(copied.answer).toMatchObject(text)
})

test('an archived campaign can only be deleted (CAMP-13)', async () => {
  const id = await createCampaign()
  await alice.call(campaignRoutes.update, { params: { id }, body: { status: 'archived' } })
  const refused = [
    await alice.call(campaignRoutes.duplicate, { params: { id } }),
    await attach(id, [await createProspect()]),
    await alice.call(writingRoutes.generate, { params: { id }, body: {} }),
    await alice.call(writingRoutes.regenerate, { params: { id }, body: {} }),
  ]
  expect(refused.map(({ refusal }) => refusal.code)).toEqual(Array(4).fill('campaigns.archived'))
  expect((await alice.call(campaignRoutes.delete, { params: { id } })).status).toBe(200)
})

/** A campaign with one written email, and the data that sending needs. */
async function createWritten() {
  const id = await createCampaign()
  await attach(id, [await createProspect()])
  await alice.call(writingRoutes.generate, { params: { id }, body: {} })
  const { rows } = await db.transaction((tx) => campaigns.lockSendable(tx, alice.id, id, { resend: false }))
  return { id, row: rows[0]!, report: reportOn(rows[0]!.id) }
}

const reportOn =
  (recipient: string) =>
  (change: Parameters<typeof campaigns.applyDelivery>[3]): Promise<void> =>
    db.transaction((tx) => campaigns.applyDelivery(tx, alice.id, recipient, change))

test('sending gets the written recipients with subject, content and round', async () => {
  const { row } = await createWritten()
  expect(row).toMatchObject({ round: 0, email: expect.stringContaining('@shop.example') })
  expect(row.email_content).toContain('<p>')
  expect(row.email_subject).not.toBe('')
})

test('reports move a recipient forward and late ones change nothing', async () => {
  const { id, report } = await createWritten()
  const at = (minute: number) => `2026-03-02T10:0${minute}:00.000Z`
  await report({ email_status: 'opened', round: 1, sent_at: at(1), opened_at: at(2) })
  await report({ email_status: 'sent', round: 1 })
  await report({ opened_at: at(5) })
  expect((await read(id)).campaign_prospects[0]).toMatchObject({
    email_status: 'opened',
    sent_at: at(1),
    opened_at: at(2),
  })
  const day = await alice.call(campaignRoutes.timeline, { params: { id } })
  expect(day.answer).toEqual([
    { day: '2026-03-02', emails: 0, sent: 1, delivered: 1, opened: 1, responded: 0, bounced: 0 },
  ])
})

test('the days of the chart add up to the counts: a reply is an open, and a bounce was sent (TRACK-05)', async () => {
  const sent_at = '2026-03-02T10:01:00.000Z'
  const days = async (id: string) => (await alice.call(campaignRoutes.timeline, { params: { id } })).answer
  const answered = await createWritten()
  const responded_at = '2026-03-02T11:00:00.000Z'
  await answered.report({ email_status: 'responded', round: 1, sent_at, responded_at })
  expect((await read(answered.id)).counts).toMatchObject({ sent: 1, opened: 1, responded: 1 })
  expect(await days(answered.id)).toEqual([
    { day: '2026-03-02', emails: 0, sent: 1, delivered: 1, opened: 1, responded: 1, bounced: 0 },
  ])
  const bounced = await createWritten()
  await bounced.report({ email_status: 'sent', round: 1, sent_at })
  await bounced.report({ email_status: 'bounced', round: 1, bounced_at: responded_at })
  expect((await read(bounced.id)).counts).toMatchObject({ sent: 1, delivered: 0, bounced: 1, failed: 1 })
  expect(await days(bounced.id)).toEqual([
    { day: '2026-03-02', emails: 0, sent: 1, delivered: 0, opened: 0, responded: 0, bounced: 1 },
  ])
})

test('an unconfirmed message counts as sent, apart, until a report says what became of it', async () => {
  const { id, report } = await createWritten()
  const sent_at = '2026-03-02T10:01:00.000Z'
  await report({ email_status: 'sent', round: 1, sent_at, delivery: 'unconfirmed' })
  expect((await read(id)).counts).toMatchObject({ sent: 1, unconfirmed: 1 })
  await report({ email_status: 'sent', round: 1, sent_at, delivery: null })
  expect((await read(id)).counts).toMatchObject({ sent: 1, unconfirmed: 0 })
})

test('the undo of an unsubscription is the one way back', async () => {
  const { id, row, report } = await createWritten()
  await report({ email_status: 'unsubscribed', round: 1, status_reason: 'complaint' })
  await report({ email_status: 'opened', round: 1 })
  expect((await read(id)).campaign_prospects[0]).toMatchObject({
    email_status: 'unsubscribed',
    status_reason: 'complaint',
  })
  await db.transaction((tx) => campaigns.restoreStatus(tx, alice.id, row.id, 'sent'))
  expect((await read(id)).campaign_prospects[0]).toMatchObject({ email_status: 'sent', status_reason: null })
})

test('nothing is sent from an older template than the one saved', async () => {
  const { id } = await createWritten()
  const text = { subject: 'New', body: 'New {{businessName}}' }
  await alice.call(writingRoutes.updateTemplate, { params: { id }, body: text })
  const send = () => db.transaction((tx) => campaigns.lockSendable(tx, alice.id, id, { resend: false }))
  await expect(send()).rejects.toThrow('still being written')
  await alice.call(writingRoutes.regenerate, { params: { id }, body: {} })
  expect((await send()).rows[0]?.email_subject).toBe('New')
})

test('a preview sees whom a send would take, without waiting for locks or changing anything (MBOX-31)', async () => {
  const id = await createCampaign()
  const people = [await createProspect(), await createProspect(), await createProspect()]
  await attach(id, people)
  await alice.call(writingRoutes.generate, { params: { id }, body: {} })
  const listed = () => campaigns.listSendable(alice.id, id, { resend: false })
  const rolledBack = new Error('rolled back')
  /** Whom a send takes and a preview lists, while the send holds its locks. */
  async function compare() {
    const found: unknown[] = []
    const taking = db.transaction(async (tx) => {
      const taken = await campaigns.lockSendable(tx, alice.id, id, { resend: false })
      for (const { rows, without_content } of [taken, await listed()])
        found.push({
          emails: rows.map(({ email }) => email),
          unwritten: without_content.map(({ email }) => email),
        })
      throw rolledBack
    })
    await expect(taking).rejects.toBe(rolledBack)
    return found
  }
  const [all] = await compare()
  expect(await compare()).toEqual([all, all])

  // Its recipient, written by hand, follows a prospect; that of a deleted one is left out.
  const [first, second, third] = (await listed()).rows
  await query('update campaign_prospects set is_edited = true where id = $1', [first!.id])
  await query("update prospects set email = 'new@shop.example' where id = $1", [first!.prospect_id])
  await query('update campaign_prospects set email_subject = null, email_content = null where id = $1', [
    second!.id,
  ])
  await query('update campaign_prospects set prospect_id = null where id = $1', [third!.id])
  const changed = { emails: ['new@shop.example'], unwritten: [second!.email] }
  expect(await compare()).toEqual([changed, changed])
  expect(await campaigns.findSendable(alice.id, id, (await listed()).rows[0]!)).toMatchObject({
    email: 'new@shop.example',
    email_content: expect.stringContaining('<p>'),
  })
  expect(await campaigns.findSendable(bob.id, id, first!)).toBeNull()

  await query('update campaign_prospects set is_edited = false where id = $1', [first!.id])
  await expect(listed()).rejects.toThrow('still being written')
  expect(await query('select from campaign_prospects where campaign_id = $1', [id])).toHaveLength(3)
})

test('the results can be saved as CSV, safe to open in a spreadsheet (BEYOND-03)', async () => {
  const id = await createCampaign()
  await attach(id, [await createProspect(alice, { first_name: '=1+1' })])
  const { answer } = await alice.call(campaignRoutes.exportCsv, { params: { id } })
  expect(await answer.text()).toContain("'=1+1")
})

test("Bob cannot see, change, copy, fill, export or delete Alice's campaign, nor use her prospects", async () => {
  const id = await createCampaign()
  const hers = await createProspect()
  const mine = await createProspect(bob)
  await attach(id, [hers])
  const params = { id }
  const outcomes = [
    await bob.call(campaignRoutes.get, { params, query: {} }),
    await bob.call(campaignRoutes.update, { params, body: { name: 'Mine' } }),
    await bob.call(campaignRoutes.duplicate, { params }),
    await bob.call(campaignRoutes.setSignature, { params, body: { signature_id: null } }),
    await attach(id, [mine], bob),
    await bob.call(campaignRoutes.removeProspect, { params: { id, prospectId: hers } }),
    await bob.call(campaignRoutes.listRecipients, { params, query: {} }),
    await bob.call(campaignRoutes.listAttached, { params }),
    await bob.call(campaignRoutes.timeline, { params }),
    await bob.call(campaignRoutes.exportCsv, { params }),
    await bob.call(campaignRoutes.delete, { params }),
    await attach(await createCampaign(bob), [hers], bob),
  ]
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 404))
  expect((await read(id)).prospects.map((prospect) => prospect.id)).toEqual([hers])
  expect((await visitor.call(campaignRoutes.list)).status).toBe(401)
})

test('an id that is none is not found rather than an error', async () => {
  expect((await alice.call(campaignRoutes.get, { params: { id: "'" }, query: {} })).status).toBe(404)
})
