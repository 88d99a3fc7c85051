import { createHmac, timingSafeEqual } from 'node:crypto'
import { CONFIRM_DAYS } from '@goldpan/contract/mailing-list'

/** Confirmation letters that one address gets in an hour; more sign-ups are answered and ignored. */
export const LETTERS_PER_ADDRESS = { points: 3, seconds: 3600 }

const DAY_MS = 86_400_000

/** What a link of the mailing list may do. */
export type Purpose = 'confirm' | 'leave'

const sign = (secret: Buffer, purpose: Purpose, id: string, at: string): Buffer =>
  createHmac('sha256', secret).update(`mailing-list:${purpose}:${id}:${at}`).digest().subarray(0, 20)

/** A token that carries the subscriber, when it was made, and proof that we made it. */
export function writeToken(secret: Buffer, purpose: Purpose, id: string, now: Date): string {
  const at = now.getTime().toString(36)
  return `${id}.${at}.${sign(secret, purpose, id, at).toString('base64url')}`
}

export type ReadToken = { id: string; made_at: Date } | 'bad' | 'expired'

/** Whose token it is. A confirmation is good for a week; the way out works for ever. */
export function readToken(secret: Buffer, purpose: Purpose, token: string, now: Date): ReadToken {
  const [id = '', at = '', proof = ''] = token.split('.')
  const given = Buffer.from(proof, 'base64url')
  const wanted = sign(secret, purpose, id, at)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'bad'
  const made_at = new Date(Number.parseInt(at, 36))
  const age = now.getTime() - made_at.getTime()
  return purpose === 'confirm' && age > CONFIRM_DAYS * DAY_MS ? 'expired' : { id, made_at }
}
