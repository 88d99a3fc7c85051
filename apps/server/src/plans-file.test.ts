import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultPlans } from '@goldpan/contract/plans'
import { afterAll, expect, test } from 'vitest'
import { startAndEnd } from '../test/start/ended-start.ts'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'goldpan-plans-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'plans.json')
const start = (text: string, environment: Record<string, string> = {}) => {
  writeFileSync(file, text)
  return readConfig({ PLANS_FILE: file, ...environment })
}

/** The sentence, without the file and what all sentences end with. */
function refusalOf(text: string, environment?: Record<string, string>): string {
  try {
    start(text, environment)
  } catch (error) {
    const { message } = error as Error
    const [before, after] = [`The file of PLANS_FILE, ${file}, is wrong in `, '. Nothing was started.']
    expect([message.startsWith(before), message.endsWith(after)], message).toEqual([true, true])
    return message.slice(before.length, -after.length)
  }
  return 'nothing was refused'
}

test('without a file the plans are those of the specification (PLAN-02, PLAN-03, PLAN-04, PLAN-05)', () => {
  expect(readConfig({}).plans).toEqual(defaultPlans)
})

test('the file replaces the plans that it names; "unlimited" is a cap, and prices are dollars', () => {
  const { plans, priceBasic, pricePremium } = start(
    `\uFEFF{
      "basic": { "searches": 0, "generations": "unlimited", "emails": 5000, "price": 12.5, "price_id": "price_b" },
      "premium": { "searches": 1, "generations": 2, "emails": 3 }
    }`,
    { STRIPE_PRICE_BASIC: 'price_b', STRIPE_PRICE_PREMIUM: 'price_p' },
  )
  expect(plans).toEqual({
    caps: {
      ...defaultPlans.caps,
      basic: { business_searches: 0, email_generations: null, emails_sent: 5000 },
      premium: { business_searches: 1, email_generations: 2, emails_sent: 3 },
    },
    prices: { basic: 1250, premium: 4000 },
  })
  expect([priceBasic, pricePremium]).toEqual(['price_b', 'price_p'])
})

test('the example of the documentation is a valid file', () => {
  const example = join(import.meta.dirname, '../../../deploy/plans.example.json')
  expect(readConfig({ PLANS_FILE: example }).plans.caps.premium).toEqual({
    business_searches: 500,
    email_generations: null,
    emails_sent: 20_000,
  })
  expect(readFileSync(join(import.meta.dirname, '../../../docs/self-hosting.md'), 'utf8')).toContain(
    'deploy/plans.example.json',
  )
})

test('price ids may be in the file alone; Stripe starts with them (CONF-01, CONF-02)', () => {
  const plan = '"searches": 1, "generations": 1, "emails": 1, "price": 1'
  const text = `{ "basic": { ${plan}, "price_id": "price_b" }, "premium": { ${plan}, "price_id": "price_p" } }`
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  expect(start(text, stripe)).toMatchObject({
    payment: 'stripe',
    priceBasic: 'price_b',
    pricePremium: 'price_p',
  })
  expect(() => start('{}', stripe)).toThrow(
    'Missing required environment variables: STRIPE_PRICE_BASIC, STRIPE_PRICE_PREMIUM',
  )
})

const cap = 'but it must be a whole number from 0 to 1,000,000,000, or "unlimited"'
const free = (emails: string) => `{\n"free": {\n"searches": 1,\n"generations": 1,\n"emails": ${emails}\n}\n}`

