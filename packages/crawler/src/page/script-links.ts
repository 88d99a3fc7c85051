import type { Page } from './page.ts'
import { scriptText } from './page.ts'

/** Paths of pages that stand as texts in scripts: `["Impressum","rechtl/imp.html"]`, `href="/kontakt.php"`. */
const PAGE_TEXT =
  /["'](?:([^"'<>\n]{2,40})["']\s*[,:]\s*["'])?((?:\.{0,2}\/)?(?:[\w.-]+\/){0,4}[\w-]+\.(?:html?|php\d?|aspx?|jsp))(?:\?[^"'\s]{0,60})?["']/g
const MAX_SCRIPT = 20_000
const MAX_FOUND = 30

/** The menu of a page that has no links but writes them by script. */
export function scriptLinks(page: Page): { target: string; text: string }[] {
  const linked = page
    .byName('a')
    .some(({ attributes: { href = '' } }) => /^(?!#|javascript:|mailto:|tel:)\S/i.test(href))
  if (linked) return []
  const found: { target: string; text: string }[] = []
  for (const script of page.byName('script')) {
    const code = script.attributes.src ? '' : scriptText(script)
    if (code.length > MAX_SCRIPT) continue
    for (const [, text = '', target = ''] of code.matchAll(PAGE_TEXT)) {
      if (found.length >= MAX_FOUND) return found
      found.push({ target, text })
    }
  }
  return found
}
