import { domainOf, normalizeAddress } from '../address/address.ts'
import { findBracketed } from '../address/bracket-words.ts'
import { percentDecode, readMailto } from '../address/mailto.ts'
import { matchAddresses } from '../address/match.ts'
import { oneLine } from '../page/clean-text.ts'
import type { Page } from '../page/page.ts'
import type { Sighting, Technique } from './technique.ts'

const USER_KEYS =
  /^(?:user(?:name)?|name|local(?:-?part)?|mailbox|account|box|prefix|first|part-?1|before|nick|u|m1|e1|p1|a|id|mail-?(?:user|name|local)|email-?(?:user|name|local)|email|mail|who|to|lp)$/
const DOMAIN_KEYS =
  /^(?:domain(?:-?name)?|host(?:name)?|dom|site|server|part-?2|after|last|d|m2|e2|p2|b|mail-?(?:domain|host)|email-?(?:domain|host)|at|where|dn)$/
const TLD_KEYS = /^(?:tld|t|ext|suffix|part-?3|m3|e3|p3|c|zone|top|end)$/
const BASE64 = /^[a-z0-9+/_-]{10,400}={0,2}$/i
const MAX_DECODED = 1000

/** Addresses in data-… attributes: plain, in parts, base64, or reversed. */
export const dataAttributes: Technique = {
  name: 'data-attributes',
  confidence: 0.65,
  *find(page) {
    let decoded = 0
    for (const element of page.marked.data) {
      const entries = dataEntries(element.attributes)
      if (entries.length === 0 || page.isDropped(element)) continue
      const offset = page.offsetOf.bind(page, element)
      for (const [key, value] of entries) {
        if (key === 'cfemail' || key === 'mailto-token' || /^enc/.test(key)) continue
        for (const sighting of readValue(page, value)) yield { ...sighting, offset: offset() }
        if (BASE64.test(value) && decoded++ < MAX_DECODED) {
          for (const email of readBase64(value)) yield { email, offset: offset() }
        }
      }
      const joined = joinParts(page, entries)
      if (joined) yield { email: joined, offset: offset() }
    }
  },
}

function dataEntries(attributes: Record<string, string>): [string, string][] {
  const entries: [string, string][] = []
  for (const name in attributes) {
    if (name.startsWith('data-'))
      entries.push([name.slice(5).toLowerCase(), percentDecode(attributes[name]!.trim())])
  }
  return entries
}

function readValue(page: Page, value: string): Omit<Sighting, 'offset'>[] {
  if (value.length > 20_000) return []
  if (!value.includes('@'))
    return value.length < 400 ? findBracketed(oneLine(value)).map(({ email }) => ({ email })) : []
  if (/mailto/i.test(value)) return readMailto(value).map(({ email }) => ({ email }))
  const reversed = value.length < 300 ? normalizeAddress([...value].reverse().join('')) : undefined
  const straight = [...matchAddresses(value, 20)]
  if (reversed && (page.isOwnDomain(domainOf(reversed)) || straight.length === 0))
    return [{ email: reversed, ...(straight[0] && { twin: straight[0].email }) }]
  return straight.map(({ email }) => ({ email }))
}

function readBase64(value: string): string[] {
  const text = Buffer.from(value, 'base64').toString('latin1')
  if (!text.includes('@') || /[^\x09-\x7e]/.test(text)) return []
  return /mailto/i.test(text)
    ? readMailto(text).map(({ email }) => email)
    : [...matchAddresses(text, 5)].map(({ email }) => email)
}

function joinParts(page: Page, entries: readonly [string, string][]): string | undefined {
  // Plain numbers are ids.
  const user = entries.find(([key, value]) => USER_KEYS.test(key) && /^(?!\d+$)[\w.+-]{1,64}$/.test(value))
  const domain = entries.find(
    ([key, value]) => DOMAIN_KEYS.test(key) && /^@?[\w.\u00c0-\u024f-]{1,250}$/u.test(value),
  )
  if (!user || !domain) return undefined
  const tld = entries.find(([key, value]) => TLD_KEYS.test(key) && /^\.?[a-z.]{2,20}$/i.test(value))
  const name = domain[1].replace(/^@/, '')
  const ending = tld ? `.${tld[1].replace(/^\./, '')}` : ''
  const straight = normalizeAddress(`${user[1]}@${name}${ending}`) ?? normalizeAddress(`${user[1]}@${name}`)
  if (straight && (tld || page.isOwnDomain(domainOf(straight)) || isMailKey(user[0], domain[0])))
    return straight
  const reversed = normalizeAddress(`${reverseText(user[1])}@${reverseText(name)}`)
  return reversed && page.isOwnDomain(domainOf(reversed)) ? reversed : undefined
}

function isMailKey(user: string, domain: string): boolean {
  return (
    /^(?:user|name|local|mail|email|u$|m1)/.test(user) && /^(?:domain|host|mail|email|d$|m2)/.test(domain)
  )
}

function reverseText(text: string): string {
  return [...text].reverse().join('')
}
