import { beforeAll, describe, expect, test } from 'vitest'
import { BadCursor, createPlaces, type Place, type PlaceInput, type PlaceSearch } from '../src/places.ts'
import { createTestDirectory, namesFound, SAMPLE, type TestDirectory } from './database.ts'
import { writePbf } from './pbf-writer.ts'
import { at, boundary, box, inAlpstadt, inBrunn, townMap, WESTMARK } from './town.ts'

const demo: PlaceInput[] = [
  { place_id: 'demo:rising-moon', name: 'Rising Moon', category: 'shop=bakery', address: '3 Ferry Quay, Goldwater, Demoland', locality: 'Goldwater', country: 'Demoland', website: 'http://rising-moon.localhost:4123', phone: '+44 1632 960001', email: null, lat: 51, lon: 0 },
  { place_id: 'demo:plain-bread', name: 'Plain Bread', category: 'shop=bakery', address: '4 Ferry Quay, Goldwater, Demoland', locality: 'Goldwater', country: 'Demoland', website: null, phone: null, email: 'a@plain.example', lat: 51, lon: 0 },
] // biome-ignore format: two rows

let directory: TestDirectory
beforeAll(async () => {
  directory = await createTestDirectory()
  await directory.places.importFile(SAMPLE, { region: 'liechtenstein' })
  await directory.places.importPlaces('demo', demo)
})

const found = (query: string, location: string | null = null) => namesFound(directory.places, query, location)
const search = (query: string, location: string | null = null) =>
  directory.places.search({ query, location, limit: 20 })

describe('what people type', () => {
  test.each([
    ['dentist', 'Zahnarzt', 'dentiste', 'dentista', 'Zahnärzte', 'dentists', 'zahnartz', 'dental clinic'],
    ['bakery', 'Bäckerei', 'Baeckerei', 'boulangerie', 'panetteria', 'panadería', 'bakeries', 'bakrey'],
    ['car repair', 'Autowerkstatt', 'réparation automobile', 'officina', 'taller mecánico', 'car repiar'],
    ['hairdresser', 'Coiffeur', 'coiffeur', 'parrucchiere', 'peluquería', 'hairdreser'],
    ['supermarket', 'Supermarkt', 'supermarché', 'supermercato', 'supermercado', 'suppermarket'],
    ['pharmacy', 'Apotheke', 'pharmacie', 'farmacia', 'pharmacies', 'pharamcy'],
    ['hotel', 'Hotels', 'hôtel', 'albergo', 'hotell'],
    ['petrol station', 'gas station', 'Tankstelle', 'station-service', 'benzinaio', 'gasolinera'],
  ])('%s is found by %s and others, in five languages and misspelt', async (english, ...others) => {
    const expected = new Set(await found(english, 'Liechtenstein'))
    expect(expected.size).toBeGreaterThan(0)
    for (const query of others) expect(new Set(await found(query, 'Liechtenstein')), query).toEqual(expected)
  })

  test('all words must match: vegan restaurants are restaurants with vegan food', async () => {
    expect((await found('vegan restaurants', 'Vaduz')).sort()).toEqual(['Brasserie Burg', 'Schlössle Mahal'])
    const { places } = await search('vegane Restaurants', 'Vaduz')
    for (const { categories } of places) expect(categories).toContain('restaurant')
  })

  test('brands and names are found, whole names first, with and without spaces, and misspelt', async () => {
    expect(await found('Migros', 'Schaan')).toEqual(['Migros'])
    expect((await found('schlössle mahal'))[0]).toBe('Schlössle Mahal')
    expect((await found('Schlossle Mahall'))[0]).toBe('Schlössle Mahal')
    expect((await found('Brasserieburg'))[0]).toBe('Brasserie Burg')
    expect((await found('Hotel Engel'))[0]).toBe('Hotel Engel')
  })

  test('an unknown word narrows nothing, an unknown place finds nothing', async () => {
    expect(await found('cosy restaurants', 'Vaduz')).toEqual(await found('restaurants', 'Vaduz'))
    const { widened } = await search('cosy restaurants', 'Vaduz')
    expect(widened).toBe('No entry has “cosy” in its name, so it was left out.')
    expect(await found('restaurants in Atlantis')).toEqual([])
    expect(await found('restaurants', 'Atlantis')).toEqual([])
  })

  test('a location in the query is used: after "in", without it, misspelt', async () => {
    const expected = await found('hotels', 'Vaduz')
    for (const query of ['hotels in Vaduz', 'Vaduz hotels', 'Hotels in Vadus', 'hôtels à Vaduz'])
      expect(await found(query), query).toEqual(expected)
  })

  test('near a landmark means the area around it', async () => {
    const { places, widened } = await search('restaurant near Schloss Vaduz')
    expect(widened).toBeNull()
    const names = places.map(({ name }) => name)
    expect(names).toContain('Restaurant Engel')
    expect(names).not.toContain('Red Mango')
  })

  test.each([
    [' '],
    ['!!!'],
    ['🥐'],
    ["'; drop table places.place; --"],
    ['%_\\'],
    ['x'.repeat(5000)],
    ['\0'],
    ['a '.repeat(500)],
    ['مقهى'],
  ])('text like %j is harmless', async (query) => {
    await search(query, query)
    expect(await found('hotel', 'Vaduz')).not.toEqual([])
  })
})

