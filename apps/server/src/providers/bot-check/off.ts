import type { BotCheck } from './port.ts'

/** BOT_CHECK=off: passes everyone. For tests on this machine. */
export const noBotCheck: BotCheck = {
  provider: 'off',
  siteKey: null,
  createChallenge: async () => null,
  verify: async () => ({ isPassed: true, expiresAt: new Date(0) }),
}
