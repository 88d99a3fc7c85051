import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDirectory, namesFound, type TestDirectory } from './database.ts'
import { writePbf } from './pbf-writer.ts'
import { at, box, inAlpstadt, inBrunn, townMap } from './town.ts'

const castle = box(60, { south: 47.049, north: 47.051, west: 9.049, east: 9.051 })

const town = townMap(
  [
    at(...inAlpstadt(1), { amenity: 'bar', name: 'Zum Fass', cuisine: 'wine' }),
    at(...inAlpstadt(2), { amenity: 'bar', name: 'Sportbar Matter' }),
    at(...inBrunn(1), { amenity: 'bar', name: 'Eckbar' }),
    at(...inAlpstadt(3), { amenity: 'restaurant', name: 'Sonne' }),
    at(...inAlpstadt(4), { shop: 'sports', name: 'Berg und Tal', sport: 'swimming;skiing' }),
    at(...inAlpstadt(5), { leisure: 'sports_centre', name: 'Bad Alpstadt', sport: 'swimming' }),
    at(...inAlpstadt(6), { amenity: 'bank', name: 'Kelvor Mutuel' }),
    at(...inAlpstadt(7), { amenity: 'bank', name: 'Ruby Tuesday' }),
    at(...inAlpstadt(8), { shop: 'hairdresser', name: 'Salon Ada', 'addr:postcode': '9490' }),
    at(...inAlpstadt(9), { amenity: 'bank', name: 'Crédit Mutuel' }),
    at(...inBrunn(2), { tourism: 'hotel', name: 'Hermitage' }),
    at(...inBrunn(3), { amenity: 'cafe', name: 'Café Süd' }),
  ],
  {
    nodes: castle.nodes,
    ways: [castle.way],
    relations: [
      {
        id: 61,
        tags: { type: 'multipolygon', historic: 'castle', name: 'Alte Burg' },
        members: [{ type: 'way', id: 60, role: 'outer' }],
      },
    ],
  },
)

let directory: TestDirectory
beforeAll(async () => {
  directory = await createTestDirectory()
  await directory.places.importFile(writePbf(town), { region: 'town' })
})

const found = (query: string, location: string | null = null) => namesFound(directory.places, query, location)
const told = async (query: string, location: string) =>
  (await directory.places.search({ query, location, limit: 20 })).widened

const manyKinds = townMap([
  at(...inAlpstadt(1), { amenity: 'restaurant', name: 'The Boss', cuisine: 'bar_and_grill' }),
  at(...inAlpstadt(2), { amenity: 'restaurant', name: 'Zum Ochsen', cuisine: 'steak_house' }),
  at(...inAlpstadt(3), { amenity: 'bar', name: 'Sea Club' }),
  at(...inAlpstadt(4), { amenity: 'nightclub', name: 'Nox' }),
  at(...inAlpstadt(5), { shop: 'tyres', name: 'Auto Muntatges' }),
  at(...inAlpstadt(6), { shop: 'car', name: 'Wagenpark' }),
  at(...inAlpstadt(7), { shop: 'telecommunication', name: 'Alpnet' }),
  at(...inAlpstadt(8), { amenity: 'bar', name: 'Night Club Eden' }),
])

describe('words that many kinds of places have in their names', () => {
  let ofManyKinds: TestDirectory
  beforeAll(async () => {
    ofManyKinds = await createTestDirectory()
    await ofManyKinds.places.importFile(writePbf(manyKinds), { region: 'town' })
  })

  test.each([
    ['steakhouse', ['Zum Ochsen']],
    ['nightclub', ['Nox', 'Night Club Eden']],
    ['car dealer', ['Wagenpark']],
    ['Handyladen', ['Alpnet']],
    ['mobile phone shop', ['Alpnet']],
  ])('a %s is found by its kind, not by the common word', async (query, names) => {
    expect(await namesFound(ofManyKinds.places, query, 'Alpstadt')).toEqual(names)
  })
})

test('a missing name does not find another with the same first word', async () => {
  expect(await found('Crédit Mutuel')).toEqual(['Crédit Mutuel'])
  expect(await found('Crédit Agricole')).toEqual([])
})

describe('qualities and opening times', () => {
  test.each(['wine bar', 'Weinbar', 'bar à vin', 'bar de vinos'])(
    'a %s only finds bars tagged so',
    async (query) => expect(await found(query, 'Alpstadt')).toEqual(['Zum Fass']),
  )

  test('without a wine bar, bars are shown and the result says so', async () => {
    expect(await found('wine bar', 'Brunn')).toEqual(['Eckbar'])
    expect(await told('wine bar', 'Brunn')).toContain('No entry says “wine bar”')
  })

  test.each([
    'restaurants open on Sunday',
    'Restaurant Sonntag geöffnet',
    'restaurant ouvert le dimanche',
    'ristorante aperto domenica',
    'restaurante abierto el domingo',
    '24 hour restaurant',
  ])('“%s” finds restaurants and says that opening times are not searched', async (query) => {
    expect(await found(query, 'Alpstadt')).toEqual(['Sonne'])
    expect(await told(query, 'Alpstadt')).toContain('When places are open is not searched')
  })

  test('a weekday in a name is part of the name', async () => {
    expect(await found('Ruby Tuesday')).toEqual(['Ruby Tuesday'])
  })

  test('a search for swimming does not find a swimwear shop', async () => {
    expect(await found('swimming pool', 'Alpstadt')).toEqual(['Bad Alpstadt'])
    expect(await found('sports shop', 'Alpstadt')).toEqual(['Berg und Tal'])
  })
})

describe('missing brands and businesses', () => {
  test('a missing brand does not find another brand', async () => {
    expect(await found('Kelvor Lyonnais', 'Alpstadt')).toEqual([])
  })

  test('a kind of business missing in a town does not find everything there', async () => {
    expect(await found('florist Brunn')).toEqual([])
  })
})

describe('where people look', () => {
  test('a castle drawn with several ways is a landmark', async () => {
    expect(await found('restaurants near the castle', 'Alpstadt')).toEqual(['Sonne'])
  })

  test.each(['restaurants Nähe Burg', 'Restaurants in Burgnähe', 'restaurants à proximité du château'])(
    '“%s” means near the castle',
    async (query) => expect(await found(query, 'Alpstadt')).toEqual(['Sonne']),
  )

  test('near a business means the one in the location', async () => {
    expect(await found('café near Hotel Hermitage', 'Brunn')).toEqual(['Café Süd'])
  })

  test('a postcode may have a country prefix', async () => {
    expect(await found('hairdresser', 'FL-9490')).toEqual(['Salon Ada'])
  })
})

test('the name that is exactly a word comes first among names with it, and each place once', async () => {
  const many = Array.from({ length: 1500 }, (_, i) =>
    at(...inAlpstadt(), { shop: 'kiosk', name: `Krone ${i}`, website: `https://krone${i}.example.li` }),
  )
  const exact = at(...inAlpstadt(), { shop: 'kiosk', name: 'Krone' })
  await directory.places.importFile(writePbf(townMap([...many, exact])), { region: 'many' })
  const names = await found('Krone')
  expect(names[0]).toBe('Krone')
  expect([names.length, new Set(names).size]).toEqual([1501, 1501])
  await directory.places.removeRegion('many')
})
