import { domainOf } from '../address/address.ts'
import { findBracketed } from '../address/bracket-words.ts'
import { matchAddresses } from '../address/match.ts'
import { oneLine } from '../page/clean-text.ts'
import type { ElementNode } from '../page/tree.ts'
import type { Technique } from './technique.ts'

const CONTACT_META =
  /mail|contact|author|reply|description|address|owner|publisher|creator|designer|copyright/i
/** Often names the agency that made the website. */
const MAKER_META = /author|reply|owner|publisher|creator|designer|copyright/i
/** A form's hidden value is often the recipient. The value of an option is only its key. */
const UNREAD_INPUT = /^(?:checkbox|radio|submit)$/i

/** Tooltips, image descriptions, read-only fields, and meta elements such as og:email. */
export const attributeText: Technique = {
  name: 'attribute-text',
  confidence: 0.65,
  *find(page) {
    for (const { element, name } of page.marked.shown) {
      const value = element.attributes[name]!
      if (value.length > 2000 || !isRead(element, name) || page.isDropped(element)) continue
      const found = value.includes('@') ? [...matchAddresses(value, 10)] : findBracketed(oneLine(value))
      const isMaker = element.name === 'meta' && MAKER_META.test(keyOf(element))
      for (const { email } of found)
        if (!isMaker || page.isOwnDomain(domainOf(email))) yield { email, offset: page.offsetOf(element) }
    }
  },
}

function keyOf({ attributes }: ElementNode): string {
  return `${attributes.name ?? ''} ${attributes.property ?? ''} ${attributes['http-equiv'] ?? ''}`
}

function isRead(element: ElementNode, name: string): boolean {
  const { attributes } = element
  if (name === 'content') return element.name === 'meta' && CONTACT_META.test(keyOf(element))
  if (name === 'name' || name === 'rel') return element.name === 'a' && attributes[name]!.includes('@')
  if (name === 'value') return !UNREAD_INPUT.test(attributes.type ?? '') && element.name !== 'option'
  return true
}
