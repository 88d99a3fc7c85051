import { cleanText } from './clean-text.ts'
import { type Attribute, type HtmlSink, scanHtml } from './scan-html.ts'

export interface ElementNode {
  kind: 'element'
  name: string
  attributes: Record<string, string>
  parent: ElementNode | null
  children: PageNode[]
  /** Position in document order. `end` is the position after the last descendant. */
  order: number
  end: number
  /** Hidden by its inline style, its `hidden` attribute or a class of the page's style sheets. */
  hidden: boolean
  /** Doesn't start a new line. */
  isInline: boolean
  /** Offsets of its text in the page's text. -1 if not part of the text. */
  from: number
  to: number
}

export interface TextNode {
  kind: 'text'
  text: string
  parent: ElementNode
  order: number
}

export type PageNode = ElementNode | TextNode

export interface Tree {
  root: ElementNode
  /** All elements in document order. */
  elements: ElementNode[]
}

/** The rest of a larger page is ignored. */
const MAX_NODES = 200_000
/** Deeper elements become children of the element at this depth, so walks up the tree stay short. */
const MAX_DEPTH = 512
/** Counted for a frame, so that frames in frames end soon. */
const FRAME_DEPTH = 100
const MAX_ATTRIBUTES = 200
const VOID = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
)
/** Tags written by people who hide addresses. */
const WORD_TAGS = new Map([
  ['at', ' (at) '],
  ['ät', ' (at) '],
  ['dot', ' (dot) '],
  ['punkt', ' (dot) '],
])

/** Attributes about layout and loading, which nothing reads. */
const UNREAD_ATTRIBUTE =
  /^(?:width|height|srcset|sizes|loading|decoding|fetchpriority|border|cellpadding|cellspacing|align|valign|bgcolor|color|face|size|target|tabindex|autocomplete|crossorigin|integrity|referrerpolicy|nonce|media|fill|stroke.*|d|points|viewbox|x[12]?|y[12]?|cx|cy|r|rx|ry|transform|opacity|xmlns.*|version|preserveaspectratio|clip-.*|frameborder|scrolling|allow.*|sandbox|maxlength|minlength|min|max|step|pattern|rows|cols|nowrap|hspace|vspace|aria-(?!label|hidden|controls).*|data-(?:srcset|src|sizes|bgset|elementor-.*|id|v-.*|aos.*|wow.*|testid|hydrate.*|animation.*))$/

interface ImpliedEnd {
  /** Open elements that this one ends. */
  ends: Set<string>
  /** Ancestors at which the search for them stops. */
  within: Set<string>
}

const set = (names: string): Set<string> => new Set(names.split(' '))
const BLOCK_ENDS_P: ImpliedEnd = {
  ends: set('p'),
  within: set(
    'div td th li body section article main form table button dd object header footer nav aside fieldset blockquote ul ol center',
  ),
}
const CELL: ImpliedEnd = { ends: set('td th'), within: set('table') }
const IMPLIED = new Map<string, ImpliedEnd>([
  ...'address article aside blockquote center details dir div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section table ul'
    .split(' ')
    .map((name): [string, ImpliedEnd] => [name, BLOCK_ENDS_P]),
  ['li', { ends: set('li'), within: set('ul ol menu dir table') }],
  ['dt', { ends: set('dt dd'), within: set('dl table') }],
  ['dd', { ends: set('dt dd'), within: set('dl table') }],
  ['td', CELL],
  ['th', CELL],
  ['tr', { ends: set('tr'), within: set('table') }],
  ['tbody', { ends: set('thead tbody tfoot'), within: set('table') }],
  ['tfoot', { ends: set('thead tbody tfoot'), within: set('table') }],
  ['option', { ends: set('option'), within: set('select') }],
  ['optgroup', { ends: set('optgroup'), within: set('select') }],
  ['body', { ends: set('head'), within: set('html') }],
])
/** How far up to search for an unclosed element. */
const MAX_IMPLIED_STEPS = 40

const BLOCKS = new Set(
  '#document address area article aside blockquote body br button caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html iframe input legend li main map menu nav ol optgroup option p pre section select summary table tbody td text textarea tfoot th thead title tr ul'.split(
    ' ',
  ),
)

/** Like browsers, treats unknown elements as inline, except custom elements, which are mostly blocks. */
function isInline(name: string): boolean {
  return !BLOCKS.has(name) && (!name.includes('-') || name === 'joomla-hidden-mail')
}

/** Parses HTML into a tree of plain objects, without recursion and without comments. */
export function parseTree(html: string): Tree {
  const builder = new TreeBuilder()
  scanHtml(html, builder)
  return builder.finish()
}

/** Builds the tree from the scanner's callbacks. Opening and closing a tag costs the same at any depth. */
class TreeBuilder implements HtmlSink {
  private readonly root: ElementNode
  private readonly elements: ElementNode[] = []
  private current: ElementNode
  private depth: number
  /** Open elements below MAX_DEPTH, which are not in the chain of parents. */
  private beyondDepth = 0
  /** Open `<svg>` and `<math>` elements. */
  private foreign = 0
  private order: number
  private text = ''

  /** `root` is the document, or the frame whose document is read. */
  constructor(root = newElement('#document', {}, null, 0, false), order = 1, depth = 0) {
    this.root = root
    this.current = root
    this.order = order
    this.depth = depth
  }

  finish(): Tree {
    this.flushText()
    for (let node = this.current; node !== this.root; node = node.parent!) node.end = this.order
    this.root.end = this.order
    return { root: this.root, elements: this.elements }
  }

  isForeign(): boolean {
    return this.foreign > 0
  }

