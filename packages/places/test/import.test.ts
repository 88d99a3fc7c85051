import { readFileSync } from 'node:fs'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPlaces, type Place } from '../src/places.ts'
import { createTestDirectory, namesFound, SAMPLE, type TestDirectory } from './database.ts'
import { encodePbf, type TestMap, writeBytes, writePbf } from './pbf-writer.ts'
import { at, box, inAlpstadt, inBrunn, townMap } from './town.ts'

let directory: TestDirectory
beforeAll(async () => {
  directory = await createTestDirectory()
})

/** Imports a map as a region and returns its places by name. */
async function imported(
  map: TestMap,
  region = 'test',
): Promise<Map<string, Place & { merged_ids: string[] }>> {
  await directory.places.importFile(writePbf(map), { region })
  const { rows } = await directory.pool.query(
    'select p.* from places.place p join places.region r using (region_id) where r.name = $1',
    [region],
  )
  return new Map(rows.map((row) => [row.name, row]))
}

const [lat, lon] = inAlpstadt()

describe('what becomes a place', () => {
  test('nodes, ways and multipolygon relations become places with the id of their element', async () => {
    const way = box(
      2 ** 33,
      { south: 47.1, north: 47.101, west: 9.05, east: 9.051 },
      { tourism: 'hotel', name: 'Way' },
    )
    const ring = box(78, { south: 47.11, north: 47.111, west: 9.05, east: 9.051 })
    const found = await imported(
      townMap([at(lat, lon, { shop: 'bakery', name: 'Node' }, 2 ** 34 + 1)], {
        nodes: [...way.nodes, ...ring.nodes],
        ways: [way.way, ring.way],
        relations: [
          {
            id: 2 ** 32 + 9,
            tags: { type: 'multipolygon', amenity: 'hospital', name: 'Relation' },
            members: [{ type: 'way', id: 78, role: 'outer' }],
          },
        ],
      }),
    )
    expect(found.get('Node')?.place_id).toBe('osm:node/17179869185')
    expect(found.get('Way')?.place_id).toBe('osm:way/8589934592')
    expect(found.get('Relation')?.place_id).toBe('osm:relation/4294967305')
    expect(found.get('Relation')).toMatchObject({
      lat: expect.closeTo(47.1105, 5),
      lon: expect.closeTo(9.0505, 5),
    })
  })

  test('the point of an area is inside it, even if its centre is not', async () => {
    const corners = [[47.1, 9.05], [47.1, 9.06], [47.11, 9.06], [47.11, 9.059], [47.101, 9.059], [47.101, 9.05]] // biome-ignore format: an L
    const nodes = corners.map(([south, west], index) => ({ id: 900_001 + index, lat: south!, lon: west! }))
    const refs = [...nodes, nodes[0]!].map(({ id }) => id)
    const found = await imported(
      townMap([], { nodes, ways: [{ id: 5, refs, tags: { shop: 'mall', name: 'L' } }] }),
    )
    const { lat: y, lon: x } = found.get('L')!
    expect((y > 47.1 && y < 47.101) || (x > 9.059 && x < 9.06)).toBe(true)
  })

  test('a name is required; a brand or operator will do', async () => {
    const found = await imported(
      townMap([
        at(lat, lon, { amenity: 'fuel', brand: 'Avia' }),
        at(lat, lon, { amenity: 'bank', operator: 'Landesbank' }),
        at(lat, lon, { shop: 'books', 'name:fr': 'Librairie' }),
        at(lat, lon, { shop: 'bakery' }),
      ]),
    )
    expect([...found.keys()].sort()).toEqual(['Avia', 'Landesbank', 'Librairie'])
  })

  test('closed and disused places and non-businesses are left out', async () => {
    const gone: Record<string, string>[] = [
      { 'disused:shop': 'bakery' },
      { shop: 'vacant' },
      { shop: 'bakery', disused: 'yes' },
      { amenity: 'restaurant', opening_hours: 'closed' },
      { amenity: 'restaurant', end_date: '2019-05' },
      { shop: 'bakery', name: 'Beck (geschlossen)' },
      { amenity: 'parking' },
      { amenity: 'bench' },
      { tourism: 'information', information: 'board' },
      { leisure: 'park' },
      { amenity: 'place_of_worship' },
    ]
    const open: Record<string, string>[] = [{ shop: 'bakery', end_date: '2031' }, { tourism: 'information', information: 'office' }, { shop: 'books', 'disused:shop': 'bakery' }] // biome-ignore format: three
    const nodes = [...gone.map((tags, i) => at(lat, lon, { name: `Gone ${i}`, ...tags })), ...open.map((tags, i) => at(lat, lon, { name: `Open ${i}`, ...tags }))] // biome-ignore format: two lists
    expect([...(await imported(townMap(nodes))).keys()].sort()).toEqual(['Open 0', 'Open 1', 'Open 2'])
  })

  test('names with emoji, right-to-left text, HTML or 10,000 characters are stored as harmless text', async () => {
    const names = ['Café ☕🥐', 'مقهى \u202eabc', '<img src=x onerror=alert(1)>', "'; drop table places.place; --", 'x'.repeat(10_000), 'Back\\slash\tand\nline'] // biome-ignore format: one list
    const found = await imported(townMap(names.map((name) => at(lat, lon, { shop: 'bakery', name }))))
    expect(found.size).toBe(names.length)
    expect([...found.keys()]).toContain('<img src=x onerror=alert(1)>')
    expect([...found.keys()]).toContain('Back\\slash and line')
    for (const name of found.keys()) {
      expect(name.length).toBeLessThanOrEqual(200)
      expect(name).not.toMatch(/[\u202e\n\t]/)
    }
  })
})

