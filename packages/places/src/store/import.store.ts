import type { ClientBase } from 'pg'
import type { Area } from '../gazetteer/area.ts'
import { SHORT } from '../gazetteer/area-names.ts'
import type { Imported, Listing, Origin } from '../import/listing.ts'
import { spellings } from '../text/spelling.ts'
import { copyRows, type Value } from './copy.ts'

/** Serialises imports and removals. */
const IMPORT_LOCK = 7_402_114

/**
 * Begins a transaction that changes regions. PostgreSQL checks every two seconds if the client is alive: the
 * statement of a killed import would otherwise block searches until it ends.
 */
export async function beginImport(client: ClientBase): Promise<void> {
  await client.query(`
    begin;
    select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      case when version() !~* 'mingw|visual|windows' then set_config('client_connection_check_interval', '2s', true) end;
    select pg_advisory_xact_lock(${IMPORT_LOCK})`)
}

export async function findOrigin(
  client: ClientBase,
  { source, licence, attribution }: Origin,
): Promise<number> {
  const { rows } = await client.query<{ origin_id: number }>(
    `insert into places.origin (source, licence, attribution) values ($1, $2, $3)
     on conflict (source, licence, attribution) do update set source = excluded.source returning origin_id`,
    [source, licence, attribution],
  )
  return rows[0]!.origin_id
}

export async function findRegionId(client: ClientBase, name: string): Promise<number | null> {
  const { rows } = await client.query<{ region_id: number }>(
    'select region_id from places.region where name = $1',
    [name],
  )
  return rows[0]?.region_id ?? null
}

export async function hasOtherRegions(client: ClientBase, ids: readonly (number | null)[]): Promise<boolean> {
  const { rows } = await client.query('select from places.region where region_id <> all($1) limit 1', [
    ids.filter((id) => id !== null),
  ])
  return rows.length > 0
}

/** Adds the region under a temporary name until the old one is gone, because names are unique. */
export async function addRegion(
  client: ClientBase,
  region: Pick<Imported, 'dataAt'> & {
    name: string
    originId: number
    importedAt: string
    isDemo: boolean
  },
): Promise<number> {
  const { rows } = await client.query<{ region_id: number }>(
    `insert into places.region (name, origin_id, data_at, imported_at, is_demo)
     values ($1, $2, $3, $4, $5) returning region_id`,
    [`${region.name}\n(being imported)`, region.originId, region.dataAt, region.importedAt, region.isDemo],
  )
  return rows[0]!.region_id
}

type Partitioned = 'area' | 'term' | 'place'

/** In the order in which searches read them, so that an import and a search can't deadlock. */
const LOCK_ORDER: readonly Partitioned[] = ['area', 'term', 'place']

const partition = (table: Partitioned, regionId: number): string => `places.${table}_${regionId}`

/** Creates empty tables, which searches don't see until they are attached. */
export async function createPartitions(client: ClientBase, regionId: number): Promise<void> {
  for (const table of LOCK_ORDER)
    await client.query(
      `create table ${partition(table, regionId)}
       (like places.${table} including defaults including storage, check (region_id = ${regionId}))`,
    )
}

/** Indexes a partition and attaches it to the searched table. */
export async function attachPartition(
  client: ClientBase,
  table: Partitioned,
  regionId: number,
): Promise<void> {
  const name = partition(table, regionId)
  await client.query(`
    set local maintenance_work_mem = '128MB';
    alter table places.${table} attach partition ${name} for values in (${regionId});
    analyze ${name}`)
}

const PLACE_COLUMNS = [
  'origin_id', 'place_id', 'name', 'address', 'locality', 'region', 'country', 'website', 'phone', 'email',
  'opening_hours', 'categories', 'lat', 'lon', 'merged_ids', 'rank', 'terms', 'twin_site', 'twin_phone',
] as const // biome-ignore format: one list

export interface NewPlace extends Omit<Listing, 'names' | 'tags' | 'hints' | 'areas'> {
  origin_id: number
  categories: string[]
  rank: number
  terms: string[]
  twin_site: string | null
  twin_phone: string | null
}

export async function copyPlaces(
  client: ClientBase,
  regionId: number,
  places: readonly NewPlace[],
): Promise<void> {
  const rows = places.map((place): Value[] => [regionId, ...PLACE_COLUMNS.map((column) => place[column])])
  await copyRows(client, partition('place', regionId), ['region_id', ...PLACE_COLUMNS], rows)
}

const AREA_COLUMNS = [
  'key', 'kind', 'name', 'names', 'country', 'lat', 'lon', 'radius_m', 'has_boundary',
] as const // biome-ignore format: one list

export async function copyAreas(client: ClientBase, regionId: number, areas: Iterable<Area>): Promise<void> {
  await copyRows(
    client,
    partition('area', regionId),
    ['region_id', ...AREA_COLUMNS, 'spellings'],
    areaRows(regionId, areas),
  )
}

function* areaRows(regionId: number, areas: Iterable<Area>): Generator<Value[]> {
  const keys = new Set<string>()
  for (const area of areas) {
    // Boundaries of a country in several parts share the country's key.
    if (keys.has(area.key)) continue
    keys.add(area.key)
    yield [regionId, ...AREA_COLUMNS.map((column) => area[column]), spellingsOf(area)]
  }
}

function spellingsOf({ kind, names }: Area): string[] {
  if (kind === 'postcode' || kind === 'landmark') return []
  return [...new Set(names.filter((name) => !name.startsWith(SHORT)).flatMap(spellings))]
}

/** Counts the places with each term, except whole names, which few share, and levels. */
export async function countTerms(client: ClientBase, regionId: number): Promise<void> {
  await client.query(
    `insert into ${partition('term', regionId)} (region_id, term, uses, spellings)
     select $1, term, count(*), case when term like 'word:%' then places.spellings(substr(term, 6)) end
     from ${partition('place', regionId)}, unnest(terms) as term
     where term not like 'name:%' and term not like 'level_:%'
     group by term`,
    [regionId],
  )
}

/** How the new places of a region differ from the replaced ones. */
export async function compareRegions(
  client: ClientBase,
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

/** Removes a region. Returns its number of places. */
export async function deleteRegion(client: ClientBase, regionId: number): Promise<number> {
  const { rows } = await client.query<{ places: number }>(
    'delete from places.region where region_id = $1 returning places',
    [regionId],
  )
  for (const table of LOCK_ORDER) await client.query(`drop table ${partition(table, regionId)}`)
  return rows[0]?.places ?? 0
}

export async function activateRegion(
  client: ClientBase,
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
