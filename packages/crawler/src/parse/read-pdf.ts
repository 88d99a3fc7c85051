import { escapeText } from 'entities'

const MAX_PAGES = 6
const MAX_TEXT = 100_000

/** Converts the first pages of a PDF to HTML, one block per line. Loads the PDF reader on first use. */
export async function pdfToHtml(bytes: Uint8Array): Promise<string> {
  const { getDocumentProxy } = await import('unpdf')
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, isEvalSupported: false })
  const lines: string[] = []
  const links: string[] = []
  for (let number = 1; number <= Math.min(MAX_PAGES, pdf.numPages); number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    links.push(...mailLinks(await page.getAnnotations()))
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
  const text = lines.map((line) => `<p>${escapeText(line.trim())}</p>`).join('')
  return (
    text.slice(0, MAX_TEXT) +
    links
      .slice(0, 50)
      .map((href) => `<a href="${escapeText(href).replaceAll('"', '%22')}"></a>`)
      .join('')
  )
}

/** PDF links are annotations, separate from the text. */
function mailLinks(annotations: readonly unknown[]): string[] {
  const urls = annotations.map((annotation) => (annotation as { url?: unknown }).url)
  return urls.filter((url): url is string => typeof url === 'string' && /^mailto:/i.test(url))
}
