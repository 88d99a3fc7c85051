/** Right-to-left letters and bidirectional control characters. */
const TURNING =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\p{Bidi_Control}]/u
const ISOLATES = /[\u2066-\u2069]/g

/**
 * Isolates a user's text inside one of our sentences, so that its direction doesn't change the sentence. Texts in an
 * element of their own use `<bdi>` or `dir="auto"` instead.
 */
export function isolated(text: string): string {
  // Removes characters that would end the isolation early.
  return TURNING.test(text) ? `\u2068${text.replaceAll(ISOLATES, '')}\u2069` : text
}
