import type { KnownAnswer } from './known-answer.ts'

const DENTIST = ['amenity=dentist', 'healthcare=dentist']
const PHARMACY = ['amenity=pharmacy', 'healthcare=pharmacy']
const BAKERY = ['shop=bakery', 'craft=bakery']
const DOCTOR = ['amenity=doctors', 'healthcare=doctor']
const BANK = ['amenity=bank', 'office=bank']
const BAR = ['amenity=bar', 'amenity=pub']
const CAR_REPAIR = ['shop=car_repair']
const REPAIRS_TOO = ['service:vehicle:car_repair=yes', 'service:vehicle:repair=yes']
const VEGAN = ['amenity=restaurant&diet:vegan=yes', 'amenity=restaurant&diet:vegan=only', 'amenity=restaurant&cuisine=vegan'] // biome-ignore format: one list
const PIZZA = ['amenity=restaurant&cuisine=pizza', 'amenity=fast_food&cuisine=pizza']
const LAW = ['lawyer', 'divorce_and_family_law', 'personal_injury_law', 'bankruptcy_law', 'immigration_law', 'legal_services', 'criminal_defense_law', 'estate_planning_law', 'real_estate_law', 'business_law', 'dui_law', 'wills_trusts_and_probate', 'employment_law', 'general_litigation', 'patent_law', 'social_security_law'].map((value) => `category=${value}`) // biome-ignore format: one list

type Asked = [query: string, location: string | null, answer: Omit<KnownAnswer, 'of' | 'query' | 'location'>]

const malbun = { lat: 47.1023, lon: 9.6102, km: 1, mayKm: 4 }
const pasDeLaCasa = { lat: 42.5424, lon: 1.7336, km: 0.8, mayKm: 4 }
const soldeu = { lat: 42.5767, lon: 1.6675, km: 0.6, mayKm: 4 }
const arinsal = { lat: 42.5722, lon: 1.4844, km: 0.8, mayKm: 4 }
const stationOfMonaco = { lat: 43.7386, lon: 7.4195, km: 0.5, mayKm: 1.5 }

