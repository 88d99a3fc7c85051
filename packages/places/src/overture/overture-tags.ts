import { tagsNamedBy } from '../categories/dictionary.ts'

/** Overture's categories whose words alone don't lead to the tag. https://docs.overturemaps.org/guides/places/ */
const KNOWN: Record<string, string> = {
  accommodation: 'tourism=hotel',
  american_restaurant: 'amenity=restaurant cuisine=american',
  art_gallery: 'tourism=gallery',
  arts_and_crafts: 'shop=craft',
  auto_body_shop: 'shop=car_repair',
  auto_parts_and_supply_store: 'shop=car_parts',
  automotive_repair: 'shop=car_repair',
  automotive_services_and_repair: 'shop=car_repair',
  bar_and_grill_restaurant: 'amenity=restaurant cuisine=grill',
  beauty_and_spa: 'shop=beauty',
  breakfast_and_brunch_restaurant: 'amenity=restaurant cuisine=breakfast',
  building_supply_store: 'shop=trade',
  cabin: 'tourism=chalet',
  campground: 'tourism=camp_site',
  child_care_and_day_care: 'amenity=childcare',
  construction_services: 'office=construction_company',
  contractor: 'office=construction_company',
  corporate_office: 'office=company',
  cosmetic_and_beauty_supplies: 'shop=cosmetics',
  courier_and_delivery_services: 'office=courier',
  day_care_preschool: 'amenity=childcare amenity=kindergarten',
  discount_store: 'shop=variety_store',
  diner: 'amenity=restaurant cuisine=american',
  donuts: 'shop=pastry cuisine=donut',
  e_cigarette_store: 'shop=e-cigarette',
  elementary_school: 'amenity=school',
  engineering_services: 'office=engineer',
  event_planning: 'office=event_management',
  fabric_store: 'shop=fabric',
  family_practice: 'amenity=doctors',
  flowers_and_gifts_shop: 'shop=florist shop=gift',
  funeral_services_and_cemeteries: 'shop=funeral_directors',
  furniture_store: 'shop=furniture',
  gift_shop: 'shop=gift',
  gym: 'leisure=fitness_centre',
  hair_salon: 'shop=hairdresser',
  health_food_store: 'shop=health_food',
  holiday_rental_home: 'tourism=chalet tourism=apartment',
  home_goods_store: 'shop=houseware',
  home_improvement_store: 'shop=doityourself',
  inn: 'tourism=guest_house',
  it_service_and_computer_repair: 'office=it craft=electronics_repair',
  jewelry_store: 'shop=jewelry',
  key_and_locksmith: 'craft=locksmith',
  landmark_and_historical_building: 'tourism=attraction',
  laundromat: 'shop=laundry',
  legal_services: 'office=lawyer',
  lodge: 'tourism=hotel',
  medical_center: 'amenity=clinic',
  mobile_phone_repair: 'craft=electronics_repair',
  music_and_dvd_store: 'shop=music',
  nursery_and_gardening: 'shop=garden_centre',
  outdoor_gear: 'shop=outdoor',
  petrol_station: 'amenity=fuel',
  pet_services: 'shop=pet',
  plumbing: 'craft=plumber',
  printing_services: 'shop=printing',
  professional_services: 'office=yes',
  property_management: 'office=property_management',
  real_estate: 'office=estate_agent',
  rental_kiosks: 'shop=rental',
  retail: 'shop=yes',
  rv_park: 'tourism=caravan_site',
  self_storage_facility: 'shop=storage_rental',
  sewing_and_alterations: 'craft=tailor',
  shipping_center: 'office=courier',
  shopping: 'shop=yes',
  sign_making: 'craft=signmaker',
  software_development: 'office=it',
  sporting_goods: 'shop=sports',
  storage_facility: 'shop=storage_rental',
  tobacco_shop: 'shop=tobacco',
  venue_and_event_space: 'amenity=events_venue',
  web_designer: 'office=it',
  wedding_planning: 'office=event_management',
  wholesale_store: 'shop=wholesale',
}

/** Categories of things that are no businesses. */
const NOT_A_BUSINESS =
  /^(?:park|national_park|state_park|playground|dog_park|beach|lake|river|mountain|hiking_trail|bridge|cemeteries|church_cathedral|.*_church|mosque|synagogue|buddhist_temple|hindu_temple|religious_organization|parking|atms|bus_station|train_station|public_plaza|structure_and_geography|landmark_and_historical_building|monument|fountain|neighborhood|topic_concert_venue)$/

const SUFFIX =
  /_(?:stores?|shops?|services?|company|agency|contractor|center|centre|dealer|supplier|school|law)$/

export function isOvertureBusiness(category: string | null): boolean {
  return category === null || !NOT_A_BUSINESS.test(category)
}

/** The tags that a category means: from the table, else by its words; and itself, so that its words are found. */
export function tagsOfCategory(category: string): string[] {
  const plain = category.toLowerCase().trim()
  const known = KNOWN[plain]?.split(' ') ?? byWords(plain)
  return [...new Set([...known, `overture=${plain}`])]
}

function byWords(category: string): string[] {
  if (category.endsWith('_law')) return ['office=lawyer']
  if (category.endsWith('_restaurant'))
    return [
      'amenity=restaurant',
      ...named(category.slice(0, -'_restaurant'.length)).filter((tag) => tag.startsWith('cuisine=')),
    ]
  const exact = named(category)
  return exact.length > 0 ? exact : named(category.replace(SUFFIX, ''))
}

function named(category: string): string[] {
  return tagsNamedBy(category.split('_').filter((word) => word !== 'and'))
}
