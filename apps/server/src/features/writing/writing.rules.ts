import { cleanHtml } from '@goldpan/campaign-mail/clean-html'
import { escapeHtml, unescapeHtml } from '@goldpan/campaign-mail/escape-html'
import { filledReason, footerWords } from '@goldpan/campaign-mail/footer-words'
import { type RenderOptions, renderTemplate } from '@goldpan/campaign-mail/render-template'
import { type PlaceholderName, placeholderNames, SUBJECT_MAX, type Template } from '@goldpan/contract/writing'
import { isWebsiteTarget, readTarget, readUrl, replaceLinks } from '@goldpan/contract/written-link'
import type { Campaign } from '../campaigns/campaigns.ts'
import type { SenderFooter } from '../sender-identity/sender-identity.ts'

/** The values of a template's placeholders. A trade is in the plural and in the language of the text: 'bakeries'. */
export type Facts = Record<PlaceholderName, string | null>

/** A template whose HTML is cleaned once, to be filled in for many recipients. */
export interface PreparedTemplate {
  subject: string
  html: string
}

export const prepareTemplate = (subject: string, body: string): PreparedTemplate => ({
  subject,
  html: toHtml(body),
})

/** Facts are data: they become neither HTML nor placeholders. */
export function renderEmail(
  template: PreparedTemplate,
  facts: Facts,
): { subject: string; content: string; missing: string[]; used_fallbacks: string[] } {
  const missing = new Set<string>()
  const usedFallbacks = new Set<string>()
  const fill: Fill = (text, as) => {
    const filled = renderTemplate(text, facts, { escape: as, names: placeholderNames })
    for (const name of filled.missing) missing.add(name)
    for (const name of filled.used_fallbacks) usedFallbacks.add(name)
    return filled.text
  }
  const subject = toSubject(fill(template.subject, 'text'))
  const content = fill(fillTargets(template.html, fill), 'html')
  return { subject, content, missing: [...missing], used_fallbacks: [...usedFallbacks] }
}

type Fill = (text: string, as: RenderOptions['escape']) => string

/** Fills in the addresses of links and images. An address that is empty then is left out. */
const fillTargets = (html: string, fill: Fill): string =>
  html.replace(/ (href|src)="([^"]*\{\{[^"]*)"/g, (_, name: string, value: string) => {
    const url = fillTarget(unescapeHtml(value), fill)
    return url && ` ${name}="${escapeHtml(url)}"`
  })

/** A website is an address of its own; other values are percent-encoded. No placeholder comes out of either. */
const fillTarget = (target: string, fill: Fill): string =>
  isWebsiteTarget(target)
    ? (readUrl(fill(target, 'text')) ?? '').replace(
        /[{}()]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16)}`,
      )
    : fill(target, 'url')

/** The email as text to edit, with links as in the template. */
export function renderBody(body: string, facts: Facts): string {
  const fill: Fill = (text, as) => renderTemplate(text, facts, { escape: as, names: placeholderNames }).text
  const linked = replaceLinks(body, ({ words, url }, written) => {
    if (!url.includes('{{')) return written
    const target = fillTarget(url, fill)
    return target ? `[${words}](${target})` : words
  })
  return fill(fillTargets(linked, fill), 'text')
}

const toSubject = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, SUBJECT_MAX)

/** A number and its % stay on one line. Not inside of tags. */
const NUMBER_AND_PERCENT = /(?<=\d) (?=%(?![^<>]*>))/g

const BLOCK = /^<(p|ul|ol|table|div|h[1-6]|blockquote|hr|pre)\b/i

/** Safe HTML from the text of a template. A blank line ends a paragraph, a newline breaks the line. */
export function toHtml(body: string): string {
  const linked = replaceLinks(
    body.replace(/\r\n?|[\u2028\u2029]/g, '\n'),
    ({ words, url }) => `<a href="${escapeHtml(url)}">${words}</a>`,
  )
  return (
    cleanHtml(linked)
      .replace(/ href="([^"]*)"/g, toHref)
      // An image with a relative address would be missing in an email.
      .replace(/<img\b[^>]*>/gi, (tag) => (/\ssrc="https?:\/\//i.test(tag) ? tag : ''))
      .replace(NUMBER_AND_PERCENT, '\u00a0')
      .split(/\n[ \t]*(?:\n[ \t]*)+/)
      .map((paragraph) => paragraph.trim())
      .filter(Boolean)
      .map((paragraph) =>
        BLOCK.test(paragraph) ? paragraph : `<p>${paragraph.replace(/(<br\s*\/?>)?\n/g, '<br />')}</p>`,
      )
      .join('\n')
  )
}

/** Empty for a link that leads nowhere. */
function toHref(attribute: string, value: string): string {
  const given = unescapeHtml(value)
  const url = readTarget(given)
  if (url === null) return ''
  return url === given ? attribute : ` href="${escapeHtml(url)}"`
}

/** Null if a link can't lead there. */
export function toWebsite(website: string | null): string | null {
  if (!website) return null
  const url = /^https?:\/\//i.test(website) ? website : `https://${website}`
  return URL.canParse(url) ? website : null
}

export interface FooterParts extends SenderFooter {
  address: string
  senderName: string
  /** The language of message and footer. Null is English. */
  language: string | null
}

/** The footer as `packages/campaign-mail` writes it. */
export function previewFooter({ address, senderName, language, ...sender }: FooterParts): string {
  const words = footerWords(language ?? undefined)
  const lines = [
    filledReason(words, { address, sender: senderName }),
    ...sender.postal_address.split('\n'),
    ...(sender.register_line ? [sender.register_line] : []),
  ].map(escapeHtml)
  const links = [
    ...(sender.privacy_url ? [`<a href="${escapeHtml(sender.privacy_url)}">${words.privacy}</a>`] : []),
    // Without effect in a preview.
    `<u>${words.unsubscribe}</u>`,
  ]
  const content = [...lines, ...links].join('<br />')
  return `<p style="margin-top:32px;font-size:13px;color:#555555">${content}</p>`
}

export const toTemplate = (campaign: Campaign): Template => ({
  subject: campaign.email_subject ?? '',
  body: campaign.email_body ?? '',
  written_by: campaign.written_by,
  note: campaign.writing_note,
  updated_at: campaign.template_at ?? campaign.created_at,
})
