import { createHmac, timingSafeEqual } from 'node:crypto'

/** Purposes of tokens; a token of one purpose never verifies as another. */
export type TokenPurpose = 'open' | 'click' | 'unsubscribe' | 'one-click' | 'bounce' | 'message' | 'reply'

export interface TokenKey {
  /** 0 to 255; written into the token, so that an older key still verifies. */
  version: number
  /** At least 16 random bytes. */
  secret: Buffer
}

export interface Tokens {
  /**
   * A token for an id (a UUID or a decimal number below 2^64) and a purpose, signed with the first key. Form `url` is
   * base64url (28 or 39 characters); form `address` is lower-case base32 (34 or 47), because the part of an address
   * before the `@` may lose its case in transit.
   */
  sign(purpose: TokenPurpose, id: string, form?: 'url' | 'address'): string
  /** The id, or null for a token that is forged, malformed, of another purpose or of an unknown key. */
  verify(purpose: TokenPurpose, token: string): string | null
}

const MAC_BYTES = 12
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const NUMBER = /^(?:0|[1-9][0-9]{0,19})$/
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Signs and verifies the ids in links, addresses and Message-IDs. The first key signs, all keys verify. */
export function createTokens(keys: readonly TokenKey[]): Tokens {
  const usable = keys.map(({ version, secret }) => ({ version, sign: createSigner(secret) }))
  const byVersion = new Map(usable.map((key) => [key.version, key]))
  const current = usable[0]
  if (!current || byVersion.size !== keys.length) throw new Error('Tokens need keys with distinct versions')
  for (const { version, secret } of keys) {
    if (!Number.isInteger(version) || version < 0 || version > 255) throw new Error('A key version is a byte')
    if (secret.length < 16) throw new Error('A token key needs at least 16 bytes')
  }
  const token = Buffer.alloc(PAYLOAD_MAX + MAC_BYTES)
  const [uuidPayload, numberPayload] = [
    token.subarray(0, UUID_BYTES + 1),
    token.subarray(0, NUMBER_BYTES + 1),
  ]
  return {
    sign(purpose, id, form = 'url') {
      // reused for each token
      token[0] = current.version
      const length = 1 + writeId(id, token, 1)
      token.set(current.sign(purpose, length === UUID_BYTES + 1 ? uuidPayload : numberPayload), length)
      const end = length + MAC_BYTES
      return form === 'url' ? token.toString('base64url', 0, end) : toBase32(token, end)
    },
    verify(purpose, token) {
      const bytes = tokenToBytes(token)
      const key = bytes && byVersion.get(bytes[0]!)
      if (!bytes || !key) return null
      const payload = bytes.subarray(0, -MAC_BYTES)
      if (!timingSafeEqual(key.sign(purpose, payload), bytes.subarray(-MAC_BYTES))) return null
      return bytesToId(payload.subarray(1))
    },
  }
}

const UUID_BYTES = 16
const NUMBER_BYTES = 8
/** A version byte and a UUID. */
const PAYLOAD_MAX = 1 + UUID_BYTES

function createSigner(secret: Buffer): (purpose: TokenPurpose, payload: Buffer) => Buffer {
  return (purpose, payload) =>
    createHmac('sha256', secret).update(`${purpose}\0`).update(payload).digest().subarray(0, MAC_BYTES)
}

/** Writes the bytes of an id at `start` and returns their number. */
function writeId(id: string, bytes: Buffer, start: number): number {
  if (UUID.test(id)) {
    let at = start
    for (let digit = 0; digit < id.length; digit += 2) {
      if (id[digit] === '-') digit += 1
      bytes[at++] = (digitOf(id.charCodeAt(digit)) << 4) | digitOf(id.charCodeAt(digit + 1))
    }
    return UUID_BYTES
  }
  if (!NUMBER.test(id) || BigInt(id) >= 1n << 64n) throw new Error('A token needs a UUID or a number as id')
  bytes.writeBigUInt64BE(BigInt(id), start)
  return NUMBER_BYTES
}

/** The value of a hexadecimal digit in either case. */
const digitOf = (code: number): number => (code & 15) + (code > 57 ? 9 : 0)

function bytesToId(bytes: Buffer): string {
  if (bytes.length === 8) return bytes.readBigUInt64BE().toString()
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The length determines the form and the kind of id; a token has exactly one spelling in each form. */
function tokenToBytes(token: string): Buffer | null {
  if (token.length === 28 || token.length === 39) {
    const bytes = Buffer.from(token, 'base64url')
    return bytes.toString('base64url') === token ? bytes : null
  }
  if (token.length !== 34 && token.length !== 47) return null
  const bytes = fromBase32(token.toLowerCase())
  return bytes && toBase32(bytes, bytes.length) === token.toLowerCase() ? bytes : null
}

const letters = Buffer.from(BASE32, 'latin1')
/** Large enough for the longest token; reused for each. */
const spelled = Buffer.alloc(Math.ceil(((PAYLOAD_MAX + MAC_BYTES) * 8) / 5))

function toBase32(bytes: Buffer, end: number): string {
  let length = 0
  let bits = 0
  let value = 0
  for (let at = 0; at < end; at += 1) {
    value = ((value << 8) | bytes[at]!) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) spelled[length++] = letters[(value >> (bits - 5)) & 31]!
  }
  if (bits > 0) spelled[length++] = letters[(value << (5 - bits)) & 31]!
  return spelled.toString('latin1', 0, length)
}

function fromBase32(text: string): Buffer | null {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text) {
    const digit = BASE32.indexOf(letter)
    if (digit < 0) return null
    value = ((value << 5) | digit) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >> bits) & 255)
    }
  }
  return Buffer.from(bytes)
}
