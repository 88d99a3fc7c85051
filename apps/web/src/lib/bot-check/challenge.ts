import type { Challenge } from 'altcha-lib/types'
import { z } from 'zod'

const shape = z.looseObject({
  parameters: z.looseObject({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    expiresAt: z.number().optional(),
  }),
  signature: z.string(),
})

/** Parses a challenge of the server; throws for anything else. */
export const readChallenge = (answer: unknown): Challenge => shape.parse(answer) as Challenge

/** Milliseconds until a challenge expires. Null if it doesn't, or if this clock differs too much from the server's. */
export function timeLeft(challenge: Challenge, now: number): number | null {
  const { expiresAt } = challenge.parameters
  const left = expiresAt === undefined ? 0 : expiresAt * 1000 - now
  return left > 0 ? left : null
}
