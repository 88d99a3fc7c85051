import { expect, test } from 'vitest'
import { hashOf, keysOf, readEntries } from './suppressions.rules.ts'

test('an address is suppressed by itself, its domain and parent domains', () => {
  expect(keysOf(' Ann@Mail.Shop.Example')).toEqual([
    'ann@mail.shop.example',
    '@mail.shop.example',
    '@shop.example',
  ])
})

test('addresses and domains are read in any usual form, each once', async () => {
  const text =
    'Ann@shop.example, <bob@shop.example>\nshop.example\n@other.example;*.third.example\nann@shop.example'
  expect(await readEntries(text)).toEqual({
    entries: [
      { kind: 'address', value: 'ann@shop.example' },
      { kind: 'address', value: 'bob@shop.example' },
      { kind: 'domain', value: '@shop.example' },
      { kind: 'domain', value: '@other.example' },
      { kind: 'domain', value: '@third.example' },
    ],
    invalid: [],
    invalidCount: 0,
  })
})

test('invisible characters are dropped, and a domain in any spelling is one entry', async () => {
  const text =
    '\u200bd1@slate.example\nd2@Größe.example d2@xn--gre-6ka8i.example\n@größe.example\n\u00a0größe.example'
  expect(await readEntries(text)).toMatchObject({
    entries: [
      { kind: 'address', value: 'd1@slate.example' },
      { kind: 'address', value: 'd2@xn--gre-6ka8i.example' },
      { kind: 'domain', value: '@xn--gre-6ka8i.example' },
    ],
    invalidCount: 0,
  })
  expect(hashOf('D2@größe.example')).toBe(hashOf('d2@xn--gre-6ka8i.example'))
  expect((await readEntries('d..3@slate.example\nd4@-slate.example\nbö@slate.example')).invalidCount).toBe(3)
})

test('in a CSV file with headings only the address column counts', async () => {
  const text = '\uFEFFname,"Email",web\r\nAnn,ann@shop.example,shop.example\r\nNobody,,x.example\r\n'
  expect(await readEntries(text)).toEqual({
    entries: [{ kind: 'address', value: 'ann@shop.example' }],
    invalid: ['Nobody,,x.example'],
    invalidCount: 1,
  })
})

test('invalid lines are reported, and nothing hostile gets through (A10)', async () => {
  const { entries, invalid } = await readEntries(
    'hello\na@b\n"=cmd()"@x\na@shop.example\u0000\nshop..example\n-x.example-',
  )
  expect(entries).toEqual([])
  expect(invalid).toHaveLength(6)
})

test('adversarial text is read as fast as any other', async () => {
  for (const part of ['>', '"', "'", '<', ' ', ';', '@', 'a@', '*.', '.'])
    expect((await readEntries(`${part.repeat(400_000)}x\nada@shop.example`)).entries).toContainEqual({
      kind: 'address',
      value: 'ada@shop.example',
    })
})
