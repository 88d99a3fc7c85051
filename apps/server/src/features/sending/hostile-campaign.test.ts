import { campaignRoutes } from '@goldpan/contract/campaigns'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { tableRoutes } from '@goldpan/contract/tables'
import { writingRoutes } from '@goldpan/contract/writing'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { readCampaign, readJob, startSend, writeCampaign } from '../../../test/written-campaign.ts'

const { alice, bob, mail, drain, query } = await startTestApp()

const SCRIPT = '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>'
const SEPARATORS = [
  ['CR and LF', '\r\n'],
  ['CR', '\r'],
  ['LF', '\n'],
  ['U+2028', '\u2028'],
  ['U+2029', '\u2029'],
  ['U+0085', '\u0085'],
] as const

interface Hostile {
  campaign?: object
  prospect?: object
  signature?: { name: string; content: string }
  template?: { subject: string; body: string }
}

/** Sends a campaign with these fields to one recipient. Returns the message. */
async function send({ campaign = {}, prospect = {}, signature, template }: Hostile, who = alice) {
  const fields = {
    name: 'Ovens',
    marketing_copy: 'We repair bakery ovens within one day for 90 EUR.',
    ...campaign,
  }
  const { id } = (await who.call(campaignRoutes.create, { body: fields })).answer
  const email = `p${id}@shop.example`
  const person = (await who.call(prospectRoutes.create, { body: { email, ...prospect } })).answer.id
  await who.call(campaignRoutes.addProspects, { params: { id }, body: { prospects: [person] } })
  const signature_id = signature
    ? (await who.call(signatureRoutes.create, { body: signature })).answer.id
    : undefined
  const { status } = await who.call(writingRoutes.generate, { params: { id }, body: { signature_id } })
  expect(status).toBe(200)
  if (template) {
    const saved = await who.call(writingRoutes.updateTemplate, { params: { id }, body: { template } })
    expect(saved.status).toBe(200)
    await who.call(writingRoutes.regenerate, { params: { id }, body: {} })
  }
  const { answer } = await startSend(who, id)
  await drain()
  expect(await readJob(who, answer.job_id)).toMatchObject({ status: 'completed', result: { sent_count: 1 } })
  const { raw, envelope } = mail.accepted.findLast((message) => message.envelope.to === email)!
  return { id, signature_id, envelope, message: await PostalMime.parse(raw) }
}

const headerNames = (message: { headers: { key: string }[] }) => message.headers.map(({ key }) => key)

