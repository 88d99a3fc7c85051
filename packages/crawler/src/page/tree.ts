import { TreeBuilder } from './tree-builder.ts'

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
  /** Text before and after it goes on in the same line. */
  isInline: boolean
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

/** Parses HTML into a tree of plain objects, without recursion and without comments. */
export function parseTree(html: string, isAscii = false): Tree {
  const { root, elements } = new TreeBuilder(html, isAscii).build()
  return { root, elements }
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

/** Its text is for machines. */
export function isCode(name: string): boolean {
  return name === 'script' || name === 'style'
}

/** An element and all below it in document order. */
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
