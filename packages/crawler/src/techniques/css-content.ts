import { matchAddresses } from '../address/match.ts'
import { classesOf, fontSizeOf, type StyleRules } from '../page/hidden.ts'
import { type ElementNode, textOf } from '../page/tree.ts'
import type { Technique } from './technique.ts'

const TOKEN = /"((?:\\.|[^"\\]){0,200})"|'((?:\\.|[^'\\]){0,200})'|attr\(\s*([\w-]+)\s*\)/g
const SELECTOR = /([.#]?[\w-]+)::?(before|after)$/i

/** `p::before { content: attr(data-user) "@" attr(data-domain) }`: text written by a style sheet. */
export const cssContent: Technique = {
  name: 'css-content',
  confidence: 0.65,
  reveal(element, styles) {
    const contents = tellingContents(styles)
    if (contents.length === 0 || element.children.some(({ kind }) => kind === 'element')) return undefined
    const { before, after } = writtenAround(element, contents)
    if (before === '' && after === '') return undefined
    const text = `${before}${ownText(element, styles)}${after}`
    return text.includes('@') ? text : undefined
  },
  *find(page) {
    const contents = tellingContents(page.styles)
    if (contents.length === 0) return
    for (const element of page.elements) {
      const { before, after } = writtenAround(element, contents)
      if ((before === '' && after === '') || page.isDropped(element)) continue
      const text = `${before}${ownText(element, page.styles)}${after}`
      for (const { email } of matchAddresses(text, 5)) yield { email, offset: page.offsetOf(element) }
    }
  },
}

type Content = StyleRules['contents'][number]

const telling = new WeakMap<StyleRules, Content[]>()

/** The contents of a page, if one of them may hold an address. */
function tellingContents(styles: StyleRules): Content[] {
  let known = telling.get(styles)
  if (!known) {
    const contents = styles.contents.filter(({ content }) => /attr\(|\w|@/.test(content))
    known = contents.some(({ content }) => /@|\\0{0,4}40|attr\(/.test(content)) ? contents : []
    telling.set(styles, known)
  }
  return known
}

function writtenAround(
  element: ElementNode,
  contents: readonly Content[],
): { before: string; after: string } {
  const written = { before: '', after: '' }
  for (const { selector, content } of contents) {
    const parts = SELECTOR.exec(selector)
    if (!parts || !matchesSelector(element, parts[1]!)) continue
    written[parts[2]!.toLowerCase() as 'before' | 'after'] = readContent(content, element)
  }
  return written
}

/** The text of an element, unless it has no size. */
function ownText(element: ElementNode, styles: StyleRules): string {
  return fontSizeOf(element, styles) === 'none' ? '' : textOf(element, 300).trim()
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
