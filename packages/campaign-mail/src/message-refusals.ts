import { isAddress } from '@goldpan/contract/email-address'
import { getDomain } from 'tldts'
import { domainOf } from './address.ts'
import { type CampaignMessage, MessageRefused } from './campaign-message.ts'
import { findEmptyValue, findPlaceholder } from './render-template.ts'

const CONTROL = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/
const MESSAGE_ID = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9[\]:.-]+$/
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** A Message-ID without its angle brackets; null if it isn't safe in a header or has more than 250 characters. */
export function bareId(id: string): string | null {
  const bare = id.trim().replace(/^<(.*)>$/, '$1')
  return bare.length <= 250 && MESSAGE_ID.test(bare) ? bare : null
}

/** Throws {@link MessageRefused} with the first reason against building this message. */
export function refuseUnsafeMessage(message: CampaignMessage): void {
  const sentence =
    faultOfAddresses(message) ?? faultOfHeaders(message) ?? faultOfUrls(message) ?? faultOfContent(message)
  if (sentence) throw new MessageRefused(sentence)
}

function faultOfAddresses(message: CampaignMessage): string | null {
  const addresses: [string, string][] = [
    ['sender', message.from.address],
    ['reply', message.reply_to],
    ['recipient', message.to.address],
    ['return', message.envelope_from],
  ]
  const unsafe = addresses.find(([, address]) => !isAddress(address))
  if (unsafe) return `The ${unsafe[0]} address ${quote(unsafe[1])} can't be used.`
  const foreign = message.dkim?.find((key) => !isAligned(key.domain, message.from.address))
  if (foreign) return `The signing key belongs to ${foreign.domain}, not to the sender's domain.`
  return null
}

/** Relaxed DMARC alignment: both names have the same registrable domain. */
function isAligned(domain: string, address: string): boolean {
  const sender = domainOf(address)
  return domain === sender || (getDomain(domain) ?? domain) === (getDomain(sender) ?? sender)
}

function faultOfHeaders(message: CampaignMessage): string | null {
  const names = [message.subject, message.from.name, message.to.name ?? '']
  const dirty = names.find((name) => CONTROL.test(name))
  if (dirty !== undefined) return `${quote(dirty)} contains a line break or a control character.`
  if (!message.subject.trim()) return 'The subject is empty.'
  if (message.subject.length > 400) return 'The subject is longer than 400 characters.'
  if (names.some((name) => name.length > 400)) return 'A name is longer than 400 characters.'
  if (!bareId(message.message_id)) return `${quote(message.message_id)} is not a message id.`
  if (Number.isNaN(message.date.getTime())) return 'The date of the message is not a date.'
  const values = [
    message.feedback_id,
    message.list_id,
    message.loop_id,
    message.language,
    message.envelope_id,
  ]
  const odd = values.find((value) => value !== undefined && (value.length > 200 || !HEADER_VALUE.test(value)))
  if (odd !== undefined) return `${quote(odd)} can't be used in a header.`
  return null
}

function faultOfUrls(message: CampaignMessage): string | null {
  for (const url of [message.unsubscribe_url, message.one_click_url, message.open_pixel_url ?? null]) {
    if (url === null) continue
    if (!/^[\x21-\x7e]{1,900}$/.test(url) || /[<>,"\\]/.test(url))
      return `${quote(url)} is not a web address.`
    const kind = kindOfUrl(url)
    if (kind === 'none') return `${quote(url)} is not a web address.`
    if (kind === 'personal') return `${quote(url)} contains a user name.`
    if (kind === 'unsafe' || (kind === 'plain' && !message.local_only)) {
      return `${quote(url)} must start with https://.`
    }
  }
  return faultOfPrivacyUrl(message.privacy_url)
}

/** This page isn't ours, so it may use plain http and letters of any script. */
function faultOfPrivacyUrl(url: string | null | undefined): string | null {
  if (!url) return null
  const isWritable = url.length <= 900 && !/[\s<>"\\]/.test(url) && !CONTROL.test(url)
  const isPage = isWritable && ['safe', 'plain'].includes(kindOfUrl(url))
  return isPage ? null : `${quote(url)} is not a web address.`
}

/** `plain` is http to another machine; `personal` contains a user name. */
type UrlKind = 'none' | 'personal' | 'safe' | 'plain' | 'unsafe'

function kindOfUrl(text: string): UrlKind {
  const url = URL.parse(text)
  if (!url) return 'none'
  if (url.username) return 'personal'
  if (url.protocol === 'https:') return 'safe'
  if (url.protocol !== 'http:') return 'unsafe'
  return isLoopback(url.hostname) ? 'safe' : 'plain'
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

function faultOfContent(message: CampaignMessage): string | null {
  if (!/\S/.test(message.html)) return 'The message is empty.'
  if (!message.postal_address.trim())
    return 'The postal address is missing. The law requires one in every message.'
  for (const text of [message.subject, message.html, message.text ?? '', message.to.name ?? '']) {
    const fault = faultOfWords(text)
    if (fault) return fault
  }
  return null
}

function faultOfWords(text: string): string | null {
  const placeholder = findPlaceholder(text)
  if (placeholder) return `The placeholder ${quote(placeholder)} was not filled in.`
  const empty = findEmptyValue(text)
  return empty ? `The text contains "${empty}", which looks like a missing value.` : null
}

function quote(text: string): string {
  const shown = text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, '\ufffd')
  return `"${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}"`
}
