import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDirectory, namesFound, type TestDirectory } from './database.ts'
import { type TestMap, writePbf } from './pbf-writer.ts'
import { at, boundary, box, inAlpstadt, inBrunn, townMap } from './town.ts'

async function importMap(map: TestMap): Promise<TestDirectory> {
  const directory = await createTestDirectory()
  await directory.places.importFile(writePbf(map), { region: 'test' })
  return directory
}

/** A village of Westmark without a boundary. */
function town(step: number, name: string, tags: Record<string, string> = {}) {
  return at(47.005 + step * 0.028, 9.12, { place: 'village', name, ...tags })
}

function inTown(step: number, tags: Record<string, string>) {
  return at(47.0055 + step * 0.028, 9.1205, tags)
}

describe('how towns are written', () => {
  let directory: TestDirectory
  beforeAll(async () => {
    directory = await importMap(
      townMap([
        town(0, 'Sankt Ulrichsau'),
        town(1, 'Lindfurt an der Weil'),
        town(2, 'Lindfurt am Rain'),
        town(3, 'Weil'),
        town(4, 'Horn (Talbach)'),
        town(5, 'Święta Zofia'),
        town(6, "Sant'Elmo"),
        ...Array.from({ length: 7 }, (_, step) => inTown(step, { shop: 'bakery', name: `Bakery ${step}` })),
      ]),
    )
  })

  test.each([
    ['St. Ulrichsau', 'Bakery 0'],
    ['St Ulrichsau', 'Bakery 0'],
    ['Saint Ulrichsau', 'Bakery 0'],
    ['Sta. Ulrichsau', 'Bakery 0'],
    ['S. Ulrichsau', 'Bakery 0'],
    ['Lindfurt a. d. Weil', 'Bakery 1'],
    ['Lindfurt a.d.W.', 'Bakery 1'],
    ['Lindfurt adW', 'Bakery 1'],
    ['Lindfurt/Weil', 'Bakery 1'],
    ['Lindfurt (Weil)', 'Bakery 1'],
    ['Lindfurt a. R.', 'Bakery 2'],
    ['Lindfurt/Rain, Liechtenstein', 'Bakery 2'],
    ['Weil', 'Bakery 3'],
    ['Horn/Talbach', 'Bakery 4'],
    ['Weil/LI', 'Bakery 3'],
    ['Lindfurt a. R./Liechtenstein', 'Bakery 2'],
    ['Horn (T.)', 'Bakery 4'],
    ['Św. Zofia', 'Bakery 5'],
    ['Sw Zofia', 'Bakery 5'],
    ['S. Elmo', 'Bakery 6'],
    ['San Elmo', 'Bakery 6'],
  ])('%s is a town of the map, without an unknown part', async (location, name) => {
    const { places, widened } = await directory.places.search({ query: 'bakery', location, limit: 20 })
    expect(widened).toBeNull()
    expect(places.map((place) => place.name)).toEqual([name])
  })

  test('a word in no town name is reported', async () => {
    const { widened } = await directory.places.search({
      query: 'bakery',
      location: 'Lindfurt a. d. Weil Gugusweg',
      limit: 20,
    })
    expect(widened).toMatch(/^“gugusweg” is not a place/)
  })
})

describe('a town that is only a point', () => {
  const point = [
    at(60.6, 22.1, { place: 'village', name: 'Nordvik' }),
    at(60.602, 22.102, { amenity: 'cinema', name: 'One', 'addr:city': 'Nordvik', 'addr:country': 'SE' }),
    at(60.604, 22.104, { amenity: 'cinema', name: 'Two' }),
    at(60.69, 22.19, { amenity: 'cinema', name: 'Far' }),
  ]
  const region = box(9, { south: 60.5, north: 60.7, west: 22, east: 22.2 })
  const quarter = box(8, { south: 60.601, north: 60.65, west: 22.05, east: 22.15 })

  test.each<[string, TestMap]>([
    ['without any boundary', { nodes: point }],
    [
      'with boundaries below the country',
      {
        nodes: [...point, ...region.nodes, ...quarter.nodes],
        ways: [region.way, quarter.way],
        relations: [
          boundary(9, 9, { admin_level: '7', name: 'Nordmark' }),
          boundary(8, 8, { admin_level: '9', name: 'Nordende' }),
        ],
      },
    ],
  ])('gathers the places around it in an extract %s', async (_, map) => {
    const { places } = await importMap(map)
    for (const location of ['Nordvik', 'Nordvik, Sweden'])
      expect((await namesFound(places, 'cinema', location)).sort()).toEqual(['One', 'Two'])
  })
})

