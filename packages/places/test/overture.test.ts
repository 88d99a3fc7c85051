import { beforeAll, describe, expect, test } from 'vitest'
import { CorruptFile, type Place } from '../src/places.ts'
import { createTestDirectory, namesFound, type TestDirectory } from './database.ts'
import { encodeOverture, type OvertureRow } from './parquet-writer.ts'
import { writeBytes, writePbf } from './pbf-writer.ts'
import { at, inAlpstadt, townMap } from './town.ts'

let directory: TestDirectory
beforeAll(async () => {
  directory = await createTestDirectory()
})

const [lat, lon] = inAlpstadt()
const bakery: OvertureRow = {
  id: '08f29a549c034bad03dad6c25733245d',
  lat,
  lon,
  name: 'Baker & Sons',
  category: 'bakery',
  websites: ['not a website', 'www.bakers.example.com'],
  phones: ['(212) 555-0123'],
  emails: ['hello@bakers.example.com'],
  address: {
    freeform: '12 Main St',
    locality: 'Springfield',
    postcode: '62701',
    region: 'IL',
    country: 'US',
  },
}

async function importRows(rows: OvertureRow[], region = 'overture'): Promise<void> {
  await directory.places.importFile(writeBytes(encodeOverture(rows), 'places.parquet'), { region })
}

async function find(query: string, location: string | null = null): Promise<Place[]> {
  return (await directory.places.search({ query, location, limit: 20 })).places
}

describe('Overture Places', () => {
  test('become places with addresses in the format of their country, international phone numbers and their licence', async () => {
    await importRows([bakery])
    const [place] = await find('bakery', 'Springfield, IL')
    expect(place).toMatchObject({
      place_id: 'overture:08f29a549c034bad03dad6c25733245d',
      name: 'Baker & Sons',
      address: '12 Main St, Springfield, IL 62701, United States',
      locality: 'Springfield',
      region: 'IL',
      country: 'United States',
      website: 'https://www.bakers.example.com',
      phone: '+1 212 555 0123',
      email: 'hello@bakers.example.com',
      categories: ['bakery'],
      source: 'overture',
      licence: 'CDLA-Permissive-2.0',
      attribution: 'Overture Maps Foundation',
    })
    expect(place!.lat).toBeCloseTo(lat, 6)
    expect(place!.lon).toBeCloseTo(lon, 6)
  })

  test('are found by their categories, in other languages too', async () => {
    await importRows([
      { ...bakery, id: 'a', name: 'Legs & Co', category: 'divorce_and_family_law' },
      { ...bakery, id: 'b', name: 'Fast Freddy', category: 'fast_food_restaurant' },
      { ...bakery, id: 'c', name: 'Sleepy Hollow', category: 'bed_and_breakfast' },
      { ...bakery, id: 'd', name: 'Left Foot', category: 'shoe_store' },
    ])
    const names = async (query: string) => (await find(query, 'Springfield')).map(({ name }) => name)
    expect(await names('lawyer')).toEqual(['Legs & Co'])
    expect(await names('Rechtsanwalt')).toEqual(['Legs & Co'])
    expect(await names('fast food')).toEqual(['Fast Freddy'])
    expect(await names('Pension')).toEqual(['Sleepy Hollow'])
    expect(await names('zapatería')).toEqual(['Left Foot'])
  })

  test('are left out when closed or without a name', async () => {
    await importRows([
      { ...bakery, id: 'a', name: 'Gone Bakery', status: 'permanently_closed' },
      { ...bakery, id: 'b', name: 'Resting Bakery', status: 'temporarily_closed' },
      { ...bakery, id: 'c', name: ' ' },
      { ...bakery, id: 'd', name: 'Open Bakery' },
    ])
    expect((await find('bakery')).map(({ name }) => name)).toEqual(['Open Bakery'])
    await directory.places.removeRegion('overture')
  })

  test('are shown once when OpenStreetMap has the same name and website within 100 m, with the contacts of both', async () => {
    const website = 'https://krone.example.li'
    const hotel = at(lat, lon, { tourism: 'hotel', name: 'Hotel Krone', website }, 4711)
    await directory.places.importFile(writePbf(townMap([hotel])), { region: 'osm' })
    const twin = { ...bakery, id: 'x', name: 'Hotel Krone', category: 'hotel', websites: [website], address: { country: 'LI' } } // biome-ignore format: one row
    const far = { ...twin, id: 'y', lat: lat + 0.002 }
    await importRows([{ ...twin, phones: ['+423 232 12 34'] }, far])
    const places = await find('Hotel Krone')
    expect(places.map(({ place_id }) => place_id).sort()).toEqual(['osm:node/4711', 'overture:y'])
    const merged = places.find(({ place_id }) => place_id === 'osm:node/4711')
    expect(merged).toMatchObject({ website, phone: '+423 232 12 34', email: 'hello@bakers.example.com' })
    expect(merged!.source).toBe('openstreetmap+overture')
    expect(merged!.attribution).toContain('© OpenStreetMap contributors')
    expect(merged!.attribution).toContain('Overture Maps Foundation')
    await directory.places.removeRegion('osm')
    expect(await namesFound(directory.places, 'Hotel Krone')).toHaveLength(2)
    await directory.places.removeRegion('overture')
  })
})

describe('a Parquet file that cannot be read', () => {
  /** The long gate tries some seven times as many positions. */
  const positions = process.env.LONG_FORM === 'yes' ? { cut: 7, wrong: 11 } : { cut: 53, wrong: 79 }
  const whole = encodeOverture([bakery])

  test('is refused with the byte position wherever it is truncated, and the old region stays in force', async () => {
    await importRows([bakery], 'kept')
    for (let length = 0; length < whole.length; length += positions.cut) {
      const path = writeBytes(whole.subarray(0, length), 'cut.parquet')
      const error = await directory.places
        .importFile(path, { region: 'kept' })
        .catch((thrown: unknown) => thrown)
      expect(error, String(length)).toBeInstanceOf(CorruptFile)
      expect((error as Error).message).toMatch(/\(at byte [\d,]+ of the file\)/)
    }
    expect(await namesFound(directory.places, 'Baker & Sons')).toEqual(['Baker & Sons'])
  })

  test('is refused or read, but never crashes, with any byte changed', async () => {
    for (let index = 0; index < whole.length; index += positions.wrong) {
      const bytes = Buffer.from(whole)
      bytes[index] = bytes[index]! ^ 0xff
      const path = writeBytes(bytes, 'wrong.parquet')
      const error = await directory.places
        .importFile(path, { region: 'wrong' })
        .catch((thrown: unknown) => thrown)
      if (error instanceof Error) expect(error, String(index)).toBeInstanceOf(CorruptFile)
    }
  })
})