// biome-ignore format: a table
const liechtenstein: Asked[] = [
  ['Zahnarzt', 'Liechtenstein', { tags: DENTIST, mayName: /dentist/i }],
  ['dentists', 'Balzers', { tags: DENTIST, inside: 'Balzers' }],
  ['vegan restaurants', 'Liechtenstein', { tags: VEGAN, inside: 'Liechtenstein' }],
  ['restaurants', 'Vaduz', { tags: ['amenity=restaurant'], inside: 'Vaduz', mayName: /gasthof/i }],
  ['resturant', 'Vadus', { tags: ['amenity=restaurant'], inside: 'Vaduz', mayName: /gasthof/i }],
  ['Restaurant', 'Triesenberg', { tags: ['amenity=restaurant'], inside: 'Triesenberg', mayName: /restaurant/i }],
  ['restaurants', 'Schaan, Liechtenstein', { tags: ['amenity=restaurant'], inside: 'Schaan', mayName: /restaurant/i }],
  ['Bäckerei', 'Liechtenstein', { tags: BAKERY, inside: 'Liechtenstein', may: ['shop=pastry'] }],
  ['boulangerie', 'Liechtenstein', { tags: BAKERY, inside: 'Liechtenstein', may: ['shop=pastry'] }],
  ['Coiffeur', 'Schaan', { tags: ['shop=hairdresser'], inside: 'Schaan' }],
  ['hairdreser', 'Liechtenstein', { tags: ['shop=hairdresser'], inside: 'Liechtenstein' }],
  ['car repair', 'Liechtenstein', { tags: CAR_REPAIR, inside: 'Liechtenstein', may: REPAIRS_TOO, mayName: /garage/i }],
  ['Autowerkstatt', 'Liechtenstein', { tags: CAR_REPAIR, inside: 'Liechtenstein', may: REPAIRS_TOO, mayName: /garage/i }],
  ['Tankstelle', 'Vaduz', { tags: ['amenity=fuel'], inside: 'Vaduz' }],
  ['supermarkets', 'Oberland', { tags: ['shop=supermarket'], inside: 'Oberland' }],
  ['Supermarkt', 'Eschen', { tags: ['shop=supermarket'], inside: 'Eschen' }],
  ['Migros', null, { name: /migros/i }],
  ['Coop', 'Liechtenstein', { name: /\bcoop\b/i, inside: 'Liechtenstein' }],
  ['Denner', 'Liechtenstein', { name: /denner/i, inside: 'Liechtenstein' }],
  ['hotels', 'Malbun', { tags: ['tourism=hotel'], around: malbun }],
  ['hotel', 'Vaduz', { tags: ['tourism=hotel'], inside: 'Vaduz' }],
  ['banks', 'Vaduz', { tags: BANK, inside: 'Vaduz' }],
  ['Bank', '9490', { tags: BANK, postcode: '9490' }],
  ['Apotheke', 'Schaan', { tags: PHARMACY, inside: 'Schaan' }],
  ['doctors', 'Liechtenstein', { tags: DOCTOR, inside: 'Liechtenstein', mayName: /\bpraxis|\bdr\.? med/i }],
  ['Rechtsanwalt', 'Vaduz', { tags: ['office=lawyer'], inside: 'Vaduz' }],
  ['architects', 'Liechtenstein', { tags: ['office=architect'], inside: 'Liechtenstein' }],
  ['museum', 'Vaduz', { tags: ['tourism=museum'], inside: 'Vaduz' }],
  ['wine shop', 'Liechtenstein', { tags: ['shop=wine'], inside: 'Liechtenstein', may: ['craft=winery'] }],
  ['Kindergarten', 'Schaan', { tags: ['amenity=kindergarten'], inside: 'Schaan' }],
  ['florist', 'Liechtenstein', { tags: ['shop=florist'], inside: 'Liechtenstein', may: ['shop=garden_centre'] }],
  ['Pizzeria', 'Liechtenstein', { tags: PIZZA, inside: 'Liechtenstein', mayName: /pizz/i }],
  ['sports shop', 'Liechtenstein', { tags: ['shop=sports'], inside: 'Liechtenstein', may: ['shop=outdoor', 'shop=ski'] }],
  ['Optiker', 'Liechtenstein', { tags: ['shop=optician'], inside: 'Liechtenstein' }],
  ['Buchhandlung', 'Liechtenstein', { tags: ['shop=books'], inside: 'Liechtenstein', may: ['shop=stationery'] }],
  ['Post', 'Liechtenstein', { tags: ['amenity=post_office'], inside: 'Liechtenstein', mayName: /post/i }],
  ['physiotherapist', 'Liechtenstein', { tags: ['healthcare=physiotherapist'], inside: 'Liechtenstein', mayName: /physio/i }],
  ['Kosmetikstudio', 'Liechtenstein', { tags: ['shop=beauty'], inside: 'Liechtenstein', may: ['shop=cosmetics', 'shop=massage'], mayName: /kosmeti/i }],
  ['Getränkemarkt', 'Liechtenstein', { tags: ['shop=beverages'], inside: 'Liechtenstein', may: ['shop=wine'], mayName: /getränk/i }],
  ['Möbelgeschäft', 'Liechtenstein', { tags: ['shop=furniture'], inside: 'Liechtenstein', may: ['shop=interior_decoration', 'shop=kitchen', 'shop=bed'] }],
  ['Berghütte', 'Liechtenstein', { tags: ['tourism=alpine_hut', 'tourism=wilderness_hut'], inside: 'Liechtenstein', mayName: /hütte/i }],
  ['Juwelier', 'Vaduz', { tags: ['shop=jewelry'], inside: 'Vaduz', may: ['shop=watches'] }],
  ['Fahrradladen', 'Fürstentum Liechtenstein', { tags: ['shop=bicycle'], inside: 'Liechtenstein' }],
]

