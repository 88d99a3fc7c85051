import { registrableDomain } from '../address/address.ts'
import { type Folded, foldScripts } from '../scripts/fold-scripts.ts'
import { readStyles, type StyleRules } from './hidden.ts'
import { type PageText, type RevealElement, readPageText } from './page-text.ts'
import { closest, type ElementNode, isInside, type PageNode, parseTree, type TextNode } from './tree.ts'

/** What the reader of a page is told about it before it is read. */
export interface PageSource {
  /** Where the page was found in the end, after redirects. */
  url: string
  html: string
  /** Registrable domains of the business: the host asked for and those that it led to. */
  siteDomains: readonly string[]
}

/** A parsed page, as the techniques see it. */
export interface Page extends PageText {
  url: URL
  /** What relative links are resolved against. */
  base: URL
  siteDomains: readonly string[]
  /** BCP 47 primary language in lower case, or ''. */
  language: string
  elements: ElementNode[]
  byName(name: string): readonly ElementNode[]
  styles: StyleRules
  /** Values of inline scripts, worked out from their syntax trees on first use. */
  folded(): Folded
  isOwnDomain(domain: string): boolean
  /** Inside something that no reader sees. */
  isDropped(node: PageNode): boolean
  /** The offset of a node in the page's text. */
  placeOf(node: PageNode): number
}

export function openPage(source: PageSource, reveal: RevealElement): Page {
  const tree = parseTree(source.html)
  const byName = groupByName(tree.elements)
  const url = new URL(source.url)
  const sheets = (byName.get('style') ?? []).map((style) => scriptText(style))
  const styles = readStyles(sheets)
  const pageText = readPageText(tree.root, styles, reveal)
  let folded: Folded | undefined
  const page: Page = {
    ...pageText,
    url,
    base: baseOf(byName.get('base')?.[0], url),
    siteDomains: source.siteDomains,
    language: languageOf(tree.elements),
    elements: tree.elements,
    byName: (name) => byName.get(name) ?? [],
    styles,
    folded: () => (folded ??= foldScripts(page)),
    isOwnDomain: (domain) => source.siteDomains.includes(registrableDomain(domain)),
    isDropped: (node) =>
      pageText.dropped.some((range) => node.order >= range.order && node.order < range.end),
    placeOf: (node) => placeOf(tree.elements, node),
  }
  return page
}

function groupByName(elements: readonly ElementNode[]): Map<string, ElementNode[]> {
  const groups = new Map<string, ElementNode[]>()
  for (const element of elements) {
    const group = groups.get(element.name)
    if (group) group.push(element)
    else groups.set(element.name, [element])
  }
  return groups
}

export function scriptText(element: ElementNode): string {
  return element.children.map((child) => (child as TextNode).text ?? '').join('')
}

function baseOf(base: ElementNode | undefined, url: URL): URL {
  const href = base?.attributes.href
  return (href && URL.parse(href, url.href)) || url
}

function languageOf(elements: readonly ElementNode[]): string {
  const html = elements.find((element) => element.name === 'html')
  const declared = html?.attributes.lang ?? html?.attributes['xml:lang'] ?? ''
  if (declared) return declared.trim().slice(0, 2).toLowerCase()
  const meta = elements.find(
    (element) =>
      element.name === 'meta' &&
      /^(?:content-language|language)$/i.test(
        element.attributes['http-equiv'] ?? element.attributes.name ?? '',
      ),
  )
  return meta?.attributes.content?.trim().slice(0, 2).toLowerCase() ?? ''
}

/** An element without text of its own stands where the next text after it begins. */
function placeOf(elements: readonly ElementNode[], node: PageNode): number {
  const own = node.kind === 'element' ? node : node.parent
  const shown = closest(own, (element) => element.from >= 0)
  if (!shown || shown === own) return own.from
  const next = elements.find(
    (element) => element.order > own.order && element.from >= 0 && isInside(element, shown),
  )
  return next?.from ?? shown.to
}
