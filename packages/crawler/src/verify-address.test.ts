import { expect, test } from 'vitest'
import { createAddressVerifier } from './verify-address.ts'

const fail = (code: string) => Object.assign(new Error(code), { code })
const records: Record<string, { exchange: string; priority: number }[] | string> = {
  'oakfield.com': [{ exchange: 'mx.oakfield.com', priority: 10 }],
  'mailinator.com': [{ exchange: 'mx.mailinator.com', priority: 10 }],
  'no-mail.com': [{ exchange: '', priority: 0 }],
  'gone.com': 'ENOTFOUND',
  'web-only.com': 'ENODATA',
  'empty.com': 'ENODATA',
  'asleep.com': 'ETIMEOUT',
}
let asked = 0
const verifier = createAddressVerifier({
  resolveMx: async (domain) => {
    asked++
    const found = records[domain] ?? 'ENOTFOUND'
    if (typeof found === 'string') throw fail(found)
    return found
  },
  resolveHost: async (domain) => {
    if (domain === 'web-only.com') return ['93.184.215.14']
    throw fail('ENODATA')
  },
})

test.each([
  ['mary@oakfield.com', 'safe', 'takes mail'],
  ['info@oakfield.com', 'safe', 'a function'],
  ['noreply@oakfield.com', 'risky', 'Nobody reads'],
  ['x@mailinator.com', 'risky', 'throw-away'],
  ['x@web-only.com', 'risky', 'no mail server'],
  ['x@no-mail.com', 'bad', 'takes no mail'],
  ['x@empty.com', 'bad', 'takes no mail'],
  ['x@gone.com', 'bad', 'does not exist'],
  ['not an address', 'bad', 'not written'],
  ['a..b@oakfield.com', 'bad', 'not written'],
  ['john@example.com', 'bad', 'example'],
  ['x@asleep.com', 'unknown', 'right now'],
])('%s is %s', async (email, result, reason) => {
  const check = await verifier.verify(email)
  expect(check.result).toBe(result)
  expect(check.reasons.join(' ')).toContain(reason)
})

test('a domain is looked up once', async () => {
  const before = asked
  await verifier.verify('bob@oakfield.com')
  expect(asked).toBe(before)
})

test.each(['nora@stone.example', 'nora@Stone.TEST', 'nora@mail.invalid'])(
  '%s is an example address, not an invalid one',
  async (email) =>
    expect(await verifier.verify(email)).toEqual({ result: 'bad', reasons: ['It is an example address.'] }),
)
