import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './json-bodies.ts'

const LARGE = 200_000

const parse = (text: string) => parseJson(Buffer.from(text))

/** Large enough to be parsed in chunks. */
const large = (value: unknown) => JSON.stringify({ filling: 'x'.repeat(LARGE), value, end: [value] })

test('small and large bodies parse like JSON.parse', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
      const text = JSON.stringify(value)
      fc.pre(!/\\u0000|"(__proto__|constructor)":/.test(text))
      expect(await parse(text)).toEqual(JSON.parse(text))
      expect(await parse(large(value))).toEqual(JSON.parse(large(value)))
    }),
    { numRuns: 60 },
  )
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ n, name: `Bäckerei "${n}" \\ 👩‍🏭`, none: null }))
  expect(await parse(JSON.stringify(rows))).toEqual(rows)
  expect(await parse(' \n')).toBeUndefined()
})

test.each(['{', '[1,', '{"a":1}}', '"', 'nul'])('%s is not JSON, however much precedes it', async (end) => {
  await expect(parse(end)).rejects.toThrow('The request is not valid JSON')
  await expect(parse(`[${'"x",'.repeat(LARGE)}${end}`)).rejects.toThrow('The request is not valid JSON')
})

test('keys that reach an object’s prototype are refused however they are escaped, but allowed as values', async () => {
  for (const name of ['__proto__', 'constructor', '\\u005f_proto__', '__pr\\u006Fto__', 'c\\u006fnstructor'])
    for (const body of [`{"${name}":{"polluted":1}}`, `{"a":[{"${name}" \n:1}]}`])
      await expect(parse(body)).rejects.toThrow('__proto__')
  const texts = { a: '__proto__', b: 'constructor: "constructor"', c: '{"__proto__":1}' }
  expect(await parse(JSON.stringify(texts))).toEqual(texts)
  await expect(parse('{"a":"x\\u0000"}')).rejects.toThrow('NUL')
})

test.each([
  ['values', `[${'0,'.repeat(2_000_000)}0]`],
  ['objects', `[${'{},'.repeat(1_000_000)}{}]`],
  ['depth', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['names of one object', `{${Array.from({ length: 20_000 }, (_, n) => `"${n}":0`).join()}}`],
])('too many %s are refused before they fill the memory', async (_what, body) => {
  await expect(parse(body)).rejects.toThrow('The request contains too many values')
})

test('brackets and commas within strings don’t count', async () => {
  const text = '[{,"'.repeat(500_000)
  expect(await parse(JSON.stringify({ text }))).toEqual({ text })
})
