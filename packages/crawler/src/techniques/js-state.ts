import { domainOf } from '../address/address.ts'
import { type AddressMatch, matchAddresses } from '../address/match.ts'
import { scriptText } from '../page/tree.ts'
import type { Value } from '../scripts/values.ts'
import { readFlatState } from './flat-state.ts'
import { parseTolerantly } from './json-ld.ts'
import { readObjects } from './object-people.ts'
import type { Technique } from './technique.ts'

const JSON_TYPE = /^(?:application|text)\/(?!ld\+)[\w.+-]*json$/i
const MAX_SCRIPT = 600_000

/** Framework state: `__NEXT_DATA__`, `window.__STATE__ = {…}`, other inline scripts. */
export const jsState: Technique = {
  name: 'js-state',
  confidence: 0.65,
  *find(page) {
    for (const script of page.byName('script')) {
      const { type = '', id = '' } = script.attributes
      if (!JSON_TYPE.test(type) && id !== '__NEXT_DATA__' && id !== '__NUXT_DATA__') continue
      const text = scriptText(script)
      if (!text.includes('@') && !/u0040|&#/i.test(text)) continue
      const data = parseTolerantly(text)
      const objects = id === '__NUXT_DATA__' ? readFlatState(data) : data
      for (const { email, person } of readObjects(objects, 'untyped')) {
        if (email) yield { email, offset: -1, ...(person && { person }) }
      }
    }
    for (const { value, element } of page.folded().states) {
      for (const { email, person } of readObjects(value, 'untyped')) {
        if (email) yield { email, offset: page.offsetOf(element), ...(person && { person }) }
      }
    }
    for (const { value, element } of page.folded().objects) {
      for (const { email, person } of readObjects(toPlain(value, 0), 'untyped')) {
        if (email) yield { email, offset: page.offsetOf(element), ...(person && { person }) }
      }
    }
    for (const script of page.byName('script')) {
      const text = scriptText(script)
      if (text.length > MAX_SCRIPT || !page.siteDomains.some((domain) => text.includes(domain))) continue
      const code = unescapeScript(text)
      for (const match of matchAddresses(code, 100)) {
        const isOwn = page.isOwnDomain(domainOf(match.email))
        if (isOwn && isWhole(code, match)) yield { email: match.email, offset: page.offsetOf(script) }
      }
    }
  },
}

/** Decodes escapes, or `\u003einfo@oak.com` reads as u003einfo@oak.com. */
function unescapeScript(text: string): string {
  return text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\+x([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\+[nrt"'/]/g, ' ')
}

/** False for literals that are concatenated with others. */
function isWhole(code: string, { email, start, end }: AddressMatch): boolean {
  const before = code.slice(Math.max(0, start - 6), start)
  return !/['+]/.test(email) && !/\+\s*["'`]$/.test(before) && !/^["'`]\s*\+/.test(code.slice(end, end + 4))
}

function toPlain(value: Value, depth: number): unknown {
  if (depth > 30) return undefined
  if (Array.isArray(value)) return value.map((item) => toPlain(item, depth + 1))
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [key, toPlain(item, depth + 1)]))
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}
