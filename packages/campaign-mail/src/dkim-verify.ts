import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { hashBody, recordName, relaxBody, sha256, signedData, simpleBody } from './dkim-canonical.ts'
import { type HeaderField, type SplitMessage, splitMessage, unfold } from './message-bytes.ts'

/** What became of one DKIM-Signature of a message. */
export interface DkimResult {
  result: 'pass' | 'fail' | 'no-key'
  domain: string
  selector: string
  /** Lower case, in the order of h=, repeated names included. */
  signed_headers: string[]
  reason: string | null
}

const MAX_SIGNATURES = 5
const ED25519_DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Verifies the DKIM-Signatures of a message (RFC 6376, RFC 8463), at most five. `lookUp` answers the TXT
 * record of a name, or null. Signatures over a part of the body (l=) and keys under 1024 bits fail.
 */
export async function verifyDkim(
  raw: Buffer,
  lookUp: (name: string) => Promise<string | null>,
): Promise<DkimResult[]> {
  const message = splitMessage(raw)
  const names = new Set(
    signatureFields(message.fields).map((field) => recordName(about(readSignature(field)))),
  )
  const records = new Map<string, string | null>()
  for (const name of names) records.set(name, await lookUp(name))
  const hashes = new Map<boolean, string>()
  for (const isRelaxed of new Set(
    signatureFields(message.fields).map((field) => isBodyRelaxed(readSignature(field))),
  ))
    hashes.set(isRelaxed, (await hashBody(message.body, isRelaxed)).toString('base64'))
  return verifyDkimWith(message, records, (isRelaxed) => hashes.get(isRelaxed)!)
}

/** As {@link verifyDkim}, with the TXT records already at hand. */
export function verifyDkimWith(
  { fields, body }: SplitMessage,
  records: ReadonlyMap<string, string | null>,
  hashOfBody = (isRelaxed: boolean): string =>
    sha256(isRelaxed ? relaxBody(body) : simpleBody(body)).toString('base64'),
): DkimResult[] {
  return signatureFields(fields).map((field) => {
    const tags = readSignature(field)
    const record = records.get(recordName(about(tags))) ?? null
    const reason = findFault(fields, hashOfBody, field, record)
    const result = reason === null ? 'pass' : reason === NO_KEY ? 'no-key' : 'fail'
    return { ...about(tags), result, signed_headers: signedNames(tags), reason }
  })
}

const NO_KEY = 'No key is published'

function findFault(
  fields: HeaderField[],
  hashOfBody: (isRelaxed: boolean) => string,
  field: HeaderField,
  record: string | null,
): string | null {
  const tags = readSignature(field)
  const names = signedNames(tags)
  const isHeadRelaxed = tags.c?.split('/')[0] === 'relaxed'
  if (!names.includes('from')) return 'From is not signed'
  if (tags.l !== undefined) return 'Only a part of the body is signed'
  if (tags.a !== 'rsa-sha256' && tags.a !== 'ed25519-sha256') return 'Unknown algorithm'
  if (tags.x && Number(tags.x) * 1000 < Date.now()) return 'The signature has expired'
  if (hashOfBody(isBodyRelaxed(tags)) !== tags.bh?.replace(/\s/g, '')) return 'The body was changed'
  const key = readTags(record ?? '').p
  if (!key) return NO_KEY
  const unsigned = field.line.replace(/([;:\s]b[ \t\r\n]*=)[^;]*/, '$1')
  const data = Buffer.from(signedData(fields, names, unsigned, isHeadRelaxed), 'latin1')
  if (!isGenuine(data, tags.a, key, tags.b ?? '')) return 'The signature does not fit the headers and the key'
  return null
}

const isBodyRelaxed = (tags: Record<string, string>): boolean => tags.c?.split('/')[1] === 'relaxed'

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

const parsedKeys = new Map<string, KeyObject>()

/** Parsing a key costs more than verifying with it, so the last few stay parsed. Throws on what is none. */
function publicKeyOf(p: string, isEd25519: boolean): KeyObject {
  const id = `${isEd25519} ${p}`
  const known = parsedKeys.get(id)
  if (known) return known
  const bytes = Buffer.from(p.replace(/\s/g, ''), 'base64')
  const der = isEd25519 && bytes.length === 32 ? Buffer.concat([ED25519_DER_PREFIX, bytes]) : bytes
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  if (parsedKeys.size >= 100) parsedKeys.clear()
  parsedKeys.set(id, key)
  return key
}

function signatureFields(fields: HeaderField[]): HeaderField[] {
  return fields.filter((field) => field.key === 'dkim-signature').slice(0, MAX_SIGNATURES)
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
