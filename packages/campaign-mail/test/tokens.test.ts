import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { isAddress } from '@goldpan/contract/email-address'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTokens, type TokenPurpose } from '../src/campaign-mail.ts'

const secret = randomBytes(32)
const tokens = createTokens([{ version: 2, secret }])
const PURPOSES: TokenPurpose[] = ['open', 'click', 'unsubscribe', 'one-click', 'bounce', 'message', 'reply']

describe('tokens', () => {
  test.each([16, 32, 64, 65, 200])('with a key of %i bytes the signature is HMAC-SHA256', (length) => {
    const key = randomBytes(length)
    const id = randomUUID()
    const payload = Buffer.concat([Buffer.from([7]), Buffer.from(id.replaceAll('-', ''), 'hex')])
    const mac = createHmac('sha256', key).update('open\0').update(payload).digest().subarray(0, 12)
    const token = createTokens([{ version: 7, secret: key }]).sign('open', id)
    expect(token).toBe(Buffer.concat([payload, mac]).toString('base64url'))
  })

  test('any UUID or number round-trips in both forms', () => {
    const id = fc.oneof(fc.uuid(), fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map(String))
    fc.assert(
      fc.property(id, fc.constantFrom(...PURPOSES), (value, purpose) => {
        expect(tokens.verify(purpose, tokens.sign(purpose, value))).toBe(value)
        const address = tokens.sign(purpose, value, 'address')
        expect(tokens.verify(purpose, address.toUpperCase())).toBe(value)
        expect(isAddress(`b+${address}@bounce.example.com`)).toBe(true)
      }),
    )
  })

  test('a number takes 28 characters in a link, a UUID 39', () => {
    expect(tokens.sign('open', '42')).toHaveLength(28)
    expect(tokens.sign('open', randomUUID())).toHaveLength(39)
  })

  test('a token for one purpose doesn’t verify for another', () => {
    for (const purpose of PURPOSES) {
      for (const form of ['url', 'address'] as const) {
        const token = tokens.sign(purpose, '42', form)
        const others = PURPOSES.filter((other) => other !== purpose)
        expect(others.map((other) => tokens.verify(other, token))).toEqual(others.map(() => null))
      }
    }
  })

  test('a token that is changed in any bit, truncated or extended is refused', () => {
    const id = randomUUID()
    for (const form of ['url', 'address'] as const) {
      const token = tokens.sign('unsubscribe', id, form)
      for (let at = 0; at < token.length; at += 1) {
        const other = token[at] === 'a' ? 'b' : 'a'
        expect(tokens.verify('unsubscribe', token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
      }
      for (const wrong of ['', token.slice(1), `${token}a`, ` ${token}`, `${token}=`]) {
        expect(tokens.verify('unsubscribe', wrong)).toBeNull()
      }
    }
  })

  test('unsigned text never verifies', () => {
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => tokens.verify('open', text) === null))
  })

  test('an older key still verifies after rotation, a removed one does not', () => {
    const old = tokens.sign('reply', '7')
    const rotated = createTokens([
      { version: 3, secret: randomBytes(32) },
      { version: 2, secret },
    ])
    expect(rotated.verify('reply', old)).toBe('7')
    expect(rotated.sign('reply', '7')).not.toBe(old)
    expect(createTokens([{ version: 3, secret }]).verify('reply', old)).toBeNull()
  })

  test('bad keys and ids are refused', () => {
    expect(() => createTokens([])).toThrow('distinct versions')
    expect(() => createTokens([{ version: 1, secret: Buffer.alloc(8) }])).toThrow('16 bytes')
    expect(() => createTokens([{ version: 256, secret }])).toThrow('byte')
    for (const id of ['', '-1', '01', '1.5', '18446744073709551616', 'x']) {
      expect(() => tokens.sign('open', id)).toThrow('UUID or a number')
    }
  })
})
