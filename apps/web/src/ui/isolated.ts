/** Letters that are written from right to left, and the signs that turn what follows them. */
const TURNING =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\p{Bidi_Control}]/u
const ISOLATES = /[\u2066-\u2069]/g

/**
 * A text of somebody's own for a sentence of ours: whichever way it is written, the sentence around it stands as it
 * should. Texts that turn nothing stay as they are; what stands in an element of its own takes `<bdi>` or `dir="auto"`.
 */
export function isolated(text: string): string {
  // A sign of its own that ends an isolation would let out what follows it.
  return TURNING.test(text) ? `\u2068${text.replaceAll(ISOLATES, '')}\u2069` : text
}