describe('what a place says', () => {
  test('website, phone and e-mail come from plain and contact: tags, in normal form', async () => {
    const found = await imported(
      townMap([
        at(lat, lon, {
          shop: 'a',
          name: 'Plain',
          website: 'www.example.li',
          phone: '232 12 34',
          email: 'info@Example.LI',
        }),
        at(lat, lon, { shop: 'a', name: 'Contact', 'contact:website': 'http://shop.example.li/x', 'contact:phone': '+423 232 12 35', 'contact:email': 'mailto:a@example.li' }), // biome-ignore format: one place
        at(lat, lon, { shop: 'a', name: 'Several', url: 'javascript:alert(1); https://b.example.li', phone: 'n/a; 00423 2321236', email: 'nobody; b@example.li' }), // biome-ignore format: one place
        at(lat, lon, { shop: 'a', name: 'None', website: 'http://localhost/', phone: '12', email: '@' }),
      ]),
    )
    expect(found.get('Plain')).toMatchObject({
      website: 'https://www.example.li',
      phone: '+423 232 12 34',
      email: 'info@example.li',
    })
    expect(found.get('Contact')).toMatchObject({
      website: 'http://shop.example.li/x',
      phone: '+423 232 12 35',
      email: 'a@example.li',
    })
    expect(found.get('Several')).toMatchObject({
      website: 'https://b.example.li',
      phone: '+423 232 12 36',
      email: 'b@example.li',
    })
    expect(found.get('None')).toMatchObject({ website: null, phone: null, email: null })
  })

  test('the locality is the surrounding municipality if the address names none', async () => {
    const [brunnLat, brunnLon] = inBrunn()
    const found = await imported(
      townMap([
        at(lat, lon, { shop: 'a', name: 'A' }),
        at(brunnLat, brunnLon, {
          shop: 'a',
          name: 'B',
          'addr:street': 'Gasse',
          'addr:housenumber': '5',
          'addr:postcode': '9490',
        }),
        at(brunnLat, brunnLon, { shop: 'a', name: 'C', 'addr:city': 'Brunnen (LI)', 'addr:street': 'Platz' }),
      ]),
    )
    expect(found.get('A')).toMatchObject({ locality: 'Alpstadt', address: 'Alpstadt, Liechtenstein' })
    expect(found.get('B')).toMatchObject({ locality: 'Brunn', address: 'Gasse 5, 9490 Brunn, Liechtenstein' })
    expect(found.get('C')).toMatchObject({ locality: 'Brunnen', address: 'Platz, Brunnen, Liechtenstein' })
  })

  test('a boundary is joined from ways in any order and direction, and its holes are cut out', async () => {
    const outer = [[47.3, 9], [47.3, 9.2], [47.4, 9.2], [47.4, 9]].map(([y, x], i) => ({ id: 800_001 + i, lat: y!, lon: x! })) // biome-ignore format: corners
    const hole = box(61, { south: 47.34, north: 47.36, west: 9.08, east: 9.12 })
    const [a, b, c, d] = outer.map(({ id }) => id) as [number, number, number, number]
    const found = await imported(
      townMap(
        [at(47.32, 9.05, { shop: 'a', name: 'Inside' }), at(47.35, 9.1, { shop: 'a', name: 'In the hole' })],
        {
          nodes: [...outer, ...hole.nodes],
          ways: [{ id: 60, refs: [c, b, a] }, { id: 62, refs: [c, d] }, { id: 63, refs: [a, d] }, hole.way],
          relations: [
            {
              id: 70,
              tags: { type: 'boundary', boundary: 'administrative', admin_level: '8', name: 'Ringen' },
              members: [62, 60, 63]
                .map((id) => ({ type: 'way' as const, id, role: 'outer' }))
                .concat({ type: 'way', id: 61, role: 'inner' }),
            },
          ],
        },
      ),
    )
    expect(found.get('Inside')?.locality).toBe('Ringen')
    expect(found.get('In the hole')?.locality).toBeNull()
  })
})

