import { LAST_UPDATED, type LegalDocument } from './legal-article.tsx'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeHtml = (text: string) => text.replace(/[&<>]/g, (sign) => signs[sign] ?? sign)

const STYLE =
  'body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif;color:#1c1917;background:#fff}h2{margin-top:3rem}'

/** The texts as a self-contained HTML file. */
export function legalFile(title: string, documents: readonly LegalDocument[]): string {
  const body = documents.map(
    (document) =>
      `<h2>${escapeHtml(document.title)}</h2>${document.sections
        .map(
          (section) =>
            `<h3>${escapeHtml(section.title)}</h3>${section.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}`,
        )
        .join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1><p>${LAST_UPDATED}</p>${body.join('')}</body></html>`
}