test.each([
  [
    'an unknown plan',
    '{\n\n"gold": {}\n}',
    'line 3: "gold" is not a plan; the plans are test, free, basic, premium',
  ],
  [
    'an unknown field',
    '{ "free": { "searches": 1, "generations": 1, "emails": 1,\n"mails": 1 } }',
    'line 2: free has no field "mails"; its fields are searches, generations, emails',
  ],
  [
    'a price of what is free',
    '{ "free": { "searches": 1, "generations": 1, "emails": 1,\n"price": 1 } }',
    'line 2: free has no field "price"; its fields are searches, generations, emails',
  ],
  ['a negative cap', free('-1'), `line 5: emails of free is -1, ${cap}`],
  ['a part of an email', free('1.5'), `line 5: emails of free is 1.5, ${cap}`],
  ['a number in quotes', free('"100"'), `line 5: emails of free is "100", ${cap}`],
  ['no number', free('null'), `line 5: emails of free is null, ${cap}`],
  ['another word', free('"Unlimited"'), `line 5: emails of free is "Unlimited", ${cap}`],
  ['a cap beyond all', free('1e10'), `line 5: emails of free is 10000000000, ${cap}`],
  [
    'a price without a cap',
    '{\n"basic": {\n"price": 10,\n"searches": 1, "generations": 1\n}\n}',
    'line 2: emails of basic is missing; a plan names searches, generations and emails',
  ],
  [
    'a negative price',
    '{ "basic": { "searches": 1, "generations": 1, "emails": 1,\n"price": -1 } }',
    'line 2: price of basic is -1, but it must be dollars and cents, such as 12 or 12.50, up to 100,000',
  ],
  [
    'less than a cent',
    '{ "basic": { "searches": 1, "generations": 1, "emails": 1,\n"price": 9.999 } }',
    'line 2: price of basic is 9.999, but it must be dollars and cents, such as 12 or 12.50, up to 100,000',
  ],
  [
    'an empty price id',
    '{ "basic": { "searches": 1, "generations": 1, "emails": 1, "price_id":\n"" } }',
    'line 1: price_id of basic is empty, but it must be a price id',
  ],
  ['no plan', '{\n"free": 5 }', 'line 2: free is 5, but it must be a plan in { }'],
  ['a list', '\n[]', 'line 2: the file must be one object of plans, in { }'],
  [
    'a missing comma',
    '{ "free": {\n"searches": 1\n"emails": 1 } }',
    'line 3: "emails" stands where , or } is expected',
  ],
  [
    'a comma too many',
    '{ "free": {\n"searches": 1,\n} }',
    'line 3: } stands where a name in quotes is expected',
  ],
  ['a name without quotes', '{\nfree: 1 }', 'line 2: "free:" is not JSON'],
  ['a missing value', '{ "free":\n}', 'line 2: } stands where a value is expected'],
  [
    'a file that ends early',
    '{ "free": {\n\n',
    'line 3: the end of the file stands where a name in quotes is expected',
  ],
  ['an empty file', '', 'line 1: the end of the file stands where a value is expected'],
  ['text after the end', '{}\n{}', 'line 2: { stands after the end'],
  ['a comment', '{\n// mine\n}', 'line 2: "//" is not JSON'],
  ['a plan given twice', '{ "free": {},\n"free": {} }', 'line 2: "free" is there twice'],
  ['a number that is not JSON', free('01'), 'line 5: 1 stands where , or } is expected'],
])('%s is refused with line and reason', (_name, text, sentence) => {
  expect(refusalOf(text)).toBe(sentence)
})

test('two different price ids of one plan are refused', () => {
  const text = '{ "basic": { "searches": 1, "generations": 1, "emails": 1,\n"price_id": "price_1" } }'
  expect(refusalOf(text, { STRIPE_PRICE_BASIC: 'price_2' })).toBe(
    'line 2: price_id of basic is "price_1", but STRIPE_PRICE_BASIC is "price_2"; keep one of them',
  )
})

test('a wrong file stops the real start with one sentence, and so does one that is missing', async () => {
  writeFileSync(file, '{\n"gold": {}\n}')
  expect(await startAndEnd({ PLANS_FILE: file })).toEqual({
    code: 1,
    errors: `The file of PLANS_FILE, ${file}, is wrong in line 2: "gold" is not a plan; the plans are test, free, basic, premium. Nothing was started.\n`,
  })
  expect(await startAndEnd({ PLANS_FILE: `${file}.none` })).toEqual({
    code: 1,
    errors: `The setting PLANS_FILE names ${file}.none, which can't be read (ENOENT). Nothing was started.\n`,
  })
})
