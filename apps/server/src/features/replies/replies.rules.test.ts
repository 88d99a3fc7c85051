import { randomBytes, randomUUID } from 'node:crypto'
import { createTokens } from '@goldpan/campaign-mail/tokens'
import { expect, test } from 'vitest'
import { isAuthentic, judgeForwarding, readAddress, recipientsNamed } from './replies.rules.ts'

const tokens = createTokens([{ version: 1, secret: randomBytes(32) }])
const id = randomUUID()
const domain = 'reply.example'

test('our addresses say their purpose, in any case', () => {
  const bounce = `b+${tokens.sign('bounce', id, 'address')}@${domain}`
  const forward = `f+${tokens.sign('reply', id, 'address')}@${domain}`
  expect(readAddress(bounce.toUpperCase(), domain, tokens, `goldpan@${domain}`)).toEqual({
    kind: 'bounce',
    recipientId: id,
  })
  expect(readAddress(forward, domain, tokens, `goldpan@${domain}`)).toEqual({
    kind: 'forward',
    inboundId: id,
  })
  expect(readAddress(`Alice+news@${domain}`, domain, tokens, `goldpan@${domain}`)).toEqual({
    kind: 'return',
    emailId: 'alice',
  })
})

test.each(['postmaster', 'Abuse', 'dmarc', 'goldpan'])('%s@ is the operator’s', (local) => {
  expect(readAddress(`${local}@${domain}`, domain, tokens, `goldpan@${domain}`)?.kind).toBe('operator')
  expect(readAddress(`${local}@other.example`, domain, tokens, `goldpan@${domain}`)).toBeNull()
})

test.each([
  `b+${'a'.repeat(47)}@${domain}`,
  `b+${tokens.sign('open', id, 'address')}@${domain}`,
  'alice@elsewhere.example',
  'alice@sub.reply.example',
  'no address',
  `"a b"@${domain}`,
])('%s is not one of our addresses', (address) => {
  expect(readAddress(address, domain, tokens, `goldpan@${domain}`)).toBeNull()
})

test('only Message-IDs that we signed lead back to a message', () => {
  const ours = `v1.${tokens.sign('message', id, 'address')}@${domain}`
  const forged = `v1.${tokens.sign('bounce', id, 'address')}@${domain}`
  expect(recipientsNamed(['x@y.example', forged, ours, ours], domain, tokens)).toEqual([id])
  expect(recipientsNamed([ours.replace(domain, 'other.example')], domain, tokens)).toEqual([])
})

test('a signature covers its domain and subdomains', () => {
  const pass = { result: 'pass' as const, selector: 's', signed_headers: [], reason: null }
  expect(isAuthentic('a@mail.shop.example', [{ ...pass, domain: 'shop.example' }])).toBe(true)
  expect(isAuthentic('a@myshop.example', [{ ...pass, domain: 'shop.example' }])).toBe(false)
  expect(isAuthentic('a@shop.example', [{ ...pass, result: 'fail', domain: 'shop.example' }])).toBe(false)
  expect(isAuthentic(null, [{ ...pass, domain: 'shop.example' }])).toBe(false)
})

const base = { kind: 'reply', source: 'return', match: 'proven', isRepeated: false } as const
test.each([
  [{}, true],
  [{ match: 'none' as const }, true],
  [{ kind: 'auto-reply' as const }, true],
  [{ kind: 'auto-reply' as const, isRepeated: true }, false],
  [{ kind: 'bounce' as const }, false],
  [{ kind: 'bounce' as const, match: 'none' as const }, true],
  [{ kind: 'bounce' as const, source: 'bounce' as const, match: 'none' as const }, false],
  [{ kind: 'other' as const, match: 'none' as const }, true],
  [{ kind: 'reply' as const, source: 'forward' as const, match: 'none' as const }, false],
])('mail that is %o is forwarded: %s (TRACK-06)', (change, isForwarded) => {
  expect(judgeForwarding({ ...base, ...change }).isForwarded).toBe(isForwarded)
})

test('a likely reply is forwarded with a warning', () => {
  expect(judgeForwarding({ ...base, match: 'likely' })).toMatchObject({
    isForwarded: true,
    notice: expect.stringContaining('could not be verified'),
  })
})
