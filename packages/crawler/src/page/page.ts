import { registrableDomain } from '../address/address.ts'
import { type Folded, foldScripts } from '../scripts/fold-scripts.ts'
import { readStyles, type StyleRules } from './hidden.ts'
import { type PageText, type RevealElement, readPageText } from './page-text.ts'
import { closest, type ElementNode, isInside, type PageNode, parseTree, scriptText } from './tree.ts'

export interface PageSource {
  /** The final URL, after redirects. */
  url: string
  html: string
  /** Registrable domains of the business: the requested host and those it redirected to. */
  siteDomains: readonly string[]
}

export interface Page extends PageText {
  url: URL
  base: URL
  siteDomains: readonly string[]
  /** BCP 47 primary language in lower case, or ''. */
  language: string
  elements: ElementNode[]
  byName(name: string): readonly ElementNode[]
  marked: MarkedElements
  styles: StyleRules
  /** Results of the inline scripts, evaluated on first use. */
  folded(): Folded
  isOwnDomain(domain: string): boolean
  /** True inside an invisible element. */
  isDropped(node: PageNode): boolean
  /** Offset of a node in the page's text. */
  offsetOf(node: PageNode): number
}

export interface MarkedElements {
  /** With a data-… attribute. */
  data: ElementNode[]
  handlers: ElementNode[]
  /** With itemprop or property. */
  properties: ElementNode[]
  classed: ElementNode[]
  /** Attributes with a component's JSON that may contain an address. */
  json: { element: ElementNode; name: string }[]
  /** Visible or audible attributes that may contain an address. */
  shown: { element: ElementNode; name: string }[]
}

/** Without `placeholder`, which shows an example. */
const SHOWN = new Set(['title', 'alt', 'value', 'aria-label', 'summary', 'label', 'content', 'rel', 'name'])

export function openPage(source: PageSource, reveal: RevealElement): Page {
  const tree = parseTree(source.html)
  const byName = groupByName(tree.elements)
  const url = new URL(source.url)
  const sheets = (byName.get('style') ?? []).map((style) => scriptText(style))
  const styles = readStyles(sheets)
  let controlled: ReadonlySet<string> | undefined
  const isControlled = (id: string): boolean => {
    controlled ??= controlledIds(tree.elements)
    return controlled.has(id)
  }
  const pageText = readPageText(tree.root, styles, reveal, isControlled)
  const marked = markElements(tree.elements)
  let folded: Folded | undefined
  return {
    ...pageText,
    url,
    base: baseOf(byName.get('base')?.[0], url),
    siteDomains: source.siteDomains,
    language: languageOf(tree.elements),
    elements: tree.elements,
    byName: (name) => byName.get(name) ?? [],
    marked,
    styles,
    folded: () =>
      (folded ??= foldScripts({
        hostname: url.hostname,
        scripts: byName.get('script') ?? [],
        links: byName.get('a') ?? [],
        handlers: marked.handlers,
      })),
    isOwnDomain: (domain) => source.siteDomains.includes(registrableDomain(domain)),
    isDropped: (node) => isInRanges(pageText.dropped, node.order),
    offsetOf: (node) => offsetOf(tree.elements, node),
  }
}

/** Ids that links and buttons open: tabs, accordions, dialogs. */
function controlledIds(elements: readonly ElementNode[]): Set<string> {
  const ids = new Set<string>()
  for (const { attributes } of elements) {
    const { href = '', popovertarget, 'aria-controls': controls } = attributes
    if (href.startsWith('#') && href.length > 1) ids.add(href.slice(1))
    if (popovertarget) ids.add(popovertarget)
    if (controls) for (const id of controls.split(/\s+/)) ids.add(id)
    const target = attributes['data-bs-target'] ?? attributes['data-target'] ?? attributes['data-tab']
    if (target) ids.add(target.replace(/^#/, ''))
  }
  return ids
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

function markElements(elements: readonly ElementNode[]): MarkedElements {
  const marked: MarkedElements = {
    data: [],
    handlers: [],
    properties: [],
    classed: [],
    json: [],
    shown: [],
  }
  for (const element of elements) {
    let hasData = false
    let hasHandler = false
    for (const name in element.attributes) {
      if (name === 'class') marked.classed.push(element)
      else if (name === 'itemprop' || name === 'property') marked.properties.push(element)
      else if (name.startsWith('on')) hasHandler = true
      else if (name.startsWith('data-')) hasData = true
      else if (SHOWN.has(name) && /[@[({<]/.test(element.attributes[name]!))
        marked.shown.push({ element, name })
      if (isDataWithAt(element.attributes[name]!)) marked.json.push({ element, name })
    }
    if (hasData) marked.data.push(element)
    if (hasHandler) marked.handlers.push(element)
  }
  return marked
}

function isDataWithAt(value: string): boolean {
  return /^[{[]/.test(value) && /@|u0040/.test(value)
}

/** Binary search. The ranges are sorted and don't overlap. */
function isInRanges(ranges: readonly { order: number; end: number }[], order: number): boolean {
  let low = 0
  let high = ranges.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const range = ranges[middle]!
    if (order < range.order) high = middle - 1
    else if (order >= range.end) low = middle + 1
    else return true
  }
  return false
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

/** An element without text is placed where the next text begins. */
function offsetOf(elements: readonly ElementNode[], node: PageNode): number {
  const own = node.kind === 'element' ? node : node.parent
  const shown = closest(own, (element) => element.from >= 0)
  if (!shown || shown === own) return own.from
  const next = elements.find(
    (element) => element.order > own.order && element.from >= 0 && isInside(element, shown),
  )
  return next?.from ?? shown.to
}
