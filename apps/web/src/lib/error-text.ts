/** The error's own message if it has one, otherwise the screen's fixed fallback. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof Error && error.message.trim() ? error.message : fallback
}