describe('where people look', () => {
  test.each([
    ['Vaduz', 'Vadus'],
    ['Vaduz', '9490 Vaduz'],
    ['Vaduz', 'Vaduz, Liechtenstein'],
    ['Vaduz', 'vaduz, FL'],
    ['Vaduz', 'Vaduz Zentrum'],
    ['Triesenberg', 'TRIESENBERG'],
    ['Liechtenstein', 'Fürstentum Liechtenstein'],
    ['Liechtenstein', 'LI'],
    ['Oberland', 'Region Oberland'],
  ])('%s is also found as %s', async (name, other) => {
    const expected = await found('restaurant', name)
    expect(expected.length).toBeGreaterThan(3)
    expect(new Set(await found('restaurant', other))).toEqual(new Set(expected))
  })

  test('a town means everything within its boundary, whatever the address says', async () => {
    const { places } = await search('restaurant', 'Triesenberg')
    expect(places.length).toBeGreaterThan(5)
    for (const { locality } of places) expect(locality).toBe('Triesenberg')
  })

  test('a village without a boundary means the area around its point', async () => {
    const names = await found('hotel', 'Malbun')
    expect(names).toContain('Hotel Gorfion')
    expect(names).not.toContain('Hotel Engel')
  })

  test('a postcode means the addresses that contain it', async () => {
    const { places } = await search('supermarket', '9494')
    expect(places.length).toBeGreaterThan(0)
    for (const { address } of places) expect(address).toContain('9494')
  })

  test('a search without results in the town widens around it and says so', async () => {
    const { places, widened, isAround } = await search('dentist', 'Planken')
    expect(places.length).toBeGreaterThan(0)
    expect(widened).toBe('No dentists in Planken. Showing matches within 10 km.')
    expect(isAround).toBe(true)
  })

  test('an unknown part of the location is named', async () => {
    const { places, widened } = await search('cafe', 'Gugusweg, Vaduz')
    expect(places.length).toBeGreaterThan(0)
    expect(widened).toBe('“gugusweg” is not a place in the imported data, so the search covers all of Vaduz.')
  })

  test('without a location the whole directory is searched, and results say where they are (SEARCH-08, SEARCH-26)', async () => {
    const { places } = await search('bakery')
    expect(new Set(places.map(({ country }) => country))).toEqual(new Set(['Liechtenstein', 'Demoland']))
    for (const { address } of places) expect(address).toMatch(/Liechtenstein|Demoland/)
  })

  test('a town in the wrong country finds nothing', async () => {
    expect((await search('dentist', 'Vaduz, Liechtenstein')).places.length).toBeGreaterThan(0)
    expect(await search('dentist', 'Vaduz, Austria')).toMatchObject({ places: [], widened: null })
    expect(await search('dentist', 'Planken, Austria')).toMatchObject({ places: [], widened: null })
  })

  test.each([
    ['bakery', 'Paris', 'Paris'],
    ['bakery', 'Paris, France', 'Paris, France'],
    ['bakery', '75001 Paris', '75001 Paris'],
    ['bakery', 'Germany', 'Germany'],
    ['bakery in Paris', null, 'Paris'],
    ['Bäckereien in Frankreich', null, 'Frankreich'],
  ])('%s in %s is in no imported region, and the regions are named', async (query, location, place) => {
    const widened = `“${place}” is not in the imported data, which covers liechtenstein and demo.`
    expect(await search(query, location)).toMatchObject({ places: [], isCovered: false, widened })
  })

  test.each([
    ['xqzzwv', 'Vaduz'],
    ['xqzzwv', null],
    ['xqzzwv in Vaduz', null],
    ['dentist', 'Planken'],
    ['bank of atlantis', null],
  ])('%s in %s is in the imported regions, whatever is found', async (query, location) => {
    expect((await search(query, location)).isCovered).toBe(true)
  })

  test.each(['Fahrrad', 'bread', 'Brot', 'meat', 'fiduciary'])(
    'products find shops that sell them: %s',
    async (query) => {
      expect((await search(query, 'Liechtenstein')).places.length).toBeGreaterThan(0)
    },
  )

  test('strips of a neighbouring country stay in that country', async () => {
    const strip = { ...WESTMARK, west: 9.2, east: 9.3 }
    const east = box(40, strip)
    const { nodes } = townMap([])
    // The extract truncates the neighbour's boundary: only the shared border is there.
    const border = { id: 41, refs: [nodes![1]!.id, nodes![2]!.id] }
    await directory.places.importFile(
      writePbf({
        ...townMap(
          [
            at(47.1, 9.19, { shop: 'toys', name: 'West Toys' }),
            at(47.1, 9.21, { shop: 'toys', name: 'East Toys' }),
          ],
          {
            nodes: [...east.nodes, ...nodes!.slice(1, 3)],
            ways: [border],
            relations: [
              {
                ...boundary(42, 41, { admin_level: '2', name: 'Österreich', 'ISO3166-1': 'AT' }),
                members: [
                  { type: 'way', id: 41 },
                  { type: 'way', id: 999 },
                ],
              },
            ],
          },
        ),
      }),
      { region: 'strip' },
    )
    const names = async (location: string) =>
      (await found('toys', location)).filter((name) => name.endsWith('Toys'))
    expect(await names('Liechtenstein')).toEqual(['West Toys'])
    expect(await names('Austria')).toEqual(['East Toys'])
    expect(await names('Österreich')).toEqual(['East Toys'])
    await directory.places.removeRegion('strip')
  })
})

