import { campaignRoutes } from '@goldpan/contract/campaigns'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { tableRoutes } from '@goldpan/contract/tables'
import { usageRoutes } from '@goldpan/contract/usage'
import { findPlaceholders, writingRoutes } from '@goldpan/contract/writing'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createFakeText } from '../../providers/text/fake.ts'

const text = createFakeText()
const { alice, bob, clock, query, drain, createCustomer } = await startTestApp({ ports: { text } })

const marketing_copy = 'We repair bakery ovens within one day. A visit costs 90 EUR. Call us before noon.'
const businesses = [
  {
    place_id: 'demo:1',
    name: 'Crumb <b>& Sons',
    address: 'Mill Lane 1',
    website: 'https://crumb.example',
    phone: null,
    locality: 'Goldwater',
  },
]
const table = (
  await alice.call(tableRoutes.create, { body: { name: 'Bakeries', query: 'bakery', businesses } })
).answer

let people = 0
/** A campaign of Alice with this many prospects; the first is of the bakery. */
async function createCampaign(size = 1, who = alice) {
  const id = (await who.call(campaignRoutes.create, { body: { name: 'Ovens', marketing_copy } })).answer.id
  const prospects: string[] = []
  for (let index = 0; index < size; index++) {
    people += 1
    const place = index === 0 && who === alice ? { place_id: 'demo:1', business_table_id: table.id } : {}
    const body = { email: `p${people}@shop.example`, first_name: index === 0 ? 'Ada' : null, ...place }
    prospects.push((await who.call(prospectRoutes.create, { body })).answer.id)
  }
  if (size > 0) await who.call(campaignRoutes.addProspects, { params: { id }, body: { prospects } })
  return { id, prospects }
}

const generate = (id: string, body: { signature_id?: string | null } = {}, who = alice) =>
  who.call(writingRoutes.generate, { params: { id }, body })
const regenerate = (id: string, body: { include_edited?: boolean } = {}) =>
  alice.call(writingRoutes.regenerate, { params: { id }, body })
const saveTemplate = (id: string, subject: string, body: string) =>
  alice.call(writingRoutes.updateTemplate, { params: { id }, body: { template: { subject, body } } })
const read = async (id: string, who = alice) =>
  (await who.call(campaignRoutes.get, { params: { id }, query: {} })).answer
const used = async (who = alice) => (await who.call(usageRoutes.getUsage)).answer.email_generations_count

test('generate writes a template from the marketing copy and an e-mail for each prospect (WRITE-02, WRITE-04, WRITE-01)', async () => {
  const { id } = await createCampaign(2)
  const signature = (await alice.call(signatureRoutes.create, { body: { name: 'W', content: 'Ada' } })).answer
  const { status, answer } = await generate(id, { signature_id: signature.id })
  expect(status).toBe(200)
  expect(answer).toMatchObject({ message: '2 emails written', rendered: 2, waiting: 0 })
  expect(answer.template.body).toContain('90 EUR')
  expect(findPlaceholders(answer.template.body).map(({ name }) => name)).toContain('businessName')
  expect(text.asked.at(-1)).toMatchObject({
    brief: { marketing_copy, sender_name: 'Alice Tester' },
    seed: 0,
  })
  const campaign = await read(id)
  expect(campaign).toMatchObject({ signature_id: signature.id, email_subject: answer.template.subject })
  expect(campaign.campaign_prospects.map((row) => row.email_status)).toEqual(['generated', 'generated'])
  expect(campaign.campaign_prospects[0]!.email_content).toContain('Crumb &#60;b&#62;&#38; Sons')
})

test('generation sets the status of the prospects themselves (WRITE-20)', async () => {
  const { id, prospects } = await createCampaign(2)
  const converted = { status: 'converted' as const }
  await alice.call(prospectRoutes.patch, { params: { id: prospects[1]! }, body: converted })
  await generate(id)
  const { answer } = await alice.call(prospectRoutes.list)
  const status = (prospect: string) => answer.find((row) => row.id === prospect)?.status
  expect(prospects.map(status)).toEqual(['email_generated', 'converted'])
})

