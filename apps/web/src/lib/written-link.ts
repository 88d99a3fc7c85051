/** A link as it stands in a text that is edited: [words](address). */
export const WRITTEN_LINK = /\[([^[\]\n]{1,300})\]\(([^()\s]{1,2000})\)/g

export const writeLink = (text: string, url: string): string =>
  `[${text.replace(/[[\]\n]/g, ' ').trim()}](${url.replace(/[()\s]/g, escapeSign)})`

/** The signs that would end the address; encodeURIComponent leaves brackets alone. */
const escapeSign = (sign: string): string => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`

/** The address that a person meant, or null when it leads neither to the web nor to a mailbox or phone. */
export function readAddress(typed: string): string | null {
  const given = typed.trim()
  if (/^(https?:\/\/[^\s/]|mailto:[^\s@]+@|tel:[\d+])/i.test(given)) return URL.canParse(given) ? given : null
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(given)) return `mailto:${given}`
  if (/^[\w-]+(\.[\w-]+)+([/?#:]\S*)?$/.test(given)) return `https://${given}`
  return null
}
