/** The reset token that /auth/confirm handed over in navigation state, or null. A reload keeps that state. */
export function readResetToken(state: unknown): string | null {
  const token = (state as { accessToken?: unknown } | null)?.accessToken
  return typeof token === 'string' && token !== '' ? token : null
}
