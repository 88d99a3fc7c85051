import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Clock } from '../clock/port.ts'
import type { BotCheck } from './port.ts'

/** How long a challenge may be solved and used. */
const LIFETIME_MS = 20 * 60_000

/** Work asked of the browser: about half a second on a phone of 2022 (PBKDF2 rounds × expected tries). */
const COST = 1_000
const MAX_COUNTER = 1_000

/** Proof of work on our own server (ALTCHA, version 2 of its protocol): asks no third party. */
export function createAltchaBotCheck(deps: { clock: Clock; secret: string }): BotCheck {
  const hmac = { hmacSignatureSecret: deps.secret, hmacKeySignatureSecret: `${deps.secret}:key` }
  return {
    provider: 'altcha',
    siteKey: null,
    async createChallenge() {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(MAX_COUNTER / 2, MAX_COUNTER),
        deriveKey,
        expiresAt: new Date(deps.clock.now().getTime() + LIFETIME_MS),
        ...hmac,
      })
      return { ...challenge }
    },
    async verify(token) {
      const expiresAt = new Date(deps.clock.now().getTime() + LIFETIME_MS)
      const payload = decode(token)
      if (!payload) return { isPassed: false, expiresAt }
      const result = await verifySolution({ ...payload, deriveKey, ...hmac }).catch(() => null)
      return { isPassed: result?.verified === true, expiresAt }
    },
  }
}

type Payload = Pick<Parameters<typeof verifySolution>[0], 'challenge' | 'solution'>

function decode(token: string): Payload | null {
  try {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as Payload
    return payload?.challenge && payload.solution ? payload : null
  } catch {
    return null
  }
}