describe('duplicates', () => {
  const near = lat + 0.0003

  test('a point and a building with the same name within 80 m are one place with the contacts of both', async () => {
    const building = box(
      91,
      { south: near, north: near + 0.0001, west: lon, east: lon + 0.0001 },
      { tourism: 'hotel', name: 'Hotel Krone', phone: '+423 232 12 34' },
    )
    const found = await imported(
      townMap(
        [at(lat, lon, { tourism: 'hotel', name: 'Hotel Krone', website: 'https://krone.example.li' }, 4711)],
        {
          nodes: building.nodes,
          ways: [building.way],
        },
      ),
    )
    expect(found.get('Hotel Krone')).toMatchObject({
      place_id: 'osm:node/4711',
      website: 'https://krone.example.li',
      phone: '+423 232 12 34',
      merged_ids: ['osm:way/91'],
    })
  })

  test('the same name and phone within 100 m is one place, farther apart or without contact it is two', async () => {
    const phone = '+423 232 99 99'
    const [farLat] = inAlpstadt(5)
    await imported(
      townMap([
        at(lat, lon, { shop: 'a', name: 'Twice', phone }),
        at(near, lon, { shop: 'a', name: 'Twice', phone }),
        at(lat, lon, { shop: 'a', name: 'Far', phone }),
        at(farLat, lon, { shop: 'a', name: 'Far', phone }),
        at(lat, lon, { shop: 'a', name: 'Unknown' }),
        at(near, lon, { shop: 'a', name: 'Unknown' }),
      ]),
    )
    const { rows } = await directory.pool.query(
      'select name, count(*)::integer from places.place group by name order by name',
    )
    expect(rows).toEqual([
      { name: 'Far', count: 2 },
      { name: 'Twice', count: 1 },
      { name: 'Unknown', count: 2 },
    ])
  })

  test('the id in force is kept when a duplicate appears later', async () => {
    const building = box(
      92,
      { south: near, north: near + 0.0001, west: lon, east: lon + 0.0001 },
      { shop: 'books', name: 'Later' },
    )
    const more = { nodes: building.nodes, ways: [building.way] }
    expect((await imported(townMap([], more))).get('Later')?.place_id).toBe('osm:way/92')
    const found = await imported(townMap([at(lat, lon, { shop: 'books', name: 'Later' }, 4712)], more))
    expect(found.get('Later')).toMatchObject({ place_id: 'osm:way/92', merged_ids: ['osm:node/4712'] })
  })

  test('the same business in two regions is shown once, and again when the other region is removed', async () => {
    const node = at(lat, lon, { shop: 'toys', name: 'Shared Toys' }, 4713)
    await imported(townMap([node]), 'first')
    await imported(
      townMap([{ ...node, tags: { ...node.tags, website: 'https://toys.example.li' } }]),
      'second',
    )
    expect(await namesFound(directory.places, 'Shared Toys')).toEqual(['Shared Toys'])
    expect(await directory.places.removeRegion('second')).toBe(1)
    expect(await namesFound(directory.places, 'Shared Toys')).toEqual(['Shared Toys'])
    expect(await directory.places.removeRegion('first')).toBe(1)
    expect(await namesFound(directory.places, 'Shared Toys')).toEqual([])
  })
})

