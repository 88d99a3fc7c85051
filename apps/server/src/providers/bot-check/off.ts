import type { BotCheck } from './port.ts'

/** Lets everyone in: for tests on this machine (BOT_CHECK=off). */
export const noBotCheck: BotCheck = {
  provider: 'off',
  siteKey: null,
  createChallenge: async () => null,
  verify: async () => ({ isPassed: true, expiresAt: new Date(0) }),
}
