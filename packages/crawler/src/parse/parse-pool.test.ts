import { expect, test } from 'vitest'
import { createParsePool } from './parse-pool.ts'
import type { Resource } from './read-resource.ts'

const resource = (html: string): Resource => ({
  url: 'http://www.oakfield-bakery.com/',
  bytes: Buffer.from(html),
  contentType: 'text/html; charset=utf-8',
  kind: 'page',
  siteDomains: ['oakfield-bakery.com'],
  country: null,
  wantsFacts: true,
})

test('a page that takes too long is aborted, and the next one is read', async () => {
  const pool = createParsePool(1, 60)
  const small = resource('<p>info@oakfield-bakery.com</p>')
  const endless = resource(
    Array.from(
      { length: 60_000 },
      (_, index) => `<a href="/p${index}" title="(at) ${index}">${index} (at) x</a>`,
    ).join(''),
  )
  expect((await pool.read(small))?.addresses).toHaveLength(1)
  expect(await pool.read(endless)).toBeUndefined()
  expect((await pool.read(small))?.addresses).toHaveLength(1)
  await pool.close()
})

test('several threads read pages concurrently, and each result reaches its caller', async () => {
  const pool = createParsePool(2, 5000)
  const found = await Promise.all(
    Array.from({ length: 8 }, (_, index) => pool.read(resource(`<p>p${index}@oakfield-bakery.com</p>`))),
  )
  expect(found.map((findings) => findings?.addresses[0]?.email)).toEqual(
    Array.from({ length: 8 }, (_, index) => `p${index}@oakfield-bakery.com`),
  )
  await pool.close()
})

test('a closed pool reads nothing', async () => {
  const pool = createParsePool(1, 5000)
  await pool.close()
  expect(await pool.read(resource('<p>x@oakfield-bakery.com</p>'))).toBeUndefined()
})
