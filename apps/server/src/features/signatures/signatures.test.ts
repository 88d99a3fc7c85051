import { RETURN_ADDRESSES_MAX, signatureRoutes } from '@goldpan/contract/signatures'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { asOwner } from '../../db/owner.ts'

const { alice, bob, visitor, clock, app, query, createCustomer } = await startTestApp()

const create = (name: string, content = 'Ada Pan', is_default = false, who = alice) =>
  who.call(signatureRoutes.create, { body: { name, content, is_default } })
const list = async (who = alice) => (await who.call(signatureRoutes.list)).answer

const picture = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#c93' } })
const upload = (content: Buffer, type = 'image/png', who = alice) =>
  who.call(signatureRoutes.uploadImage, {
    file: new Blob([new Uint8Array(content)], { type }),
    fileName: 'logo.png',
  })

test('a signature is saved with sanitised content and returned with its fields (SIG-02, SIG-15)', async () => {
  const { status, answer } = await create('Work', 'Ada\n<script>alert(1)</script><b>Pan</b>', true)
  expect(status).toBe(200)
  expect(answer).toEqual({
    id: expect.any(String),
    name: 'Work',
    content: 'Ada<br /><b>Pan</b>',
    is_default: true,
    updated_at: clock.now().toISOString(),
  })
})

test('the list has all signatures of the user, oldest first (SIG-14)', async () => {
  clock.advance(1000)
  await create('Private')
  expect((await list()).map(({ name }) => name)).toEqual(['Work', 'Private'])
})

test('an image stored within a line of text is shown and sent as a separate block', async () => {
  const who = await createCustomer('Olga')
  const { id } = (await create('Old', 'Ada', false, who)).answer
  await query('update signatures set content = $2 where id = $1', [
    id,
    'Ada<img src="https://a.example/a.png">',
  ])
  const expected = 'Ada<div><img src="https://a.example/a.png"></div>'
  expect((await list(who)).map(({ content }) => content)).toEqual([expected])
  const signer = await app.features.signatures.getSigner(app.database.db, asOwner(who.id), id)
  expect(signer.signature).toBe(expected)
})

test('one signature is read, changed in the fields given, and deleted (SIG-16)', async () => {
  const { id } = (await create('Brief')).answer
  clock.advance(1000)
  const changed = await alice.call(signatureRoutes.update, { params: { id }, body: { name: 'Short' } })
  expect(changed.answer).toMatchObject({
    name: 'Short',
    content: 'Ada Pan',
    updated_at: clock.now().toISOString(),
  })
  expect((await alice.call(signatureRoutes.get, { params: { id } })).answer).toEqual(changed.answer)
  expect((await alice.call(signatureRoutes.delete, { params: { id } })).status).toBe(200)
  const gone = await alice.call(signatureRoutes.get, { params: { id } })
  expect([gone.status, gone.refusal.message]).toEqual([404, 'This signature no longer exists'])
})

test('there is at most one default: a new one replaces the old one (SIG-17)', async () => {
  const [work, other] = await list()
  const { answer } = await alice.call(signatureRoutes.setDefault, { params: { id: other!.id } })
  expect(answer.is_default).toBe(true)
  expect((await list()).filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual([other!.id])
  await alice.call(signatureRoutes.update, {
    params: { id: work!.id },
    body: { name: 'Work', content: 'x', is_default: true },
  })
  expect((await list()).filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual([work!.id])
})

test('two concurrent defaults leave one', async () => {
  const carol = await createCustomer('Carol')
  const both = await Promise.all([create('A', 'a', true, carol), create('B', 'b', true, carol)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await list(carol)).filter(({ is_default }) => is_default)).toHaveLength(1)
})

test.each([
  ['', 'Ada', 'Signature name is required'],
  ['  \r\n ', 'Ada', 'Signature name is required'],
  ['Work', '', 'Signature content is required'],
  ['Work', ' \n ', 'Signature content is required'],
  ['Work', '<script>alert(1)</script>', 'Signature content is required'],
])('a signature named %j with content %j is refused (SIG-05, SIG-06)', async (name, content, message) => {
  const { status, refusal } = await create(name, content)
  expect([status, refusal.message]).toEqual([400, message])
})

test('a name stays one line, so that it can’t end a mail header', async () => {
  const { answer } = await create('Work\r\nBcc: all@victim.example\u2028x')
  expect(answer.name).toBe('Work Bcc: all@victim.example x')
})

test('a malformed id is not found rather than an error', async () => {
  for (const id of ['1', "' or 1=1", '00000000-0000-4000-8000-000000000000'])
    expect((await alice.call(signatureRoutes.get, { params: { id } })).status).toBe(404)
})

test('an image is re-encoded, scaled down, stripped of metadata and cached for long (SIG-19, SIG-34)', async () => {
  const original = await picture
    .clone()
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .png()
    .toBuffer()
  const { status, answer } = await upload(original)
  expect(status).toBe(200)
  expect(answer.url).toMatch(/^http:\/\/localhost:3000\/files\/signatures\/[0-9a-f-]{36}\.png$/)
  const served = await app.server.inject({ url: new URL(answer.url).pathname })
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(served.rawPayload.includes('secret place')).toBe(false)
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'png', width: 800, height: 450 })
})

