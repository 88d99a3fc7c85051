import type { PoolClient } from 'pg'
import type { Area } from '../gazetteer/area.ts'
import { SHORT } from '../gazetteer/area-names.ts'
import { HashSet } from '../text/hash-set.ts'
import { spellingKeys } from '../text/spelling.ts'
import { termOf } from '../text/term.ts'
import { type Columns, copyRows, type Value } from './copy.ts'

export interface Origin {
  source: string
  licence: string
  attribution: string
}

/** Held while a region is replaced, so that two imports of it run one after the other. */
const IMPORT_LOCK = 7_402_114

export interface NewRegion {
  name: string
  originId: number
  dataAt: string | null
  importedAt: string
  isDemo: boolean
}

/**
 * Begins a transaction that changes the regions, the only one for as long as it lasts. A large region takes longer to copy and to
 * index than the application lets a statement run. The database looks now and then whether the import still lives, or a
 * killed one could hold up searches until its statement is done.
 */
export async function beginImport(client: PoolClient): Promise<void> {
  await runAll(client, [
    'begin',
    `select set_config('statement_timeout', '0', true),
       set_config('idle_in_transaction_session_timeout', '0', true),
       case when version() !~* 'mingw|visual|windows' then set_config('client_connection_check_interval', '2s', true) end`,
    `select pg_advisory_xact_lock(${IMPORT_LOCK})`,
  ])
}

export async function findOrigin(
  client: PoolClient,
  { source, licence, attribution }: Origin,
): Promise<number> {
  const { rows } = await client.query<{ origin_id: number }>(
    `insert into places.origin (source, licence, attribution) values ($1, $2, $3)
     on conflict (source, licence, attribution) do update set source = excluded.source returning origin_id`,
    [source, licence, attribution],
  )
  return rows[0]!.origin_id
}

export async function findRegionId(client: PoolClient, name: string): Promise<number | null> {
  const { rows } = await client.query<{ region_id: number }>(
    'select region_id from places.region where name = $1',
    [name],
  )
  return rows[0]?.region_id ?? null
}

/** Whether there are other regions than these, which may know the same businesses. */
export async function hasOtherRegions(client: PoolClient, ids: readonly (number | null)[]): Promise<boolean> {
  const { rows } = await client.query('select from places.region where region_id <> all($1) limit 1', [
    ids.filter((id) => id !== null),
  ])
  return rows.length > 0
}

/** Adds the region under a name of its own until the old one is gone. */
export async function addRegion(client: PoolClient, region: NewRegion): Promise<number> {
  const { rows } = await client.query<{ region_id: number }>(
    `insert into places.region (name, origin_id, data_at, imported_at, is_demo, counts_levels, lists_by_country,
       counts_names)
     values ($1, $2, $3, $4, $5, true, true, true) returning region_id`,
    [`${region.name}\n(being imported)`, region.originId, region.dataAt, region.importedAt, region.isDemo],
  )
  return rows[0]!.region_id
}

/** The tables of which each region has a partition. */
const PARTITIONED = ['place', 'term', 'area'] as const
export type Partitioned = (typeof PARTITIONED)[number]

/** In the order in which searches read them, or each could wait for what the other holds. */
const DROPPED: readonly Partitioned[] = ['area', 'term', 'place']

export function partition(table: Partitioned, regionId: number): string {
  return `places.${table}_${regionId}`
}

/**
 * Empty tables for the new region, which no search sees yet. Without statistics on the terms the planner always asks
 * the index, which is right: comparing term by term is far slower than it thinks.
 */
export async function createTables(client: PoolClient, regionId: number): Promise<void> {
  const partitions = PARTITIONED.map(
    (
      table,
    ) => `create table ${partition(table, regionId)} (like places.${table} including defaults including storage,
       check (region_id = ${regionId})) with (parallel_workers = 0)`,
  )
  await runAll(client, [
    ...partitions,
    `alter table ${partition('place', regionId)} alter column terms set statistics 0`,
  ])
}

