import { decodeHTML } from 'entities'
import { jsonrepair } from 'jsonrepair'
import { domainOf } from '../address/address.ts'
import { scriptText } from '../page/tree.ts'
import { readObjects } from './object-people.ts'
import type { Technique } from './technique.ts'

const MAX_JSON = 500_000

/** schema.org in JSON-LD, also with trailing commas, raw line breaks and entities. */
export const jsonLd: Technique = {
  name: 'json-ld',
  confidence: 0.9,
  *find(page) {
    for (const script of page.byName('script')) {
      if (!/ld\+json/i.test(script.attributes.type ?? '')) continue
      const data = parseTolerantly(scriptText(script))
      for (const { email, person, isMaker } of readObjects(data, 'typed'))
        if (!isMaker || email === '' || page.isOwnDomain(domainOf(email)))
          yield { email, offset: -1, ...(person && { person }) }
    }
  },
}

export function parseTolerantly(text: string): unknown {
  if (text.length > MAX_JSON) return undefined
  const bare = text
    .replace(/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\]\]>)\s*$/, '')
  for (const read of [
    JSON.parse,
    (raw: string) => JSON.parse(jsonrepair(raw)),
    (raw: string) => JSON.parse(jsonrepair(decodeHTML(raw))),
  ]) {
    try {
      return read(bare)
    } catch {
      // Try the next, more tolerant parser.
    }
  }
  return undefined
}
