export type Tags = Record<string, string>

/** Keys that say what a place is, most specific first. */
export const MAIN_KEYS = [
  'shop', 'amenity', 'tourism', 'craft', 'office', 'healthcare', 'leisure', 'club', 'man_made', 'landuse',
] as const // biome-ignore format: one line reads best

const NOT_A_BUSINESS: Record<string, ReadonlySet<string>> = {
  shop: new Set(['vacant', 'no', 'disused', 'abandoned', 'closed', 'empty', 'vacant_shop']),
  office: new Set(['vacant', 'no', 'disused', 'closed']),
  craft: new Set(['no', 'vacant']),
  healthcare: new Set(['no']),
  club: new Set(['no']),
  amenity: new Set(
    `animal_breeding atm baking_oven bbq bench bicycle_parking bicycle_repair_station binoculars bus_station charging_station clock
    compressed_air device_charging_station drinking_water dog_toilet dressing_room feeding_place ferry_terminal fountain game_feeding
    give_box grave_yard grit_bin hunting_stand hydrant kick-scooter_parking kneipp_water_cure lavoir letter_box library_dropoff
    loading_dock lounger luggage_locker monastery motorcycle_parking mobile_money_agent no parcel_locker parking
    parking_entrance parking_exit parking_space payment_terminal photo_booth place_of_mourning place_of_worship
    polling_station post_box public_bookcase refugee_site sanitary_dump_station scout_camp seat shelter shower
    smoking_area spring_board stage table taxi telephone ticket_validator toilets trolley_bay vacuum_cleaner
    vending_machine washing_point waste_basket waste_disposal waste_dump_site waste_transfer_station
    water_point watering_place weighbridge disused abandoned vacant`.split(/\s+/),
  ),
  tourism: new Set(
    `artwork attraction camp_pitch information lean_to picnic_site trail_riding_station viewpoint
    wilderness_hut yes no`.split(/\s+/),
  ),
}

/** For these keys, only the listed values are businesses; most others are fields, grass and equipment. */
const BUSINESSES: Record<string, ReadonlySet<string>> = {
  leisure: new Set(
    `adult_gaming_centre amusement_arcade beach_resort bowling_alley climbing dance escape_game fitness_centre
    golf_course hackerspace horse_riding ice_rink indoor_play marina miniature_golf paintball resort sauna
    ski_resort spa sports sports_centre sports_hall stadium summer_camp tanning_salon trampoline_park
    turkish_bath water_park high_ropes_course ropes_course laser_tag lan_centre lan_gaming_centre maze shooting_ground
    hammam yoga yoga_studio karaoke social_club stables kart karting bowling billiards pool_hall boxing martial_arts
    inflatable_park vr`.split(/\s+/),
  ),
  man_made: new Set(['works']),
  landuse: new Set([]),
}

/** Count as businesses only with contact details. */
const WITH_CONTACT: Record<string, ReadonlySet<string>> = {
  amenity: new Set([
    'bus_station',
    'ferry_terminal',
    'monastery',
    'taxi',
    'charging_station',
    'animal_breeding',
  ]),
  tourism: new Set(['attraction', 'trail_riding_station', 'yes']),
  leisure: new Set([
    'swimming_pool',
    'swimming_area',
    'bathing_place',
    'garden',
    'fishing',
    'disc_golf_course',
  ]),
  landuse: new Set(['industrial', 'commercial', 'plant_nursery']),
}

const CONTACT_KEYS = ['website', 'contact:website', 'url', 'phone', 'contact:phone', 'contact:mobile', 'mobile', 'email', 'contact:email'] // biome-ignore format: one list

const CLOSED_NAME =
  /\((?:permanently closed|closed|geschlossen|dauerhaft geschlossen|ferm[ée](?: d[ée]finitivement)?|chiuso|cerrado|tancat)\)/i

/** A place's tags as `key=value`, most specific first. Empty if it isn't a business or has closed. */
export function businessTags(tags: Tags, now: Date): string[] {
  const found: string[] = []
  for (const key of MAIN_KEYS) {
    const values = tags[key]
    if (values === undefined) continue
    for (const part of values.includes(';') ? values.split(';') : [values]) {
      const value = part.trim().toLowerCase().replaceAll(' ', '_')
      if (value !== '' && isBusiness(tags, key, value)) found.push(`${key}=${value}`)
    }
  }
  return found.length > 0 && isClosed(tags, now) ? [] : found
}

function isBusiness(tags: Tags, key: string, value: string): boolean {
  if (WITH_CONTACT[key]?.has(value) && CONTACT_KEYS.some((contact) => tags[contact])) return true
  if (value === 'information') return tags.information === 'office' || tags.information === 'visitor_centre'
  if (value === 'bicycle_rental')
    return tags.bicycle_rental !== 'docking_station' && tags.bicycle_rental !== 'key_dispensing_machine'
  if (value === 'recycling') return tags.recycling_type === 'centre'
  if (BUSINESSES[key] !== undefined) return BUSINESSES[key].has(value)
  return !NOT_A_BUSINESS[key]?.has(value)
}

function isClosed(tags: Tags, now: Date): boolean {
  if (tags.disused === 'yes' || tags.abandoned === 'yes' || tags.demolished === 'yes') return true
  if (/^(?:closed|off)$/i.test(tags.opening_hours ?? '')) return true
  if (/closed|disused|abandoned|construction|planned|proposed/.test(tags.operational_status ?? ''))
    return true
  if (tags.end_date !== undefined && hasPassed(tags.end_date, now)) return true
  return CLOSED_NAME.test(tags.name ?? '')
}

/** An `end_date` is a year, a month or a day. Anything else, such as `before 1990`, counts as past. */
function hasPassed(date: string, now: Date): boolean {
  const found = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(date.trim())
  if (found === null) return true
  const [, year, month, day] = found
  const end = Date.UTC(Number(year), month ? Number(month) - (day ? 1 : 0) : 12, day ? Number(day) + 1 : 1)
  return end <= now.getTime()
}

/** `name`, otherwise a name in some language, otherwise the brand or operator. */
export function nameOf(tags: Tags): string | undefined {
  for (const candidate of candidates(tags)) {
    const name = cleanName(candidate ?? '')
    if (name !== '') return name
  }
  return undefined
}

function* candidates(tags: Tags): Generator<string | undefined> {
  yield tags.name
  yield tags['name:en']
  yield firstNameInAnyLanguage(tags)
  yield* [tags.official_name, tags.short_name, tags.alt_name, tags.brand, tags.operator]
}

function firstNameInAnyLanguage(tags: Tags): string | undefined {
  const key = Object.keys(tags).find((candidate) => /^name:[a-z]{2,3}$/.test(candidate))
  return key && tags[key]
}

const MAX_NAME = 200

/** One line, without characters that reorder or hide surrounding text. */
export function cleanName(name: string): string {
  const clean = name
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...clean].slice(0, MAX_NAME).join('')
}
