/** Keeps bots off sign-up, login and public forms. */
export interface BotCheck {
  provider: 'altcha' | 'recaptcha' | 'off'
  siteKey: string | null
  /** A challenge for the widget, or null if the provider's script creates it. */
  createChallenge(): Promise<Record<string, unknown> | null>
  /**
   * Checks that a token is genuine, fresh and solved. Remember it as used until `expiresAt`. Throws only if the
   * provider can't be reached.
   */
  verify(token: string, source: string): Promise<{ isPassed: boolean; expiresAt: Date }>
}

/** BOT_CHECK=off: passes everyone. For tests on this machine. */
export const noBotCheck: BotCheck = {
  provider: 'off',
  siteKey: null,
  createChallenge: async () => null,
  verify: async () => ({ isPassed: true, expiresAt: new Date(0) }),
}
