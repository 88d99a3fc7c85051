import { domainOf, normalizeAddress } from '../address/address.ts'
import type { Technique } from './technique.ts'

const CALL = /\b[a-z_$][\w$.]{0,40}\(\s*((?:(?:'[^'()]{0,120}'|"[^"()]{0,120}")\s*,?\s*){2,4})\)/gi
const TEXT = /'([^']*)'|"([^"]*)"/g

/** `javascript:mail('info','oak','com')`: arguments that together form an address on the site's own domain. */
export const functionArguments: Technique = {
  name: 'function-arguments',
  confidence: 0.65,
  *find(page) {
    const scripted = page
      .byName('a')
      .filter(({ attributes }) => /^\s*javascript:/i.test(attributes.href ?? ''))
    if (scripted.length === 0 && page.marked.handlers.length === 0) return
    for (const element of new Set([...scripted, ...page.marked.handlers])) {
      const { href = '', onclick = '', onmouseover = '' } = element.attributes
      const code = `${/^\s*javascript:/i.test(href) ? href.replaceAll('%27', "'") : ''};${onclick};${onmouseover}`
      if (code.length < 12 || code.length > 3000 || page.isDropped(element)) continue
      for (const [, list = ''] of code.matchAll(CALL)) {
        const email = joinArguments(list).find((one) => page.isOwnDomain(domainOf(one)))
        if (email) yield { email, offset: page.offsetOf(element) }
      }
    }
  },
}

function joinArguments(list: string): string[] {
  const args = [...list.matchAll(TEXT)]
    .map(([, single, double]) => (single ?? double ?? '').trim())
    .filter(Boolean)
  const [first, second, third, fourth] = args
  const orders = [
    `${first}@${[second, third, fourth].filter(Boolean).join('.')}`,
    `${second}@${first}${third ? `.${third}` : ''}`,
    `${third}@${first}.${second}`,
    `${third}@${second}.${first}`,
    `${reverseText(first ?? '')}@${reverseText(second ?? '')}`,
  ]
  return orders.map((text) => normalizeAddress(text)).filter((email) => email !== undefined)
}

function reverseText(text: string): string {
  return [...text].reverse().join('')
}
