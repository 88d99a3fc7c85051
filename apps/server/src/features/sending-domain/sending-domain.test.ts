import { verifyDkim } from '@goldpan/campaign-mail/dkim-verify'
import { accountRoutes } from '@goldpan/contract/accounts'
import { sendingDomainRoutes } from '@goldpan/contract/sending-domain'
import { writingRoutes } from '@goldpan/contract/writing'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { createFakeDns } from '../../providers/dns/fake.ts'
import { runDomainCommand } from './sending-domain.command.ts'

const DOMAIN = 'reply.test.example'
const dns = createFakeDns()
const { alice, visitor, app, mail, drain, query, clock } = await startTestApp({
  ports: { dns },
  environment: {
    DOMAIN_CHECK: 'on',
    MAIL_SMTP_URL: 'smtp://smtp.shop.example:587',
  },
})

const check = async () => (await alice.call(sendingDomainRoutes.check)).answer
const stateOf = async (id: string) => (await check()).records.find((record) => record.id === id)!

async function publishAll() {
  const { records } = await check()
  for (const { type, name, value } of records)
    if (type === 'TXT') dns.texts.set(name, [value])
    else dns.servers.set(name, [value.split(' ')[1]!])
}

test('the records to set are shown with what is missing, and nothing is sent before they exist', async () => {
  const before = await check()
  expect(before).toMatchObject({ domain: DOMAIN, is_ready: false, is_enforced: true, is_outbox: false })
  expect(before.records.map(({ id, type, name, state }) => [id, type, name, state])).toEqual([
    ['dkim', 'TXT', `${before.key.selector}._domainkey.${DOMAIN}`, 'missing'],
    ['spf', 'TXT', DOMAIN, 'missing'],
    ['dmarc', 'TXT', `_dmarc.${DOMAIN}`, 'missing'],
    ['mx', 'MX', DOMAIN, 'missing'],
    ['return_path', 'MX', DOMAIN, 'missing'],
  ])
  expect(before.records[1]!.value).toBe('v=spf1 a:smtp.shop.example ~all')
  expect(before.records[3]!.value).toBe('10 localhost')
  const { id, emails } = await writeCampaign(alice, 1)
  expect((await startSend(alice, id)).refusal.code).toBe('sending_domain.not_ready')

  await publishAll()
  expect((await startSend(alice, id)).status).toBe(200)
  await drain()
  expect(mail.accepted.map(({ envelope }) => envelope.to)).toContain(emails[0])
  const after = await check()
  expect(after.records.every(({ state }) => state === 'ok')).toBe(true)
  expect(after.key).toMatchObject({ works: true, sentence: `The signing key of ${DOMAIN} works.` })
})

test('letters to our own users and test mails are signed like campaigns', async () => {
  await publishAll()
  mail.accepted.splice(0)
  const { id } = await writeCampaign(alice, 1)
  await alice.call(writingRoutes.sendTest, { params: { id }, body: {} })
  await visitor.call(accountRoutes.requestReset, { body: { email: alice.email } })
  await drain()
  expect(mail.accepted.map(({ envelope }) => envelope.to)).toEqual([alice.email, alice.email])
  for (const { raw } of mail.accepted)
    expect(await verifyDkim(raw, async (name) => dns.texts.get(name)?.[0] ?? null)).toMatchObject([
      { result: 'pass', domain: DOMAIN },
    ])
})

test('each record says what is wrong with it', async () => {
  await publishAll()
  const { name } = await stateOf('dkim')
  dns.texts.set(name, ['v=DKIM1; k=rsa; p=MIIBother'])
  expect((await stateOf('dkim')).state).toBe('wrong')
  expect((await check()).key.works).toBe(false)
  dns.texts.set(DOMAIN, ['v=spf1 include:x.example -all', 'v=spf1 -all', 'google-site-verification=1'])
  expect(await stateOf('spf')).toMatchObject({ state: 'wrong', sentence: expect.stringContaining('several') })
  dns.texts.set(DOMAIN, ['v=spf1 +all'])
  expect((await stateOf('spf')).state).toBe('wrong')
  dns.texts.set(DOMAIN, ['v=spf1 ip4:192.0.2.0/24 -all'])
  expect((await stateOf('spf')).state).toBe('unsure')
  dns.texts.set(`_dmarc.${DOMAIN}`, ['v=DMARC1; rua=mailto:a@b.example'])
  expect((await stateOf('dmarc')).state).toBe('wrong')
  dns.texts.delete(`_dmarc.${DOMAIN}`)
  dns.texts.set('_dmarc.test.example', ['v=DMARC1; p=reject'])
  expect(await stateOf('dmarc')).toMatchObject({ state: 'ok', sentence: expect.stringContaining('above') })
  dns.servers.set(DOMAIN, ['mx.elsewhere.example'])
  expect((await stateOf('mx')).state).toBe('unsure')
  dns.servers.set(DOMAIN, ['.'])
  expect((await stateOf('return_path')).state).toBe('wrong')
})

test('an unreachable name server is not a missing record', async () => {
  dns.isDown = true
  expect((await check()).records.map(({ state }) => state)).toEqual(Array(5).fill('unknown'))
  dns.isDown = false
})

test('the private key is sealed in the database and in no response', async () => {
  const [row] = await query<{ sealed_key: string; selector: string }>('select * from dkim_keys')
  expect(row!.sealed_key).toMatch(/^v1\./)
  expect(row!.sealed_key).not.toContain('PRIVATE')
  expect(JSON.stringify(await check())).not.toContain('PRIVATE')
  expect((await visitor.call(sendingDomainRoutes.get)).status).toBe(401)
})

test('the page shows the last check and checks again after five minutes', async () => {
  const first = (await alice.call(sendingDomainRoutes.get)).answer.checked_at
  clock.advance(60_000)
  expect((await alice.call(sendingDomainRoutes.get)).answer.checked_at).toBe(first)
  clock.advance(5 * 60_000)
  expect((await alice.call(sendingDomainRoutes.get)).answer.checked_at).not.toBe(first)
})

test('the command prints the records to set, and its exit code says whether messages may be sent', async () => {
  const lines: string[] = []
  const io = { out: (line: string) => void lines.push(line), err: (line: string) => void lines.push(line) }
  expect(await runDomainCommand(app.features.sendingDomain, ['other.example', '--json'], io)).toBe(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ domain: 'other.example', is_ready: false })
  await publishAll()
  expect(await runDomainCommand(app.features.sendingDomain, [], io)).toBe(0)
  expect(lines.join('\n')).toContain('v=DKIM1; k=rsa; p=')
  expect(await runDomainCommand(app.features.sendingDomain, ['not a domain'], io)).toBe(1)
  expect(lines.at(-1)).toContain('is not a domain name')
})