/** Indexes what is written of the new region and makes it part of what is searched. */
export async function attachPartitions(
  client: PoolClient,
  regionId: number,
  tables: readonly Partitioned[],
): Promise<void> {
  await runAll(client, [
    `set local maintenance_work_mem = '128MB'`,
    ...tables.map(
      (table) =>
        `alter table places.${table} attach partition ${partition(table, regionId)} for values in (${regionId})`,
    ),
    ...tables.map((table) => `analyze ${partition(table, regionId)}`),
  ])
}

/** In one message: waiting for each answer would take as long as what small regions have to be done. */
async function runAll(client: PoolClient, statements: readonly string[]): Promise<void> {
  await client.query(statements.join(';\n'))
}

const PLACE_COLUMNS: Columns = {
  region_id: 'integer',
  origin_id: 'smallint',
  place_id: 'text',
  name: 'text',
  address: 'text',
  locality: 'text',
  region: 'text',
  country: 'text',
  website: 'text',
  phone: 'text',
  email: 'text',
  opening_hours: 'text',
  categories: 'text[]',
  lat: 'double precision',
  lon: 'double precision',
  merged_ids: 'text[]',
  tier: 'smallint',
  terms: 'bigint[]',
  twin_site: 'bigint',
  twin_phone: 'bigint',
}

export async function copyPlaces(client: PoolClient, regionId: number, rows: Iterable<readonly Value[]>) {
  await copyRows(client, partition('place', regionId), PLACE_COLUMNS, rows)
}

const AREA_COLUMNS: Columns = {
  region_id: 'integer',
  key: 'text',
  kind: 'text',
  name: 'text',
  names: 'text[]',
  spellings: 'integer[]',
  country: 'text',
  lat: 'double precision',
  lon: 'double precision',
  radius_m: 'integer',
  term: 'bigint',
  has_boundary: 'boolean',
}

export async function copyAreas(client: PoolClient, regionId: number, areas: Iterable<Area>): Promise<void> {
  await copyRows(client, partition('area', regionId), AREA_COLUMNS, areaRows(regionId, areas))
}

function* areaRows(regionId: number, areas: Iterable<Area>): Generator<Value[]> {
  const seen = new HashSet()
  for (const { key, kind, name, names, country, lat, lon, radius_m, has_boundary } of areas) {
    const term = termOf('a', key)
    if (!seen.add(term)) continue
    const spellings =
      kind === 'postcode' || kind === 'landmark'
        ? []
        : [...new Set(names.filter((known) => !known.startsWith(SHORT)).flatMap(spellingKeys))]
    yield [regionId, key, kind, name, names, spellings, country, lat, lon, radius_m, term, has_boundary]
  }
}

/** How the new region's places differ from those it replaces. */
export async function compareRegions(
  client: PoolClient,
  oldId: number | null,
  newId: number,
): Promise<{ places: number; added: number; removed: number }> {
  const { rows } = await client.query<{ old: number; new: number; kept: number }>(
    `select (select count(*) from places.place where region_id = $1)::integer as old,
            (select count(*) from places.place where region_id = $2)::integer as new,
            (select count(*) from places.place o join places.place n using (place_id)
             where o.region_id = $1 and n.region_id = $2)::integer as kept`,
    [oldId, newId],
  )
  const counts = rows[0]!
  return { places: counts.new, added: counts.new - counts.kept, removed: counts.old - counts.kept }
}

/** Lets those show again that places of the region stood in for. */
export async function showShadowed(client: PoolClient, regionId: number): Promise<void> {
  await client.query(
    `update places.place set shadowed_by = null
     where shadowed_by is not null and shadowed_by in (select row_id from places.place where region_id = $1)`,
    [regionId],
  )
}

/** Removes a region with its places. Answers how many there were. */
export async function deleteRegion(client: PoolClient, regionId: number): Promise<number> {
  const { rows } = await client.query<{ places: number }>(
    'delete from places.region where region_id = $1 returning places',
    [regionId],
  )
  await runAll(
    client,
    DROPPED.map((table) => `drop table ${partition(table, regionId)}`),
  )
  return rows[0]?.places ?? 0
}

export async function activateRegion(
  client: PoolClient,
  regionId: number,
  { name, places, elements }: { name: string; places: number; elements: number },
): Promise<void> {
  await client.query('update places.region set name = $2, places = $3, elements = $4 where region_id = $1', [
    regionId,
    name,
    places,
    elements,
  ])
}
