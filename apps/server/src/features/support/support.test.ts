import { SCREENSHOT_MAX_BYTES, supportRoutes } from '@goldpan/contract/support'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const OPERATOR = 'operator@test.example'
const { alice, bob, visitor, app, mail, drain, query } = await startTestApp({
  environment: { OPERATOR_EMAIL: OPERATOR },
})

const form = { type: 'question', title: 'How?', description: 'Line one\nLine two', priority: 'high' } as const

const picture = (format: 'png' | 'jpeg' | 'gif', width = 30) =>
  sharp({ create: { width, height: 20, channels: 3, background: '#e3b341' } })
    .withExif({ IFD0: { Artist: 'Secret Sam' } })
    .toFormat(format)
    .toBuffer()

const asFile = (content: Buffer, type = 'image/png') => new Blob([new Uint8Array(content)], { type })

async function readLastMail() {
  await drain()
  const last = mail.accepted.findLast(({ envelope }) => envelope.to === OPERATOR)
  return PostalMime.parse(last!.raw)
}

test('a request has type, title, description, priority and a screenshot, and is listed with its state (SUP-06)', async () => {
  const file = asFile(await picture('png'))
  const { status, answer } = await alice.call(supportRoutes.send, { body: form, file })
  expect(status).toBe(200)
  expect(answer.message).toBe('Thank you for contacting us! We will review it shortly.')
  const { answer: listed } = await alice.call(supportRoutes.list)
  expect(listed).toMatchObject([{ ...form, has_screenshot: true, state: 'open' }])
})

test('it is mailed to the operator with the screenshot attached, and Reply goes to the sender (SUP-09)', async () => {
  const parsed = await readLastMail()
  expect(parsed.subject).toBe('[Question] How?')
  expect(parsed.replyTo?.[0]).toMatchObject({ address: alice.email })
  expect(parsed.text).toContain('Line one\nLine two')
  expect(parsed.text).toContain('Priority: High')
  expect(parsed.attachments).toMatchObject([{ filename: 'screenshot.png', mimeType: 'image/png' }])
})

test('screenshots are checked by content, re-encoded and stripped of metadata (SUP-10)', async () => {
  const photo = await picture('jpeg')
  expect(photo.includes('Secret Sam')).toBe(true)
  await alice.call(supportRoutes.send, { body: form, file: asFile(photo, 'text/plain'), fileName: 'a.txt' })
  const [attached] = (await readLastMail()).attachments
  const content = Buffer.from(attached!.content as ArrayBuffer)
  expect((await sharp(content).metadata()).format).toBe('png')
  expect((await sharp(content).metadata()).exif).toBeUndefined()
  expect(content.includes('Secret Sam')).toBe(false)
})

test.each([
  ['text that calls itself an image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a broken image', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200)])],
])('%s is refused and not stored (SUP-10)', async (_name, content) => {
  const before = await query('select 1 from support_requests')
  const { status, refusal } = await alice.call(supportRoutes.send, { body: form, file: asFile(content) })
  expect([status, refusal.message]).toEqual([400, 'Please choose an image (PNG, JPG or GIF)'])
  expect(await query('select 1 from support_requests')).toHaveLength(before.length)
})

test('a screenshot may have 5,242,880 bytes and no more', async () => {
  const small = await picture('png')
  const padded = (size: number) => asFile(Buffer.concat([small, Buffer.alloc(size - small.length)]))
  const fits = await alice.call(supportRoutes.send, { body: form, file: padded(SCREENSHOT_MAX_BYTES) })
  expect(fits.status).toBe(200)
  for (const size of [SCREENSHOT_MAX_BYTES + 1, 3 * SCREENSHOT_MAX_BYTES]) {
    const { status, refusal } = await alice.call(supportRoutes.send, { body: form, file: padded(size) })
    expect(status).toBe(413)
    if (size < 2 * SCREENSHOT_MAX_BYTES) expect(refusal.message).toBe('File size must be less than 5MB')
  }
})

test('without a screenshot, type and priority a request is a bug of medium priority', async () => {
  const body = { title: ' Broken ', description: 'It does not work' }
  const { answer } = await alice.call(supportRoutes.send, { body, file: null })
  expect(answer.request).toMatchObject({
    type: 'bug',
    priority: 'medium',
    title: 'Broken',
    has_screenshot: false,
  })
})

test.each([
  { ...form, title: '  ' },
  { ...form, description: ' \n ' },
  { type: form.type, description: form.description },
  { type: form.type, title: form.title },
])('a blank or missing title or description is refused (SUP-03)', async (body) => {
  const { status, refusal } = await alice.call(supportRoutes.send, { body: body as typeof form, file: null })
  expect([status, refusal.message]).toEqual([400, 'Please fill in all required fields'])
})

test('input never reaches the mail’s headers', async () => {
  const body = { ...form, title: 'Hi\r\nBcc: victim@shop.example' }
  await alice.call(supportRoutes.send, { body, file: null })
  const parsed = await readLastMail()
  expect(parsed.bcc).toBeUndefined()
  expect(parsed.subject).toBe('[Question] Hi Bcc: victim@shop.example')
})

test('Bob cannot see the requests of Alice, and a visitor cannot send any', async () => {
  expect((await bob.call(supportRoutes.list)).answer).toEqual([])
  expect((await visitor.call(supportRoutes.send, { body: form, file: null })).status).toBe(401)
  expect(app.server.hasRoute({ method: 'GET', url: '/files/screenshots/:key' })).toBe(false)
})

test('the operator changes the state of a request, and its sender sees it (SUP-06)', async () => {
  const { answer } = await bob.call(supportRoutes.send, {
    body: { ...form, title: 'Marked' },
    file: null,
  })
  const { support } = app.features
  const waiting = await support.listInState('open')
  expect(waiting.at(-1)).toMatchObject({ id: answer.request.id, email: bob.email, title: 'Marked' })
  expect(await support.setState(app.database.db, answer.request.id, 'answered')).toBe(bob.id)
  expect((await bob.call(supportRoutes.list)).answer.find(({ title }) => title === 'Marked')?.state).toBe(
    'answered',
  )
  expect(await support.setState(app.database.db, 'no-such-request', 'closed')).toBeNull()
})