test('one generation costs one, whatever the number of prospects; regenerating costs nothing (WRITE-05)', async () => {
  const { id } = await createCampaign(3)
  const before = await used()
  await generate(id)
  await regenerate(id)
  await regenerate(id)
  expect(await used()).toBe(before + 1)
})

test('another generation writes another text', async () => {
  const { id } = await createCampaign()
  const first = (await generate(id)).answer.template
  expect((await generate(id)).answer.template.body).not.toBe(first.body)
  expect(text.asked.at(-1)?.seed).toBe(1)
})

test('a generation that fails costs nothing and changes nothing', async () => {
  const { id } = await createCampaign()
  const before = await used()
  text.failNextWith(new Error('the model is away'))
  const { status, refusal } = await generate(id)
  expect([status, refusal.code]).toEqual([503, 'writing.failed'])
  expect(await used()).toBe(before)
  expect((await read(id)).email_subject).toBeNull()
})

test('beyond the cap a generation is refused with LIMIT_REACHED before anything is written (WRITE-11)', async () => {
  const carol = await createCustomer('Carol')
  await query("update users set subscription_plan = 'test' where id = $1", [carol.id])
  const { id } = await createCampaign(1, carol)
  for (let index = 0; index < 5; index++) expect((await generate(id, {}, carol)).status).toBe(200)
  const asked = text.asked.length
  const { status, refusal } = await generate(id, {}, carol)
  expect([status, refusal.code, refusal.usage_type]).toEqual([403, 'LIMIT_REACHED', 'email_generations'])
  expect(text.asked).toHaveLength(asked)
})

test('a template is answered and replaced, under `template` or bare (WRITE-03)', async () => {
  const { id } = await createCampaign()
  const none = await alice.call(writingRoutes.getTemplate, { params: { id } })
  expect(none.answer).toMatchObject({ subject: '', body: '', written_by: null })
  const put = await saveTemplate(id, 'Your\r\novens', 'Hello {{businessName}}')
  expect(put.answer).toMatchObject({
    subject: 'Your ovens',
    body: 'Hello {{businessName}}',
    written_by: 'hand',
  })
  const bare = { subject: 'S', body: 'B {{businessName}}' }
  expect((await alice.call(writingRoutes.updateTemplate, { params: { id }, body: bare })).status).toBe(200)
  expect((await alice.call(writingRoutes.getTemplate, { params: { id } })).answer).toMatchObject(bare)
})

test.each([
  ['', 'x {{businessName}}', 'Subject line is required'],
  ['S', ' \n', 'Email body cannot be empty'],
  ['S', 'Hello', 'Template must include {{businessName}} placeholder'],
  ['S', '{{businessName}} {{frstName}}', 'Unknown placeholder: {{frstName}}'],
  ['{{nobody}}', '{{businessName}}', 'Unknown placeholder: {{nobody}}'],
])(
  'the template %j / %j is refused (WRITE-06, WRITE-07, WRITE-08, WRITE-19)',
  async (subject, body, message) => {
    const { id } = await createCampaign(0)
    const { status, refusal } = await saveTemplate(id, subject, body)
    expect([status, refusal.message]).toEqual([400, message])
  },
)

test('of two windows that edit the same template, the second is told', async () => {
  const { id } = await createCampaign(0)
  const { updated_at } = (await alice.call(writingRoutes.getTemplate, { params: { id } })).answer
  clock.advance(1000)
  const save = (subject: string) =>
    alice.call(writingRoutes.updateTemplate, {
      params: { id },
      body: { subject, body: '{{businessName}}', updated_at },
    })
  expect((await save('First')).status).toBe(200)
  expect((await save('Second')).refusal.code).toBe('writing.template_changed')
})

test('a saved template makes the e-mails stale, and regenerating renders it for all not yet sent to (WRITE-05)', async () => {
  const { id } = await createCampaign(3)
  await generate(id)
  const [sent] = (await read(id)).campaign_prospects
  await query("update campaign_prospects set email_status = 'sent' where id = $1", [sent!.id])
  await saveTemplate(id, 'Again', 'Dear {{firstName|friend}} of {{businessName|your shop}} in {{city|town}}')
  expect((await read(id)).campaign_prospects.map((row) => row.is_stale)).toEqual([false, true, true])
  expect((await read(id)).waiting).toBe(2)
  expect((await regenerate(id)).answer).toMatchObject({ rendered: 2, waiting: 0 })
  const rows = (await read(id)).campaign_prospects
  expect(rows[0]!.email_content).toBe(sent!.email_content)
  expect(rows[1]).toMatchObject({
    email_subject: 'Again',
    email_content: '<p>Dear friend of your shop in town</p>',
    is_stale: false,
  })
})

