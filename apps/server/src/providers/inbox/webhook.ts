import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedEnvelope } from './port.ts'

/** Limits replays of a recorded request. */
const TOLERANCE_SECONDS = 300

const SIGNATURE = /^t=(\d{1,12}),b=([0-9a-f]{64}),v1=([0-9a-f]{64})$/

/** Returns the hash that the body must have; null if the signature is missing, wrong or old. */
export function readSignature(signed: SignedEnvelope, secret: string, now: Date): string | null {
  const [, time, bodyHash, given] = SIGNATURE.exec(signed.signature.trim()) ?? []
  if (!time || !bodyHash || !given) return null
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return null
  const wanted = sign(`${time}.${signed.envelope.from}.${signed.envelope.to}.${bodyHash}`, secret)
  return timingSafeEqual(Buffer.from(given, 'hex'), wanted) ? bodyHash : null
}

const hashBody = (raw: Buffer): string => createHash('sha256').update(raw).digest('hex')

/** The signature that a mail service sends. */
export function signMail(
  { raw, envelope }: Pick<SignedEnvelope, 'envelope'> & { raw: Buffer },
  secret: string,
  time: number,
): string {
  const bodyHash = hashBody(raw)
  const proof = sign(`${time}.${envelope.from}.${envelope.to}.${bodyHash}`, secret)
  return `t=${time},b=${bodyHash},v1=${proof.toString('hex')}`
}

const sign = (text: string, secret: string): Buffer => createHmac('sha256', secret).update(text).digest()