// biome-ignore format: a table
const andorra: Asked[] = [
  ['steakhouse', 'Andorra', { tags: ['cuisine=steak_house'], inside: 'Andorra', mayName: /grill|steak/i }],
  ['car dealer', 'Andorra', { tags: ['shop=car'], inside: 'Andorra' }],
  ['discoteca', 'Andorra', { tags: ['amenity=nightclub'], inside: 'Andorra' }],
  ['tienda de móviles', 'Andorra', { tags: ['shop=mobile_phone', 'shop=telecommunication'], inside: 'Andorra' }],
  ['farmàcia', 'Andorra la Vella', { tags: PHARMACY, inside: 'Andorra la Vella' }],
  ['pharmacies', 'Andorra', { tags: PHARMACY, inside: 'Andorra' }],
  ['farmacia', 'Escaldes', { tags: PHARMACY, inside: 'Escaldes-Engordany' }],
  ['pharmacie', 'Encamp, Andorra', { tags: PHARMACY, inside: 'Encamp' }],
  ['hotels', 'Soldeu', { tags: ['tourism=hotel'], around: soldeu, mayName: /hotel/i }],
  ['hôtel', 'Pas de la Casa', { tags: ['tourism=hotel'], around: pasDeLaCasa }],
  ['hotels', 'Canillo', { tags: ['tourism=hotel'], inside: 'Canillo' }],
  ['hoteles', 'La Massana', { tags: ['tourism=hotel'], inside: 'La Massana' }],
  ['restaurante', 'Ordino', { tags: ['amenity=restaurant'], inside: 'Ordino' }],
  ['restaurants', 'Sant Julià de Lòria', { tags: ['amenity=restaurant'], inside: 'Sant Julià de Lòria' }],
  ['restaurants', 'sant julia', { tags: ['amenity=restaurant'], inside: 'Sant Julià de Lòria' }],
  ['ristorante', 'Encamp', { tags: ['amenity=restaurant'], inside: 'Encamp' }],
  ['gasolinera', 'Sant Julià de Lòria', { tags: ['amenity=fuel'], inside: 'Sant Julià de Lòria' }],
  ['gas station', 'Andorra', { tags: ['amenity=fuel'], inside: 'Andorra' }],
  ['benzinera', 'Andorra la Vella', { tags: ['amenity=fuel'], inside: 'Andorra la Vella' }],
  ['supermercat', 'Canillo', { tags: ['shop=supermarket'], inside: 'Canillo', mayName: /supermercat/i }],
  ['supermarché', 'Andorra la Vella', { tags: ['shop=supermarket'], inside: 'Andorra la Vella' }],
  ['taller mecánico', 'Andorra', { tags: CAR_REPAIR, inside: 'Andorra', may: REPAIRS_TOO }],
  ['mecànic', 'Andorra', { tags: CAR_REPAIR, inside: 'Andorra', may: REPAIRS_TOO }],
  ['zapatería', 'Andorra', { tags: ['shop=shoes'], inside: 'Andorra' }],
  ['perfumeries', 'Escaldes-Engordany', { tags: ['shop=perfumery'], inside: 'Escaldes-Engordany', may: ['shop=cosmetics'] }],
  ['banc', 'Andorra la Vella', { tags: BANK, inside: 'Andorra la Vella' }],
  ['bike shop', 'Andorra', { tags: ['shop=bicycle'], inside: 'Andorra' }],
  ['ski rental', 'Andorra', { tags: ['amenity=ski_rental'], inside: 'Andorra', may: ['shop=sports', 'shop=rental', 'shop=ski'] }],
  ['school', 'Escaldes', { tags: ['amenity=school'], inside: 'Escaldes-Engordany', may: ['amenity=language_school', 'amenity=music_school'] }],
  ['museu', 'Ordino', { tags: ['tourism=museum'], inside: 'Ordino' }],
  ['camping', 'Andorra', { tags: ['tourism=camp_site'], inside: 'Andorra', may: ['tourism=caravan_site'] }],
  ["McDonald's", 'Andorra', { name: /mcdonald/i, inside: 'Andorra' }],
  ['mc donalds', null, { name: /mcdonald/i, inside: 'Andorra' }],
  ['Andbank', 'Andorra', { name: /andbank/i, inside: 'Andorra' }],
  ['Caprabo', null, { name: /caprabo/i }],
  ['bars', 'Arinsal', { tags: BAR, around: arinsal, mayName: /\bbar\b/i }],
  ['embassy', 'Andorra', { tags: ['office=diplomatic'], inside: 'Andorra' }],
  ['electronics store', 'Andorra la Vela', { tags: ['shop=electronics'], inside: 'Andorra la Vella' }],
  ['òptica', 'Andorra', { tags: ['shop=optician'], inside: 'Andorra', mayName: /[oò]ptica/i }],
  ['carnisseria', 'Andorra', { tags: ['shop=butcher'], inside: 'Andorra', mayName: /carnisseri/i }],
  ['peixateria', 'Andorra', { tags: ['shop=seafood'], inside: 'Andorra', mayName: /peixateri/i }],
  ['neumáticos', 'Andorra', { tags: ['shop=tyres'], inside: 'Andorra', may: [...CAR_REPAIR, 'service:vehicle:tyres=yes'], mayName: /pneum/i }],
  ['lavado de coches', 'Andorra', { tags: ['amenity=car_wash'], inside: 'Andorra', mayName: /rentat|wash/i }],
  ['biblioteca', 'Andorra', { tags: ['amenity=library'], inside: 'Andorra', mayName: /bibliotec/i }],
  ['correos', 'Andorra', { tags: ['amenity=post_office'], inside: 'Andorra', mayName: /correos|poste/i }],
  ['moto', 'Andorra', { tags: ['shop=motorcycle'], inside: 'Andorra', mayName: /moto/i, may: ['shop=motorcycle_repair', 'shop=motorcycle_parts', 'amenity=motorcycle_rental'] }],
  ['albergue', 'Andorra', { tags: ['tourism=hostel'], inside: 'Andorra', mayName: /alberg|hostal|hostel/i }],
  ['coffee', 'Escaldes', { tags: ['amenity=cafe'], inside: 'Escaldes-Engordany', may: ['cuisine=coffee_shop', 'shop=coffee'], mayName: /caf|coffee/i }],
  ['Crèdit Andorrà', null, { name: /cr[eèé]dit andorr/i }],
  ['Burger King', 'Andorra', { name: /burger king/i, inside: 'Andorra' }],
  ['juguetería', 'Principat d’Andorra', { tags: ['shop=toys'], inside: 'Andorra' }],
]

