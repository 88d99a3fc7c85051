import { classesOf, isReversing, type StyleRules } from '../page/hidden.ts'
import { type ElementNode, textOf } from '../page/tree.ts'
import type { Technique } from './technique.ts'

/** Text written backwards and reversed by CSS or `<bdo dir="rtl">`. */
export const reversed: Technique = {
  name: 'reversed',
  confidence: 0.85,
  reveal(element, styles) {
    if (!isTurned(element, styles)) return undefined
    const text = textOf(element, 400)
    return /[@([{]/.test(text)
      ? [...text]
          .reverse()
          .join('')
          .replace(/[()[\]{}]/g, mirror)
      : undefined
  },
}

function isTurned(element: ElementNode, styles: StyleRules): boolean {
  const { name, attributes } = element
  if (name === 'bdo' && attributes.dir?.toLowerCase() === 'rtl') return true
  if (attributes.style && isReversing(attributes.style)) return true
  return styles.reversedClasses.size > 0 && classesOf(element).some((one) => styles.reversedClasses.has(one))
}

function mirror(char: string): string {
  return { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' }[char] ?? char
}
