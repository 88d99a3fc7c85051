import { createPrivateKey, createPublicKey, generateKeyPair, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { isDomain } from '@goldpan/contract/email-address'

import { hashBody, recordName, sha256, signedData } from './dkim-canonical.ts'
import { type HeaderField, splitMessage } from './message-bytes.ts'

/** A signing key. Its public half is published at `<selector>._domainkey.<domain>`. */
export interface DkimKey {
  domain: string
  selector: string
  /** PEM, RSA or Ed25519. */
  private_key: string
}

/** A TXT record to publish. DNS stores the value in chunks of at most 255 characters. */
export interface DkimRecord {
  name: string
  value: string
  chunks: string[]
}

/** Headers covered by a signature, if the message has them. */
export const SIGNED_HEADERS = [
  'from',
  'reply-to',
  'to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'content-language',
  'content-transfer-encoding',
  'in-reply-to',
  'references',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
  'x-app-loop',
  'auto-submitted',
] as const

/** Also signed as absent a second time, so that adding one breaks the signature (RFC 6376, 8.15). */
const OVERSIGNED = [
  'from',
  'reply-to',
  'to',
  'subject',
  'date',
  'message-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
]
const signAsync = promisify(sign)

/** Generates an RSA-2048 signing key for a domain. */
export async function generateDkimKey(domain: string, selector: string): Promise<DkimKey> {
  if (!isDomain(domain)) throw new Error(`"${domain}" is not a domain name`)
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(selector))
    throw new Error(`"${selector}" is not a selector`)
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { domain: domain.toLowerCase(), selector: selector.toLowerCase(), private_key: pair.privateKey }
}

/** The DNS record that publishes a key's public half. */
export function dkimRecord(key: DkimKey): DkimRecord {
  const publicKey = createPublicKey(key.private_key)
  const der = publicKey.export({ type: 'spki', format: 'der' })
  const isEd25519 = publicKey.asymmetricKeyType === 'ed25519'
  // An Ed25519 record holds the 32 key bytes only (RFC 8463), an RSA record the whole structure.
  const p = (isEd25519 ? der.subarray(-32) : der).toString('base64')
  const value = `v=DKIM1; k=${isEd25519 ? 'ed25519' : 'rsa'}; p=${p}`
  return { name: recordName(key), value, chunks: value.match(/.{1,255}/g) ?? [] }
}

/**
 * Checks that a key can be read and, if a TXT record is published, that the record holds its public half. The
 * sentence says what is wrong and how to fix it.
 */
export function testDkimKey(key: DkimKey, published?: string): { ok: boolean; sentence: string } {
  let record: DkimRecord
  try {
    record = dkimRecord(key)
  } catch {
    return { ok: false, sentence: `The signing key of ${key.domain} can't be read. Generate a new one.` }
  }
  if (publicKeyIn(published ?? record.value) === publicKeyIn(record.value))
    return { ok: true, sentence: `The signing key of ${key.domain} works.` }
  return {
    ok: false,
    sentence: `The record at ${record.name} doesn't belong to the key that signs. Set it to: ${record.value}`,
  }
}

const publicKeyIn = (record: string): string | undefined =>
  /(?:^|;)\s*p\s*=([^;]*)/.exec(record)?.[1]?.replace(/\s/g, '')

/**
 * Adds one DKIM-Signature (relaxed/relaxed, SHA-256) for each key. Signs those of the named headers that the message
 * has, and the absence of a second one where only one is allowed. Throws if a key can't sign, so that no message is
 * sent unsigned by accident.
 */
export async function signDkim(
  raw: Buffer,
  keys: readonly DkimKey[],
  headers: readonly string[] = SIGNED_HEADERS,
): Promise<Buffer> {
  const { fields, body } = splitMessage(raw)
  const bodyHash = (await hashBody(body, true)).toString('base64')
  const signatures = await Promise.all(keys.map((key) => signature(fields, bodyHash, key, headers)))
  return Buffer.concat([...signatures, raw])
}

async function signature(fields: HeaderField[], bodyHash: string, key: DkimKey, headers: readonly string[]) {
  const privateKey = createPrivateKey(key.private_key)
  const isEd25519 = privateKey.asymmetricKeyType === 'ed25519'
  const present = headers.filter((name) => fields.some((field) => field.key === name))
  const names = [...present, ...OVERSIGNED.filter((name) => headers.includes(name))]
  const tags = [
    `v=1; a=${isEd25519 ? 'ed25519' : 'rsa'}-sha256; c=relaxed/relaxed; d=${key.domain};`,
    `s=${key.selector};`,
    `h=${foldAt(names.join(':'), ':')};`,
    `bh=${bodyHash};`,
    'b=',
  ]
  const unsigned = `DKIM-Signature: ${tags.join('\r\n\t')}`
  const data = Buffer.from(signedData(fields, names, unsigned, true), 'latin1')
  const bytes = await signAsync(isEd25519 ? null : 'sha256', isEd25519 ? sha256(data) : data, privateKey)
  return Buffer.from(`${unsigned}${bytes.toString('base64').replace(/.{70}/g, '$&\r\n\t ')}\r\n`)
}

function foldAt(text: string, separator: string): string {
  let line = 0
  return text
    .split(separator)
    .map((word, index, words) => {
      const piece = index < words.length - 1 ? word + separator : word
      const folds = line + piece.length > 66
      line = folds ? piece.length : line + piece.length
      return folds ? `\r\n\t ${piece}` : piece
    })
    .join('')
}
