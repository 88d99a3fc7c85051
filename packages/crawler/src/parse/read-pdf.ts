import { escapeHtml } from './escape-html.ts'

const MAX_PAGES = 6
const MAX_TEXT = 100_000

/** The text of a PDF's first pages as HTML of one block a line; the reader of PDFs is only loaded when one comes. */
export async function pdfToHtml(bytes: Uint8Array): Promise<string> {
  const { getDocumentProxy } = await import('unpdf')
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const lines: string[] = []
  for (let number = 1; number <= Math.min(MAX_PAGES, pdf.numPages); number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    let line = ''
    let height: number | undefined
    for (const item of items) {
      if (!('str' in item)) continue
      const y = Math.round(item.transform[5])
      if (height !== undefined && Math.abs(y - height) > 2) {
        lines.push(line)
        line = ''
      }
      height = y
      line += item.str
      if (item.hasEOL) {
        lines.push(line)
        line = ''
        height = undefined
      }
    }
    lines.push(line)
  }
  await pdf.cleanup()
  return lines
    .map((line) => `<p>${escapeHtml(line.trim())}</p>`)
    .join('')
    .slice(0, MAX_TEXT)
}
