import { tagsNamedBy } from '../categories/dictionary.ts'
import { foldedWords } from '../text/fold.ts'

/** Overture categories whose words don't lead to the tag. https://docs.overturemaps.org/guides/places/ */
const KNOWN: Record<string, string> = {
  accommodation: 'tourism=hotel',
  accountant: 'office=accountant',
  american_restaurant: 'amenity=restaurant cuisine=american',
  appraisal_services: 'office=estate_agent',
  architect: 'office=architect',
  architectural_designer: 'office=architect',
  art_gallery: 'tourism=gallery',
  arts_and_crafts: 'shop=craft',
  auto_body_shop: 'shop=car_repair',
  auto_parts_and_supply_store: 'shop=car_parts',
  automotive_repair: 'shop=car_repair',
  automotive_services_and_repair: 'shop=car_repair',
  bagel_shop: 'amenity=cafe cuisine=bagel',
  bail_bonds_service: 'office=financial',
  bar_and_grill_restaurant: 'amenity=restaurant cuisine=grill',
  barber: 'shop=hairdresser',
  beauty_and_spa: 'shop=beauty',
  bed_and_breakfast: 'tourism=guest_house',
  bicycle_shop: 'shop=bicycle',
  breakfast_and_brunch_restaurant: 'amenity=restaurant cuisine=breakfast',
  building_supply_store: 'shop=trade',
  cabin: 'tourism=chalet',
  campground: 'tourism=camp_site',
  car_dealer: 'shop=car',
  child_care_and_day_care: 'amenity=childcare',
  chiropractor: 'healthcare=chiropractor healthcare=alternative',
  construction_services: 'office=construction_company',
  contractor: 'office=construction_company',
  corporate_office: 'office=company',
  cosmetic_and_beauty_supplies: 'shop=cosmetics',
  counseling_and_mental_health: 'healthcare=psychotherapist',
  courier_and_delivery_services: 'office=courier',
  day_care_preschool: 'amenity=childcare amenity=kindergarten',
  dentist: 'amenity=dentist healthcare=dentist',
  desserts: 'shop=confectionery cuisine=dessert',
  diner: 'amenity=restaurant cuisine=american',
  discount_store: 'shop=variety_store',
  donuts: 'shop=pastry cuisine=donut',
  e_cigarette_store: 'shop=e-cigarette',
  electrician: 'craft=electrician',
  elementary_school: 'amenity=school',
  engineering_services: 'office=engineer',
  event_photography: 'craft=photographer',
  event_planning: 'office=event_management',
  eye_care_clinic: 'healthcare=optometrist shop=optician',
  fabric_store: 'shop=fabric',
  family_practice: 'amenity=doctors',
  fast_food_restaurant: 'amenity=fast_food',
  flowers_and_gifts_shop: 'shop=florist shop=gift',
  food_delivery_service: 'amenity=fast_food',
  funeral_services_and_cemeteries: 'shop=funeral_directors',
  furniture_store: 'shop=furniture',
  garbage_collection_service: 'office=waste_management',
  gas_station: 'amenity=fuel',
  gift_shop: 'shop=gift',
  gym: 'leisure=fitness_centre',
  hair_salon: 'shop=hairdresser',
  hair_supply_stores: 'shop=hairdresser_supply',
  health_food_store: 'shop=health_food',
  holiday_rental_home: 'tourism=chalet tourism=apartment',
  home_goods_store: 'shop=houseware',
  home_improvement_store: 'shop=doityourself',
  hunting_and_fishing_supplies: 'shop=fishing shop=hunting',
  hvac_services: 'craft=hvac',
  inn: 'tourism=guest_house',
  insurance_agency: 'office=insurance',
  it_service_and_computer_repair: 'office=it craft=electronics_repair',
  jewelry_store: 'shop=jewelry',
  key_and_locksmith: 'craft=locksmith',
  landmark_and_historical_building: 'tourism=attraction',
  landscaping: 'craft=gardener',
  laundromat: 'shop=laundry',
  legal_services: 'office=lawyer',
  lodge: 'tourism=hotel',
  machine_shop: 'craft=metal_construction',
  massage_therapy: 'shop=massage',
  medical_center: 'amenity=clinic',
  mobile_phone_accessories: 'shop=mobile_phone',
  mobile_phone_repair: 'craft=electronics_repair',
  mortgage_lender: 'office=financial',
  motel: 'tourism=motel',
  music_and_dvd_store: 'shop=music',
  nail_salon: 'shop=beauty',
  nursery_and_gardening: 'shop=garden_centre',
  online_shop: 'shop=yes',
  optometrist: 'healthcare=optometrist shop=optician',
  outdoor_gear: 'shop=outdoor',
  pediatrician: 'amenity=doctors',
  pet_services: 'shop=pet',
  petrol_station: 'amenity=fuel',
  pizza_restaurant: 'amenity=restaurant cuisine=pizza',
  plumbing: 'craft=plumber',
  preschool: 'amenity=kindergarten',
  printing_services: 'shop=printing',
  professional_services: 'office=yes',
  propane_supplier: 'shop=gas',
  property_management: 'office=property_management',
  real_estate: 'office=estate_agent',
  rental_kiosks: 'shop=rental',
  retail: 'shop=yes',
  roofing: 'craft=roofer',
  rv_park: 'tourism=caravan_site',
  salad_bar: 'amenity=restaurant cuisine=salad',
  sandwich_shop: 'amenity=fast_food cuisine=sandwich',
  screen_printing_t_shirt_printing: 'shop=printing',
  self_storage_facility: 'shop=storage_rental',
  septic_services: 'craft=plumber',
  session_photography: 'craft=photographer',
  sewing_and_alterations: 'craft=tailor',
  shipping_center: 'office=courier',
  shoe_store: 'shop=shoes',
  shopping: 'shop=yes',
  sign_making: 'craft=signmaker',
  smoothie_juice_bar: 'amenity=cafe cuisine=juice',
  software_development: 'office=it',
  sporting_goods: 'shop=sports',
  steakhouse: 'amenity=restaurant cuisine=steak_house',
  storage_facility: 'shop=storage_rental',
  tax_services: 'office=tax_advisor',
  texmex_restaurant: 'amenity=restaurant cuisine=tex-mex',
  tobacco_shop: 'shop=tobacco',
  tree_services: 'craft=gardener',
  used_car_dealer: 'shop=car',
  venue_and_event_space: 'amenity=events_venue',
  veterinarian: 'amenity=veterinary',
  vitamins_and_supplements: 'shop=nutrition_supplements',
  web_designer: 'office=it',
  wedding_planning: 'office=event_management',
  wholesale_store: 'shop=wholesale',
  wills_trusts_and_probate: 'office=lawyer',
}

/** Categories that are not businesses. */
const NOT_A_BUSINESS =
  /^(?:park|national_park|state_park|playground|dog_park|beach|lake|river|mountain|hiking_trail|bridge|cemeteries|church_cathedral|.*_church|mosque|synagogue|buddhist_temple|hindu_temple|religious_organization|parking|atms|bus_station|train_station|public_plaza|structure_and_geography|landmark_and_historical_building|monument|fountain|neighborhood|topic_concert_venue)$/

const SUFFIX =
  /_(?:stores?|shops?|services?|company|agency|contractor|center|centre|dealer|supplier|school|law)$/

export function isOvertureBusiness(category: string | null): boolean {
  return category === null || !NOT_A_BUSINESS.test(category)
}

/** Tags of a category, by the table or else by its words, and the category itself. */
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
  const words = foldedWords(category.replaceAll('_', ' '))
  const whole = tagsNamedBy(words)
  return whole.length > 0 ? whole : tagsNamedBy(words.filter((word) => word !== 'and'))
}
