import { readMailto } from '../address/mailto.ts'
import { matchAddresses } from '../address/match.ts'
import { oneLine } from '../page/clean-text.ts'
import { classesOf } from '../page/hidden.ts'
import { closest, type ElementNode, textOf, walk } from '../page/tree.ts'
import type { StructuredPerson, Technique } from './technique.ts'

const CARD = /(?:^|\s)(?:vcard|h-card)(?:\s|$)/
const EMAIL = /(?:^|\s)(?:email|u-email)(?:\s|$)/

/** hCard (`vcard fn email tel title`) and h-card (`p-name u-email p-job-title`). */
export const hcard: Technique = {
  name: 'hcard',
  confidence: 0.9,
  *find(page) {
    for (const element of page.marked.classed) {
      if (!EMAIL.test(element.attributes.class ?? '') || page.isDropped(element)) continue
      const card = closest(element, ({ attributes }) => CARD.test(attributes.class ?? ''))
      if (!card) continue
      const person = personOf(card)
      for (const email of emailsOf(element))
        yield { email, offset: page.offsetOf(element), ...(person && { person }) }
    }
  },
}

function emailsOf(element: ElementNode): string[] {
  const { href, title } = element.attributes
  if (href && /mailto/i.test(href)) return readMailto(href).map(({ email }) => email)
  const value = firstByClass(element, 'value')
  const text = title?.includes('@') ? title : textOf(value ?? element, 400)
  return [...matchAddresses(text, 5)].map(({ email }) => email)
}

function personOf(card: ElementNode): StructuredPerson | undefined {
  const fn = firstByClass(card, 'fn') ?? firstByClass(card, 'p-name')
  const isOrganization = fn !== undefined && classesOf(fn).some((name) => name === 'org' || name === 'p-org')
  const text = (...names: string[]): string | undefined => {
    for (const name of names) {
      const element = firstByClass(card, name)
      const value = element && oneLine(element.attributes.title ?? textOf(element, 200))
      if (value) return value
    }
    return undefined
  }
  const phone = text('tel', 'p-tel')
  if (isOrganization) return phone ? { phone } : undefined
  const name = fn && oneLine(textOf(fn, 200))
  const first_name = text('given-name', 'p-given-name')
  const last_name = text('family-name', 'p-family-name')
  const title = text('title', 'p-job-title', 'role', 'p-role')
  const person = {
    ...(name && { name }),
    ...(first_name && { first_name }),
    ...(last_name && { last_name }),
    ...(title && { title }),
    ...(phone && { phone }),
  }
  return Object.keys(person).length > 0 ? person : undefined
}

function firstByClass(top: ElementNode, name: string): ElementNode | undefined {
  for (const node of walk(top)) if (node.kind === 'element' && classesOf(node).includes(name)) return node
  return undefined
}