test('HTML and script in every field reach nobody as anything but words', async () => {
  const business = {
    place_id: 'demo:hostile',
    name: `Crumb ${SCRIPT}`,
    address: SCRIPT,
    website: null,
    phone: null,
  }
  const table = await alice.call(tableRoutes.create, {
    body: { name: SCRIPT, query: SCRIPT, businesses: [{ ...business, locality: SCRIPT, category: SCRIPT }] },
  })
  const { message } = await send({
    campaign: {
      name: SCRIPT,
      description: SCRIPT,
      promotional_content: `Now 10 EUR less. ${SCRIPT}`,
      marketing_copy: `We repair bakery ovens for 90 EUR. ${SCRIPT}`,
    },
    prospect: {
      first_name: `Ada ${SCRIPT}`,
      last_name: SCRIPT,
      title: SCRIPT,
      notes: SCRIPT,
      place_id: 'demo:hostile',
      business_table_id: table.answer.id,
    },
    signature: { name: SCRIPT, content: `Alice ${SCRIPT}` },
    template: {
      subject: `${SCRIPT} {{firstName}}`,
      body: `${SCRIPT} {{businessName}} {{firstName}} {{lastName}} {{title}} {{city}} {{trade|here}} {{senderName}}`,
    },
  })
  expect(message.html).not.toMatch(/<script|<[^>]*onerror|<[^>]*href="javascript/i)
  expect(message.html).toContain('Crumb &lt;script&gt;')
  expect(message.html).toContain('here')
  expect(message.subject).toContain('<script>alert(1)</script>')
})

test.each(SEPARATORS)('%s in a subject or a name ends no header (A10)', async (_, separator) => {
  const injected = `x${separator}Bcc: all@victim.example${separator}${separator}<h1>Body</h1>`
  const { message, envelope } = await send({
    campaign: { name: `Ovens ${injected}` },
    prospect: { first_name: `Ada ${injected}`, business_name: `Crumb ${injected}` },
    signature: { name: `Work ${injected}`, content: 'Alice' },
    template: { subject: `Hi ${injected} {{firstName}}`, body: 'Dear {{businessName}}, {{firstName}}' },
  })
  const plain = await send({ template: { subject: 'Hi', body: 'Dear {{businessName|you}}' } })
  expect(headerNames(message)).toEqual(headerNames(plain.message))
  expect(message.bcc).toBeUndefined()
  expect(envelope.to).not.toContain('victim')
  expect(message.subject).not.toMatch(/[\r\n\u0085\u2028\u2029]/)
  const { answer: signatures } = await alice.call(signatureRoutes.list)
  expect(signatures.some(({ name }) => /[\r\n\u0085\u2028\u2029]/.test(name))).toBe(false)
})

test.each(SEPARATORS)("%s in the sender's own name ends no header (A10)", async (_, separator) => {
  await query('update users set first_name = $2 where id = $1', [
    bob.id,
    `Bob${separator}Bcc: all@victim.example`,
  ])
  const { id } = (
    await bob.call(campaignRoutes.create, { body: { name: 'Ovens', marketing_copy: 'We repair ovens.' } })
  ).answer
  const template = { subject: 'Hi', body: 'Dear {{businessName|you}}, {{senderName}}' }
  const { status } = await bob.call(writingRoutes.sendTest, { params: { id }, body: { template } })
  const sent = mail.accepted.filter(({ envelope }) => envelope.to === bob.email)
  const messages = await Promise.all(sent.map(({ raw }) => PostalMime.parse(raw)))
  expect([200, 409]).toContain(status)
  expect(
    messages.every(({ bcc, headers }) => bcc === undefined && headers.every(({ key }) => key !== 'bcc')),
  ).toBe(true)
})

const RETARGETED = [
  ...SEPARATORS.map(([, separator]) => `${separator}Bcc: all@victim.example`),
  '\0',
  '%0d%0aBcc: all@victim.example',
  ', all@victim.example',
  '> <all@victim.example>',
  ' (x) all@victim.example',
]

test('no address of a prospect and no return address leads a message elsewhere (A10)', async () => {
  for (const attack of RETARGETED) {
    const email = `p${attack.length}@shop.example${attack}`
    const prospect = await alice.call(prospectRoutes.create, { body: { email, first_name: 'Ada' } })
    expect([attack, prospect.status]).toEqual([attack, 400])
    const emailId = `alice${attack}`
    const address = await alice.call(signatureRoutes.updateReturnAddress, { body: { emailId } })
    expect([attack, address.status]).toEqual([attack, 400])
  }
  expect(mail.accepted.some(({ envelope }) => envelope.to.includes('victim'))).toBe(false)
})

test.each([
  ['{{constructor}}', 'Unknown placeholder: {{constructor}}'],
  ['{{__proto__|x}}', 'Unknown placeholder: {{__proto__}}'],
  ['{{toString}}', 'Unknown placeholder: {{toString}}'],
])('a template that reaches for %s is refused with its name (A11)', async (placeholder, sentence) => {
  const { id } = await writeCampaign(alice, 0)
  const template = { subject: 'Hi', body: `{{businessName}} ${placeholder}` }
  const { status, refusal } = await alice.call(writingRoutes.updateTemplate, {
    params: { id },
    body: { template },
  })
  expect([status, refusal.message]).toEqual([400, sentence])
})

test.each([
  ['a megabyte of words', 'a'.repeat(1_000_000)],
  ['a megabyte of braces', '{{'.repeat(500_000)],
  ['a block of another language', '{{businessName}} {{#each people}}{{this}}{{/each}}'],
  ['code', '{{businessName}} <% x %> #{x} {{= x }}'],
])('a template of %s is refused or sent as words, and never run (A11)', async (_what, body) => {
  const { id } = await writeCampaign(alice, 1)
  const { status } = await alice.call(writingRoutes.updateTemplate, {
    params: { id },
    body: { template: { subject: 'Hi', body } },
  })
  expect(status).toBe(400)
  const { answer } = await startSend(alice, id)
  await drain()
  expect(await readJob(alice, answer.job_id), 'the template before it is sent').toMatchObject({
    result: { sent_count: 1 },
  })
})

test('a message in which a value looks like a placeholder is held back and says so, without harm to the others', async () => {
  const { id, emails } = await writeCampaign(alice, ['braces@shop.example', 'plain@shop.example'])
  const { campaign_prospects } = await readCampaign(alice, id)
  const [first] = campaign_prospects
  const change = { first_name: '{{lastName}}', last_name: '{{businessName|x}}' }
  await alice.call(prospectRoutes.patch, { params: { id: first!.prospect_id! }, body: change })
  const template = { subject: 'Hi', body: 'Dear {{businessName|you}}, {{firstName|}} {{lastName|}}' }
  await alice.call(writingRoutes.updateTemplate, { params: { id }, body: { template } })
  await alice.call(writingRoutes.regenerate, { params: { id }, body: {} })
  const { answer } = await startSend(alice, id)
  await drain()
  expect(await readJob(alice, answer.job_id)).toMatchObject({ result: { sent_count: 1, failed_count: 1 } })
  const { campaign_prospects: after } = await readCampaign(alice, id)
  expect(after[0]).toMatchObject({ email: emails[0], email_status: 'failed' })
  expect(after[0]!.status_reason).toContain('{{lastName}}')
})

test('a placeholder inside another is refused with the place where it stands', async () => {
  const { id } = await writeCampaign(alice, 0)
  const template = { subject: 'Hi', body: '{{businessName}} {{firstName|{{lastName}}}}' }
  const { status, refusal } = await alice.call(writingRoutes.updateTemplate, {
    params: { id },
    body: { template },
  })
  expect([status, refusal.message]).toEqual([
    400,
    'A placeholder is not closed or is inside another: {{firstName|…',
  ])
})

test('a signature that is deleted while a campaign uses it leaves messages without one, and those queued keep it', async () => {
  const content = 'Alice of the oven works'
  const { id } = (
    await alice.call(campaignRoutes.create, { body: { name: 'Ovens', marketing_copy: 'We repair ovens.' } })
  ).answer
  const emails = ['first@sig.example', 'second@sig.example']
  const attach = async (email: string) => {
    const person = (await alice.call(prospectRoutes.create, { body: { email } })).answer.id
    await alice.call(campaignRoutes.addProspects, { params: { id }, body: { prospects: [person] } })
  }
  const textTo = async (email: string) =>
    (await PostalMime.parse(mail.accepted.findLast(({ envelope }) => envelope.to === email)!.raw)).text
  await attach(emails[0]!)
  const signature = (await alice.call(signatureRoutes.create, { body: { name: 'Work', content } })).answer.id
  await alice.call(writingRoutes.generate, { params: { id }, body: { signature_id: signature } })
  await startSend(alice, id)
  await alice.call(signatureRoutes.delete, { params: { id: signature } })
  await drain()
  expect(await textTo(emails[0]!)).toContain(content)

  await attach(emails[1]!)
  await alice.call(writingRoutes.regenerate, { params: { id }, body: {} })
  const { status } = await startSend(alice, id)
  await drain()
  expect(status).toBe(200)
  expect(await textTo(emails[1]!)).not.toContain(content)
  const gone = await alice.call(writingRoutes.generate, { params: { id }, body: { signature_id: signature } })
  expect([gone.status, gone.refusal.message]).toEqual([404, 'This signature no longer exists'])
})
