import { escapeHtml, unescapeHtml } from './escape-html.ts'

const LINK = /<a\b([^<>]*?)\shref="(https?:\/\/[^"<>]+)"([^<>]*)>([\s\S]*?)<\/a>/gi
/** A link text that is itself a URL. */
const SHOWS_ADDRESS = /^(?:https?:\/\/|www\.)|^[^\s@]+\.[a-z]{2,}(?:[/?#]\S*)?$/i

/**
 * Replaces the web links of sanitized HTML. A link whose text is a URL stays: showing one address and leading to
 * another looks like phishing, to people and to filters.
 */
export function rewriteLinks(html: string, addressOf: (url: string) => string): string {
  return html.replace(LINK, (whole, before: string, href: string, after: string, words: string) => {
    const text = words.replace(/<[^<>]*>/g, '').trim()
    const url = unescapeHtml(href)
    if (SHOWS_ADDRESS.test(text) || !URL.canParse(url)) return whole
    return `<a${before} href="${escapeHtml(addressOf(url))}"${after}>${words}</a>`
  })
}

/** The distinct URLs that {@link rewriteLinks} would replace. */
export function listLinks(html: string): string[] {
  const urls = new Set<string>()
  rewriteLinks(html, (url) => {
    urls.add(url)
    return url
  })
  return [...urls]
}
