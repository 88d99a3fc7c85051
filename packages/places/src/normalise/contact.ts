import { isAddress, toAddress } from '@goldpan/contract/email-address'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { parse as parseHost } from 'tldts'
import type { Tags } from '../osm/business-tags.ts'

const WEBSITE_KEYS = ['website', 'contact:website', 'url', 'contact:url', 'website:official', 'official_website', 'website:de', 'website:en', 'website:fr'] // biome-ignore format: one list
const PHONE_KEYS = ['phone', 'contact:phone', 'mobile', 'contact:mobile', 'telephone', 'contact:telephone', 'phone:mobile', 'contact:whatsapp'] // biome-ignore format: one list
const EMAIL_KEYS = ['email', 'contact:email', 'e-mail', 'contact:e-mail', 'operator:email']

const MAX_URL = 500

/** The first valid value. Data contain lists such as `a;b`, `a / b` and `a, b`. */
function first<T>(tags: Tags, keys: readonly string[], read: (value: string) => T | null): T | null {
  for (const key of keys) {
    const values = tags[key]
    if (values === undefined) continue
    for (const value of values.split(/[;,]|\s\/\s|\s\|\s/)) {
      const found = value.trim() === '' ? null : read(value.trim())
      if (found !== null) return found
    }
  }
  return null
}

export function websiteOf(tags: Tags): string | null {
  return first(tags, WEBSITE_KEYS, website)
}

export function phoneOf(tags: Tags, country: string | null): string | null {
  return first(tags, PHONE_KEYS, (value) => phone(value, country))
}

export function emailOf(tags: Tags): string | null {
  return first(tags, EMAIL_KEYS, email)
}

/** Absolute URL of a public host, with https if the scheme is missing. Null for anything else. */
export function website(text: string): string | null {
  const given = text.trim().replace(/^(https?):\/*(?=[^/])/i, '$1://')
  if (given.length > MAX_URL || /\s/.test(given)) return null
  const absolute = /^https?:\/\//i.test(given) ? given : `https://${given.replace(/^\/+/, '')}`
  if (!/^https?:\/\//i.test(given) && /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(given)) return null
  const url = URL.parse(absolute)
  if (url === null) return null
  const host = parseHost(url.hostname)
  if (!host.isIcann || host.domain === null || url.username !== '' || url.password !== '') return null
  return url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : url.href
}

/** The host without `www.`, for comparing websites. */
export function websiteHost(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : null
}

/** International form, `+423 232 12 34`. Null for anything that isn't a phone number. */
export function phone(text: string, country: string | null): string | null {
  const plain = text.replace(/^(?:tel|phone|t|tél|fon)\s*[.:]\s*/i, '').replace(/^00(?=[1-9])/, '+')
  const region = country !== null && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const parsed = parsePhoneNumberFromString(plain, region)
  if (parsed?.isPossible()) return parsed.formatInternational()
  // '+04231234567' and '423 232 12 34': wrong or missing international prefix.
  const repaired = parsePhoneNumberFromString(`+${plain.replace(/\D/g, '').replace(/^0+/, '')}`)
  return repaired?.isValid() ? repaired.formatInternational() : null
}

export function email(text: string): string | null {
  const plain = toAddress(
    text
      .trim()
      .replace(/^mailto:/i, '')
      .replace(/\?.*$/, ''),
  )
  if (!isAddress(plain)) return null
  const at = plain.lastIndexOf('@')
  const host = parseHost(plain.slice(at + 1))
  return host.isIcann && host.domain !== null
    ? plain.slice(0, at + 1) + plain.slice(at + 1).toLowerCase()
    : null
}
