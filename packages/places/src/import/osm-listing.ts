import { countryName } from '../gazetteer/countries.ts'
import type { Gazetteer } from '../gazetteer/gazetteer.ts'
import { addressParts, formatAddress } from '../normalise/address.ts'
import { emailOf, phoneOf, websiteOf } from '../normalise/contact.ts'
import { businessTags, cleanName, nameOf, type Tags } from '../osm/business-tags.ts'
import type { RawPlace } from '../osm/read-osm.ts'
import type { Listing } from './listing.ts'
import { qualityTags } from './quality-tags.ts'

const NAME_KEY = /^(?:(?:alt_|official_|short_|loc_|int_)?name|brand|operator)(?::[a-z]{2,3})?$/

/** The business of an OpenStreetMap element; undefined when it has no name. */
export function osmListing(raw: RawPlace, gazetteer: Gazetteer, now: Date): Listing | undefined {
  const { tags } = raw
  const name = nameOf(tags)
  if (name === undefined) return undefined
  const where = gazetteer.locate(raw, tags)
  return {
    place_id: `osm:${raw.id}`,
    name,
    names: namesOf(tags),
    address: formatAddress({ ...addressParts(tags), ...where }),
    locality: where.locality,
    region: where.region,
    country: where.country && (countryName(where.country) ?? where.country),
    website: websiteOf(tags),
    phone: phoneOf(tags, where.country),
    email: emailOf(tags),
    opening_hours: tags.opening_hours?.slice(0, 500) ?? null,
    tags: [...new Set([...businessTags(tags, now), ...qualityTags(tags)])],
    hints: [],
    lat: raw.lat,
    lon: raw.lon,
    areas: where.areas,
    merged_ids: [],
  }
}

function namesOf(tags: Tags): string[] {
  const names = new Set<string>()
  for (const [key, value] of Object.entries(tags))
    if (NAME_KEY.test(key)) for (const name of value.split(';')) names.add(cleanName(name))
  names.delete('')
  return [...names]
}