test('regenerating without a template is refused', async () => {
  expect((await regenerate((await createCampaign()).id)).refusal.code).toBe('writing.no_template')
})

test('prospects attached later stay pending until the e-mails are written', async () => {
  const { id } = await createCampaign(1)
  await generate(id)
  const later = (await alice.call(prospectRoutes.create, { body: { email: 'later@shop.example' } })).answer.id
  await alice.call(campaignRoutes.addProspects, { params: { id }, body: { prospects: [later] } })
  expect(await read(id)).toMatchObject({ waiting: 1, counts: { pending: 1, generated: 1 } })
  await regenerate(id)
  expect(await read(id)).toMatchObject({ waiting: 0, counts: { pending: 0, generated: 2 } })
})

test('many e-mails are written in the background, with progress, and none is left stale', async () => {
  const { id } = await createCampaign(0)
  await query(
    `insert into prospects (owner_id, email, created_at, updated_at)
     select $1, 'b' || n || '@many.example', $2, $2 from generate_series(1, 1200) n`,
    [alice.id, clock.now().toISOString()],
  )
  const rows = await query<{ id: string }>("select id from prospects where email like '%@many.example'")
  const prospects = rows.map((row) => row.id)
  await alice.call(campaignRoutes.addProspects, { params: { id }, body: { prospects } })
  expect((await generate(id)).answer).toMatchObject({ rendered: 0, waiting: 1200 })
  expect((await read(id)).rendering).toEqual({ total: 1200, done: 0 })
  await drain()
  expect(await read(id)).toMatchObject({ rendering: null, waiting: 0, counts: { generated: 1200 } })
})

test("one recipient's e-mail is opened, edited by hand and left alone by regenerating unless asked", async () => {
  const { id, prospects } = await createCampaign(1)
  await generate(id)
  const params = { id, prospectId: prospects[0]! }
  const open = async () => (await alice.call(writingRoutes.getEmail, { params })).answer
  const before = await open()
  expect(before.body).toContain('Crumb <b>& Sons')
  expect(before.footer).toContain(
    'Pans &#38; Sons<br />1 Assay Lane<br />9490 Goldwater<br />Liechtenstein<br />',
  )
  const written = await alice.call(writingRoutes.updateEmail, {
    params,
    body: { subject: 'By hand', body: 'Dear Ada,\n\n<script>x</script>[us](https://a.example)' },
  })
  expect(written.answer).toMatchObject({
    subject: 'By hand',
    content: '<p>Dear Ada,</p>\n<p><a href="https://a.example">us</a></p>',
    recipient: { is_edited: true, is_stale: false },
  })
  await regenerate(id)
  expect((await open()).subject).toBe('By hand')
  await regenerate(id, { include_edited: true })
  expect(await open()).toMatchObject({ subject: before.subject, recipient: { is_edited: false } })
})

test('an e-mail written by hand can be taken back to the template', async () => {
  const { id, prospects } = await createCampaign(1)
  await saveTemplate(id, 'S', 'Dear {{businessName}}')
  const params = { id, prospectId: prospects[0]! }
  await alice.call(writingRoutes.updateEmail, { params, body: { subject: 'Mine', body: 'Mine' } })
  expect((await alice.call(writingRoutes.resetEmail, { params })).answer).toMatchObject({
    subject: 'S',
    recipient: { is_edited: false },
  })
})

test('what was sent can no longer be changed', async () => {
  const { id, prospects } = await createCampaign(1)
  await generate(id)
  await query("update campaign_prospects set email_status = 'sent' where campaign_id = $1", [id])
  const params = { id, prospectId: prospects[0]! }
  const { refusal } = await alice.call(writingRoutes.updateEmail, {
    params,
    body: { subject: 'S', body: 'B' },
  })
  expect(refusal.code).toBe('writing.already_sent')
})

