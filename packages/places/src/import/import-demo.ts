import type { PoolClient } from 'pg'
import { type Area, countryKey, localityKey, regionKey } from '../gazetteer/area.ts'
import { nameForms } from '../gazetteer/area-names.ts'
import { countryCode } from '../gazetteer/countries.ts'
import { cleanName } from '../osm/business-tags.ts'
import type { PlaceInput } from '../place.ts'
import { foldedWords } from '../text/fold.ts'
import { stage } from './duplicates.ts'
import type { Imported, Listing } from './listing.ts'

const DEMO = { source: 'demo', licence: 'fictional', attribution: 'Fictional demo data' }
const REACH_M = 5000

/** Stages the fictional places of a demo town unchanged. */
export async function importDemo(
  client: PoolClient,
  places: AsyncIterable<PlaceInput> | Iterable<PlaceInput>,
): Promise<Imported> {
  const listings: { listing: Listing }[] = []
  const areas = new Map<string, Area>()
  for await (const place of places) listings.push({ listing: demoListing(place, areas) })
  await stage(client, listings)
  return { origin: DEMO, dataAt: null, elements: listings.length, areas: areas.values(), fraction: 0 }
}

function demoListing(place: PlaceInput, areas: Map<string, Area>): Listing {
  const { category, region = null, ...rest } = place
  const name = cleanName(place.name)
  return {
    ...rest,
    name,
    names: [name],
    region,
    opening_hours: null,
    tags: category
      .split(';')
      .map((tag) => tag.trim())
      .filter((tag) => tag.includes('=')),
    hints: [],
    areas: areasOf(place, areas),
    merged_ids: [],
  }
}

function areasOf({ locality, region, country, lat, lon }: PlaceInput, areas: Map<string, Area>): string[] {
  const code = country === null ? null : (countryCode(country) ?? `-${foldedWords(country).join(' ')}`)
  const named = [
    { key: country && countryKey(code!), kind: 'country' as const, name: country },
    { key: region && regionKey(code, foldedWords(region).join(' ')), kind: 'region' as const, name: region },
    {
      key: locality && localityKey(code, foldedWords(locality).join(' ')),
      kind: 'town' as const,
      name: locality,
    },
  ]
  return named.flatMap(({ key, kind, name }) => {
    if (!key || !name) return []
    areas.set(key, {
      key,
      kind,
      name,
      names: nameForms(name),
      country: code,
      lat,
      lon,
      radius_m: REACH_M,
      has_boundary: false,
    })
    return [key]
  })
}
