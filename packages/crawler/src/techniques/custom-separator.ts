import { percentDecode } from '../address/mailto.ts'
import { matchAddresses } from '../address/match.ts'
import type { Page } from '../page/page.ts'
import { scriptText, textOf } from '../page/tree.ts'
import type { Technique } from './technique.ts'

const REPLACES_BY = (sign: string): RegExp =>
  new RegExp(
    `\\.replace(?:All)?\\(\\s*(?:'([^']{1,20})'|"([^"]{1,20})"|/((?:\\\\.|[^/\\\\]){1,24})/[gi]{0,2})\\s*,\\s*['"]${sign}['"]\\s*\\)`,
    'g',
  )
const BY_AT = REPLACES_BY('@')
const BY_DOT = REPLACES_BY('\\.')

/** `mailto:info~oak.com` with a script that replaces '~' by '@'. */
export const customSeparator: Technique = {
  name: 'custom-separator',
  confidence: 0.7,
  *find(page) {
    const code = codeOf(page)
    const signs = separators(code, BY_AT)
    if (signs.length === 0) return
    const dots = separators(code, BY_DOT)
    for (const element of page.byName('a')) {
      if (page.isDropped(element)) continue
      const { href = '', rel = '', title = '' } = element.attributes
      const data = Object.entries(element.attributes)
        .filter(([name]) => name.startsWith('data-'))
        .map(([, value]) => value)
      const texts = [
        percentDecode(href).replace(/^mailto:/i, ''),
        rel,
        title,
        textOf(element, 300).trim(),
        ...data,
      ]
      for (const email of readTexts(texts, signs, dots)) yield { email, offset: page.offsetOf(element) }
    }
  },
}

function codeOf(page: Page): string {
  const handlers = page
    .byName('a')
    .map(
      ({ attributes }) =>
        `${attributes.onclick ?? ''};${attributes.onmouseover ?? ''};${attributes.onfocus ?? ''}`,
    )
  const scripts = page
    .byName('script')
    .filter((script) => !script.attributes.src)
    .map((script) => scriptText(script).slice(0, 100_000))
  return [...handlers, ...scripts].filter((text) => text.includes('.replace')).join('\n')
}

function separators(code: string, pattern: RegExp): string[] {
  const signs = [...code.matchAll(pattern)].map(
    ([, single, double, regex]) => single ?? double ?? unescapePattern(regex ?? ''),
  )
  return [...new Set(signs)].filter((sign) => sign !== '' && !/^[\w.]$/.test(sign))
}

/** Returns the text that a pattern such as /\[at\]/ matches, or '' if it matches several. */
function unescapePattern(source: string): string {
  const plain = source.replace(/\\s[*+?]?/g, '').replace(/\\([^\w])/g, '$1')
  return /[\\*+?|^$]/.test(plain) && plain.length > 2 ? '' : plain
}

function readTexts(texts: readonly string[], signs: readonly string[], dots: readonly string[]): string[] {
  const found = new Set<string>()
  for (const text of texts) {
    if (text.length > 300) continue
    for (const sign of signs) {
      if (!text.includes(sign)) continue
      const plain = dots.reduce((rest, dot) => rest.replaceAll(dot, '.'), text.replace(sign, '@'))
      for (const { email } of matchAddresses(plain, 3)) found.add(email)
    }
  }
  return [...found]
}