test('a template is previewed as a recipient would get it, with what to know about it', async () => {
  const { id, prospects } = await createCampaign(2)
  const preview = (prospect_id: string | null) =>
    alice.call(writingRoutes.preview, {
      params: { id },
      body: {
        subject: 'Hi {{firstName|there}}',
        body: '{{businessName}} in {{city|town}} {{x}}{{lastName}}',
        prospect_id,
      },
    })
  expect((await preview(prospects[0]!)).answer).toMatchObject({
    subject: 'Hi Ada',
    content: '<p>Crumb &#60;b&#62;&#38; Sons in Goldwater {{x}}</p>',
    missing: ['lastName'],
  })
  const { findings, missing, subject } = (await preview(prospects[1]!)).answer
  expect(subject).toBe('Hi there')
  expect(missing).toEqual(['businessName', 'lastName'])
  expect(findings[0]).toMatchObject({ level: 'error', sentence: 'Unknown placeholder: {{x}}' })
})

test('who has no value for a placeholder is counted for the whole campaign, with names', async () => {
  const { id, prospects } = await createCampaign(3)
  const { answer } = await alice.call(writingRoutes.missingValues, { params: { id } })
  const of = (name: string) => answer.find((missing) => missing.name === name)
  expect(of('senderName')).toEqual({ name: 'senderName', count: 0, recipients: [] })
  expect(of('city')).toMatchObject({ count: 2 })
  expect(of('trade')).toMatchObject({ count: 2 })
  const { campaign_prospects } = await read(id)
  expect(of('firstName')).toMatchObject({
    count: 2,
    recipients: campaign_prospects.slice(1).map(({ name }) => name),
  })
  await alice.call(prospectRoutes.patch, { params: { id: prospects[1]! }, body: { first_name: 'Bea' } })
  await read(id)
  const { answer: later } = await alice.call(writingRoutes.missingValues, { params: { id } })
  expect(later.find(({ name }) => name === 'firstName')).toMatchObject({ count: 1 })
})

test('an e-mail names the trade of its recipient in the language of the campaign, and a fallback where it is not known', async () => {
  const { id } = await createCampaign(2)
  const contents = async () => (await read(id)).campaign_prospects.map((row) => row.email_content)
  await saveTemplate(id, 'S', 'For the {{trade|businesses}} in your town, and {{businessName|you}}.')
  await regenerate(id)
  expect((await contents()).map((text) => text?.slice(0, 27))).toEqual([
    '<p>For the bakeries in your',
    '<p>For the businesses in yo',
  ])
  await saveTemplate(id, 'S', 'Für {{trade|Betriebe}} wie {{businessName|Sie}} haben wir eine neue Lösung.')
  await regenerate(id)
  expect((await contents())[0]).toContain('Für Bäckereien wie Crumb')
  expect((await contents())[1]).toContain('Für Betriebe wie')
})

test('a campaign without prospects is previewed with a sample', async () => {
  const { id } = await createCampaign(0)
  const { answer } = await alice.call(writingRoutes.preview, {
    params: { id },
    body: { subject: '', body: '{{businessName}}' },
  })
  expect(answer).toMatchObject({
    content: '<p>Rivers Bakery</p>',
    recipient: { id: null },
    missing: [],
  })
})

test("Bob cannot read, write, preview or generate in Alice's campaign", async () => {
  const { id, prospects } = await createCampaign(1)
  const params = { id }
  const one = { id, prospectId: prospects[0]! }
  const body = { subject: 'S', body: '{{businessName}}' }
  const outcomes = [
    await bob.call(writingRoutes.getTemplate, { params }),
    await bob.call(writingRoutes.updateTemplate, { params, body }),
    await bob.call(writingRoutes.listTemplateVersions, { params }),
    await generate(id, {}, bob),
    await bob.call(writingRoutes.regenerate, { params, body: {} }),
    await bob.call(writingRoutes.preview, { params, body }),
    await bob.call(writingRoutes.missingValues, { params }),
    await bob.call(writingRoutes.getEmail, { params: one }),
    await bob.call(writingRoutes.updateEmail, { params: one, body }),
    await bob.call(writingRoutes.resetEmail, { params: one }),
  ]
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 404))
  expect(await used(bob)).toBe(0)
})
