/** Tells people from bots at sign-up, login and on public forms. */
export interface BotCheck {
  provider: 'altcha' | 'recaptcha' | 'off'
  siteKey: string | null
  /** A fresh challenge for the widget, or null when the provider's own script makes it. */
  createChallenge(): Promise<Record<string, unknown> | null>
  /**
   * Whether a token is genuine, fresh and solved. `expiresAt` says until when it must be remembered as used.
   * Throws only when the provider cannot be asked.
   */
  verify(token: string, source: string): Promise<{ isPassed: boolean; expiresAt: Date }>
}
