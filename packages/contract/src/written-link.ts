/** `[words](target)`, where both may hold a pair of their own brackets. Repeats are bounded, so that time stays linear. */
const LINK_PARTS = [
  /\[((?:[^[\]\n]|\[[^[\]\n]{0,300}\]){1,300})\]/,
  /\(((?:[^(){\n]|\{\{[^{}\n]*\}\}|\{(?!\{)|\([^()\n]*\)){0,2000})\)/,
]
/** Finds the start of a link that is never closed. */
const OPEN_LINK = /(?:\[[^[\]\n]{0,300})?\]\((?=([^\n]{0,60}))/
const LINK = new RegExp(`${LINK_PARTS.map(({ source }) => source).join('')}|${OPEN_LINK.source}`, 'g')
const HTML_LINK = /<a\b[^<>]*?\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi

const PLACEHOLDER = /\{\{[^{}\n]*\}\}/g
const WEBSITE = /^\{\{\s*website\s*(?:\|([^{}]*))?\}\}$/
const SCHEME = /^(?:https?:\/\/[^/?#]|mailto:[^@]+@[^?]|tel:[\d+])/i
/** A placeholder may be used only after the part that determines where a link leads. */
const BEFORE_PLACEHOLDER = /^(?:https?:\/\/[^/?#]+[/?#]|mailto:[^@]+@[^?]+\?)/i

/** encodeURIComponent leaves brackets alone. */
const escapeSign = (sign: string): string =>
  /[()]/.test(sign) ? `%${sign.charCodeAt(0).toString(16)}` : encodeURIComponent(sign)

/** Leaves placeholders unchanged. */
const escapeSigns = (url: string, signs: string): string =>
  url.replace(new RegExp(`${PLACEHOLDER.source}|[${signs}]`, 'g'), (found) =>
    found.startsWith('{{') ? found : escapeSign(found),
  )

/** The intended URL, or null if it isn't a web, mail or phone address. */
export function readUrl(typed: string): string | null {
  const given = typed.trim()
  const url = withScheme(/^tel:/i.test(given) ? given.replace(/\s/g, '') : escapeSigns(given, '\\s"<>'))
  const [fixed = '', ...filledIn] = url.split('{{')
  const leads = filledIn.length > 0 ? BEFORE_PLACEHOLDER : SCHEME
  return leads.test(fixed) && URL.canParse(url.replace(PLACEHOLDER, 'x')) ? url : null
}

function withScheme(url: string): string {
  if (/^[^\s@/:?#]+@[^\s@/:?#]+\.[^\s@/:?#]+$/.test(url)) return `mailto:${url}`
  return /^([\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]+([/?#].*|:\d.*)?$/u.test(url) ? `https://${url}` : url
}

/** Like {@link readUrl}, but also accepts the recipient's website. */
export function readTarget(written: string): string | null {
  const fallback = WEBSITE.exec(written.trim())
  if (!fallback) return readUrl(written)
  return !fallback[1]?.trim() || readUrl(fallback[1]) !== null ? written.trim() : null
}

/** True for a target that is the recipient's website. */
export const isWebsiteTarget = (target: string): boolean => WEBSITE.test(target)

/** A target without Markdown's title, angle brackets and backslashes. */
const bareTarget = (written: string): string =>
  written
    .trim()
    .replace(/\s+"[^"]*"$/, '')
    .replace(/^<(.*)>$/, '$1')
    .replace(/\\([()[\]_])/g, '$1')

/** Replaces the links of a text. Those that can't be read stay as written. */
export const replaceLinks = (
  text: string,
  write: (link: { words: string; url: string }, written: string) => string,
): string =>
  text.replace(LINK, (written: string, words: string | undefined, target: string | undefined) => {
    const url = words?.trim() && target ? readTarget(bareTarget(target)) : null
    return words && url !== null ? write({ words, url }, written) : written
  })

/** Links of a text, in either form, that can't be read, as written. */
export function findUnreadableLinks(text: string): string[] {
  const rest = replaceLinks(text, () => ' ')
  const written = [...rest.matchAll(LINK)].map(([found, , , open = '']) => found + open)
  const html = [...text.matchAll(HTML_LINK)]
    .map(([, double, single, bare]) => double ?? single ?? bare ?? '')
    .filter((url) => readTarget(url) === null)
  return [...new Set([...written, ...html])]
}

const LINKS_SHOWN = 3

export function unreadableLinksMessage(links: readonly string[]): string {
  const more = links.length > LINKS_SHOWN ? ` and ${links.length - LINKS_SHOWN} more` : ''
  const shown = `${links.slice(0, LINKS_SHOWN).join(', ')}${more}`
  const start = links.length === 1 ? 'This link leads nowhere' : 'These links lead nowhere'
  return `${start}: ${shown}. Write a link as [text](https://example.com).`
}

export function writeLink(words: string, url: string): string {
  const hasPairs = /^(?:[^()]|\([^()]*\))*$/.test(url)
  return `[${words.replace(/[[\]\n]/g, ' ').trim()}](${escapeSigns(url, hasPairs ? '\\s' : '()\\s')})`
}
