/** The reset token from /auth/confirm in the navigation state, which survives a reload. */
export function readResetToken(state: unknown): string | null {
  const token = (state as { accessToken?: unknown } | null)?.accessToken
  return typeof token === 'string' && token !== '' ? token : null
}
