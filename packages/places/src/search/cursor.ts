import type { PlaceSearch } from '../place.ts'
import type { Position } from '../store/search.store.ts'
import { hash53 } from '../text/term.ts'
import { TIERS } from '../text/tiers.ts'
import { isOfNames, NAMES_FROM } from './reading.ts'
import { WIDENINGS_M } from './widening.ts'

/** A cursor that no page of this search has given. */
export class BadCursor extends Error {
  constructor() {
    super('The page to continue after is not one of this search')
    this.name = 'BadCursor'
  }
}

const MAX_VARIANTS = 6

/** Where a search stands: how far it was widened, how loosely the query is taken, which tiers it reads, and after which place. */
export interface Cursor {
  widening: number
  variant: number
  tierFrom: number
  tierCount: number
  after: Position | null
}

export function writeCursor(
  search: PlaceSearch,
  { widening, variant, tierFrom, tierCount, after }: Cursor,
): string {
  return Buffer.from(
    JSON.stringify([fingerprint(search), widening, variant, tierFrom, tierCount, after]),
  ).toString('base64url')
}

export function readCursor(search: PlaceSearch, text: string): Cursor {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(values) || values.length !== 6 || values[0] !== fingerprint(search))
      throw new BadCursor()
    const [, widening, variant, tierFrom, tierCount, after] = values
    const isKnown =
      isBelow(widening, WIDENINGS_M.length) && isBelow(variant, MAX_VARIANTS) && isPosition(after)
    if (!isKnown || !isBelow(tierFrom - NAMES_FROM, TIERS - NAMES_FROM)) throw new BadCursor()
    const end = isOfNames({ tierFrom }) ? 0 : TIERS
    if (!isBelow(tierCount - 1, end - tierFrom)) throw new BadCursor()
    return { widening, variant, tierFrom, tierCount, after }
  } catch {
    throw new BadCursor()
  }
}

function isBelow(value: unknown, limit: number): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < limit
}

function isPosition(value: unknown): value is Position | null {
  if (value === null) return true
  if (!Array.isArray(value) || value.length !== 4) return false
  const [placeId, ...numbers] = [value[3], ...value.slice(0, 3)]
  return (
    typeof placeId === 'string' &&
    !placeId.includes('\0') &&
    numbers.every((number) => Number.isInteger(number) && Math.abs(number) < 2 ** 31)
  )
}

function fingerprint({ query, location, filters }: PlaceSearch): number {
  const { has_website = false, has_phone = false, has_email = false } = filters ?? {}
  return hash53(JSON.stringify([query.trim(), location?.trim() ?? '', has_website, has_phone, has_email]))
}
