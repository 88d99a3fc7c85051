import fc from 'fast-check'
import { z } from 'zod'

/** The subset of JSON Schema that Zod produces. */
interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  format?: string
  pattern?: string
  additionalProperties?: Schema | boolean
}

/** Texts that are known to break programs. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066abc',
  '\r\nBcc: everyone@shop.example',
  '\u2028X-Injected: 1',
  "'; drop table users; --",
  "' or '1'='1",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("x")()}}',
  '$' + '{7*7}#{7*7}',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  'http://169.254.169.254/latest/meta-data/',
  '=cmd|" /C calc"!A0',
  '%s%s%s%n',
  '1e999',
  '-1',
  '99999999999999999999',
  '9999-99-99T99:99:99Z',
  'NaN',
  '__proto__',
  'constructor',
  '\\',
  '%',
  '_%_%',
  '(((((((((((((((((((((a+)+)+)+',
  '👩‍👩‍👧‍👦'.repeat(50),
  'z̵͖̔'.repeat(200),
  'x'.repeat(70_000),
]

const hostileText = fc.constantFrom(...HOSTILE_TEXTS)

/** Values of the wrong kind. */
const HOSTILE_VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  { a: { b: { c: [] } } },
  { $ne: null },
  { length: 1e9 },
  { toString: 'x' },
  ['a', 'b'],
  Array.from({ length: 2000 }, () => 'a'),
]
const deep = () => JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`) as unknown

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...HOSTILE_VALUES) },
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constant(null).map(deep) },
)

/** Values that fit the schema. Uses `ids` wherever an id may be. */
export function valuesOf(schema: z.ZodType, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fromSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, ids)
}

function fromSchema(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fromSchema(choice, ids)))
  switch (schema.type) {
    case 'string':
      return texts(schema, ids)
    case 'integer':
      return fc.integer({ min: lowest(schema), max: highest(schema) })
    case 'number':
      return fc.double({ min: lowest(schema), max: highest(schema), noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, ids), {
        minLength: Math.min(schema.minItems ?? 0, 3),
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      })
    case 'object':
      return objects(schema, ids)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

const lowest = ({ minimum }: Schema) => Math.max(minimum ?? -1000, -1e9)
const highest = ({ maximum }: Schema) => Math.min(maximum ?? 1000, 1e9)

function objects({ properties = {}, required = [], additionalProperties }: Schema, ids: readonly string[]) {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, fromSchema(value, ids)])),
    { requiredKeys: required.filter((key) => key in properties) },
  )
  if (typeof additionalProperties !== 'object' || Object.keys(properties).length > 0) return known
  return fc.dictionary(fc.string({ maxLength: 12 }), fromSchema(additionalProperties, ids), { maxKeys: 4 })
}

function texts({ format, pattern, minLength = 0, maxLength = 40 }: Schema, ids: readonly string[]) {
  const id = fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (format === 'uuid') return id
  const length = {
    minLength: Math.min(minLength, 60),
    maxLength: Math.max(minLength, Math.min(maxLength, 60)),
  }
  const fitting = pattern ? matching(pattern) : fc.string({ ...length, unit: 'grapheme-ascii' })
  return fc.oneof(
    { weight: 4, arbitrary: fitting },
    { weight: 2, arbitrary: fc.constantFrom('ada@shop.example', 'a word', 'https://shop.example/', '12') },
    { weight: 1, arbitrary: id },
    { weight: 1, arbitrary: fc.string({ ...length, unit: 'binary' }) },
  )
}

/** Falls back to any string: text can't be generated from patterns with lookaheads. */
function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return fc.string()
  }
}

/** Bodies whose fields must match each other, which random values don't. */
export const KNOWN_BODIES: Record<string, unknown> = {
  'accounts.register': {
    firstName: 'Ada',
    lastName: 'Pan',
    email: 'ada@shop.example',
    acceptTerms: true,
    password: 'sieve-and-gravel',
    confirmPassword: 'sieve-and-gravel',
    recaptchaToken: 'ok',
  },
  'senderIdentity.save': {
    company: 'Pans Ltd',
    street: '1 Assay Lane',
    postcode: '9490',
    city: 'Vaduz',
    country: 'LI',
    register_line: 'FL-1',
    privacy_url: 'https://pans.example/privacy',
  },
  'sendingCare.savePace': {
    daily_cap: 100,
    gap_from_seconds: 1,
    gap_to_seconds: 2,
    window_days: [1, 2],
    has_ramp: false,
    days_off: ['2026-12-25'],
    window_from: '08:00',
    window_to: '18:00',
    time_zone: 'Europe/Vaduz',
  },
  'followUps.hold': { email: 'ada@shop.example', until: '2026-04-01' },
  'writing.updateTemplate': {
    template: { subject: 'Ovens', body: 'Hello {{businessName|you}}, we repair.' },
  },
}

const found = new Map<z.ZodType, unknown>()

/** A value that fits the schema, the same on every run. Undefined if no random value fits. */
export function fittingValue(schema: z.ZodType, ids: readonly string[]): unknown {
  if (!found.has(schema)) {
    const values = valuesOf(schema, ids)
    const fits = (value: unknown) => schema.safeParse(value).success
    found.set(schema, fc.sample(values, { numRuns: 10, seed: 1 }).find(fits))
    if (found.get(schema) === undefined)
      found.set(schema, fc.sample(values, { numRuns: 300, seed: 1 }).find(fits))
  }
  return found.get(schema)
}