  onText(text: string): void {
    this.text += text
  }

  onOpenTag(written: string, attributes: readonly Attribute[], closesItself: boolean): void {
    const name = tagName(written)
    const word = WORD_TAGS.get(name)
    if (word) {
      this.text += word
      return
    }
    const implied = IMPLIED.get(name)
    if (implied) this.endImplied(implied)
    const node = this.add(name, attributes)
    const isLeaf = this.foreign > 0 ? closesItself : VOID.has(name)
    if (!node || isLeaf) return
    if (name === 'iframe' && node.attributes.srcdoc) this.addFrame(node, node.attributes.srcdoc)
    if (this.depth >= MAX_DEPTH) {
      this.beyondDepth++
      return
    }
    this.depth++
    this.current = node
    if (isForeignRoot(name)) this.foreign++
  }

  onCloseTag(written: string): void {
    const name = tagName(written)
    if (WORD_TAGS.has(name)) return
    // Browsers read `</br>` as `<br>`.
    if (name === 'br') this.add(name, [])
    else this.close(name)
  }

  onCdata(text: string): void {
    if (this.foreign > 0) this.text += text
  }

  private add(name: string, attributes: readonly Attribute[]): ElementNode | undefined {
    this.flushText()
    if (this.order >= MAX_NODES) return undefined
    const node = newElement(name, keptAttributes(attributes), this.current, this.order++, isInline(name))
    this.current.children.push(node)
    this.elements.push(node)
    return node
  }

  /** The document in a frame's `srcdoc`. Its tags end nothing outside of the frame. */
  private addFrame(frame: ElementNode, html: string): void {
    if (this.depth + FRAME_DEPTH > MAX_DEPTH) return
    const builder = new TreeBuilder(frame, this.order, this.depth + FRAME_DEPTH)
    scanHtml(html, builder)
    for (const element of builder.finish().elements) this.elements.push(element)
    this.order = builder.order
  }

  private endImplied(rule: ImpliedEnd): void {
    let found: ElementNode | undefined
    let node: ElementNode | null = this.current
    for (
      let steps = 0;
      node && node !== this.root && steps < MAX_IMPLIED_STEPS;
      steps++, node = node.parent
    ) {
      if (rule.ends.has(node.name)) found = node
      if (found || rule.within.has(node.name)) break
    }
    if (found) this.closeTo(found)
  }

  private close(name: string): void {
    this.flushText()
    if (this.beyondDepth > 0) {
      this.beyondDepth--
      return
    }
    for (let node = this.current; node !== this.root; node = node.parent!) {
      if (node.name !== name) continue
      this.closeTo(node)
      return
    }
  }

  private closeTo(last: ElementNode): void {
    this.flushText()
    for (let node: ElementNode = this.current; ; node = node.parent!) {
      node.end = this.order
      this.depth--
      if (isForeignRoot(node.name)) this.foreign--
      if (node !== last) continue
      this.current = node.parent!
      return
    }
  }

  private flushText(): void {
    if (this.text === '') return
    const text = isCode(this.current.name) ? this.text : cleanText(this.text)
    this.text = ''
    if (text === '' || this.order >= MAX_NODES) return
    this.current.children.push({ kind: 'text', text, parent: this.current, order: this.order++ })
  }
}

function tagName(written: string): string {
  const name = written.toLowerCase()
  return name === 'image' ? 'img' : name
}

function isForeignRoot(name: string): boolean {
  return name === 'svg' || name === 'math'
}

/** Keeps the first value of each attribute, and only attributes that something reads. */
function keptAttributes(written: readonly Attribute[]): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of written.slice(0, MAX_ATTRIBUTES)) {
    const lower = name.toLowerCase()
    if (!Object.hasOwn(kept, lower) && !UNREAD_ATTRIBUTE.test(lower)) kept[lower] = value
  }
  return kept
}

export function newElement(
  name: string,
  attributes: Record<string, string>,
  parent: ElementNode | null,
  order: number,
  isInline: boolean,
): ElementNode {
  return {
    kind: 'element',
    name,
    attributes,
    parent,
    children: [],
    order,
    end: order + 1,
    hidden: false,
    isInline,
    from: -1,
    to: -1,
  }
}

export function isCode(name: string): boolean {
  return name === 'script' || name === 'style'
}

/** Visits an element and its descendants in document order. */
export function* walk(top: ElementNode): Generator<PageNode> {
  const stack: PageNode[] = [top]
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node
    if (node.kind === 'element') {
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!)
    }
  }
}

/** Joins the text below an element, at most `limit` characters. */
export function textOf(top: ElementNode, limit = 4000): string {
  const [only] = top.children
  if (top.children.length <= 1 && only?.kind !== 'element')
    return only && !isCode(top.name) ? only.text.slice(0, limit) : ''
  let text = ''
  const stack: PageNode[] = [top]
  for (let node = stack.pop(); node && text.length < limit; node = stack.pop()) {
    if (node.kind === 'element')
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!)
    else if (!isCode(node.parent.name)) text += node.text
  }
  return text.slice(0, limit)
}

export function isInside(node: PageNode, top: ElementNode): boolean {
  return node.order >= top.order && node.order < top.end
}

export function closest(
  node: PageNode | null,
  test: (element: ElementNode) => boolean,
): ElementNode | undefined {
  for (let at = node?.kind === 'text' ? node.parent : node; at; at = at.parent) if (test(at)) return at
  return undefined
}

/** Returns the text of an element that contains only text, such as a script. */
export function scriptText({ children }: ElementNode): string {
  return children.map((child) => (child.kind === 'text' ? child.text : '')).join('')
}
