import { classesOf } from '../page/hidden.ts'
import { type ElementNode, textOf, walk } from '../page/tree.ts'
import type { Technique } from './technique.ts'

/** Drupal SpamSpan: spans of class u (user) and d (domain) inside one of class spamspan. */
export const spamspan: Technique = {
  name: 'spamspan',
  confidence: 0.85,
  reveal(element) {
    if (!element.attributes.class?.includes('spamspan')) return undefined
    const user = partOf(element, 'u')
    const domain = partOf(element, 'd')
    return user && domain ? `${user}@${domain}` : undefined
  },
}

function partOf(element: ElementNode, name: string): string | undefined {
  for (const node of walk(element)) {
    if (node.kind === 'element' && classesOf(node).includes(name)) {
      return textOf(node, 200)
        .replace(/\s*[[({]\s*(?:dot|\.)\s*[\])}]\s*/gi, '.')
        .replace(/\s+/g, '')
    }
  }
  return undefined
}