describe('importing again', () => {
  test('replaces the region: ids are stable, missing places are removed, new ones added', async () => {
    const stays = at(lat, lon, { shop: 'a', name: 'Stays' }, 5001)
    await imported(townMap([stays, at(lat, lon, { shop: 'a', name: 'Goes' }, 5002)]), 'again')
    const path = writePbf(
      townMap([
        { ...stays, tags: { shop: 'a', name: 'Stays', phone: '+423 232 12 34' } },
        at(lat, lon, { shop: 'a', name: 'Comes' }, 5003),
      ]),
    )
    expect(await directory.places.importFile(path, { region: 'again' })).toMatchObject({
      places: 2,
      added: 1,
      removed: 1,
    })
    expect(await namesFound(directory.places, 'Goes')).toEqual([])
    expect(await namesFound(directory.places, 'Comes')).toEqual(['Comes'])
  })

  test('a truncated or damaged file keeps the old region in force and says where it is damaged', async () => {
    await imported(townMap([at(lat, lon, { shop: 'a', name: 'Survivor' })]), 'safe')
    const bytes = encodePbf(townMap([at(lat, lon, { shop: 'a', name: 'Intruder' })]))
    const cut = writeBytes(bytes.subarray(0, bytes.length - 5), 'safe.osm.pbf')
    await expect(directory.places.importFile(cut, { region: 'safe' })).rejects.toThrow(
      /cut off.*\(at byte [\d,]+ of the file\)/,
    )
    const damaged = Buffer.from(bytes)
    damaged.fill(0, bytes.length - 30, bytes.length - 10)
    await expect(
      directory.places.importFile(writeBytes(damaged, 'safe.osm.pbf'), { region: 'safe' }),
    ).rejects.toThrow('damaged')
    const headerOnly = writeBytes(encodePbf({}), 'safe.osm.pbf')
    await expect(directory.places.importFile(headerOnly, { region: 'safe' })).rejects.toThrow(
      /holds no map \(at byte [\d,]+ of the file\)/,
    )
    expect(await namesFound(directory.places, 'Survivor')).toEqual(['Survivor'])
    expect(await namesFound(directory.places, 'Intruder')).toEqual([])
  })

  test('an aborted import, while reading or writing, keeps the old region in force', async () => {
    await imported(townMap([at(lat, lon, { shop: 'a', name: 'Unmoved' })]), 'stopped')
    for (const phase of ['reading', 'writing']) {
      const stop = new AbortController()
      const onProgress = (progress: { phase: string }) => {
        if (progress.phase === phase) stop.abort(new Error('stopped'))
      }
      const importing = directory.places.importFile(SAMPLE, {
        region: 'stopped',
        onProgress,
        signal: stop.signal,
      })
      await importing.then(
        () => expect(phase).toBe('writing'),
        (error: Error) => expect(error.message).toBe('stopped'),
      )
      if (phase === 'reading') expect(await namesFound(directory.places, 'Unmoved')).toEqual(['Unmoved'])
    }
    const already = AbortSignal.abort(new Error('stopped'))
    await expect(directory.places.importFile(SAMPLE, { region: 'stopped', signal: already })).rejects.toThrow(
      'stopped',
    )
    await directory.places.removeRegion('stopped')
  })

  test('is not limited by the application’s statement timeout', async () => {
    const { pool } = directory
    const client = await pool.connect()
    await client.query('begin')
    // Another import holds the lock for longer than the timeout.
    await client.query('select pg_advisory_xact_lock(7402114)')
    const hurried = new pg.Pool({ ...pool.options, max: 1, statement_timeout: 1000 })
    const path = writePbf(townMap([at(lat, lon, { shop: 'a', name: 'Patient' })]))
    const importing = createPlaces(hurried).importFile(path, { region: 'patient' })
    await client.query('select pg_sleep(2)')
    await client.query('commit')
    client.release()
    expect(await importing).toMatchObject({ places: 1 })
    await hurried.end()
    await directory.places.removeRegion('patient')
  })

  test('of several concurrent imports of one region, one wins completely', async () => {
    const maps = ['One', 'Two', 'Three'].map((name) =>
      writePbf(townMap([1, 2, 3].map((i) => at(lat, lon, { shop: 'a', name: `${name} ${i}` })))),
    )
    await Promise.all(maps.map((path) => directory.places.importFile(path, { region: 'race' })))
    const { rows } = await directory.pool.query(
      "select distinct split_part(p.name, ' ', 1) as name from places.place p join places.region r using (region_id) where r.name = 'race'",
    )
    expect(rows).toHaveLength(1)
    expect((await directory.places.regions()).filter(({ region }) => region.startsWith('race'))).toHaveLength(
      1,
    )
  })

  test('an unsorted file gives the same places as a sorted one', async () => {
    const map = townMap([at(lat, lon, { shop: 'a', name: 'Order' })])
    const shuffled = { ...map, nodes: map.nodes?.toReversed() }
    await directory.places.importFile(
      writePbf(shuffled, { isSorted: false, order: ['relations', 'nodes', 'ways'] }),
      { region: 'order' },
    )
    const page = await directory.places.search({ query: 'Order', limit: 5 })
    expect(page.places[0]).toMatchObject({ name: 'Order', locality: 'Alpstadt', country: 'Liechtenstein' })
  })
})

