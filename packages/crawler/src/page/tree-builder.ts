import { remember } from '../remember.ts'
import { cleanText, isClean } from './clean-text.ts'
import { isInlineName } from './inline.ts'
import { type HtmlSink, scanHtml } from './scan-html.ts'
import { type ElementNode, isCode, newElement } from './tree.ts'

/** A page of more nodes than this is read up to here: no site of a business needs more. */
const MAX_NODES = 200_000
/** Deeper elements hang from this depth, so that nothing after it walks a chain of thousands. */
const MAX_DEPTH = 512
const MAX_ATTRIBUTES = 200
const VOID = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
)
/** `<at>` and `<dot>` are written as tags by people who hide addresses. */
const WORD_TAGS: Record<string, string> = { at: ' (at) ', dot: ' (dot) ', punkt: ' (dot) ', ät: ' (at) ' }

interface ImpliedEnd {
  /** Open elements that this one ends. */
  ends: Set<string>
  /** Looked for only up to here. */
  within: Set<string>
}

/** Attributes that say how something looks or loads, and nothing to anyone who reads. */
const UNREAD_ATTRIBUTE =
  /^(?:width|height|srcset|sizes|loading|decoding|fetchpriority|border|cellpadding|cellspacing|align|valign|bgcolor|color|face|size|target|tabindex|autocomplete|crossorigin|integrity|referrerpolicy|nonce|media|fill|stroke.*|d|points|viewbox|x[12]?|y[12]?|cx|cy|r|rx|ry|transform|opacity|xmlns.*|version|preserveaspectratio|clip-.*|frameborder|scrolling|allow.*|sandbox|maxlength|minlength|min|max|step|pattern|rows|cols|colspan|rowspan|nowrap|hspace|vspace|aria-(?!label|hidden).*|data-(?:srcset|src|sizes|bgset|elementor-.*|id|v-.*|aos.*|wow.*|testid|hydrate.*|animation.*))$/
/** Attribute name as written → its name in lower case, or null where it is not kept. */
const attributeName = remember((written: string): string | null => {
  const name = written.toLowerCase()
  return UNREAD_ATTRIBUTE.test(name) ? null : name
})

interface Tag {
  name: string
  isInline: boolean
  isVoid: boolean
  /** Stands for a sign in an address that was written as a tag. */
  word: string | undefined
  implied: ImpliedEnd | undefined
}

/** All that is to be known of a tag, asked once for each of its spellings. */
const tagOf = remember((written: string): Tag => {
  const lower = written.toLowerCase()
  const name = lower === 'image' ? 'img' : lower
  return {
    name,
    isInline: isInlineName(name),
    isVoid: VOID.has(name),
    word: WORD_TAGS[name],
    implied: IMPLIED.get(name),
  }
}, 2000)
const NO_ATTRIBUTES: Record<string, string> = Object.freeze({})

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
/** An unclosed element further up than this is not looked for. */
const MAX_IMPLIED_STEPS = 40

/** Builds the tree straight from the tags. Opening and closing one costs the same however deep it stands. */
export class TreeBuilder implements HtmlSink {
  readonly root: ElementNode = newElement('#document', NO_ATTRIBUTES, null, 0, false)
  readonly elements: ElementNode[] = []
  private current = this.root
  private depth = 0
  private beyond = 0
  private foreign = 0
  private order = 1
  private text = ''
  private tag: Tag = tagOf('#document')
  private attributes: Record<string, string> = {}
  private attributeCount = 0
  private attribute: string | null = null
  private readonly html: string
  private readonly isClean: boolean
  /** Of the text since the last tag. */
  private isCleanText = true

  constructor(html: string, isAscii: boolean) {
    this.html = html
    this.isClean = isAscii || isClean(html)
  }

  build(): this {
    scanHtml(this.html, this)
    this.flushText()
    for (let node: ElementNode | null = this.current; node; node = node.parent) node.end = this.order
    return this
  }

  isForeign(): boolean {
    return this.foreign > 0
  }

  onText(text: string, hadEntities: boolean): void {
    this.text += text
    this.isCleanText &&= !hadEntities
  }

  onOpenTag(name: string): void {
    this.tag = tagOf(name)
    this.attributes = NO_ATTRIBUTES
    this.attributeCount = 0
  }

  wantsAttribute(name: string): boolean {
    this.attribute = attributeName(name)
    return this.attribute !== null && this.attributeCount < MAX_ATTRIBUTES
  }

  onAttribute(value: string): void {
    const attribute = this.attribute!
    if (this.attributes === NO_ATTRIBUTES) this.attributes = {}
    if (Object.hasOwn(this.attributes, attribute)) return
    this.attributes[attribute] = value
    this.attributeCount++
  }

  onOpenTagEnd(closesItself: boolean): void {
    this.open(closesItself && this.foreign > 0)
  }

  onCloseTag(name: string): void {
    const tag = tagOf(name)
    if (tag.word) return
    if (tag.name === 'br') this.add(tag, NO_ATTRIBUTES)
    else this.close(tag.name)
  }

  onCdata(text: string): void {
    if (this.foreign > 0) this.text += text
  }

  private open(isClosed: boolean): void {
    const tag = this.tag
    if (tag.word) {
      this.text += tag.word
      return
    }
    if (tag.implied) this.endImplied(tag.implied)
    const node = this.add(tag, this.attributes)
    if (!node || isClosed || (tag.isVoid && this.foreign === 0)) return
    if (this.depth >= MAX_DEPTH) {
      this.beyond++
      return
    }
    this.depth++
    this.current = node
    if (tag.name === 'svg' || tag.name === 'math') this.foreign++
  }

  private add(tag: Tag, attributes: Record<string, string>): ElementNode | undefined {
    this.flushText()
    if (this.order >= MAX_NODES) return undefined
    const node = newElement(tag.name, attributes, this.current, this.order++, tag.isInline)
    this.current.children.push(node)
    this.elements.push(node)
    return node
  }

  private endImplied(rule: ImpliedEnd): void {
    let found: ElementNode | undefined
    let node: ElementNode | null = this.current
    for (let steps = 0; node && steps < MAX_IMPLIED_STEPS; steps++, node = node.parent) {
      if (rule.ends.has(node.name)) found = node
      if (found || rule.within.has(node.name)) break
    }
    if (found) this.closeTo(found)
  }

  private close(name: string): void {
    this.flushText()
    if (this.beyond > 0) {
      this.beyond--
      return
    }
    // At most MAX_DEPTH steps: nothing is ever open further down.
    for (let node: ElementNode | null = this.current; node?.parent; node = node.parent) {
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
      if (node.name === 'svg' || node.name === 'math') this.foreign--
      if (node !== last) continue
      this.current = node.parent!
      return
    }
  }

  private flushText(): void {
    if (this.text === '') return
    const isAsItIs = (this.isClean && this.isCleanText) || isCode(this.current.name)
    const text = isAsItIs ? this.text : cleanText(this.text)
    this.isCleanText = true
    this.text = ''
    if (text === '' || this.order >= MAX_NODES) return
    this.current.children.push({ kind: 'text', text, parent: this.current, order: this.order++ })
  }
}
