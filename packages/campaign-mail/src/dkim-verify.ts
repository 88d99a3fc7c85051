import { createPublicKey, verify } from 'node:crypto'
import { hashBody, recordName, sha256, signedData } from './dkim-canonical.ts'
import { type HeaderField, splitMessage, unfold } from './message-bytes.ts'

/** The verdict on one DKIM-Signature of a message. */
export interface DkimResult {
  result: 'pass' | 'fail' | 'no-key'
  domain: string
  selector: string
  /** Lower case, in the order of h=, including repeated names. */
  signed_headers: string[]
  reason: string | null
}

const MAX_SIGNATURES = 5
/** Each name is looked up among all headers, and a hostile message has hundreds of thousands. */
const MAX_SIGNED_NAMES = 100
const ED25519_DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Verifies the first five DKIM-Signatures of an incoming message (RFC 6376, RFC 8463). `lookUp` returns the TXT
 * record of a name, or null. Stricter than mailauth, because a pass proves who wrote: a signature must cover From and
 * the whole body (no l=), and SHA-1 and keys under 1024 bits fail.
 */
export async function verifyDkim(
  raw: Buffer,
  lookUp: (name: string) => Promise<string | null>,
): Promise<DkimResult[]> {
  const { fields, body } = splitMessage(raw)
  const signatures = fields.filter(({ key }) => key === 'dkim-signature').slice(0, MAX_SIGNATURES)
  const records = new Map<string, string | null>()
  const results: DkimResult[] = []
  /** By canonicalization: hashing a large body takes a while. */
  const bodyHashes = new Map<boolean, string>()
  for (const field of signatures) {
    const tags = readSignature(field)
    const name = recordName(about(tags))
    if (!records.has(name)) records.set(name, await lookUp(name))
    const isRelaxed = tags.c?.split('/')[1] === 'relaxed'
    if (!bodyHashes.has(isRelaxed))
      bodyHashes.set(isRelaxed, (await hashBody(body, isRelaxed)).toString('base64'))
    const reason = findFault(fields, bodyHashes.get(isRelaxed)!, field, records.get(name) ?? null)
    const result = reason === null ? 'pass' : reason === NO_KEY ? 'no-key' : 'fail'
    results.push({ ...about(tags), result, signed_headers: signedNames(tags), reason })
  }
  return results
}

const NO_KEY = 'No key is published'

function findFault(
  fields: HeaderField[],
  bodyHash: string,
  field: HeaderField,
  record: string | null,
): string | null {
  const tags = readSignature(field)
  const names = signedNames(tags)
  const isHeadRelaxed = tags.c?.split('/')[0] === 'relaxed'
  if (names.length > MAX_SIGNED_NAMES) return 'Too many headers are signed'
  if (!names.includes('from')) return 'From is not signed'
  if (tags.l !== undefined) return 'Only a part of the body is signed'
  if (tags.a !== 'rsa-sha256' && tags.a !== 'ed25519-sha256') return 'Unknown algorithm'
  if (tags.x && Number(tags.x) * 1000 < Date.now()) return 'The signature has expired'
  if (bodyHash !== tags.bh?.replace(/\s/g, '')) return 'The body was changed'
  const key = readTags(record ?? '').p
  if (!key) return NO_KEY
  const unsigned = field.line.replace(/([;:\s]b[ \t\r\n]*=)[^;]*/, '$1')
  const data = Buffer.from(signedData(fields, names, unsigned, isHeadRelaxed), 'latin1')
  if (!isGenuine(data, tags.a, key, tags.b ?? '')) return 'The signature does not fit the headers and the key'
  return null
}

function isGenuine(data: Buffer, algorithm: string, p: string, b: string): boolean {
  try {
    const isEd25519 = algorithm === 'ed25519-sha256'
    const key = publicKeyOf(p, isEd25519)
    if (!isEd25519 && (key.asymmetricKeyDetails?.modulusLength ?? 0) < 1024) return false
    const signed = Buffer.from(b.replace(/\s/g, ''), 'base64')
    return isEd25519 ? verify(null, sha256(data), key, signed) : verify('sha256', data, key, signed)
  } catch {
    return false
  }
}

/** Throws if it isn't a key. */
function publicKeyOf(p: string, isEd25519: boolean) {
  const bytes = Buffer.from(p.replace(/\s/g, ''), 'base64')
  const der = isEd25519 && bytes.length === 32 ? Buffer.concat([ED25519_DER_PREFIX, bytes]) : bytes
  return createPublicKey({ key: der, format: 'der', type: 'spki' })
}

function readSignature(field: HeaderField): Record<string, string> {
  return readTags(unfold(field.line.slice(field.line.indexOf(':') + 1)))
}

function about(tags: Record<string, string>): { domain: string; selector: string } {
  return { domain: (tags.d ?? '').toLowerCase(), selector: tags.s ?? '' }
}

function signedNames(tags: Record<string, string>): string[] {
  return (tags.h ?? '')
    .toLowerCase()
    .split(':')
    .map((name) => name.trim())
}

function readTags(text: string): Record<string, string> {
  const tags: Record<string, string> = {}
  for (const part of text.split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0) tags[part.slice(0, equals).trim()] ??= part.slice(equals + 1).trim()
  }
  return tags
}
