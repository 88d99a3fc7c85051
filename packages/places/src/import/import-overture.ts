import type { PoolClient } from 'pg'
import { AddressAreas } from '../gazetteer/address-areas.ts'
import { countryKey } from '../gazetteer/area.ts'
import { countryName } from '../gazetteer/countries.ts'
import { formatAddress } from '../normalise/address.ts'
import { email, phone, website } from '../normalise/contact.ts'
import { cleanName } from '../osm/business-tags.ts'
import { type OverturePlace, readOverturePlace } from '../overture/overture-row.ts'
import { isOvertureBusiness, tagsOfCategory } from '../overture/overture-tags.ts'
import { readParquet } from '../overture/parquet-file.ts'
import { stage } from './duplicates.ts'
import type { Imported, Listing, Origin } from './listing.ts'
import type { Progress } from './progress.ts'

const OVERTURE = {
  source: 'overture',
  licence: 'CDLA-Permissive-2.0',
  attribution: 'Overture Maps Foundation',
}
const COLUMNS = [
  'id', 'geometry', 'bbox', 'names', 'categories', 'taxonomy', 'basic_category', 'websites', 'phones', 'emails', 'brand',
  'addresses', 'sources', 'operating_status',
] // biome-ignore format: one list

const READING = 0.5

/** Stages the businesses of an Overture Places `.parquet` file. */
export async function importOverture(
  client: PoolClient,
  path: string,
  { progress }: { progress: Progress },
): Promise<Imported> {
  const areas = new AddressAreas()
  let elements = 0
  let found = 0
  for await (const { rows, done, total } of readParquet(path, COLUMNS)) {
    const listings = rows.flatMap((row) => {
      const place = readOverturePlace(row)
      const listing = place && overtureListing(place, areas)
      return listing === undefined ? [] : [{ listing, origin: overtureOrigin(place!) }]
    })
    await stage(client, listings)
    elements = done
    found += listings.length
    progress.report('reading', (done / total) * READING, found)
  }
  return { origin: OVERTURE, dataAt: null, elements, areas: areas.areas(), fraction: READING }
}

/** For sources not in LICENCES. */
const OVERTURE_LICENCE = 'CDLA-Permissive-2.0'

/** Licences of Overture's sources: https://docs.overturemaps.org/attribution/ */
const LICENCES: Record<string, string> = {
  meta: 'CDLA-Permissive-2.0',
  microsoft: 'CDLA-Permissive-2.0',
  foursquare: 'Apache-2.0',
  alltheplaces: 'CC0-1.0',
}

/** Undefined if the place is closed or not a business. */
function overtureListing(place: OverturePlace, areas: AddressAreas): Listing | undefined {
  if (place.isClosed || !isOvertureBusiness(place.category)) return undefined
  const name = cleanName(place.name)
  if (name === '') return undefined
  const { freeform, locality, postcode, region } = place.address
  const country = countryName(place.address.country ?? '') === undefined ? null : place.address.country
  const tags = place.category === null ? [] : tagsOfCategory(place.category)
  return {
    place_id: `overture:${place.id}`,
    name,
    names: place.names.map(cleanName),
    address: formatAddress({ street: freeform, number: null, postcode, locality, region, country }),
    locality,
    region,
    country: country && countryName(country)!,
    website: firstOf(place.websites, website),
    phone: firstOf(place.phones, (number) => phone(number, country)),
    email: firstOf(place.emails, email),
    opening_hours: null,
    tags,
    hints: place.alternates.flatMap(tagsOfCategory).filter((tag) => !tags.includes(tag)),
    lat: place.lat,
    lon: place.lon,
    areas: [
      ...areas.keysFor(place, { country, region, postcode, addressed: locality === null ? [] : [locality] }),
      ...(country === null ? [] : [countryKey(country)]),
    ],
    merged_ids: [],
  }
}

function overtureOrigin({ sources }: OverturePlace): Origin {
  const licences = sources.map(
    ({ dataset, licence }) => licence ?? LICENCES[dataset.toLowerCase()] ?? OVERTURE_LICENCE,
  )
  const isFoursquare = sources.some(({ dataset }) => dataset.toLowerCase() === 'foursquare')
  return {
    source: 'overture',
    licence: [...new Set(licences)].sort().join(' AND ') || OVERTURE_LICENCE,
    attribution: isFoursquare ? 'Overture Maps Foundation, Foursquare Labs' : 'Overture Maps Foundation',
  }
}

function firstOf(values: readonly string[], read: (value: string) => string | null): string | null {
  for (const value of values) {
    const found = read(value)
    if (found !== null) return found
  }
  return null
}
