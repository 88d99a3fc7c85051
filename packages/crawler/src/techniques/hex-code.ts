import { readMailto } from '../address/mailto.ts'
import type { Page } from '../page/page.ts'
import type { ElementNode } from '../page/tree.ts'
import type { Sighting, Technique } from './technique.ts'

/** The shortest address has 16 digits. A custom scheme may come first. */
const HEX = /^\s*(?:[a-z][\w+.-]{0,20}:|#|\/)?((?:[0-9a-f]{2}){8,200})\s*$/i

/** An attribute of hex digits: the address itself, or XORed with its first byte. */
export const hexCode: Technique = {
  name: 'hex-code',
  confidence: 0.75,
  *find(page) {
    for (const element of page.byName('a')) yield* read(page, element, element.attributes.href)
    for (const element of page.marked.data) {
      for (const name in element.attributes)
        if (name.startsWith('data-') && name !== 'data-cfemail')
          yield* read(page, element, element.attributes[name])
    }
  },
}

function* read(page: Page, element: ElementNode, value: string | undefined): Generator<Sighting> {
  if (value === undefined || value.length < 16 || value.length > 440) return
  const digits = HEX.exec(value)?.[1]
  const email = digits && decode(digits)
  if (email && !page.isDropped(element)) yield { email, offset: page.offsetOf(element) }
}

function decode(digits: string): string | undefined {
  const bytes = Buffer.from(digits, 'hex')
  return addressIn(bytes) ?? addressIn(bytes.subarray(1).map((byte) => byte ^ bytes[0]!))
}

/** Hashes are hex digits too, so all of it must be an address. */
function addressIn(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('latin1')
  if (!/^(?:mailto:)?[\w.+-]{1,64}@[\w.-]{4,200}$/i.test(text)) return undefined
  return readMailto(text)[0]?.email
}
