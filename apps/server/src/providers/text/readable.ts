/** Longer text adds no facts to one email. */
const MAX_LENGTH = 20_000

/** Truncates the text and breaks runs of 100 characters without a space, on which the patterns take quadratic time. */
export function readable(text: string): string {
  return text.slice(0, MAX_LENGTH).replace(/\S{100}(?=\S)/gu, '$& ')
}
