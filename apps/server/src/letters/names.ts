/** Mail programs turn these into links. 'J. R. Smith' and 'Pans & Sons Ltd.' contain none. */
const LINK = /[/\\@]|[\p{L}\p{N}-][.\u3002](\p{L}{2}|xn--|\d+[.\u3002]\d)/u

/**
 * The name of a person or an organization, or a reply's subject, for a letter; `neutral` if it contains a link.
 * Strangers choose both the names and the recipient, so a link would turn our letters into their advertising.
 */
export const nameOr = (name: string | null, neutral: string): string =>
  name && !LINK.test(name.normalize('NFKC')) ? name : neutral

/** The first line of a letter. */
export function greet(name: string | null): string {
  const shown = nameOr(name, '')
  return shown ? `Hello ${shown},` : 'Hello,'
}
