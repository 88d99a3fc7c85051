import { accountRoutes, DELETE_WORD } from '@goldpan/contract/accounts'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { senderIdentityRoutes as routes } from '@goldpan/contract/sender-identity'
import { senderMailboxRoutes } from '@goldpan/contract/sender-mailbox'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { usageRoutes } from '@goldpan/contract/usage'
import { writingRoutes } from '@goldpan/contract/writing'
import { unzipSync } from 'fflate'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { type Customer, startTestApp, type TestApp } from '../../../test/harness.ts'
import { readDeliveries, readJob, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { createFakeMail } from '../../providers/mail/fake.ts'
import { sendingJob } from '../sending/sending.ts'

const SENTENCE = 'Please add your postal address first. Every campaign email must carry it.'
const STAND_IN = 'Example postal address: add yours in Settings'

const HOUR = 3_600_000

const outside = createFakeMail()
/** Mail goes to the built-in outbox, except from own mailboxes. */
const local = await startTestApp({
  environment: { POSTAL_ADDRESS: 'The operator, 9 Ledger Road' },
  ports: {
    mailboxes: {
      testSending: async () => null,
      handOver: (_server, mail, options) => outside.handOver(mail, options),
      close: async () => undefined,
    },
  },
})
/** Mail is sent through a real server. */
const real = await startTestApp({
  environment: { MAIL_SMTP_URL: 'smtp://mail.test.example:587', DOMAIN_CHECK: 'off', DKIM: 'off' },
})

const identity = {
  company: 'Pans & Söhne <GmbH>',
  street: 'Goldgasse 1',
  postcode: '1010',
  city: 'Wien',
  country: 'AT',
  register_line: 'FN 123456a "Handelsgericht Wien"',
  privacy_url: 'https://pans.example/privacy?a=1&b=2',
}
const nothing = Object.fromEntries(Object.keys(identity).map((field) => [field, null]))
const ADDRESS = 'Pans & Söhne <GmbH>\nGoldgasse 1\n1010 Wien\nAustria\n'

let people = 0
/** A new customer without an identity. */
async function signUp({ createCustomer, query }: TestApp): Promise<Customer> {
  const customer = await createCustomer(`Newcomer${++people}`)
  await query('delete from sender_identities where owner_id = $1', [customer.id])
  return customer
}

const read = async (who: Customer) => (await who.call(routes.get)).answer
const save = (who: Customer, changes: object = {}) =>
  who.call(routes.save, { body: { ...identity, ...changes } })
const usedBy = async (who: Customer) => (await who.call(usageRoutes.getUsage)).answer.emails_sent_count
const countRows = async ({ query }: TestApp, who: Customer) =>
  (await query('select id from recipients where owner_id = $1', [who.id])).length
const readMail = async ({ mail }: Pick<TestApp, 'mail'>, to: string) =>
  PostalMime.parse(mail.accepted.findLast(({ envelope }) => envelope.to === to)!.raw)

describe('saving', () => {
  test('every field is null until an identity is saved, and then as saved (IDENTITY-01, IDENTITY-02)', async () => {
    const who = await signUp(local)
    expect(await read(who)).toEqual(nothing)
    const saved = await save(who)
    expect([saved.status, saved.answer]).toEqual([200, identity])
    expect(await read(who)).toEqual(identity)
    const short = { ...identity, postcode: null, register_line: null, privacy_url: null }
    await save(who, { postcode: '', register_line: ' ', privacy_url: null })
    expect(await read(who)).toEqual(short)
  })

  test.each(['company', 'street', 'city', 'country'])(
    'without %s nothing is saved (IDENTITY-03)',
    async (field) => {
      const who = await signUp(local)
      for (const value of ['', ' ', null]) {
        const { status, refusal } = await save(who, { [field]: value })
        expect([status, refusal.issues?.map(({ path }) => path)]).toEqual([400, [field]])
      }
      expect(await read(who)).toEqual(nothing)
    },
  )

  test.each([
    ['company', 'Pans\r\nBcc: all@shop.example'],
    ['street', 'Lane\u2028Bcc: all@shop.example'],
    ['postcode', '1\u202e'],
    ['city', 'x'.repeat(101)],
    ['country', 'Austria'],
    ['register_line', 'a\nb'],
    ['privacy_url', 'javascript:alert(1)'],
  ])('a hostile %s is refused with its field (IDENTITY-06)', async (field, value) => {
    const who = await signUp(local)
    const { status, refusal } = await save(who, { [field]: value })
    expect([status, refusal.code, refusal.issues?.[0]?.path]).toEqual([400, 'request.invalid', field])
    expect(await read(who)).toEqual(nothing)
  })

  test('Bob can neither read nor change the identity of Alice, nor can a visitor', async () => {
    const [alice, bob] = [await signUp(local), await signUp(local)]
    await save(alice)
    expect(await read(bob)).toEqual(nothing)
    await save(bob, { company: 'Bob Ltd' })
    expect(await read(alice)).toEqual(identity)
    expect((await local.visitor.call(routes.get)).status).toBe(401)
    expect((await local.visitor.call(routes.save, { body: identity })).status).toBe(401)
  })
})

describe('an organization', () => {
  test('its members can read the identity, and its owner and admins change it (IDENTITY-12)', async () => {
    const owner = await signUp(local)
    await save(owner, { company: 'Of the person' })
    const { id } = (await owner.call(organizationRoutes.create, { body: { name: 'Pans' } })).answer
    const workFor = async (who: Customer) => {
      await who.call(organizationRoutes.switchTo, { body: { id } })
      return who
    }
    const join = async (role: string) => {
      const who = await signUp(local)
      await local.query(
        'insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, $3, now())',
        [id, who.id, role],
      )
      return workFor(who)
    }
    const [admin, member] = [await join('admin'), await join('member')]
    await workFor(owner)
    expect(await read(owner)).toEqual(nothing)

    const refused = await save(member)
    expect([refused.status, refused.refusal.code]).toEqual([403, 'organizations.not_allowed'])
    expect(await read(member)).toEqual(nothing)
    expect((await save(owner)).status).toBe(200)
    expect((await save(admin, { company: 'By an admin' })).status).toBe(200)
    for (const who of [owner, admin, member]) expect((await read(who)).company).toBe('By an admin')

    await owner.call(organizationRoutes.switchTo, { body: { id: null } })
    expect((await read(owner)).company).toBe('Of the person')
  })
})

describe('the data of a person', () => {
  test('the preview of a send says that the footer has an example, which stops nobody', async () => {
    const who = await signUp(local)
    const { id } = await writeCampaign(who, 1)
    const preview = async () => {
      const { answer } = await who.call(sendingCareRoutes.previewSend, { params: { id }, body: {} })
      return answer.checks.filter(({ line }) => line === 'example_address')
    }
    const sentence = 'Your emails show an example postal address until you add your own in Settings, Profile.'
    expect(await preview()).toEqual([{ line: 'example_address', state: 'look', sentence }])
    expect((await startSend(who, id)).status).toBe(200)
    const { id: another } = await writeCampaign(who, 1)
    await save(who)
    const { answer } = await who.call(sendingCareRoutes.previewSend, { params: { id: another }, body: {} })
    expect(answer.checks.map(({ line }) => line)).not.toContain('example_address')
  })

  test('includes the identity in the download and erases it with the account (IDENTITY-13)', async () => {
    const who = await signUp(local)
    await save(who)
    const { answer } = await who.call(accountRoutes.downloadData)
    const files = unzipSync(new Uint8Array(await (answer as Blob).arrayBuffer()))
    const kept = JSON.parse(new TextDecoder().decode(files['json/sender_identities.json']))
    expect(kept).toMatchObject([identity])
    await who.call(accountRoutes.deleteAccount, { body: { confirmation: DELETE_WORD } })
    await local.drain()
    expect(await local.query('select 1 from sender_identities where owner_id = $1', [who.id])).toEqual([])
  })
})

describe('a footer', () => {
  const html =
    'Pans &#38; Söhne &#60;GmbH&#62;<br>Goldgasse 1<br>1010 Wien<br>Austria<br>FN 123456a &#34;Handelsgericht Wien&#34;<br>\n<a href="https://pans.example/privacy?a=1&#38;b=2">Privacy</a>'
  const text = `${ADDRESS}${identity.register_line}\nPrivacy: ${identity.privacy_url}\nUnsubscribe`

  test('has the identity in campaign mail, tests and both previews (IDENTITY-09, IDENTITY-10)', async () => {
    const who = await signUp(local)
    await save(who)
    const { id, emails, prospects } = await writeCampaign(who, 1)
    await startSend(who, id)
    await local.drain()
    const sent = await readMail(local, emails[0]!)
    expect(sent.text).toContain(text)
    expect(sent.html).toContain(html)
    await who.call(writingRoutes.sendTest, { params: { id }, body: {} })
    const tested = await readMail(local, who.email)
    expect(tested.text).toContain(text)
    expect(tested.html).toContain(html)

    const template = { subject: 'Hello', body: 'We repair.' }
    const preview = await who.call(writingRoutes.preview, { params: { id }, body: template })
    const email = await who.call(writingRoutes.getEmail, { params: { id, prospectId: prospects[0]! } })
    for (const { answer } of [preview, email])
      expect(answer.footer.replaceAll('<br />', '<br>')).toContain(html.replace('\n', ''))
  })

  test('has a placeholder in the outbox and in previews without an identity, never the operator’s address (IDENTITY-11, IDENTITY-17)', async () => {
    const who = await signUp(local)
    const { id, emails } = await writeCampaign(who, 1)
    expect((await startSend(who, id)).status).toBe(200)
    await local.drain()
    const { text, html } = await readMail(local, emails[0]!)
    expect([text, html].every((part) => part?.includes(STAND_IN))).toBe(true)
    expect(`${text}${html}`).not.toContain('Ledger Road')
    const template = { subject: 'Hello', body: 'We repair.' }
    const { answer } = await who.call(writingRoutes.preview, { params: { id }, body: template })
    expect(answer.footer).toContain(STAND_IN)
  })
})

describe('without an identity', () => {
  test('sends and tests through a real mail server are refused before anything is queued or charged (IDENTITY-04)', async () => {
    const who = await signUp(real)
    const { id, emails } = await writeCampaign(who, 2)
    for (const call of [
      startSend(who, id),
      startSend(who, id, { resend: true }),
      who.call(writingRoutes.sendTest, { params: { id }, body: {} }),
    ]) {
      const { status, refusal } = await call
      expect([status, refusal.code, refusal.message]).toEqual([409, 'sending.no_postal_address', SENTENCE])
    }
    await real.drain()
    expect([await countRows(real, who), await usedBy(who)]).toEqual([0, 0])
    expect(real.mail.accepted.some(({ envelope }) => emails.includes(envelope.to))).toBe(false)

    await save(who)
    expect((await startSend(who, id)).status).toBe(200)
    await real.drain()
    expect((await readMail(real, emails[0]!)).text).toContain(ADDRESS)
    expect(await usedBy(who)).toBe(2)
  })

  test('a send from an own mailbox is refused even if shared mail goes to the outbox (IDENTITY-04)', async () => {
    const who = await signUp(local)
    const mailbox = {
      address: 'pat@own.example',
      host: 'smtp.own.example',
      port: 587,
      security: 'starttls' as const,
      username: 'pat',
      password: 'correct horse',
    }
    await who.call(senderMailboxRoutes.save, { body: mailbox })
    const { id, emails } = await writeCampaign(who, 1)
    expect((await startSend(who, id)).refusal).toMatchObject({
      code: 'sending.no_postal_address',
      message: SENTENCE,
    })
    expect(await countRows(local, who)).toBe(0)
    await save(who)
    expect((await startSend(who, id)).status).toBe(200)
    await local.drain()
    expect((await readMail({ mail: outside }, emails[0]!)).text).toContain(ADDRESS)
  })

  test('the preview of a send reports it as a problem only if mail would leave (IDENTITY-16)', async () => {
    const checks = async (app: TestApp) => {
      const who = await signUp(app)
      const { id } = await writeCampaign(who, 1)
      const { answer } = await who.call(sendingCareRoutes.previewSend, { params: { id }, body: {} })
      return answer.checks.filter(({ state }) => state === 'blocked')
    }
    expect(await checks(real)).toEqual([{ line: 'postal_address', state: 'blocked', sentence: SENTENCE }])
    expect(await checks(local)).toEqual([])
  })

  test('another owner’s campaign is not found, whatever the identity', async () => {
    const [who, other] = [await signUp(real), await signUp(real)]
    const { id } = await writeCampaign(who, 1)
    expect((await startSend(other, id)).status).toBe(404)
  })

  test('a waiting job is held with the sentence, fails nobody, and continues once there is an identity (IDENTITY-05)', async () => {
    const { app, clock, drain, query } = real
    const who = await signUp(real)
    await save(who)
    const { id, emails } = await writeCampaign(who, 2)
    const { job_id } = (await startSend(who, id)).answer
    await query('delete from sender_identities where owner_id = $1', [who.id])
    await drain()

    // A campaign may be interrupted for 72 hours; waiting for an address doesn't count.
    for (let hour = 0; hour < 80; hour++) {
      clock.advance(HOUR)
      await app.ports.jobs.enqueue(app.database.db, sendingJob, {}, { key: 'sending' })
      await drain()
    }
    expect(await readJob(who, job_id)).toMatchObject({
      status: 'processing',
      hold: SENTENCE,
      progress: { total: 2, processed: 0, failed: 0 },
    })
    const deliveries = await readDeliveries(who, id)
    expect(deliveries.map(({ state, reason, attempts }) => [state, reason, attempts])).toEqual([
      ['queued', SENTENCE, []],
      ['queued', SENTENCE, []],
    ])
    expect(await usedBy(who)).toBe(0)

    await save(who)
    clock.advance(HOUR)
    await app.ports.jobs.enqueue(app.database.db, sendingJob, {}, { key: 'sending' })
    await drain()
    expect(await readJob(who, job_id)).toMatchObject({
      status: 'completed',
      hold: null,
      progress: { success: 2 },
    })
    expect((await readMail(real, emails[1]!)).text).toContain(ADDRESS)
  })
})
