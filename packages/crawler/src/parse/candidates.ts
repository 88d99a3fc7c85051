import { normalizeAddress } from '../address/address.ts'
import type { StyleRules } from '../page/hidden.ts'
import type { Page } from '../page/page.ts'
import type { ElementNode } from '../page/tree.ts'
import type { AddressMark } from '../people/pairing.ts'
import type { StructuredPerson } from '../techniques/technique.ts'
import { techniques } from '../techniques/techniques.ts'

/** An address that one technique found at one place. */
export interface Candidate {
  email: string
  method: string
  confidence: number
  offset: number
  person?: StructuredPerson
}

export interface Candidates {
  candidates: Candidate[]
  /** Obfuscated text that looks like an address. */
  twins: Set<string>
  /** People in structured data without an address. */
  people: StructuredPerson[]
}

const MAX_CANDIDATES = 800
const revealers = techniques.filter((technique) => technique.reveal)
const confidenceOf = new Map(techniques.map(({ name, confidence }) => [name, confidence]))

export function reveal(
  element: ElementNode,
  styles: StyleRules,
): { text: string; method: string } | undefined {
  for (const technique of revealers) {
    const text = technique.reveal!(element, styles)
    if (text !== undefined) return { text, method: technique.name }
  }
  return undefined
}

export function findCandidates(page: Page): Candidates {
  const candidates: Candidate[] = []
  const twins = new Set<string>()
  const people: StructuredPerson[] = []
  for (const technique of techniques) {
    if (!technique.find) continue
    for (const { email: raw, offset, person, twin } of technique.find(page)) {
      if (twin) twins.add(twin.toLowerCase())
      if (raw === '' && person) people.push(person)
      const email = normalizeAddress(raw)
      if (!email || candidates.length >= MAX_CANDIDATES) continue
      const shown = revealAt(page, offset, raw.length)
      const confidence = shown ? (confidenceOf.get(shown) ?? technique.confidence) : technique.confidence
      candidates.push({
        email,
        method: shown ?? technique.name,
        confidence,
        offset,
        ...(person && { person }),
      })
    }
  }
  return { candidates: candidates.filter(({ email }) => !twins.has(email)), twins, people }
}

function revealAt(page: Page, offset: number, length: number): string | undefined {
  if (offset < 0 || page.reveals.length === 0) return undefined
  return page.reveals.find(({ from, to }) => from < offset + length && to > offset)?.method
}

export function marksOf(candidates: readonly Candidate[]): AddressMark[] {
  return candidates
    .filter(({ offset }) => offset >= 0)
    .map(({ email, offset }) => ({ email, from: offset }))
    .sort((a, b) => a.from - b.from)
}

export function group(candidates: readonly Candidate[]): Candidate[][] {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const list = groups.get(candidate.email)
    if (list) list.push(candidate)
    else groups.set(candidate.email, [candidate])
  }
  return [...groups.values()]
}
