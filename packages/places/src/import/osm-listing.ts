import { isKnownTag, tagsOf } from '../categories/dictionary.ts'
import { countryName } from '../gazetteer/countries.ts'
import type { Gazetteer } from '../gazetteer/gazetteer.ts'
import { addressParts, formatAddress } from '../normalise/address.ts'
import { emailOf, phoneOf, websiteOf } from '../normalise/contact.ts'
import { businessTags, cleanName, nameOf, type Tags } from '../osm/business-tags.ts'
import type { RawPlace } from '../osm/read-osm.ts'
import { foldedWords } from '../text/fold.ts'
import type { Listing } from './listing.ts'

const NAME_KEY = /^(?:(?:alt_|official_|short_|loc_|int_)?name|brand|operator)(?::[a-z]{2,3})?$/

/** The business of an OpenStreetMap element. Undefined without a name. */
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
    tags: [...new Set([...businessTags(tags, now).map(knownSpelling), ...qualityTags(tags)])],
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

/** Mappers write both e_cigarette and e-cigarette. */
function knownSpelling(tag: string): string {
  const hyphened = tag.replaceAll('_', '-')
  return !isKnownTag(tag) && isKnownTag(hyphened) ? hyphened : tag
}

/** Keys whose values describe the kind of place. */
const LISTS = ['cuisine', 'sport', 'healthcare:speciality', 'social_facility']

const YES = ['diet:vegan', 'diet:vegetarian', 'diet:gluten_free', 'diet:halal', 'diet:kosher', 'diet:lactose_free', 'organic', 'second_hand', 'takeaway', 'delivery', 'wheelchair', 'outdoor_seating', 'microbrewery'] // biome-ignore format: one list

/** Services besides the main business, with the tag of a business that offers only those. */
const SERVICES = Object.entries({
  'service:vehicle:car_repair': 'shop=car_repair',
  'service:vehicle:repair': 'shop=car_repair',
  'service:vehicle:tyres': 'shop=tyres',
  'service:vehicle:new_car_sales': 'shop=car',
  'service:vehicle:used_car_sales': 'shop=car',
  'service:vehicle:car_parts': 'shop=car_parts',
  'service:bicycle:retail': 'shop=bicycle',
  'service:bicycle:repair': 'craft=bicycle_repair',
  'service:bicycle:rental': 'amenity=bicycle_rental',
  car_wash: 'amenity=car_wash',
})

/** Tags besides the main ones: cuisine, diets, sports, specialities, services. */
function qualityTags(tags: Tags): string[] {
  const found = new Set<string>()
  for (const key of LISTS) {
    // A shop with sport=swimming sells equipment, which searches for swimming don't mean.
    const values = tags[key]
    if (values === undefined || (key === 'sport' && tags.shop !== undefined)) continue
    for (const value of values.split(/[;,]/)) for (const tag of valueTags(key, value)) found.add(tag)
  }
  for (const key of YES) {
    const value = tags[key]
    if (value === 'yes' || value === 'only') found.add(`${key}=yes`)
    if (value === 'only') found.add(`${key}=only`)
  }
  if (isWineBar(tags)) found.add('bar=wine')
  for (const [key, tag] of SERVICES) if (tags[key] === 'yes' || tags[key] === 'only') found.add(tag)
  return [...found]
}

function isWineBar({ amenity, bar, cuisine = '', 'drink:wine': wine }: Tags): boolean {
  if (amenity !== 'bar' && amenity !== 'pub') return false
  return /\bwine\b/.test(`${bar} ${cuisine}`) || wine === 'yes' || wine === 'served'
}

function valueTags(key: string, value: string): string[] {
  const plain = value
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  if (plain === '') return []
  const exact = `${key}=${plain}`
  if (isKnownTag(exact)) return [exact]
  // Mappers also write pizzas, italian_pizza, Andorrana. A word that is itself a value means only that: bar_and_grill
  // is a grill, not the steak house that French calls grill too.
  const meant = plain.split('_').flatMap((word) => {
    const value = `${key}=${word}`
    return isKnownTag(value) ? [value] : tagsOf(foldedWords(word)).filter((tag) => tag.startsWith(`${key}=`))
  })
  return [exact, ...meant]
}