describe('how names and trades are written', () => {
  let directory: TestDirectory
  beforeAll(async () => {
    const shop = (name: string, tags: Record<string, string>, step: number) =>
      at(...inAlpstadt(step), { name, ...tags })
    directory = await importMap(
      townMap([
        shop('Sankt Georg Apotheke', { amenity: 'pharmacy' }, 0),
        shop('Markt Apotheke', { amenity: 'pharmacy' }, 1),
        shop('Hill Co-op', { shop: 'supermarket' }, 2),
        shop('Coop', { shop: 'supermarket' }, 3),
        shop('Valley Co Op', { shop: 'supermarket' }, 4),
        shop('Leaf & Pot', { shop: 'tea' }, 5),
        shop('The Loaf', { shop: 'bakery' }, 6),
        shop('Oven & Sink', { shop: 'kitchen' }, 7),
        shop('Yarn', { shop: 'clothes' }, 8),
        shop('Cloud', { shop: 'e_cigarette' }, 9),
        shop('Slate & Son', { craft: 'roofer' }, 10),
        shop('Calm Hands', { shop: 'massage' }, 11),
        shop('Masala', { amenity: 'fast_food', cuisine: 'indian' }, 12),
        shop('Bombay Hall', { amenity: 'restaurant', cuisine: 'indian' }, 13),
        shop('Siam', { amenity: 'restaurant', cuisine: 'thai' }, 14),
        shop('Luigi', { amenity: 'fast_food', cuisine: 'pizza', delivery: 'yes' }, 15),
        shop('Bubbles', { shop: 'scuba_diving' }, 16),
        shop('Hem', { craft: 'dressmaker' }, 17),
        shop('Little Feet', { amenity: 'childcare' }, 18),
        shop('Ear', { shop: 'hearing_aids' }, 19),
        shop('Nails', { shop: 'hardware' }, 20),
        shop('Mile', { shop: 'sports' }, 21),
        shop('Sparkle', { craft: 'cleaning' }, 22),
        at(...inBrunn(), { name: 'Georg Apotheke', amenity: 'pharmacy' }),
      ]),
    )
  })

  const all = ['Coop', 'Hill Co-op', 'Valley Co Op']
  test.each([
    ['St. Georg Apotheke', ['Sankt Georg Apotheke']],
    ['Saint Georg Apotheke', ['Sankt Georg Apotheke']],
    ['co-op', all],
    ['coop', all],
    ['co op', all],
    ['tea shop', ['Leaf & Pot']],
    ['teashop', ['Leaf & Pot']],
    ['tea shops', ['Leaf & Pot']],
    ['thé', ['Leaf & Pot']],
    ['magasin de thé', ['Leaf & Pot']],
    ['Teegeschäft', ['Leaf & Pot']],
    ['kitchen store', ['Oven & Sink']],
    ['kitchen centre', ['Oven & Sink']],
    ['kitchen', ['Oven & Sink']],
    ['Küchengeschäft', ['Oven & Sink']],
    ['vape shop', ['Cloud']],
    ['vape store', ['Cloud']],
    ['negozio di sigarette elettroniche', ['Cloud']],
    ['roofing contractor', ['Slate & Son']],
    ['roofing company', ['Slate & Son']],
    ['entreprise de toiture', ['Slate & Son']],
    ['massage therapist', ['Calm Hands']],
    ['Indian takeaway', ['Masala']],
    ['indian restaurant', ['Bombay Hall']],
    ['Thai restaurant', ['Siam']],
    ['pizza delivery', ['Luigi']],
    ['dive shop', ['Bubbles']],
    ['seamstress', ['Hem']],
    ['daycare', ['Little Feet']],
    ['running shoes', ['Mile']],
    ['window cleaner', ['Sparkle']],
    ['day care centre', ['Little Feet']],
    ['hearing aids', ['Ear']],
    ['hardware shop', ['Nails']],
  ])('%s is understood completely', async (query, expected) => {
    const { places, widened } = await directory.places.search({ query, location: 'Alpstadt', limit: 20 })
    expect(places.map(({ name }) => name).sort()).toEqual(expected)
    expect(widened).toBeNull()
  })
})
