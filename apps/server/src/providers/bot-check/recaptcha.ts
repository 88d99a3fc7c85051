import { z } from 'zod'
import type { Clock } from '../clock/port.ts'
import type { BotCheck } from './port.ts'

/** Google's tokens are valid for two minutes; remember them for longer. */
const LIFETIME_MS = 10 * 60_000
const TIMEOUT_MS = 8000

const answer = z.object({ success: z.boolean() })

export interface RecaptchaDeps {
  systemClock: Clock
  siteKey: string
  secret: string
  /** Google's verification URL unless a test replaces it. */
  verifyUrl?: string
}

/** Google reCAPTCHA v2: https://developers.google.com/recaptcha/docs/verify */
export function createRecaptchaBotCheck({
  systemClock,
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
        // A network range is not an address, so it isn't sent to Google.
        body: new URLSearchParams({
          secret,
          response: token,
          ...(source.includes('/') ? {} : { remoteip: source }),
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`The bot check answered ${response.status}`)
      const { success } = answer.parse(await response.json())
      return { isPassed: success, expiresAt: new Date(systemClock.now().getTime() + LIFETIME_MS) }
    },
  }
}
