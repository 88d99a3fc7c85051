import { createParsePool } from '@goldpan/crawler/parse/parse-pool'
import { afterAll, expect, test } from 'vitest'
import { isLong, sized } from '../faults/size.ts'
import { adversarialPages } from './adversarial-texts.ts'

const SIZE = sized(150_000, 1_000_000)
/** A thread that takes longer is killed. Quadratic time would take over an hour. */
const DEADLINE_MS = 60_000

const pool = createParsePool(1, DEADLINE_MS)
afterAll(() => pool.close())

const read = (html: string) =>
  pool.read({
    url: 'https://www.shop.com/',
    bytes: new TextEncoder().encode(html),
    contentType: 'text/html',
    kind: 'page' as const,
    siteDomains: ['shop.com'],
    country: null,
    businessName: 'Shop',
    wantsFacts: true,
  })

test('no adversarial page keeps a parser thread busy', async () => {
  await read('<p>info@shop.com</p>')
  const slow: string[] = []
  for (const [name, html] of Object.entries(adversarialPages(SIZE))) {
    const from = performance.now()
    const findings = await read(html)
    if (!findings) slow.push(name)
    if (isLong) process.stdout.write(`${Math.round(performance.now() - from)} ms  ${name}\n`)
  }
  expect(slow).toEqual([])
  const after = await read('<p>info@shop.com</p>')
  expect(after?.addresses.map(({ email }) => email)).toEqual(['info@shop.com'])
}, 1_200_000)
