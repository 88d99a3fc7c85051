import { PassThrough } from 'node:stream'
import { importRoutes } from '@goldpan/contract/imports'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { supportRoutes } from '@goldpan/contract/support'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'

const { app, clock, createCustomer, query } = await startTestApp()

const upload = (who: Customer, text = 'email\na@mill.example\n') =>
  who.call(importRoutes.upload, { body: { kind: 'prospects' }, file: new Blob([text]), fileName: 'a.csv' })
const statusOf = async (who: Customer, id: string) =>
  (await who.call(importRoutes.get, { params: { id } })).status
const check = (who: Customer, id: string) =>
  who.call(importRoutes.check, { params: { id }, body: { mapping: { email: 0 } } })
const countBy = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** A file whose arrival the test controls. */
function openUpload(who: Customer) {
  const content = new PassThrough()
  const file = { content, fileName: 'slow.csv', isTooLarge: () => false }
  const answer = app.features.imports.upload(who.id, 'prospects', file)
  return { content, answer }
}

/**
 * Writes less than a batch of lines and waits until they are being read; nothing more is stored until the file ends.
 */
async function beginUpload(who: Customer) {
  const upload = openUpload(who)
  upload.content.write(`email,notes\n${`x@mill.example,${'n'.repeat(80)}\n`.repeat(999)}`)
  const isReading = () => query("select 1 from imports where owner_id = $1 and status = 'reading'", [who.id])
  while ((await isReading()).length === 0);
  return upload
}

test('of many concurrent uploads each is read or refused, and none is deleted by another', async () => {
  const ada = await createCustomer('Ada')
  const answers = await Promise.all(Array.from({ length: 48 }, () => upload(ada)))
  const counts = countBy(answers)
  expect(Object.keys(counts).filter((status) => status !== '200' && status !== '409')).toEqual([])
  expect(counts[200]).toBeGreaterThan(0)
  expect(new Set(answers.flatMap(({ status, refusal }) => (status === 409 ? [refusal.code] : [])))).toEqual(
    new Set(counts[409] ? ['imports.busy'] : []),
  )
  for (const { status, answer } of answers)
    if (status === 200) expect(await statusOf(ada, answer.id)).toBe(200)
})

test('while a file is read another one is refused, and the first is read to its end', async () => {
  const ben = await createCustomer('Ben')
  const first = await beginUpload(ben)
  expect((await upload(ben)).refusal.code).toBe('imports.busy')
  first.content.end('last@mill.example\n')
  expect((await first.answer).progress.total).toBe(1000)
  expect((await upload(ben)).status).toBe(200)
})

test('a file waiting for its check stays when a colleague uploads another, and one at a time is worked on', async () => {
  const cara = await createCustomer('Cara')
  const waiting = (await upload(cara)).answer.id
  const next = (await upload(cara)).answer.id
  expect([await statusOf(cara, waiting), await statusOf(cara, next)]).toEqual([200, 200])
  expect((await check(cara, next)).status).toBe(200)
  expect((await check(cara, waiting)).refusal.code).toBe('imports.busy')
})

test.each([
  ['Dan', 11 * 60_000, 'for ten minutes at most'],
  ['Dana', -86_400_000, 'no longer when the clock is set back by a day'],
])('a stalled upload blocks others (%s): %d ms later %s', async (name, ms) => {
  const dan = await createCustomer(name)
  const broken = await beginUpload(dan)
  clock.advance(ms)
  expect((await upload(dan)).status).toBe(200)
  broken.content.end()
  await broken.answer
})

test('files untouched for half an hour are deleted when newer ones arrive, except the newest five', async () => {
  const eve = await createCustomer('Eve')
  const ids: string[] = []
  for (let n = 0; n < 7; n += 1) {
    ids.push((await upload(eve)).answer.id)
    clock.advance(60_000)
  }
  expect(await Promise.all(ids.map((id) => statusOf(eve, id)))).toEqual(Array(7).fill(200))
  clock.advance(30 * 60_000)
  const newest = (await upload(eve)).answer.id
  expect(await Promise.all([...ids, newest].map((id) => statusOf(eve, id)))).toEqual([
    404, 404, 404, 200, 200, 200, 200, 200,
  ])
})

test('many concurrent images of signatures and screenshots are all accepted', async () => {
  const fay = await createCustomer('Fay')
  const png = new Uint8Array(
    await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c93' } })
      .png()
      .toBuffer(),
  )
  const file = new Blob([png], { type: 'image/png' })
  const images = Array.from({ length: 24 }, () =>
    fay.call(signatureRoutes.uploadImage, { file, fileName: 'logo.png' }),
  )
  expect(countBy(await Promise.all(images))).toEqual({ 200: 24 })
  const body = { type: 'bug', title: 'Odd', description: 'It looks odd to me', priority: 'medium' } as const
  const requests = Array.from({ length: 12 }, () =>
    fay.call(supportRoutes.send, { body, file, fileName: 'screen.png' }),
  )
  expect(countBy(await Promise.all(requests))).toEqual({ 200: 12 })
})
