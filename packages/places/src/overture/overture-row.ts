import type { Point } from '../geometry/distance.ts'

/** The part of Overture's schema in use: https://docs.overturemaps.org/schema/reference/places/place/ */
export interface OverturePlace extends Point {
  id: string
  name: string
  names: string[]
  category: string | null
  alternates: string[]
  websites: string[]
  phones: string[]
  emails: string[]
  address: {
    freeform: string | null
    locality: string | null
    postcode: string | null
    region: string | null
    country: string | null
  }
  /** Older releases have no licences. */
  sources: { dataset: string; licence: string | null }[]
  isClosed: boolean
}

type Row = Record<string, unknown>

/** Undefined if id, name or position is missing. */
export function readOverturePlace(row: Row): OverturePlace | undefined {
  const id = text(row.id)
  const names = record(row.names)
  const name = text(names.primary)
  const point = pointOf(row)
  if (id === null || name === null || point === undefined) return undefined
  const categories = record(row.categories)
  const taxonomy = record(row.taxonomy)
  const address = record(list(row.addresses)[0])
  return {
    ...point,
    id,
    name,
    names: [
      name,
      ...otherNames(names),
      ...otherNames(record(record(row.brand).names)),
      text(record(record(row.brand).names).primary),
    ].filter((other) => other !== null),
    category: text(categories.primary) ?? text(taxonomy.primary) ?? text(row.basic_category),
    alternates: texts(categories.alternate ?? taxonomy.alternates),
    websites: texts(row.websites),
    phones: texts(row.phones),
    emails: texts(row.emails),
    address: {
      freeform: text(address.freeform),
      locality: text(address.locality),
      postcode: text(address.postcode),
      region: text(address.region),
      country: text(address.country)?.toUpperCase() ?? null,
    },
    sources: list(row.sources)
      .map(record)
      .map((source) => ({ dataset: text(source.dataset) ?? '', licence: text(source.license) })),
    isClosed: /closed/.test(text(row.operating_status) ?? ''),
  }
}

function otherNames(names: Row): string[] {
  const { common } = names
  const values = Array.isArray(common)
    ? common.map((entry) => record(entry).value)
    : Object.values(record(common))
  return [...values, ...list(names.rules).map((rule) => record(rule).value)]
    .map(text)
    .filter((name) => name !== null)
}

function pointOf(row: Row): Point | undefined {
  const point = geometryPoint(row.geometry) ?? boxPoint(record(row.bbox))
  const isValid = point !== undefined && Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180
  return isValid ? point : undefined
}

/** A point as well-known binary, or as GeoJSON, which hyparquet returns for geometry columns. */
function geometryPoint(geometry: unknown): Point | undefined {
  if (geometry instanceof Uint8Array) {
    if (geometry.length < 21) return undefined
    const view = new DataView(geometry.buffer, geometry.byteOffset, geometry.byteLength)
    const isLittle = view.getUint8(0) === 1
    if ((view.getUint32(1, isLittle) & 0xff) !== 1) return undefined
    return { lon: view.getFloat64(5, isLittle), lat: view.getFloat64(13, isLittle) }
  }
  const { type, coordinates } = record(geometry)
  if (type !== 'Point' || !Array.isArray(coordinates)) return undefined
  const [lon, lat] = coordinates.map(Number)
  return Number.isFinite(lat) && Number.isFinite(lon) ? { lat: lat!, lon: lon! } : undefined
}

function boxPoint({ xmin, xmax, ymin, ymax }: Row): Point | undefined {
  const [west, east, south, north] = [xmin, xmax, ymin, ymax].map((value) =>
    typeof value === 'number' ? value : Number.NaN,
  )
  const point = { lat: (south! + north!) / 2, lon: (west! + east!) / 2 }
  return Number.isFinite(point.lat) && Number.isFinite(point.lon) ? point : undefined
}

function record(value: unknown): Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function texts(value: unknown): string[] {
  return list(value)
    .map(text)
    .filter((item) => item !== null)
}
