import { campaignRoutes } from '@goldpan/contract/campaigns'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { TEST_EMAILS_AN_HOUR, writingRoutes } from '@goldpan/contract/writing'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { alice, bob, mail, query, createCustomer } = await startTestApp()

let people = 0
async function createCampaign(first_name: string, who = alice) {
  people += 1
  const fields = { name: 'Ovens {May}', marketing_copy: 'We repair bakery ovens within one day for 90 EUR.' }
  const { id } = (await who.call(campaignRoutes.create, { body: fields })).answer
  const body = { email: `${first_name}${people}@shop.example`, first_name }
  const prospect = (await who.call(prospectRoutes.create, { body })).answer.id
  await who.call(campaignRoutes.addProspects, { params: { id }, body: { prospects: [prospect] } })
  return { id, prospect }
}
const sendTest = (id: string, body: object = {}, who = alice) =>
  who.call(writingRoutes.sendTest, { params: { id }, body })
const lastMail = async () => PostalMime.parse(mail.accepted.at(-1)!.raw)

test("a test is one recipient's e-mail with signature and footer, sent to the user alone and marked", async () => {
  const { id, prospect } = await createCampaign('Ada')
  const signature = { name: 'W', content: 'Alice of the ovens' }
  const { id: signature_id } = (await alice.call(signatureRoutes.create, { body: signature })).answer
  await alice.call(writingRoutes.generate, { params: { id }, body: { signature_id } })
  const kept = (await alice.call(writingRoutes.getEmail, { params: { id, prospectId: prospect } })).answer
  const { status, answer } = await sendTest(id, { prospect_id: prospect })
  expect([status, answer]).toEqual([200, { message: `Test sent to ${alice.email}`, sent_to: alice.email }])
  expect(mail.accepted.at(-1)!.envelope.to).toBe(alice.email)
  const { subject, text = '' } = await lastMail()
  expect(subject).toBe(`[Test] ${kept.subject}`)
  for (const part of ['90 EUR', 'Alice of the ovens', 'written as for Ada', "campaign 'Ovens May'"])
    expect(text).toContain(part)
})

test('without a signature the email ends with the sender’s name, and with one chosen later it stands once', async () => {
  const who = await createCustomer('Ann')
  const { id, prospect } = await createCampaign('Gus', who)
  const name = 'Ann Tester'
  await who.call(writingRoutes.generate, { params: { id }, body: {} })
  const template = (await who.call(writingRoutes.getTemplate, { params: { id } })).answer
  const seen = async () => {
    const { subject, body } = template
    const preview = (await who.call(writingRoutes.preview, { params: { id }, body: { subject, body } }))
      .answer
    const email = (await who.call(writingRoutes.getEmail, { params: { id, prospectId: prospect } })).answer
    await sendTest(id, { prospect_id: prospect }, who)
    const { text = '' } = await lastMail()
    const finding = preview.findings.find(({ kind }) => kind === 'signature')
    return {
      signatures: [preview.signature, email.signature],
      sent: /Kind regards\n+([^\n]+)/.exec(text)?.[1],
      times: text.split(name).length - 1,
      finding: [finding?.level, finding?.sentence],
    }
  }
  expect(await seen()).toEqual({
    signatures: [name, name],
    sent: name,
    times: 1,
    finding: ['fine', `Without a signature, the email ends with your name: ${name}.`],
  })
  const body = { name: 'W', content: `<b>${name}</b>` }
  const signature_id = (await who.call(signatureRoutes.create, { body })).answer.id
  await who.call(campaignRoutes.setSignature, { params: { id }, body: { signature_id } })
  expect(await seen()).toEqual({
    signatures: [body.content, body.content],
    sent: name,
    times: 1,
    finding: ['fine', 'The email ends with your signature.'],
  })
})

test('a test of what stands in the editor needs no save, and an unknown placeholder is refused', async () => {
  const { id } = await createCampaign('Bea')
  const template = { subject: 'Hi {{firstName|there}}', body: 'Dear {{businessName}}' }
  expect((await sendTest(id, { template })).status).toBe(200)
  expect(await lastMail()).toMatchObject({ subject: '[Test] Hi Bea' })
  const { answer } = await alice.call(writingRoutes.getTemplate, { params: { id } })
  expect(answer.body).toBe('')
  const wrong = { template: { subject: 'S', body: '{{businessName}} {{nobody}}' } }
  expect((await sendTest(id, wrong)).refusal.message).toBe('Unknown placeholder: {{nobody}}')
})

test('a test is neither tracked nor charged, and changes nothing of the recipient', async () => {
  const { id } = await createCampaign('Cleo')
  await alice.call(writingRoutes.generate, { params: { id }, body: {} })
  const state = () =>
    query(
      `select (select count(*) from usage_entries), (select count(*) from recipients),
        (select jsonb_agg(r) from campaign_prospects r where campaign_id = $1) as rows`,
      [id],
    )
  const before = await state()
  await sendTest(id)
  expect(await state()).toEqual(before)
  const raw = mail.accepted.at(-1)!.raw.toString()
  expect(raw).not.toMatch(/\/t\/o\/|\.gif/)
  expect(raw).toContain('without effect in a test')
})

test('a test without any text, or that the mail server does not take, says so', async () => {
  const { id } = await createCampaign('Dora')
  expect((await sendTest(id)).refusal.code).toBe('writing.no_template')
  const template = { subject: 'S', body: '{{businessName}}' }
  mail.answers.set(alice.email, { outcome: 'rejected', code: 550, answer: '550 no such user' })
  expect((await sendTest(id, { template })).refusal).toMatchObject({
    code: 'writing.test_not_sent',
    message: 'The mail server did not take the test: 550 no such user',
  })
  mail.answers.set(alice.email, { outcome: 'not_sent', code: null, answer: 'nobody there' })
  expect((await sendTest(id, { template })).status).toBe(502)
  mail.answers.clear()
})

test('more than twenty tests within an hour are refused', async () => {
  const carol = await createCustomer('Carol')
  const { id } = await createCampaign('Eve', carol)
  const template = { subject: 'S', body: '{{businessName}}' }
  for (let sent = 0; sent < TEST_EMAILS_AN_HOUR; sent++)
    expect((await sendTest(id, { template }, carol)).status).toBe(200)
  const { status, headers } = await sendTest(id, { template }, carol)
  expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
})

test("Bob cannot send himself a test of Alice's campaign", async () => {
  const { id, prospect } = await createCampaign('Fay')
  const template = { subject: 'S', body: '{{businessName}}' }
  const sent = mail.accepted.length
  expect((await sendTest(id, { prospect_id: prospect, template }, bob)).status).toBe(404)
  expect(mail.accepted).toHaveLength(sent)
})
