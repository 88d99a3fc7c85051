import { escapeHtml } from './escape-html.ts'

const LINK = /<a\b([^<>]*?)\shref="(https?:\/\/[^"<>]+)"([^<>]*)>([\s\S]*?)<\/a>/gi
/** Words that show where a link leads. */
const SHOWS_ADDRESS = /^(?:https?:\/\/|www\.)|^[^\s@]+\.[a-z]{2,}(?:[/?#]\S*)?$/i

/**
 * The web links of clean HTML, led over other addresses. A link whose words are an address stays as it is: a text
 * that shows one address and leads to another looks like fraud, to people and to filters.
 */
export function rewriteLinks(html: string, addressOf: (url: string) => string): string {
  return html.replace(LINK, (whole, before: string, href: string, after: string, words: string) => {
    const text = words.replace(/<[^<>]*>/g, '').trim()
    const url = unescapeHtml(href)
    if (SHOWS_ADDRESS.test(text) || !URL.canParse(url)) return whole
    return `<a${before} href="${escapeHtml(addressOf(url))}"${after}>${words}</a>`
  })
}

/** The web addresses that {@link rewriteLinks} would lead over others, each once. */
export function listLinks(html: string): string[] {
  const urls = new Set<string>()
  rewriteLinks(html, (url) => {
    urls.add(url)
    return url
  })
  return [...urls]
}

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
