import { Boundaries, drawBoundary } from '../../src/gazetteer/boundaries.ts'
import { distanceM } from '../../src/geometry/distance.ts'
import { PbfFile } from '../../src/osm/pbf-file.ts'
import { OsmReading, type RawPlace } from '../../src/osm/read-osm.ts'
import { type OverturePlace, readOverturePlace } from '../../src/overture/overture-row.ts'
import { readParquet } from '../../src/overture/parquet-file.ts'
import type { KnownAnswer } from './known-answer.ts'

export interface Truth {
  /** Place ids that must be found. */
  wanted: Set<string>
  /** Place ids that may be found too. */
  allowed: Set<string>
}

interface Element {
  id: string
  lat: number
  lon: number
  tags: Record<string, string>
  areas: string[]
}

/** The elements of a file. Answers are determined by tags and boundaries only, independently of the search. */
export async function readElements(path: string, now: Date): Promise<Element[]> {
  return path.endsWith('.parquet') ? readOvertureElements(path) : readOsmElements(path, now)
}

async function readOsmElements(path: string, now: Date): Promise<Element[]> {
  const file = await PbfFile.open(path)
  try {
    const reading = new OsmReading(file, now)
    const raw: RawPlace[] = []
    for await (const places of reading.places()) raw.push(...places)
    const known = new Boundaries(reading.boundaries.flatMap((boundary) => drawBoundary(boundary) ?? []))
    const names = new Map(reading.boundaries.map(({ id, tags }) => [id, tags.name]))
    return raw.map((place) => ({
      ...place,
      id: `osm:${place.id}`,
      areas: known.around(place).flatMap(({ id }) => names.get(id) ?? []),
    }))
  } finally {
    await file.close()
  }
}

async function readOvertureElements(path: string): Promise<Element[]> {
  const elements: Element[] = []
  for await (const { rows } of readParquet(path, OVERTURE_COLUMNS))
    for (const row of rows) {
      const place = readOverturePlace(row)
      if (place !== undefined)
        elements.push({ ...place, id: `overture:${place.id}`, tags: tagsOfRow(place), areas: [] })
    }
  return elements
}

const OVERTURE_COLUMNS = ['id', 'geometry', 'names', 'categories', 'addresses', 'brand']

function tagsOfRow({ name, names, category, address }: OverturePlace): Element['tags'] {
  return {
    name,
    alt_name: names.join('; '),
    category: category ?? '',
    'addr:city': address.locality ?? '',
    'addr:state': address.region ?? '',
    'addr:postcode': address.postcode ?? '',
  }
}

export function truthOf(answer: KnownAnswer, elements: readonly Element[]): Truth {
  const here = elements.filter((element) => isNamed(element) && isThere(element, answer))
  const near = (element: Element, km: number) =>
    answer.around === undefined || distanceM(element, answer.around) <= km * 1000
  const { km = 0, mayKm = 0 } = answer.around ?? {}
  const meant = here.filter((element) => isMeant(element, answer))
  const wanted = meant.filter((element) => near(element, km))
  const may = here.filter((element) => hasOne(element, answer.may ?? []) || isCalled(element, answer.mayName))
  const allowed = [...meant, ...may].filter((element) => near(element, mayKm))
  const ids = (list: Element[]) => new Set(list.map(({ id }) => id))
  return { wanted: ids(wanted), allowed: new Set([...ids(wanted), ...ids(allowed)]) }
}

const NAME_KEYS = ['name', 'brand', 'operator', 'official_name', 'alt_name', 'short_name']

function isNamed({ tags }: Element): boolean {
  return NAME_KEYS.some((key) => tags[key]) || Object.keys(tags).some((key) => key.startsWith('name:'))
}

function isMeant(element: Element, { tags, name }: KnownAnswer): boolean {
  if (tags !== undefined && !hasOne(element, tags)) return false
  return name === undefined || isCalled(element, name)
}

function isCalled({ tags }: Element, name: RegExp | undefined): boolean {
  const isName = (key: string) => NAME_KEYS.includes(key) || key.startsWith('name:')
  return name !== undefined && Object.entries(tags).some(([key, value]) => isName(key) && name.test(value))
}

function hasOne({ tags }: Element, wanted: readonly string[]): boolean {
  return wanted.some((all) =>
    all.split('&').every((one) => {
      const [key = '', value] = one.split('=')
      return value === '*' ? key in tags : (tags[key] ?? '').split(';').some((part) => part.trim() === value)
    }),
  )
}

function isThere({ areas, tags }: Element, { inside, postcode, locality, state }: KnownAnswer): boolean {
  if (state !== undefined && tags['addr:state'] !== state) return false
  if (inside !== undefined && !areas.includes(inside)) return false
  if (postcode !== undefined && tags['addr:postcode'] !== postcode) return false
  return locality === undefined || locality.test(tags['addr:city'] ?? '')
}
