import { matchAddresses } from '../address/match.ts'
import { classesOf } from '../page/hidden.ts'
import { type ElementNode, textOf } from '../page/tree.ts'
import type { Technique } from './technique.ts'

const TOKEN = /"((?:\\.|[^"\\]){0,200})"|'((?:\\.|[^'\\]){0,200})'|attr\(\s*([\w-]+)\s*\)/g
const SELECTOR = /([.#]?[\w-]+)::?(before|after)$/i

/** `p::before { content: attr(data-user) "@" attr(data-domain) }`: text written by a style sheet. */
export const cssContent: Technique = {
  name: 'css-content',
  confidence: 0.65,
  *find(page) {
    const contents = page.styles.contents.filter(({ content }) => /attr\(|\w/.test(content))
    if (!contents.some(({ content }) => /@|\\0{0,4}40|attr\(/.test(content))) return
    const written = new Map<ElementNode, { before: string; after: string }>()
    for (const { selector, content } of contents) {
      const parts = SELECTOR.exec(selector)
      if (!parts) continue
      for (const element of page.elements) {
        if (!matchesSelector(element, parts[1]!)) continue
        const text = written.get(element) ?? { before: '', after: '' }
        text[parts[2]!.toLowerCase() as 'before' | 'after'] = readContent(content, element)
        written.set(element, text)
      }
    }
    for (const [element, { before, after }] of written) {
      if (page.isDropped(element)) continue
      const text = `${before}${textOf(element, 300).trim()}${after}`
      for (const { email } of matchAddresses(text, 5)) yield { email, offset: page.offsetOf(element) }
    }
  },
}

function matchesSelector(element: ElementNode, selector: string): boolean {
  if (selector.startsWith('.')) return classesOf(element).includes(selector.slice(1))
  return selector.startsWith('#')
    ? element.attributes.id === selector.slice(1)
    : element.name === selector.toLowerCase()
}

function readContent(content: string, element: ElementNode): string {
  return [...content.matchAll(TOKEN)]
    .map(([, double, single, name]) =>
      name ? (element.attributes[name.toLowerCase()] ?? '') : unescapeCss(double ?? single ?? ''),
    )
    .join('')
}

function unescapeCss(text: string): string {
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, hex, char) =>
    hex ? String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex, 16))) : char,
  )
}
