import { createHash } from 'node:crypto'
import type { PlaceSearch } from '../place.ts'
import type { Position } from '../store/search.store.ts'
import { STAGES, type Stage } from './score.ts'
import { WIDENINGS_M } from './widening.ts'

/** The cursor was not returned by a page of this search. */
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
  const values = [fingerprint(search), widening, variant, STAGES.indexOf(stage), after]
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

export function readCursor(search: PlaceSearch, text: string): Cursor {
  const values = parse(text)
  if (!Array.isArray(values) || values.length !== 5 || values[0] !== fingerprint(search))
    throw new BadCursor()
  const [, widening, variant, stageIndex, after] = values
  const stage = isIndex(stageIndex, STAGES.length) ? STAGES[stageIndex] : undefined
  if (!isIndex(widening, WIDENINGS_M.length) || !isIndex(variant, MAX_VARIANTS) || !isPosition(after))
    throw new BadCursor()
  if (stage === undefined) throw new BadCursor()
  return { widening, variant, stage, after }
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

function fingerprint({ query, location, filters }: PlaceSearch): string {
  const { has_website = false, has_phone = false, has_email = false } = filters ?? {}
  const asked = [query.trim(), location?.trim() ?? '', has_website, has_phone, has_email]
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 12)
}
