import { createHmac, timingSafeEqual } from 'node:crypto'
import { ForgedEvent } from './port.ts'

/** The tolerance that Stripe recommends. */
const TOLERANCE_SECONDS = 300

/** Signs like Stripe: `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`. */
export function signEvent(raw: Buffer | string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${macOf(raw, secret, seconds)}`
}

/** @throws ForgedEvent if the signature doesn't match or is too old */
export function checkSignature(raw: Buffer, signature: string, secret: string, now: Date): void {
  const parts = signature.split(',').map((part) => part.trim().split('=', 2) as [string, string?])
  const seconds = Number(parts.find(([name]) => name === 't')?.[1])
  if (!Number.isInteger(seconds)) throw new ForgedEvent('The event carries no signature')
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS)
    throw new ForgedEvent('The signature of the event is too old')
  const wanted = Buffer.from(macOf(raw, secret, seconds))
  const isGenuine = parts
    .filter(([name]) => name === 'v1')
    .map(([, value]) => Buffer.from(value ?? ''))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted))
  if (!isGenuine) throw new ForgedEvent('The signature of the event is not valid')
}

const macOf = (raw: Buffer | string, secret: string, seconds: number): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest('hex')