test('an image is judged by its content, not its name or declared type (SIG-34)', async () => {
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const content of [
    script,
    Buffer.from('<html></html>'),
    Buffer.alloc(0),
    Buffer.from('\x89PNG\r\n\x1a\nbroken'),
  ]) {
    const { status, refusal } = await upload(content)
    expect([status, refusal.message]).toEqual([400, 'Please select a valid image file'])
  }
  const jpeg = await picture.clone().jpeg().toBuffer()
  expect((await upload(jpeg, 'text/plain')).answer.url).toMatch(/\.jpg$/)
})

test('an image of 2 MB or more is refused (SIG-08)', async () => {
  const { status, refusal } = await upload(Buffer.alloc(2_097_152, 1))
  expect([status, refusal.message]).toEqual([413, 'Image size must be less than 2MB'])
})

test('a request without an image is refused', async () => {
  const { status, refusal } = await alice.call(signatureRoutes.uploadImage, { file: null })
  expect([status, refusal.message]).toEqual([400, 'Please select a valid image file'])
})

test('an account without a return address is given one from its name (SIG-27)', async () => {
  const { answer } = await alice.call(signatureRoutes.getReturnAddress)
  expect(answer).toEqual({ emailId: 'alice-tester', reply_domain: 'reply.test.example' })
  const again = await Promise.all([1, 2, 3].map(() => bob.call(signatureRoutes.getReturnAddress)))
  expect(new Set(again.map((one) => one.answer.emailId))).toEqual(new Set(['bob-tester']))
})

test('a return address is lower-cased, and the former one stays with its owner (SIG-27, SIG-28)', async () => {
  const { status, answer } = await alice.call(signatureRoutes.updateReturnAddress, {
    body: { emailId: 'Ada.Pan' },
  })
  expect([status, answer.emailId]).toEqual([200, 'ada.pan'])
  const { returnAddresses } = app.features
  expect(await returnAddresses.findOwner(app.database.db, 'ALICE-tester')).toBe(alice.id)
  expect(await returnAddresses.findOwner(app.database.db, 'ada.pan')).toBe(alice.id)
  const rows = await query('select email_id from return_addresses where owner_id = $1 and is_current', [
    alice.id,
  ])
  expect(rows).toEqual([{ email_id: 'ada.pan' }])
})

test('Bob cannot take Alice’s current or former return address, in any case (SIG-31)', async () => {
  for (const emailId of ['ADA.PAN', 'alice-tester']) {
    const { status, refusal } = await bob.call(signatureRoutes.updateReturnAddress, { body: { emailId } })
    expect(status).toBe(409)
    expect(refusal.message).toContain('unique')
    const { answer } = await bob.call(signatureRoutes.checkReturnAddress, { query: { emailId } })
    expect(answer).toEqual({
      is_available: false,
      reason: 'This email ID is already in use. Please choose another.',
    })
  }
  expect(
    (await alice.call(signatureRoutes.updateReturnAddress, { body: { emailId: 'alice-tester' } })).status,
  ).toBe(200)
})

test('of two concurrent requests for an address, one gets it', async () => {
  const both = await Promise.all(
    [alice, bob].map((who) => who.call(signatureRoutes.updateReturnAddress, { body: { emailId: 'gold' } })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('an account has at most 20 return addresses, can reuse former ones, and keeps all of them', async () => {
  const many = await createCustomer('Many')
  const take = (emailId: string) => many.call(signatureRoutes.updateReturnAddress, { body: { emailId } })
  const ids = Array.from({ length: RETURN_ADDRESSES_MAX }, (_, n) => `many-${n}`)
  for (const id of ids) expect((await take(id)).status).toBe(200)

  const { status, refusal } = await take('many-more')
  expect([status, refusal.code]).toEqual([409, 'signatures.too_many_return_addresses'])
  expect((await take(ids[3]!)).status).toBe(200)
  expect(await app.features.returnAddresses.findOwner(app.database.db, ids[0]!)).toBe(many.id)
})

test('reserved and malformed return addresses are refused (SIG-30)', async () => {
  const reserved = await alice.call(signatureRoutes.updateReturnAddress, { body: { emailId: 'Postmaster' } })
  expect([reserved.status, reserved.refusal.code]).toEqual([400, 'signatures.return_address_reserved'])
  const wrong = await alice.call(signatureRoutes.updateReturnAddress, { body: { emailId: '.ada' } })
  expect(wrong.refusal.message).toBe(
    'Invalid email ID format. Use only letters, numbers, dots, and hyphens. Must start and end with a letter or number.',
  )
})

test('Bob cannot see, change, prefer or delete Alice’s signature', async () => {
  const [{ id } = { id: '' }] = await list()
  expect(await list(bob)).toEqual([])
  expect((await bob.call(signatureRoutes.get, { params: { id } })).status).toBe(404)
  expect((await bob.call(signatureRoutes.update, { params: { id }, body: { name: 'Mine' } })).status).toBe(
    404,
  )
  expect((await bob.call(signatureRoutes.setDefault, { params: { id } })).status).toBe(404)
  expect((await bob.call(signatureRoutes.delete, { params: { id } })).status).toBe(404)
  expect((await list()).map((row) => row.name)).toContain('Work')
})

test('a visitor is asked to log in', async () => {
  expect((await visitor.call(signatureRoutes.list)).status).toBe(401)
  expect((await visitor.call(signatureRoutes.getReturnAddress)).status).toBe(401)
})