// biome-ignore format: a table
const monaco: Asked[] = [
  ['nightclub', 'Monaco', { tags: ['amenity=nightclub'], inside: 'Monaco' }],
  ['restaurants', 'Monte-Carlo', { tags: ['amenity=restaurant'], inside: 'Monte-Carlo' }],
  ['restaurant', 'La Condamine', { tags: ['amenity=restaurant'], inside: 'La Condamine' }],
  ['restaurant italien', 'Monaco', { tags: ['amenity=restaurant&cuisine=italian'], inside: 'Monaco', may: ['cuisine=pizza'] }],
  ['Italian restaurants', 'Monaco', { tags: ['amenity=restaurant&cuisine=italian'], inside: 'Monaco', may: ['cuisine=pizza'] }],
  ['pharmacie', 'Monaco', { tags: PHARMACY, inside: 'Monaco' }],
  ['supermarket', 'Fontvieille', { tags: ['shop=supermarket'], inside: 'Fontvieille' }],
  ['boulangerie', 'Monaco', { tags: BAKERY, inside: 'Monaco', may: ['shop=pastry'] }],
  ['coiffeur', 'Monaco', { tags: ['shop=hairdresser'], inside: 'Monaco' }],
  ['parrucchiere', 'Monaco', { tags: ['shop=hairdresser'], inside: 'Monaco' }],
  ['bijouterie', 'Monaco', { tags: ['shop=jewelry'], inside: 'Monaco', may: ['shop=watches'] }],
  ['jeweller', 'Monte Carlo', { tags: ['shop=jewelry'], inside: 'Monte-Carlo', may: ['shop=watches'] }],
  ['agence immobilière', 'Monaco', { tags: ['office=estate_agent'], inside: 'Monaco' }],
  ['real estate agents', 'Principauté de Monaco', { tags: ['office=estate_agent'], inside: 'Monaco' }],
  ['hôtels', 'Monaco', { tags: ['tourism=hotel'], inside: 'Monaco' }],
  ['banque', 'Monte-Carlo', { tags: BANK, inside: 'Monte-Carlo' }],
  ['banca', 'Monaco', { tags: BANK, inside: 'Monaco' }],
  ['car dealer', 'Monaco', { tags: ['shop=car'], inside: 'Monaco' }],
  ['Autohändler', 'Monaco', { tags: ['shop=car'], inside: 'Monaco' }],
  ['museums', 'Monaco-Ville', { tags: ['tourism=museum'], inside: 'Monaco-Ville' }],
  ['Carrefour', 'Monaco', { name: /carrefour/i, inside: 'Monaco' }],
  ['casinos', 'Monaco', { tags: ['amenity=casino'], inside: 'Monaco', mayName: /casino/i }],
  ['fast food', 'Monaco', { tags: ['amenity=fast_food'], inside: 'Monaco', mayName: /snack/i }],
  ['plombier', 'Monaco', { tags: ['craft=plumber'], inside: 'Monaco' }],
  ['bar', 'Larvotto', { tags: BAR, inside: 'Larvotto' }],
  ['hotels near the station', 'Monaco', { tags: ['tourism=hotel'], around: stationOfMonaco }],
  ['Crédit Agricole', 'Monaco', { name: /crédit agricole/i, inside: 'Monaco' }],
  ['Crédit Mutuel', null, { name: /crédit mutuel/i }],
  ['Société Générale', 'Monaco', { name: /société générale/i, inside: 'Monaco' }],
  ['glacier', 'Monaco', { tags: ['amenity=ice_cream', 'shop=ice_cream'], inside: 'Monaco', may: ['cuisine=ice_cream'], mayName: /glac|gelat/i }],
  ['consulat', 'Monaco', { tags: ['office=diplomatic'], inside: 'Monaco' }],
  ['location de voitures', 'Monaco', { tags: ['amenity=car_rental'], inside: 'Monaco' }],
  ['assurances', 'Monaco', { tags: ['office=insurance'], inside: 'Monaco' }],
  ['auto-école', 'Monaco', { tags: ['amenity=driving_school'], inside: 'Monaco' }],
  ['montres', 'Monte-Carlo', { tags: ['shop=watches'], inside: 'Monte-Carlo', may: ['shop=jewelry'] }],
  ['cinéma', 'Monaco', { tags: ['amenity=cinema'], inside: 'Monaco' }],
  ['vêtements', 'Monte-Carlo', { tags: ['shop=clothes'], inside: 'Monte-Carlo', may: ['shop=boutique', 'shop=fashion'] }],
  ['pressing', 'Monaco', { tags: ['shop=dry_cleaning'], inside: 'Monaco', may: ['shop=laundry'] }],
  ['hôtels près de la gare', 'Monaco', { tags: ['tourism=hotel'], around: stationOfMonaco }],
]

