import type { ClientBase } from 'pg'
import type { Listing, Origin } from '../import/listing.ts'
import type { RawPlace } from '../osm/read-osm.ts'
import { copyRows } from './copy.ts'

/** A listing waiting to be written, with its origin if that isn't its region's. */
export interface StagedListing {
  listing: Listing
  origin?: Origin
}

/** Fields by which duplicates are recognised. */
export interface Fingerprint {
  name: string
  host: string | null
  /** OpenStreetMap maps a business as a point, as an area, or both. */
  shape: 'point' | 'area' | null
}

const BATCH = 1000

/** Temporary tables for what was read from a file. Dropped with the connection, so nothing needs cleaning up. */
export async function createStaging(client: ClientBase): Promise<void> {
  // Large imports take longer than the application's statement timeout.
  await client.query(`
    set statement_timeout = 0;
    set idle_in_transaction_session_timeout = 0;
    create temporary table staged_raw (n integer generated always as identity primary key, place json not null);
    create temporary table staged_listing (
      n integer generated always as identity primary key,
      listing json not null,
      place_id text not null,
      name text not null,
      host text,
      phone text,
      shape text,
      lat double precision not null,
      lon double precision not null
    )`)
}

export async function stageRaw(client: ClientBase, places: readonly RawPlace[]): Promise<void> {
  const rows = places.map((place) => [JSON.stringify(place)])
  await copyRows(client, 'staged_raw', ['place'], rows)
}

export function readRaw(client: ClientBase): AsyncGenerator<RawPlace[]> {
  return readBatches(client, 'staged_raw', 'place')
}

export async function stageListings(
  client: ClientBase,
  staged: readonly (StagedListing & { fingerprint: Fingerprint })[],
): Promise<void> {
  const columns = ['listing', 'place_id', 'name', 'host', 'phone', 'shape', 'lat', 'lon']
  const rows = staged.map(({ fingerprint: { name, host, shape }, ...record }) => {
    const { place_id, phone, lat, lon } = record.listing
    return [JSON.stringify(record), place_id, name, host, phone, shape, lat, lon]
  })
  await copyRows(client, 'staged_listing', columns, rows)
}

export function readListings(client: ClientBase): AsyncGenerator<StagedListing[]> {
  return readBatches(client, 'staged_listing', 'listing')
}

async function* readBatches<T>(client: ClientBase, table: string, column: string): AsyncGenerator<T[]> {
  let last = 0
  for (;;) {
    const { rows } = await client.query<{ n: number; record: T }>(
      `select n, ${column} as record from ${table} where n > $1 order by n limit ${BATCH}`,
      [last],
    )
    if (rows.length === 0) return
    last = rows.at(-1)!.n
    yield rows.map(({ record }) => record)
  }
}

/** The same name and the same website or phone within this distance means the same business. */
const SAME_CONTACT_M = 100
/** So does a point near an area with the same name. */
const SAME_BUILDING_M = 80
const METRES_PER_DEGREE = 111_195

/** Pairs of staged listings that are the same business, by number. */
export async function findDuplicates(client: ClientBase): Promise<[number, number][]> {
  await client.query(`create index on staged_listing (name, lat); analyze staged_listing`)
  const { rows } = await client.query<{ a: number; b: number }>(
    `select a.n as a, b.n as b
     from staged_listing a
     join staged_listing b on b.name = a.name and b.n <> a.n
       and b.lat >= a.lat and b.lat <= a.lat + ${SAME_CONTACT_M / METRES_PER_DEGREE}
     where ${METRES_PER_DEGREE} * sqrt(power(b.lat - a.lat, 2) + power((b.lon - a.lon) * cos(radians(a.lat)), 2))
       <= case
         when a.host = b.host or a.phone = b.phone then ${SAME_CONTACT_M}
         when a.shape <> b.shape then ${SAME_BUILDING_M}
       end
     order by a.n, b.n`,
  )
  return rows.map(({ a, b }) => [a, b])
}

/** Removes listings from the staging table. `isInForce`: the region has a place with that id now. */
export async function takeListings(
  client: ClientBase,
  region: string,
  numbers: readonly number[],
): Promise<Map<number, StagedListing & { isInForce: boolean }>> {
  const { rows } = await client.query<{ n: number; record: StagedListing; isInForce: boolean }>(
    `with taken as (delete from staged_listing where n = any($2) returning n, listing, place_id)
     select n, listing as record, exists (
         select from places.place p join places.region r using (region_id)
         where r.name = $1 and p.place_id = taken.place_id
       ) as "isInForce"
     from taken`,
    [region, numbers],
  )
  return new Map(rows.map(({ n, record, isInForce }) => [n, { ...record, isInForce }]))
}

export async function countStaged(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from staged_listing',
  )
  return rows[0]!.count
}
