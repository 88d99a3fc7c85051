import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { isSafeDomain } from './address.ts'
import { hashBody, recordName, sha256, signedData } from './dkim-canonical.ts'
import { verifyDkim } from './dkim-verify.ts'
import { type HeaderField, splitMessage } from './message-bytes.ts'

/** A key to sign with. The record of its public half stands at `<selector>._domainkey.<domain>`. */
export interface DkimKey {
  domain: string
  selector: string
  /** PEM, RSA or Ed25519. */
  private_key: string
}

/** A TXT record to publish. `chunks` is the value in pieces of at most 255 characters, as DNS stores it. */
export interface DkimRecord {
  name: string
  value: string
  chunks: string[]
}

/** Headers that a campaign message signs; those in {@link OVERSIGNED} twice, so none can be added in front. */
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

/** A new RSA-2048 signing key for a domain. */
export async function generateDkimKey(domain: string, selector: string): Promise<DkimKey> {
  if (!isSafeDomain(domain)) throw new Error(`"${domain}" is not a domain name`)
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(selector))
    throw new Error(`"${selector}" is not a selector`)
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { domain: domain.toLowerCase(), selector: selector.toLowerCase(), private_key: pair.privateKey }
}

/** The DNS record of a key's public half. */
export function dkimRecord(key: DkimKey): DkimRecord {
  const publicKey = createPublicKey(key.private_key)
  const der = publicKey.export({ type: 'spki', format: 'der' })
  const isEd25519 = publicKey.asymmetricKeyType === 'ed25519'
  // an Ed25519 record holds the 32 key bytes alone (RFC 8463), an RSA one the whole structure
  const p = (isEd25519 ? der.subarray(-32) : der).toString('base64')
  const value = `v=DKIM1; k=${isEd25519 ? 'ed25519' : 'rsa'}; p=${p}`
  return { name: recordName(key), value, chunks: value.match(/.{1,255}/g) ?? [] }
}

/**
 * Signs and verifies a sample message with a key, against the published TXT record when one is given.
 * The sentence says what is wrong and what to do.
 */
export async function testDkimKey(
  key: DkimKey,
  published?: string,
): Promise<{ ok: boolean; sentence: string }> {
  let record: DkimRecord
  try {
    record = dkimRecord(key)
  } catch {
    return { ok: false, sentence: `The signing key of ${key.domain} can't be read. Generate a new one.` }
  }
  const sample = Buffer.from(`From: a@${key.domain}\r\nSubject: test\r\nDate: now\r\n\r\nA test.\r\n`)
  const lookUp = async () => published ?? record.value
  const [result] = await verifyDkim(await signDkim(sample, [key]), lookUp)
  if (result?.result === 'pass') return { ok: true, sentence: `The signing key of ${key.domain} works.` }
  return {
    ok: false,
    sentence: `The record at ${record.name} doesn't belong to the key that signs. Set it to: ${record.value}`,
  }
}

/**
 * The message with one DKIM-Signature (relaxed/relaxed, SHA-256) a key in front. Signs the named headers
 * that the message has, and the absence of a second one for those that must stay single. Throws on a key
 * that can't sign: a message never leaves unsigned by accident.
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
  const privateKey = privateKeyOf(key)
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

const parsedKeys = new Map<string, KeyObject>()

/** Parsing a PEM costs about as much as a signature, so the last few stay parsed. */
function privateKeyOf(key: DkimKey): KeyObject {
  const parsed = parsedKeys.get(key.private_key) ?? createPrivateKey(key.private_key)
  if (parsedKeys.size >= 100) parsedKeys.clear()
  parsedKeys.set(key.private_key, parsed)
  return parsed
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