// Overture's category and address columns, as tags.
// biome-ignore format: a table
const overture: Asked[] = [
  ['hotels', 'New York', { tags: ['category=hotel', 'category=accommodation', 'category=lodge'], locality: /^New York$/, may: ['category=resort'], mayName: /hotel/i }],
  ['hotel', 'Las Vegas, NV', { tags: ['category=hotel', 'category=accommodation'], locality: /^Las Vegas$/, may: ['category=resort'], mayName: /hotel/i }],
  ['lawyers', 'Texas', { tags: LAW, state: 'TX' }],
  ['attorney', 'CA', { tags: LAW, state: 'CA' }],
  ['campground', 'Texas', { tags: ['category=campground'], state: 'TX', may: ['category=rv_park'], mayName: /camp|rv/i }],
  ['fast food', 'Florida', { tags: ['category=fast_food_restaurant'], state: 'FL', may: ['category=sandwich_shop', 'category=food_truck', 'category=food_stand', 'category=chicken_restaurant', 'category=burger_restaurant'] }],
  ['mexican restaurant', 'Texas', { tags: ['category=mexican_restaurant'], state: 'TX', mayName: /mexican/i, may: ['category=texmex_restaurant'] }],
  ['pizza', 'New York', { tags: ['category=pizza_restaurant', 'category=pizza_delivery_service'], state: 'NY', locality: /^New York$/, mayName: /pizz/i }],
  ['self storage', 'California', { tags: ['category=self_storage_facility', 'category=storage_facility'], state: 'CA', mayName: /storage/i }],
  ['pharmacy', 'California', { tags: ['category=pharmacy'], state: 'CA', mayName: /pharm/i }],
  ['coffee shop', 'Seattle, WA', { tags: ['category=coffee_shop', 'category=cafe'], locality: /^Seattle$/, mayName: /coffee|caf/i }],
  ['shoe store', null, { tags: ['category=shoe_store'], mayName: /shoe/i }],
  ['bed and breakfast', null, { tags: ['category=bed_and_breakfast'], may: ['category=inn', 'category=accommodation', 'category=hotel', 'category=lodge'], mayName: /\b(?:inn|b&b)\b/i }],
  ['jewelry store', 'Texas', { tags: ['category=jewelry_store'], state: 'TX', mayName: /jewel/i }],
  ['florist', 'Ohio', { tags: ['category=flowers_and_gifts_shop', 'category=florist'], state: 'OH', mayName: /flor|flower/i }],
]

const of = (region: string, asked: Asked[]): KnownAnswer[] =>
  asked.map(([query, location, answer]) => ({ of: region, query, location, ...answer }))

/**
 * Queries with known answers. Each says which elements it means by their tags and by a boundary, a point or an address
 * of the same file, so that the answer follows from the data and anybody can check it.
 */
export const knownAnswers: KnownAnswer[] = [
  ...of('liechtenstein', liechtenstein),
  ...of('andorra', andorra),
  ...of('monaco', monaco),
  ...of('overture', overture),
]
