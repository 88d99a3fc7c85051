import { expect, test } from 'vitest'
import { z } from 'zod'
import { boundedArray, boundedRecord } from './bounded.ts'

/** Counts how often an element is read. */
function counting() {
  let looks = 0
  const element = z.number().refine((n) => {
    looks += 1
    return n >= 0
  })
  return { element, looks: () => looks }
}

const parseBoth = async (schema: z.ZodType, value: unknown) => [
  schema.safeParse(value),
  await schema.safeParseAsync(value),
]

test('a list that is too long is refused with its own message, without reading its elements', async () => {
  const { element, looks } = counting()
  const list = boundedArray(element, { max: 3, tooMany: 'At most three' })
  for (const schema of [list, list.min(1), z.object({ a: list.optional() }).pick({ a: true })])
    for (const result of await parseBoth(
      schema,
      schema instanceof z.ZodObject ? { a: [1, 2, 3, 4] } : [1, 2, 3, 4],
    ))
      expect(result.error?.issues).toEqual([expect.objectContaining({ message: 'At most three' })])
  expect(looks()).toBe(0)
})

test('after twenty faulty elements the rest is not read', async () => {
  const { element, looks } = counting()
  const schema = boundedArray(element, { max: 50_000 })
  for (const result of await parseBoth(schema, Array(50_000).fill(-1)))
    expect(result.error?.issues.map(({ path }) => path)).toEqual(Array.from({ length: 20 }, (_, at) => [at]))
  expect(looks()).toBe(40)
})

test('within its limit it behaves like z.array: values, messages and the JSON Schema', async () => {
  const bounded = boundedArray(z.string().trim(), { max: 5000, error: 'Choose some' }).min(1, 'Choose one')
  const plain = z.array(z.string().trim(), { error: 'Choose some' }).min(1, 'Choose one').max(5000)
  for (const value of [[' a ', 'b'], Array(5000).fill(' x'), [], null, undefined, 'a', ['a', 1]])
    for (const result of await parseBoth(bounded, value)) {
      const wanted = plain.safeParse(value)
      expect([result.data, result.error?.issues]).toEqual([wanted.data, wanted.error?.issues])
    }
  expect(z.toJSONSchema(bounded, { io: 'input' })).toEqual(z.toJSONSchema(plain, { io: 'input' }))
})

test('other work runs while a long list is validated', async () => {
  let turns = 0
  const counter = setInterval(() => {
    turns += 1
  })
  await boundedArray(z.number(), { max: 50_000 }).parseAsync(Array(50_000).fill(1))
  clearInterval(counter)
  expect(turns).toBeGreaterThan(10)
})

test('a record with too many keys is refused without reading them', async () => {
  const { element, looks } = counting()
  const schema = boundedRecord(z.string(), element, { max: 2, tooMany: 'Two at most' })
  for (const result of await parseBoth(schema, { a: 1, b: 2, c: 3 }))
    expect(result.error?.issues.map(({ message }) => message)).toEqual(['Two at most'])
  expect(looks()).toBe(0)
  expect(schema.parse({ a: 1, b: 2 })).toEqual({ a: 1, b: 2 })
})
