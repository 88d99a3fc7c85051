import type { StyleRules } from './hidden.ts'
import { fontSizeOf, hasHidingClass, isHidden, isToggled, isTrap, isVisuallyHidden } from './hidden.ts'
import type { ElementNode, PageNode, TextNode } from './tree.ts'

/** Inline content between two block boundaries: [from, to) of the page's text. */
export interface Block {
  from: number
  to: number
  /** The block element around it. */
  element: ElementNode
}

/** Visible text that a technique restored. */
export interface Reveal {
  from: number
  to: number
  method: string
}

/** The visible text in reading order, one line per block. */
export interface PageText {
  text: string
  blocks: Block[]
  /** Offsets at which a visible inline element begins or ends. */
  seams: number[]
  reveals: Reveal[]
  /** Invisible ranges, in document order. */
  dropped: { order: number; end: number }[]
}

/** Returns the visible text of an element if the source shows another. Undefined otherwise. */
export type RevealElement = (
  element: ElementNode,
  styles: StyleRules,
) => { text: string; method: string } | undefined

const UNREAD = new Set([
  'script',
  'style',
  'template',
  'head',
  'title',
  'noembed',
  'canvas',
  'object',
  'audio',
  'video',
])
/** Names of hidden blocks that a click shows. */
const SHOWN_LATER =
  /tab|accord|collaps|modal|popup|pop-up|dialog|panel|toggle|menu|slide|carousel|lightbox|drawer|expand|more|mobile|desktop|content|faq|overlay|dropdown|offcanvas|fade|animat|reveal/i
const TRAP_WORDS = /\b(?:bots?|honey\s?pot|trap|spam|crawlers?|robots?)\b/i
const LONG_HIDDEN_TEXT = 200
/** White space that must be collapsed. */
const LOOSE = / {2}|[\t-\r\u00a0\u2000-\u200a\u202f\u3000]/

/** `isControlled` tells whether a button or link of the page opens the element with an id. */
export function readPageText(
  root: ElementNode,
  rules: StyleRules,
  reveal: RevealElement,
  isControlled: (id: string) => boolean,
): PageText {
  const reader = new TextReader(rules, reveal, isControlled)
  reader.read(root)
  return reader.result()
}

class TextReader {
  /** The open elements, and the index of the next child of each. */
  private readonly path: { node: ElementNode; next: number; isSizeless: boolean }[] = []
  private parts: string[] = []
  private length = 0
  private blockStart = 0
  private blockElement: ElementNode | null = null
  private pendingSpace = false
  /** State of the gap between two inline elements without text between them. */
  private betweenElements: 'no' | 'ended' | 'begun' = 'no'
  private beginsMailLink = false
  private readonly blocks: Block[] = []
  private readonly seams: number[] = []
  private readonly reveals: Reveal[] = []
  private readonly dropped: { order: number; end: number }[] = []
  private readonly rules: StyleRules
  private readonly reveal: RevealElement
  private readonly isControlled: (id: string) => boolean

  constructor(rules: StyleRules, reveal: RevealElement, isControlled: (id: string) => boolean) {
    this.rules = rules
    this.reveal = reveal
    this.isControlled = isControlled
  }

