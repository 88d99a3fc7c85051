/** Maps a failed login to a message, by what the server's message contains. */
const texts: [part: string, shown: string][] = [
  ['incorrect password', 'The password you entered is incorrect. Please try again.'],
  ['no account', 'No account found with this email address. Need an account? Sign up now.'],
  ['verify', 'Please verify your email address before logging in.'],
  ['too many requests', 'Too many login attempts. Please try again later.'],
  ['network', 'Unable to connect to the server. Please check your internet connection.'],
]

export function loginErrorText(error: unknown): string {
  const message = error instanceof Error ? error.message.toLowerCase() : ''
  const known = texts.find(([part]) => message.includes(part))
  return known?.[1] ?? 'An unexpected error occurred. Please try again.'
}
