/** More than this is no marketing copy for one e-mail; the rest adds time and no facts. */
const LONGEST_READ = 20_000

/**
 * Text cut to what is worth reading, with a space into every run of 100 characters without one: searching endless words
 * takes time that grows with the square of their length.
 */
export function readable(text: string): string {
  return text.slice(0, LONGEST_READ).replace(/\S{100}(?=\S)/gu, '$& ')
}
