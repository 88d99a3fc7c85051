import { escapeHtml } from '@goldpan/campaign-mail/escape-html'

/** A message to one of our own users. */
export interface Letter {
  to: string
  subject: string
  /** Plain text. */
  paragraphs: string[]
  button?: { text: string; url: string }
  /** Why the letter was sent, and what to do if it wasn't expected. */
  closing?: string
  replyTo?: string
  /** `high` by default, for letters about the account itself. */
  urgency?: 'high' | 'normal' | 'low'
  /** Stored files, read when the letter is sent. */
  attachments?: { fileName: string; contentType: string; fileKey: string }[]
}

/**
 * All letters share one frame: responsive HTML that works without images, and a plain-text part. Both end with the
 * operator's postal address, if there is one.
 */
export function renderLetter(letter: Letter, postalAddress: string | null): { html: string; text: string } {
  return { html: renderHtml(letter, postalAddress), text: renderText(letter, postalAddress) }
}

function renderText({ paragraphs, button, closing }: Letter, postalAddress: string | null): string {
  const parts = [...paragraphs]
  if (button) parts.push(`${button.text}:\n${button.url}`)
  if (closing) parts.push(closing)
  const sender = postalAddress ? `Goldpan\n${postalAddress}` : 'Goldpan'
  return `${parts.join('\n\n')}\n\n-- \n${sender}\n`
}

function renderHtml({ subject, paragraphs, button, closing }: Letter, postalAddress: string | null): string {
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${toLines(text)}</p>`).join('')
  const link = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#e3b341;color:#1c1917;font-weight:600;text-decoration:none">${escapeHtml(button.text)}</a></p><p style="margin:0 0 16px;font-size:13px;color:#57534e">Or copy this address into your browser:<br><a href="${escapeHtml(button.url)}" style="color:#6b5310;word-break:break-all">${escapeHtml(button.url)}</a></p>`
    : ''
  const end = [closing, postalAddress]
    .flatMap((text) =>
      text ? `<p style="margin:24px 0 0;font-size:13px;color:#57534e">${toLines(text)}</p>` : [],
    )
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:24px 12px;background:#f5f4f1;color:#1c1917;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"><div style="max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #e7e5e0;border-radius:10px"><p style="margin:0 0 20px;font-weight:700;font-size:18px">Goldpan</p>${body}${link}${end}</div></body></html>`
}

const toLines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')
