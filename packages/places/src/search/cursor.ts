import { createHash } from 'node:crypto'
import type { PlaceSearch } from '../place.ts'
import type { Position } from '../store/search.store.ts'
import { STAGE_KINDS, type Stage } from './score.ts'
import { LEVELS } from './terms.ts'
import { WIDENINGS_M } from './widening.ts'

/** The cursor is not from this search. */
export class BadCursor extends Error {
  constructor() {
    super('The page to continue after is not one of this search')
    this.name = 'BadCursor'
  }
}

const MAX_VARIANTS = 6

export interface Cursor {
  /** Index of WIDENINGS_M. */
  widening: number
  /** Index of the query's variants. */
  variant: number
  stage: Stage
  after: Position | null
}

export function writeCursor(search: PlaceSearch, { widening, variant, stage, after }: Cursor): string {
  const { kind, level } = stage
  const values = [fingerprint(search), widening, variant, STAGE_KINDS.indexOf(kind), level, after]
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

export function readCursor(search: PlaceSearch, text: string): Cursor {
  const values = parse(text)
  if (!Array.isArray(values) || values.length !== 6 || values[0] !== fingerprint(search))
    throw new BadCursor()
  const [, widening, variant, kindIndex, level, after] = values
  const kind = isIndex(kindIndex, STAGE_KINDS.length) ? STAGE_KINDS[kindIndex] : undefined
  if (!isIndex(widening, WIDENINGS_M.length) || !isIndex(variant, MAX_VARIANTS) || !isPosition(after))
    throw new BadCursor()
  if (kind === undefined || !(level === null || isIndex(level, LEVELS))) throw new BadCursor()
  return { widening, variant, stage: { kind, level }, after }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    throw new BadCursor()
  }
}

function isIndex(value: unknown, length: number): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < length
}

const MAX_INTEGER = 2 ** 31 - 1

function isPosition(value: unknown): value is Position | null {
  if (value === null) return true
  if (!Array.isArray(value) || value.length !== 4) return false
  const [score, distance, rank, placeId] = value
  const isNumber = (number: unknown) => isIndex(number, MAX_INTEGER)
  return [score, distance, rank].every(isNumber) && typeof placeId === 'string' && !placeId.includes('\0')
}

function fingerprint({ query, location, filters, sort = 'match' }: PlaceSearch): string {
  const { has_website = false, has_phone = false, has_email = false, category, within_m } = filters ?? {}
  const fields = [has_website, has_phone, has_email, category ?? null, within_m ?? null]
  const asked = [query.trim(), location?.trim() ?? '', ...fields, sort]
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 12)
}
