import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { writingRoutes } from '@goldpan/contract/writing'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { readJob, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { createFakeDns } from '../../providers/dns/fake.ts'
import type { SpamScore } from '../../providers/spam/port.ts'

const dns = createFakeDns()
let score: SpamScore | null = null
const scored: string[] = []
const spam = {
  score: async (raw: Buffer) => {
    scored.push(raw.toString())
    return score
  },
}
const { alice, bob, mail, drain, query } = await startTestApp({
  ports: { dns, spam },
  environment: { MAIL_SMTP_URL: 'smtp://mail.test.example:587', DOMAIN_CHECK: 'off', DKIM: 'off' },
})

const checksOf = async (id: string) => {
  const { answer } = await alice.call(sendingCareRoutes.previewSend, { params: { id }, body: {} })
  return new Map(answer.checks.map(({ line, ...check }) => [line, check]))
}

test('before a send the first message is built and every line is shown, and what cannot be seen from here is said to be so', async () => {
  const { id } = await writeCampaign(alice, 2)
  const checks = await checksOf(id)
  for (const line of ['headers', 'envelope', 'unsubscribe', 'text', 'html'])
    expect([line, checks.get(line)?.state]).toEqual([line, 'ok'])
  expect(checks.get('signature')).toEqual({
    state: 'unseen',
    sentence: 'The mail server signs messages, which can’t be checked from here.',
  })
  expect(checks.get('spam')).toEqual({
    state: 'unseen',
    sentence: 'No spam filter is set up (SPAMD), so there is no score.',
  })
  expect(checks.get('domain')).toMatchObject({
    state: 'look',
    sentence: expect.stringContaining('are incomplete: SPF, DMARC, MX'),
  })
  expect(checks.get('server')).toMatchObject({ state: 'look' })
  expect(mail.accepted).toEqual([])
  const [left] = await query('select count(*)::int as n from recipients')
  expect(left, 'looking queues nothing').toEqual({ n: 0 })
})

test('an email without a name is shown before a send', async () => {
  const { id } = await writeCampaign(alice, 1)
  expect((await checksOf(id)).get('name')).toEqual({
    state: 'look',
    sentence: 'The email ends without your name. Choose a signature, or write your name below the text.',
  })
  const template = { subject: 'Ovens', body: '{{businessName|You}} bake.\n\nKind regards' }
  await alice.call(writingRoutes.updateTemplate, { params: { id }, body: { template } })
  await alice.call(writingRoutes.regenerate, { params: { id }, body: {} })
  expect((await checksOf(id)).get('name')).toEqual({
    state: 'ok',
    sentence: 'Without a signature, the email ends with your name: Alice Tester.',
  })
})

test('a message that a spam filter would put aside is not sent, and the sentence says why', async () => {
  const { id, emails } = await writeCampaign(alice, 4)
  score = { score: 7.2, limit: 5, rules: ['URGENT_BIZ', 'SUBJ_ALL_CAPS'] }
  const sentence =
    'Spam score 7.2; 5.0 or more counts as spam (URGENT_BIZ, SUBJ_ALL_CAPS). Use plainer words.'
  expect((await checksOf(id)).get('spam')).toEqual({ state: 'blocked', sentence })
  const refused = await startSend(alice, id)
  expect([refused.status, refused.refusal.code, refused.refusal.message]).toEqual([
    409,
    'sending.not_fit',
    `Nothing was sent. ${sentence}`,
  ])
  await drain()
  expect(mail.accepted).toEqual([])
  score = { score: 0.4, limit: 5, rules: [] }
  expect((await checksOf(id)).get('spam')?.sentence).toBe('Spam score 0.4; 5.0 or more counts as spam.')
  const started = await startSend(alice, id)
  await drain()
  expect((await readJob(alice, started.answer.job_id)).progress.failed).toBe(0)
  const written = mail.accepted.map(({ envelope }) => envelope.to)
  expect(written).toEqual(expect.arrayContaining(emails))
  expect(scored.every((raw) => raw.includes('List-Unsubscribe-Post: List-Unsubscribe=One-Click'))).toBe(true)
})

test('what is wrong with one recipient does not hold back the others', async () => {
  score = null
  const { id } = await writeCampaign(alice, ['one@first.example', 'two@second.example'])
  await query("update campaign_prospects set email_content = '<p>Hello {{nobody}}</p>' where email = $1", [
    'one@first.example',
  ])
  expect((await checksOf(id)).get('message')).toMatchObject({ state: 'blocked' })
  expect((await startSend(alice, id)).status).toBe(200)
})

const withBody = async (body: string) => {
  const { id, emails } = await writeCampaign(alice, 1)
  const template = { subject: 'Ovens', body: `{{businessName|you}} ${body}` }
  await alice.call(writingRoutes.updateTemplate, { params: { id }, body: { template } })
  await alice.call(writingRoutes.regenerate, { params: { id }, body: {} })
  return { id, email: emails[0]! }
}

test('a link that leads nowhere is shown before the send', async () => {
  const { id } = await withBody('[map](htp://x.example)')
  expect((await checksOf(id)).get('links')).toEqual({
    state: 'look',
    sentence: 'This link leads nowhere: [map](htp://x.example). Write a link as [text](https://example.com).',
  })
  const { id: another } = await withBody('[your site]({{website}})')
  expect((await checksOf(another)).get('links')).toEqual({
    state: 'look',
    sentence: "The link 'your site' has no address.",
  })
})

test('a link with brackets, blanks and a value is the same in every part of the message', async () => {
  const { id, email } = await withBody('[map](https://x.example/a (b)?n={{firstName}}&c={{city|Bad & Aue}})')
  expect((await checksOf(id)).get('links')?.state).toBe('ok')
  await startSend(alice, id)
  await drain()
  const sent = mail.accepted.find(({ envelope }) => envelope.to === email)!
  const raw = sent.raw.toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const url = 'https://x.example/a%20(b)?n=Pat&c=Bad%20%26%20Aue'
  expect(raw).toContain(`map (${url})`)
  expect(raw).toContain(`href="${url.replace('&', '&amp;')}"`)
})

test("Bob cannot look at what Alice's campaign would send", async () => {
  const { id } = await writeCampaign(alice, 1)
  expect((await bob.call(sendingCareRoutes.previewSend, { params: { id }, body: {} })).status).toBe(404)
  expect((await startSend(bob, id)).status).toBe(404)
})
