import { isKnownTag, tagsOf } from '../categories/dictionary.ts'
import type { Tags } from '../osm/business-tags.ts'
import { foldedWords } from '../text/fold.ts'

/** Keys whose values say of what kind a place is. */
const LISTS = ['cuisine', 'sport', 'healthcare:speciality', 'social_facility']

const YES = ['diet:vegan', 'diet:vegetarian', 'diet:gluten_free', 'diet:halal', 'diet:kosher', 'diet:lactose_free', 'organic', 'second_hand', 'takeaway', 'delivery', 'wheelchair', 'outdoor_seating', 'microbrewery'] // biome-ignore format: one list

/** Services that a business offers beside its main one, as the tag of a business that does only that. */
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

/** Tags beside the main ones: cuisine, diets, sports, specialities, services. */
export function qualityTags(tags: Tags): string[] {
  const found = new Set<string>()
  for (const key of LISTS) {
    // A shop sells what one needs for a sport; whoever looks for swimming means no shop.
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
  // Mappers write pizzas, italian_pizza, Andorrana: what is known of it counts too. A word that is a value itself means
  // just that one: bar_and_grill is a grill and no steak house, though in French both are called so.
  const meant = plain.split('_').flatMap((word) => {
    const value = `${key}=${word}`
    return isKnownTag(value) ? [value] : tagsOf(foldedWords(word)).filter((tag) => tag.startsWith(`${key}=`))
  })
  return [exact, ...meant]
}
