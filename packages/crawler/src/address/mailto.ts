import { decodeHTML } from 'entities'
import { oneLine } from '../page/clean-text.ts'
import { findBracketed, findHyphened } from './bracket-words.ts'
import { matchAddresses } from './match.ts'

export interface Recipient {
  email: string
  /** The display name in `Name <address>`. */
  name?: string
}

const SCHEME = /^\s*(?:(?:https?:\/\/)?(?:[^\s?#]{0,200}\/)?mailto\s*:\s*(?:\/\/)?)+/i

/** Percent-decodes, and leaves a stray '%' in place. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return decodeBytes(run)
    }
  })
}

function decodeBytes(run: string): string {
  return run.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/**
 * The recipients of a mailto link: several addresses, cc and bcc, doubled or archived schemes, percent and entity
 * encoding, bracket words. Addresses in subject and body are ignored.
 */
export function readMailto(href: string): Recipient[] {
  let rest = href.slice(0, 4000).trim()
  for (let round = 0; round < 3; round++) {
    const bare = percentDecodeBeforeQuery(rest).replace(SCHEME, '').trim()
    if (bare === rest) break
    rest = bare
  }
  const [to = '', query = ''] = splitQuery(rest)
  const copies = [...query.matchAll(/(?:^|[&?;])(?:to|cc|bcc)=([^&]*)/gi)].map((match) =>
    percentDecode(match[1]!),
  )
  return [to, ...copies].flatMap(readRecipients)
}

function percentDecodeBeforeQuery(text: string): string {
  const [to = '', query] = splitQuery(text)
  return query === undefined ? decodeAll(to) : `${decodeAll(to)}?${query}`
}

function decodeAll(text: string): string {
  return /&(?:#|amp|commat|period)/i.test(text) ? decodeHTML(percentDecode(text)) : percentDecode(text)
}

function splitQuery(text: string): [string, string | undefined] {
  const mark = text.search(/\?|&(?:amp;)?(?:subject|body|cc|bcc)=/i)
  return mark < 0 ? [text, undefined] : [text.slice(0, mark), text.slice(mark + 1).replace(/^amp;/, '')]
}

function readRecipients(list: string): Recipient[] {
  if (!list.includes('@'))
    return [...findBracketed(oneLine(list)), ...findHyphened(list)].map(({ email }) => ({ email }))
  const recipients: Recipient[] = []
  for (const part of list.split(/[,;](?=[^,;]*@)/)) {
    const named = /^\s*"?([^"<>@]{2,80}?)"?\s*<([^<>]{3,254})>/.exec(part)
    for (const { email } of matchAddresses(part.replace(/\s*@\s*/, '@'), 20)) {
      recipients.push(named ? { email, name: named[1]!.trim() } : { email })
    }
  }
  return recipients
}
