import type { AddressAreas } from '../gazetteer/address-areas.ts'
import { countryKey } from '../gazetteer/area.ts'
import { countryName } from '../gazetteer/countries.ts'
import { formatAddress } from '../normalise/address.ts'
import { email, phone, website } from '../normalise/contact.ts'
import { cleanName } from '../osm/business-tags.ts'
import type { OverturePlace } from '../overture/overture-row.ts'
import { isOvertureBusiness, tagsOfCategory } from '../overture/overture-tags.ts'
import type { Listing, Origin } from './listing.ts'

/** Of sources without one of their own. */
const OVERTURE_LICENCE = 'CDLA-Permissive-2.0'

/** The licences of Overture's sources: https://docs.overturemaps.org/attribution/ */
const LICENCES: Record<string, string> = {
  meta: 'CDLA-Permissive-2.0',
  microsoft: 'CDLA-Permissive-2.0',
  foursquare: 'Apache-2.0',
  alltheplaces: 'CC0-1.0',
}

/** The business of a row; undefined when it is closed or none. */
export function overtureListing(place: OverturePlace, areas: AddressAreas): Listing | undefined {
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

export function overtureOrigin({ sources }: OverturePlace): Origin {
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