describe('the demo town', () => {
  test('its bakeries are found by its name and marked as demo data', async () => {
    const { places, attributions } = await search('bakery', 'Goldwater')
    expect(places.map(({ place_id }) => place_id).sort()).toEqual(['demo:plain-bread', 'demo:rising-moon'])
    for (const place of places)
      expect(place).toMatchObject({ is_demo: true, source: 'demo', locality: 'Goldwater' })
    expect(attributions).toEqual(['Fictional demo data'])
    expect(await found('bakery', 'Goldwater, Demoland')).toHaveLength(2)
  })

  test('its places keep their websites and ids (SEARCH-25)', async () => {
    const { places } = await search('Rising Moon')
    expect(places[0]).toMatchObject({
      place_id: 'demo:rising-moon',
      website: 'http://rising-moon.localhost:4123',
      phone: '+44 1632 960001',
    })
  })
})

describe('pages', () => {
  test('have no gaps or repeats, with any page size', async () => {
    const all = await search('restaurant', 'Liechtenstein')
    for (const limit of [1, 7, 20, 100]) {
      const ids: string[] = []
      let after: string | undefined
      do {
        const page = await directory.places.search({
          query: 'restaurant',
          location: 'Liechtenstein',
          limit,
          after,
        })
        expect(page.places.length).toBeLessThanOrEqual(limit)
        ids.push(...page.places.map(({ place_id }) => place_id))
        after = page.next ?? undefined
      } while (after !== undefined)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBeGreaterThan(60)
      expect(ids.slice(0, 20)).toEqual(all.places.map(({ place_id }) => place_id))
    }
  })

  test('are ordered by match, then by website and phone', async () => {
    const { places } = await directory.places.search({ query: 'restaurant', location: 'Vaduz', limit: 100 })
    const scores = places.map(
      ({ categories, website, phone }) =>
        (categories.includes('restaurant') ? 8 : 0) + (website ? 4 : 0) + (phone ? 2 : 0),
    )
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  test('a cursor that is forged, malformed or of another search is refused (SEARCH-24)', async () => {
    const { next } = await search('restaurant', 'Liechtenstein')
    expect(next).not.toBeNull()
    const other = directory.places.search({
      query: 'hotel',
      location: 'Liechtenstein',
      limit: 20,
      after: next!,
    })
    await expect(other).rejects.toThrow(BadCursor)
    const values = JSON.parse(Buffer.from(next!, 'base64url').toString())
    for (const [index, value] of [
      [1, 99],
      [2, 77],
      [3, 4],
      [3, null],
      [4, 8],
      [5, 'x'],
      [5, ['a', 0, 0, 'b']],
      [5, [0, 0, -1, 'b']],
    ] as const) {
      const forged = Buffer.from(JSON.stringify(values.with(index, value))).toString('base64url')
      const request = directory.places.search({
        query: 'restaurant',
        location: 'Liechtenstein',
        limit: 20,
        after: forged,
      })
      await expect(request, JSON.stringify([index, value])).rejects.toThrow(BadCursor)
    }
    for (const after of ['', 'nonsense', '%%%', 'bnVsbA'])
      await expect(
        directory.places.search({ query: 'restaurant', location: 'Liechtenstein', limit: 20, after }),
      ).rejects.toThrow(BadCursor)
  })

  test('only have places with a website, phone or email if asked for', async () => {
    for (const field of ['website', 'phone', 'email'] as const) {
      const { places } = await directory.places.search({
        query: 'hotel',
        location: null,
        limit: 100,
        filters: { [`has_${field}`]: true },
      })
      expect(places.length).toBeGreaterThan(0)
      for (const place of places) expect(place[field]).not.toBeNull()
    }
  })

  test('a page size out of bounds is refused', async () => {
    for (const limit of [0, 101, 1.5, Number.NaN])
      await expect(directory.places.search({ query: 'hotel', limit })).rejects.toThrow(RangeError)
  })
})

describe('a large directory', () => {
  test('shows its most complete places first, and all of them by paging', async () => {
    const [lat, lon] = inAlpstadt()
    const [brunnLat, brunnLon] = inBrunn()
    const shops = Array.from({ length: 3000 }, (_, i) => {
      const [y, x] = i % 3 === 0 ? [brunnLat, brunnLon] : [lat, lon]
      const contact: Record<string, string> = i % 10 === 0 ? { website: `https://shop${i}.example.li` } : {}
      return at(y, x, { shop: 'florist', name: `Blume ${i}`, ...contact })
    })
    await directory.places.importFile(writePbf(townMap(shops)), { region: 'large' })
    const first = await search('florist', 'Liechtenstein')
    expect(first.places.every(({ website }) => website !== null)).toBe(true)
    const all = await found('florist', 'Liechtenstein')
    expect(new Set(all).size).toBeGreaterThanOrEqual(3000)
    const inBrunnNames = await found('florist', 'Brunn')
    expect(inBrunnNames).toHaveLength(1000)
    expect(new Set(inBrunnNames).size).toBe(1000)
    await directory.places.removeRegion('large')
  })

  test('shows whole names first, most complete first, and all of them by paging', async () => {
    const shops = Array.from({ length: 1500 }, (_, i) => {
      const contact: Record<string, string> = i % 10 === 0 ? { website: `https://kelvor${i}.example.li` } : {}
      const name = i % 50 === 0 ? 'Kelvor Süd' : 'Kelvor'
      return at(...inAlpstadt(i), { shop: 'florist', name, ...contact })
    })
    await directory.places.importFile(writePbf(townMap(shops)), { region: 'shared' })
    const first = await search('Kelvor')
    expect(first.places.every(({ name, website }) => name === 'Kelvor' && website !== null)).toBe(true)
    const all = await found('Kelvor')
    expect([all.length, all.indexOf('Kelvor Süd')]).toEqual([1500, 1470])
    await directory.places.removeRegion('shared')
  })
})

describe('a directory that another process changes', () => {
  test('is searched as it is now', async () => {
    const { places } = directory
    const other = createPlaces(directory.pool)
    const shop = (name: string) => townMap([at(...inAlpstadt(), { shop: 'florist', name })])
    expect(await found('Zolkan', 'Alpstadt')).toEqual([])
    expect(await found('Zolkan')).toEqual([])
    await other.importFile(writePbf(shop('Zolkan')), { region: 'changing' })
    expect(await found('Zolkan', 'Alpstadt')).toEqual(['Zolkan'])
    await other.importFile(writePbf(shop('Zolkan Neu')), { region: 'changing' })
    const [now] = (await places.search({ query: 'Zolkan', location: 'Alpstadt', limit: 20 })).places
    const [region] = (await places.regions()).filter((known) => known.region === 'changing')
    expect([now?.name, now?.fetched_at]).toEqual(['Zolkan Neu', region?.imported_at])
    await other.removeRegion('changing')
    expect(await found('Zolkan')).toEqual([])
    expect(await found('florist', 'Alpstadt')).toEqual([])
  })

  test('never mixes old and new data in one result', async () => {
    const other = createPlaces(directory.pool)
    const town = (name: string) =>
      writePbf(townMap(Array.from({ length: 5 }, (_, i) => at(...inAlpstadt(i), { shop: 'florist', name }))))
    const files = [town('Zolkan Eins'), town('Zolkan Zwei')]
    const seen = new Set<string>()
    for (let round = 0; round < 4; round++) {
      let isDone = false
      const importing = other.importFile(files[round % 2]!, { region: 'changing' }).then(() => {
        isDone = true
      })
      do {
        const names = await Promise.all(Array.from({ length: 4 }, () => found('florist', 'Alpstadt')))
        for (const list of names) seen.add([...new Set(list)].join(' and '))
      } while (!isDone)
      await importing
    }
    await other.removeRegion('changing')
    expect([...seen].toSorted()).toEqual(['', 'Zolkan Eins', 'Zolkan Zwei'])
  })
})

describe('how many there are, and in which order', () => {
  const ask = (query: string, location: string | null, more: Partial<PlaceSearch> = {}) =>
    directory.places.search({ query, location, limit: 20, countTo: 1000, ...more })

  test('matches are counted over all pages, with those that have a website', async () => {
    const { counted } = await ask('restaurant', 'Liechtenstein')
    const all = await found('restaurant', 'Liechtenstein')
    const { counted: filtered } = await ask('restaurant', 'Liechtenstein', { filters: { has_website: true } })
    expect(counted).toMatchObject({ total: all.length, withWebsite: filtered!.total })
    expect(filtered!.total).toBeLessThan(all.length)
    expect((await ask('restaurant', 'Liechtenstein', { countTo: 30 })).counted?.total).toBe(30)
    expect((await ask('hotel', 'Malbun')).counted?.total).toBe((await found('hotel', 'Malbun')).length)
  })

  test('only a first page is counted', async () => {
    const { next } = await ask('restaurant', 'Liechtenstein')
    expect((await ask('restaurant', 'Liechtenstein', { after: next! })).counted).toBeNull()
  })

  test.each(['name', 'distance'] as const)('pages sorted by %s have no gaps or repeats', async (sort) => {
    const places: Place[] = []
    for (let after: string | undefined | null; after !== null; ) {
      const page = await ask('restaurant', 'Vaduz', { sort, limit: 7, ...(after ? { after } : {}) })
      places.push(...page.places)
      after = page.next
    }
    expect(places.length).toBe((await found('restaurant', 'Vaduz')).length)
    expect(new Set(places.map(({ place_id }) => place_id)).size).toBe(places.length)
    const values = places.map((place) =>
      sort === 'name' ? place.name.toLowerCase() : place.distance_m! / 100,
    )
    const inOrder = values.toSorted((a, b) =>
      typeof a === 'string' ? a.localeCompare(String(b), 'en') : Math.round(a) - Math.round(Number(b)),
    )
    expect(values).toEqual(inOrder)
  })

  test('distances need a location', async () => {
    const { places, sorts } = await ask('bakery', null)
    expect(places.every(({ distance_m }) => distance_m === null)).toBe(true)
    expect(sorts).toEqual(['match', 'name'])
    expect((await ask('bakery', 'Liechtenstein')).sorts).toEqual(['match', 'name'])
    expect((await ask('bakery', 'Vaduz')).sorts).toEqual(['match', 'name', 'distance'])
    expect((await ask('bakery', null, { sort: 'distance' })).places).toEqual(places)
  })

  test('a category leaves out the others, which stay to choose from', async () => {
    const { counted, places } = await ask('food', 'Vaduz', { limit: 100 })
    const [first, second] = counted!.categories
    expect(first).toBe('restaurant')
    const narrowed = await ask('food', 'Vaduz', { filters: { category: second! } })
    expect(new Set(narrowed.places.map(({ categories }) => categories[0]))).toEqual(new Set([second]))
    expect(narrowed.counted!.categories).toEqual(counted!.categories)
    expect(narrowed.counted!.total).toBe(places.filter(({ categories }) => categories[0] === second).length)
  })

  test('a radius is around the middle of the place, across its border, and farther only if nothing is there', async () => {
    const within = (within_m: number) => ask('restaurant', 'Vaduz', { filters: { within_m }, limit: 100 })
    const near = await within(1000)
    const far = await within(10_000)
    expect(Math.max(...near.places.map(({ distance_m }) => distance_m!))).toBeLessThanOrEqual(1010)
    expect(near.counted!.total).toBeLessThan((await ask('restaurant', 'Vaduz')).counted!.total)
    expect(new Set(far.places.map(({ locality }) => locality)).size).toBeGreaterThan(1)
    expect(far.isAround).toBe(false)
    const { next } = await ask('restaurant', 'Vaduz', { filters: { within_m: 10_000 } })
    const elsewhere = { filters: { within_m: 5000 }, after: next! }
    await expect(ask('restaurant', 'Vaduz', elsewhere)).rejects.toThrow(BadCursor)
    const filters = { within_m: 1000, has_website: true }
    const { widened, isAround } = await ask('hotel', 'Vaduz', { filters })
    expect(widened).toMatch(/ hotels within 1 km of Vaduz, none with a website\. Showing 11 within 10 km\.$/)
    expect(isAround).toBe(true)
  })

  test('a country has no middle to measure a radius from', async () => {
    const filters = { within_m: 1000 }
    expect((await ask('hotel', 'Liechtenstein', { filters })).counted).toEqual(
      (await ask('hotel', 'Liechtenstein')).counted,
    )
  })

  test('matches excluded only by filters are reported, with what is shown instead', async () => {
    const { widened, isAround, counted, places } = await ask('hotel', 'Vaduz', {
      filters: { has_website: true },
    })
    expect(widened).toBe('6 hotels in Vaduz, none with a website. Showing 11 within 10 km.')
    expect(isAround).toBe(true)
    expect(counted).toMatchObject({ total: 11, withWebsite: 11 })
    expect(Math.max(...places.map(({ distance_m }) => distance_m!))).toBeLessThan(13_000)
    expect((await ask('hotel', 'Vaduz')).isAround).toBe(false)
  })

  test('matches excluded only by filters are reported even if nothing is left around', async () => {
    const filters = { has_phone: true }
    const { places, widened } = await ask('Plain Bread', 'Goldwater', { filters })
    expect(places).toEqual([])
    expect(widened).toBe('1 match in Goldwater, without a phone number.')
  })
})
