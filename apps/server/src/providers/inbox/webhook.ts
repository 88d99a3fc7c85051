import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMail } from './port.ts'

/** A raw message received over HTTP. */
export interface SignedMail {
  raw: Buffer
  /** `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<from>.<to>.<SHA-256 of the body in hex>`. */
  signature: string
  envelope: { from: string; to: string }
}

/** Limits replays of a recorded request. */
const TOLERANCE_SECONDS = 300

const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/** True if well-formed and recent. */
export function isFreshSignature(signature: string, now: Date): boolean {
  const time = SIGNATURE.exec(signature.trim())?.[1]
  return time !== undefined && Math.abs(now.getTime() / 1000 - Number(time)) <= TOLERANCE_SECONDS
}

/** Null if the signature is missing, wrong or too old. */
export function readSignedMail(mail: SignedMail, secret: string, now: Date): IncomingMail | null {
  const [, time, given] = SIGNATURE.exec(mail.signature.trim()) ?? []
  if (!time || !given || !isFreshSignature(mail.signature, now)) return null
  const wanted = signMail(mail, secret, Number(time))
  const isRight = timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(wanted, 'hex'))
  const { from, to } = mail.envelope
  return isRight
    ? { raw: mail.raw, envelope: { from: from || null, to: to.split(',').filter(Boolean) } }
    : null
}

/** The value of `v1`. */
export function signMail(mail: Pick<SignedMail, 'raw' | 'envelope'>, secret: string, time: number): string {
  const body = createHash('sha256').update(mail.raw).digest('hex')
  return createHmac('sha256', secret)
    .update(`${time}.${mail.envelope.from}.${mail.envelope.to}.${body}`)
    .digest('hex')
}
