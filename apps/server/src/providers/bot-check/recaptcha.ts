import { z } from 'zod'
import type { Clock } from '../clock/port.ts'
import type { BotCheck } from './port.ts'

/** Google's tokens are good for two minutes; they are remembered as used for longer. */
const LIFETIME_MS = 10 * 60_000
const TIMEOUT_MS = 8000

const answer = z.object({ success: z.boolean() })

export interface RecaptchaDeps {
  clock: Clock
  siteKey: string
  secret: string
  /** Where tokens are verified; Google's address unless a test says otherwise. */
  verifyUrl?: string
}

/** Google reCAPTCHA v2, verified as developers.google.com/recaptcha/docs/verify says. */
export function createRecaptchaBotCheck({
  clock,
  siteKey,
  secret,
  verifyUrl = 'https://www.google.com/recaptcha/api/siteverify',
}: RecaptchaDeps): BotCheck {
  return {
    provider: 'recaptcha',
    siteKey,
    createChallenge: async () => null,
    async verify(token, source) {
      const response = await fetch(verifyUrl, {
        method: 'POST',
        // Google wants no address, but a network is none.
        body: new URLSearchParams({
          ...{ secret, response: token },
          ...(source.includes('/') ? {} : { remoteip: source }),
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`The bot check answered ${response.status}`)
      const { success } = answer.parse(await response.json())
      return { isPassed: success, expiresAt: new Date(clock.now().getTime() + LIFETIME_MS) }
    },
  }
}