describe('the sample region', () => {
  test('is imported with its attribution and the date of its data', async () => {
    const progress: number[] = []
    const onProgress = ({ fraction }: { fraction: number }) => progress.push(fraction)
    const summary = await directory.places.importFile(SAMPLE, { region: 'liechtenstein', onProgress })
    expect(summary).toMatchObject({
      region: 'liechtenstein',
      source: 'openstreetmap',
      elements: 353_586,
      removed: 0,
    })
    expect(summary.places).toBeGreaterThan(600)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(await directory.places.regions()).toContainEqual(
      expect.objectContaining({
        region: 'liechtenstein',
        licence: 'ODbL-1.0',
        attribution: '© OpenStreetMap contributors',
        data_at: '2024-03-04T21:21:35.000Z',
        imported_at: '2026-08-01T12:00:00.000Z',
      }),
    )
  })

  test('keeps every id when it is imported again, and ships with the notice that its licence requires', async () => {
    expect(await directory.places.importFile(SAMPLE, { region: 'liechtenstein' })).toMatchObject({
      added: 0,
      removed: 0,
    })
    const notice = readFileSync(new URL('../sample/README.md', import.meta.url), 'utf8')
    expect(notice).toContain('© OpenStreetMap contributors')
    expect(notice).toContain('opendatacommons.org/licenses/odbl')
  })
})
