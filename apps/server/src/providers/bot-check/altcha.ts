import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Clock } from '../clock/port.ts'
import type { BotCheck } from './port.ts'

/** Lifetime of a challenge. */
const LIFETIME_MS = 20 * 60_000

/** PBKDF2 rounds: half a second of work for a phone of 2022 at the expected number of tries. */
const COST = 1_000
const MAX_COUNTER = 1_000

/** ALTCHA (protocol version 2): proof of work, verified by this server. No third party is involved. */
export function createAltchaBotCheck(deps: { systemClock: Clock; secret: string }): BotCheck {
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
        expiresAt: new Date(deps.systemClock.now().getTime() + LIFETIME_MS),
        ...hmac,
      })
      return { ...challenge }
    },
    async verify(token) {
      const expiresAt = new Date(deps.systemClock.now().getTime() + LIFETIME_MS)
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
