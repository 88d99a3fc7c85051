import { Parser } from 'htmlparser2'
import { cleanText } from './clean-text.ts'

export interface ElementNode {
  kind: 'element'
  name: string
  attributes: Record<string, string>
  parent: ElementNode | null
  children: PageNode[]
  /** Place in document order; `end` is the place after the last descendant. */
  order: number
  end: number
  /** Not shown by its own inline style, `hidden` attribute or a class of the page's style sheets. */
  hidden: boolean
  /** Offsets of its text in the page's text; -1 where it is not read as text. */
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

/** A page of more nodes than this is read up to here: no site of a business needs more. */
const MAX_NODES = 200_000
/** Deeper elements hang from this depth, so that nothing after it walks a chain of thousands. */
const MAX_DEPTH = 512
/** `<at>` and `<dot>` are written as tags by people who hide addresses. */
const WORD_TAGS: Record<string, string> = { at: ' (at) ', dot: ' (dot) ', punkt: ' (dot) ', ät: ' (at) ' }

/** Parses HTML into a tree of plain objects, without recursion and without comments. */
export function parseTree(html: string): Tree {
  const root = element('#document', {}, null, 0)
  const builder = new TreeBuilder(root)
  const parser = new Parser(builder, { decodeEntities: true, recognizeSelfClosing: false })
  parser.write(html)
  parser.end()
  return { root, elements: builder.elements }
}

function element(
  name: string,
  attributes: Record<string, string>,
  parent: ElementNode | null,
  order: number,
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
    from: -1,
    to: -1,
  }
}

class TreeBuilder {
  readonly elements: ElementNode[] = []
  private current: ElementNode
  private depth = 0
  private beyond = 0
  private order = 1
  private pending = ''

  constructor(root: ElementNode) {
    this.current = root
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    const word = WORD_TAGS[name]
    if (word) {
      this.pending += word
      return
    }
    this.flushText()
    if (this.order >= MAX_NODES) return
    const node = element(name, attributes, this.current, this.order++)
    this.current.children.push(node)
    this.elements.push(node)
    if (this.depth >= MAX_DEPTH) {
      this.beyond++
    } else {
      this.depth++
      this.current = node
    }
  }

  onclosetag(name: string): void {
    if (WORD_TAGS[name]) return
    this.flushText()
    if (this.order >= MAX_NODES && this.current.name !== name) return
    if (this.beyond > 0) {
      this.beyond--
      return
    }
    const { parent } = this.current
    if (!parent) return
    this.current.end = this.order
    this.current = parent
    this.depth--
  }

  ontext(text: string): void {
    this.pending += text
  }

  onend(): void {
    this.flushText()
    for (let node: ElementNode | null = this.current; node; node = node.parent) node.end = this.order
  }

  private flushText(): void {
    if (this.pending === '') return
    const text = isCode(this.current.name) ? this.pending : cleanText(this.pending)
    this.pending = ''
    if (text === '' || this.order >= MAX_NODES) return
    this.current.children.push({ kind: 'text', text, parent: this.current, order: this.order++ })
  }
}

function isCode(name: string): boolean {
  return name === 'script' || name === 'style'
}

/** The next node in document order after `node` and all its descendants, staying inside `top`. */
export function* walk(top: ElementNode): Generator<PageNode> {
  const stack: PageNode[] = [top]
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node
    if (node.kind === 'element') {
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!)
    }
  }
}

/** All text below an element, pieces joined as they stand; at most `limit` characters. */
export function textOf(top: ElementNode, limit = 4000): string {
  let text = ''
  for (const node of walk(top)) {
    if (node.kind === 'text' && !isCode(node.parent.name)) text += node.text
    if (text.length >= limit) return text.slice(0, limit)
  }
  return text
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
