/** A link in an edited text: [text](url). */
export const WRITTEN_LINK = /\[([^[\]\n]{1,300})\]\(([^()\s]{1,2000})\)/g

export const writeLink = (text: string, url: string): string =>
  `[${text.replace(/[[\]\n]/g, ' ').trim()}](${url.replace(/[()\s]/g, escapeSign)})`

/** Characters that would end the URL; encodeURIComponent leaves parentheses alone. */
const escapeSign = (sign: string): string => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`

/** The URL that was meant, or null if it is no web, mail or phone address. */
export function readAddress(typed: string): string | null {
  const given = typed.trim()
  if (/^(https?:\/\/[^\s/]|mailto:[^\s@]+@|tel:[\d+])/i.test(given)) return URL.canParse(given) ? given : null
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(given)) return `mailto:${given}`
  if (/^[\w-]+(\.[\w-]+)+([/?#:]\S*)?$/.test(given)) return `https://${given}`
  return null
}
