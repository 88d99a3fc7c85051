import { readMailto } from '../address/mailto.ts'
import { matchAddresses } from '../address/match.ts'
import { oneLine } from '../page/clean-text.ts'
import { closest, type ElementNode, textOf, walk } from '../page/tree.ts'
import type { StructuredPerson, Technique } from './technique.ts'

/** schema.org in attributes: `itemprop="email"` with name and title of the same itemscope, and RDFa's `property`. */
export const microdata: Technique = {
  name: 'microdata',
  confidence: 0.9,
  *find(page) {
    for (const element of page.marked.properties) {
      if (!propertiesOf(element).includes('email') || page.isDropped(element)) continue
      const scope = closest(element.parent, isScope)
      const person = scope && personOf(scope)
      for (const email of emailsOf(element))
        yield { email, offset: page.offsetOf(element), ...(person && { person }) }
    }
  },
}

function propertiesOf({ attributes, name }: ElementNode): string[] {
  const property = attributes.itemprop ?? (name === 'meta' ? undefined : attributes.property)
  return property ? property.split(/\s+/).map((one) => one.replace(/^(?:schema|foaf):/, '')) : []
}

function isScope({ attributes }: ElementNode): boolean {
  return attributes.itemscope !== undefined || attributes.typeof !== undefined
}

function emailsOf(element: ElementNode): string[] {
  const { content, href, datetime } = element.attributes
  if (href && /mailto/i.test(href)) return readMailto(href).map(({ email }) => email)
  return [
    ...matchAddresses((content ?? datetime ?? textOf(element, 400)).replace(/^\s*mailto:/i, ''), 5),
  ].map(({ email }) => email)
}

function personOf(scope: ElementNode): StructuredPerson | undefined {
  const type = `${scope.attributes.itemtype ?? ''} ${scope.attributes.typeof ?? ''}`
  const values = new Map<string, string>()
  for (const node of walk(scope)) {
    if (node.kind !== 'element' || node === scope || closest(node.parent, isScope) !== scope) continue
    for (const property of propertiesOf(node))
      if (!values.has(property)) values.set(property, readValue(node))
  }
  const title = values.get('jobTitle')
  const isPerson = /Person\b/.test(type) || title !== undefined || values.has('givenName')
  const phone = values.get('telephone')
  if (!isPerson) return phone ? { phone } : undefined
  const name = values.get('name')
  const first_name = values.get('givenName')
  const last_name = values.get('familyName')
  return {
    ...(name && { name }),
    ...(first_name && { first_name }),
    ...(last_name && { last_name }),
    ...(title && { title }),
    ...(phone && { phone }),
  }
}

function readValue(element: ElementNode): string {
  const { content, href } = element.attributes
  if (content !== undefined) return oneLine(content)
  return oneLine(href && /^tel:/i.test(href) ? href.slice(4) : textOf(element, 300))
}
