import { cleanHtml } from '@goldpan/campaign-mail/clean-html'
import { escapeHtml } from '@goldpan/campaign-mail/escape-html'
import { filledReason, footerWords } from '@goldpan/campaign-mail/footer-words'
import { renderTemplate } from '@goldpan/campaign-mail/render-template'
import { type PlaceholderName, placeholderNames, SUBJECT_MAX, type Template } from '@goldpan/contract/writing'
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
  const subject = renderTemplate(template.subject, facts, { escape: 'text', names: placeholderNames })
  const content = renderTemplate(template.html, facts, { escape: 'html', names: placeholderNames })
  return {
    subject: toSubject(subject.text),
    content: content.text,
    missing: [...new Set([...subject.missing, ...content.missing])],
    used_fallbacks: [...new Set([...subject.used_fallbacks, ...content.used_fallbacks])],
  }
}

/** The email as text to edit, with links as in the template. */
export const renderBody = (body: string, facts: Facts): string =>
  renderTemplate(body, facts, { escape: 'text', names: placeholderNames }).text

const toSubject = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, SUBJECT_MAX)

const WRITTEN_LINK = /\[([^[\]\n]{1,300})\]\(\s*([^()\s]{1,2000}|\{\{[^{}]*\}\})\s*\)/g
const BLOCK = /^<(p|ul|ol|table|div|h[1-6]|blockquote|hr|pre)\b/i

/** Safe HTML from the text of a template. A blank line ends a paragraph, a newline breaks the line. */
export function toHtml(body: string): string {
  const linked = body
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(
      WRITTEN_LINK,
      (_, text: string, url: string) => `<a href="${escapeHtml(toUrl(url))}">${text}</a>`,
    )
  return (
    cleanHtml(linked)
      .replace(/ href="([^"]*)"/g, (attribute, url: string) => (isLinkSafe(url) ? attribute : ''))
      // An image with a relative address would be missing in an email.
      .replace(/<img\b[^>]*>/gi, (tag) => (/\ssrc="https?:\/\//i.test(tag) ? tag : ''))
      .split(/\n[ \t]*(?:\n[ \t]*)+/)
      .map((paragraph) => paragraph.trim())
      .filter(Boolean)
      .map((paragraph) =>
        BLOCK.test(paragraph) ? paragraph : `<p>${paragraph.replace(/(<br\s*\/?>)?\n/g, '<br />')}</p>`,
      )
      .join('\n')
  )
}

const toUrl = (url: string): string =>
  /^(www\.|[\w-]+\.[a-z]{2,}(\/|$))/i.test(url) ? `https://${url}` : url

/** Links lead to the web, a mailbox or a phone. A placeholder may fill one only if it is an address. */
const isLinkSafe = (url: string): boolean =>
  /^(https?:\/\/|mailto:|tel:)/i.test(url) || /^\{\{\s*website\s*(\|\s*https?:\/\/[^{}]*)?\}\}$/i.test(url)

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