  read(root: ElementNode): void {
    const { path } = this
    path.push({ node: root, next: 0, isSizeless: false })
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const child = top.node.children[top.next++]
      if (!child) {
        this.leave(top.node)
        path.pop()
      } else if (child.kind === 'text') {
        if (!top.isSizeless) this.addText(child)
      } else if (this.enter(child)) {
        path.push({ node: child, next: 0, isSizeless: this.isSizeless(child, top) })
      }
    }
  }

  /** A block of size 0 only closes gaps between its elements, which have a size of their own. */
  private isSizeless(element: ElementNode, outer: { node: ElementNode; isSizeless: boolean }): boolean {
    const own = fontSizeOf(element, this.rules)
    return own === 'none' || (own === undefined && outer.isSizeless && outer.node.isInline)
  }

  result(): PageText {
    this.endBlock()
    return {
      text: this.parts.join(''),
      blocks: this.blocks,
      seams: this.seams,
      reveals: this.reveals,
      dropped: this.dropped,
    }
  }

  /** Returns true if the children should be read. */
  private enter(element: ElementNode): boolean {
    if (UNREAD.has(element.name) && !isShadowRoot(element)) return false
    const isUnseen = this.isUnseen(element)
    const shown = isUnseen ? undefined : this.reveal(element, this.rules)
    if (isUnseen || (!shown && this.isClutter(element))) {
      element.hidden = true
      this.dropped.push({ order: element.order, end: element.end })
      return false
    }
    if (element.name === 'wbr') return false
    this.openRange(element)
    if (shown) {
      this.addReveal(element, shown)
      return false
    }
    return true
  }

  private isUnseen(element: ElementNode): boolean {
    const { rules } = this
    if (isTrap(element, rules) || hasHidingClass(element)) return true
    return (
      isHidden(element, rules) &&
      !isShownLater(element, this.isControlled) &&
      (element.isInline || !isToggled(element, rules))
    )
  }

  /** Letters in the middle of a word that people don't see: `info@<i class="sr-only">spare</i>oak.com`. */
  private isClutter(element: ElementNode): boolean {
    const { rules } = this
    const isSilent = element.attributes['aria-hidden'] === 'true'
    const before = this.length === this.blockStart ? '' : this.parts.at(-1)!.slice(-1)
    if (!element.isInline || !IN_WORD.test(before)) return false
    const isSuspect = isSilent || isVisuallyHidden(element, rules) || fontSizeOf(element, rules) === 'none'
    return isSuspect && CLUTTER.test(shortText(element)) && IN_WORD.test(this.charAfter())
  }

  /** The first character of the text that follows an element in its line, or ''. */
  private charAfter(): string {
    for (let top = this.path.length - 1, steps = 0; top >= 0; top--) {
      const { node: parent, next } = this.path[top]!
      for (let at = next; at < parent.children.length && steps < MAX_STEPS; at++, steps++) {
        let node: PageNode | undefined = parent.children[at]
        while (node?.kind === 'element' && node.isInline && !UNREAD.has(node.name) && node.children[0])
          node = node.children[0]
        if (node?.kind === 'text') return node.text.charAt(0)
        if (!node?.isInline) return ''
      }
      if (!parent.isInline) return ''
    }
    return ''
  }

  private openRange(element: ElementNode): void {
    if (element.isInline) this.seams.push(this.length)
    else this.endBlock()
    if (this.betweenElements === 'ended') this.betweenElements = 'begun'
    this.beginsMailLink = element.name === 'a' && /^\s*mailto:/i.test(element.attributes.href ?? '')
    element.from = this.length
  }

  private leave(element: ElementNode): void {
    if (element.isInline) this.seams.push(this.length)
    else this.endBlock()
    this.betweenElements = 'ended'
    element.to = this.length
  }

  private addReveal(element: ElementNode, shown: { text: string; method: string }): void {
    const from = this.append(shown.text, element)
    this.reveals.push({ from, to: this.length, method: shown.method })
    this.leave(element)
  }

  private addText(node: TextNode): void {
    const lines =
      node.parent.name === 'pre' || node.parent.name === 'textarea' ? node.text.split('\n') : [node.text]
    lines.forEach((line, index) => {
      if (index > 0) this.endBlock()
      this.append(line, node)
    })
  }

  private append(raw: string, node: PageNode): number {
    const squeezed = LOOSE.test(raw) ? raw.replace(/\s+/g, ' ') : raw
    const startsBlock = this.length === this.blockStart
    const needsTrim = squeezed.startsWith(' ') && (startsBlock || this.pendingSpace)
    const text = needsTrim ? squeezed.slice(1) : squeezed
    if (text === '') return this.length
    if (!startsBlock && this.isGlued(text)) {
      this.endBlock()
      return this.append(text, node)
    }
    this.betweenElements = 'no'
    this.beginsMailLink = false
    if (startsBlock) this.blockElement = blockElementOf(node)
    const from = this.length
    this.parts.push(text)
    this.length += text.length
    this.pendingSpace = text.endsWith(' ')
    return from
  }

  /** `<span>Ann Lee</span><span>Owner</span>`: the words would run together, so a style sheet separates them. */
  private isGlued(text: string): boolean {
    if (this.betweenElements !== 'begun') return false
    const before = this.parts.at(-1)!
    const last = before.charCodeAt(before.length - 1)
    if (last === 32) return false
    if (this.beginsMailLink) return /[\p{L}\d]$/u.test(before)
    // A phone number follows a word.
    if (/\p{L}{2}$/u.test(before) && /^\+?[\d(][\d /-]{4}/.test(text)) return true
    return /\p{Ll}$/u.test(before) && /^\p{Lu}\p{Ll}/u.test(text)
  }

  private endBlock(): void {
    this.pendingSpace = false
    if (this.length === this.blockStart) return
    this.blocks.push({ from: this.blockStart, to: this.length, element: this.blockElement! })
    this.parts.push('\n')
    this.length++
    this.blockStart = this.length
  }
}

function blockElementOf(node: PageNode): ElementNode {
  let element = node.kind === 'text' ? node.parent : node
  while (element.parent && element.isInline) element = element.parent
  return element
}

const IN_WORD = /[\p{L}\p{N}@._%+-]/u
const CLUTTER = /^[^@]*[\p{L}\p{N}][^@]*$/u
const MAX_STEPS = 20

/** `<template shadowrootmode="open">` is part of the page without a script. */
function isShadowRoot({ name, attributes }: ElementNode): boolean {
  return name === 'template' && (attributes.shadowrootmode ?? attributes.shadowroot) !== undefined
}

/** Tabs, menus and dialogs are hidden until a click. A short hidden line is a trap or a leftover. */
function isShownLater(element: ElementNode, isControlled: (id: string) => boolean): boolean {
  if (element.isInline) return false
  const { class: classes = '', id = '', role = '' } = element.attributes
  const text = shortText(element)
  if (TRAP_WORDS.test(text) && text.length < LONG_HIDDEN_TEXT) return false
  // Hidden lists are menus.
  if (/^(?:ul|ol|nav|menu|dialog)$/.test(element.name) || element.parent?.name === 'details') return true
  return (
    (id !== '' && isControlled(id)) ||
    SHOWN_LATER.test(`${classes} ${id} ${role}`) ||
    text.length >= LONG_HIDDEN_TEXT
  )
}

function shortText(top: ElementNode): string {
  let text = ''
  const stack: PageNode[] = [top]
  for (let node = stack.pop(); node && text.length < LONG_HIDDEN_TEXT; node = stack.pop()) {
    if (node.kind === 'text') text += node.text.trim()
    else for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!)
  }
  return text
}
