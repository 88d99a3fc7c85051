import { readMailto } from '../address/mailto.ts'
import { scriptText } from '../page/tree.ts'
import { readFlatState } from './flat-state.ts'
import { readObjects } from './object-people.ts'
import type { Sighting, Technique } from './technique.ts'

const FLIGHT = /__next_f\.push\(\s*\[\s*1\s*,\s*("(?:[^"\\]|\\.)*")\s*\]\s*\)/g
const STREAM = /streamController\.enqueue\(\s*("(?:[^"\\]|\\.)*")\s*\)/g
const MAX_TEXT = 2_000_000
const AT = /@|%40|\\u0040/i

/** State that React frameworks stream into the page: Next.js in rows, React Router in flat lists. */
export const streamedState: Technique = {
  name: 'streamed-state',
  confidence: 0.75,
  *find(page) {
    const scripts = page
      .byName('script')
      .map(scriptText)
      .filter((code) => code.includes('__next_f') || code.includes('streamController'))
    if (!scripts.some((code) => AT.test(code))) return
    const rows = rowsOf(literalsOf(scripts, FLIGHT).join('')).flatMap(parsed)
    const lists = literalsOf(scripts, STREAM).flatMap(parsed).map(readFlatState)
    yield* sightingsIn([...rows, ...lists])
  },
}

function literalsOf(scripts: readonly string[], call: RegExp): string[] {
  return scripts.flatMap((code) => [...code.matchAll(call)].flatMap(([, text]) => parsed(text!))).map(String)
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    // Another kind of row, or one that is cut off.
    return []
  }
}

/**
 * Splits `1a:["$","a",null,{…}]`, one row per line. Only text rows (`2b:T1f,…`) give their length in bytes and may
 * contain line breaks.
 */
export function rowsOf(text: string): string[] {
  const bytes = Buffer.from(text.slice(0, MAX_TEXT))
  const rows: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const colon = bytes.indexOf(58, at)
    if (colon < 0) break
    const comma = bytes[colon + 1] === 84 ? bytes.indexOf(44, colon) : -1
    if (comma > 0 && comma - colon < 10) {
      at = comma + 1 + Number.parseInt(bytes.toString('latin1', colon + 2, comma), 16) || bytes.length
      continue
    }
    const end = bytes.indexOf(10, colon)
    const row = bytes.toString('utf8', colon + 1, end < 0 ? bytes.length : end)
    if (AT.test(row)) rows.push(row.replace(/^[A-Z]+(?=[[{"])/, ''))
    at = end < 0 ? bytes.length : end + 1
  }
  return rows
}

function* sightingsIn(data: unknown): Generator<Sighting> {
  for (const { email, person } of readObjects(data, 'untyped'))
    if (email) yield { email, offset: -1, ...(person && { person }) }
  for (const href of mailLinksIn(data)) for (const { email } of readMailto(href)) yield { email, offset: -1 }
}

const MAX_VALUES = 50_000

function mailLinksIn(data: unknown): string[] {
  const links: string[] = []
  const stack: unknown[] = [data]
  for (let count = 0; stack.length > 0 && count < MAX_VALUES; count++) {
    const value = stack.pop()
    if (typeof value === 'string') {
      if (/^mailto:/i.test(value)) links.push(value)
    } else if (value !== null && typeof value === 'object') {
      for (const item of Object.values(value)) stack.push(item)
    }
  }
  return links
}
