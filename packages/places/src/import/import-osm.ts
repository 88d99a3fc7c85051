import type { PoolClient } from 'pg'
import { CorruptFile } from '../corrupt-file.ts'
import { countryCode } from '../gazetteer/countries.ts'
import { Gazetteer } from '../gazetteer/gazetteer.ts'
import { PbfFile } from '../osm/pbf-file.ts'
import { OsmReading } from '../osm/read-osm.ts'
import { readRaw, stageRaw } from '../store/staging.store.ts'
import { stage } from './duplicates.ts'
import type { Imported } from './listing.ts'
import { osmListing } from './osm-listing.ts'
import type { Progress } from './progress.ts'

const OPENSTREETMAP = {
  source: 'openstreetmap',
  licence: 'ODbL-1.0',
  attribution: '© OpenStreetMap contributors',
}

/** Share of an import's time for reading; locating and describing follow, then writing. */
const READING = 0.7
const DESCRIBING = 0.15

const STAGED_AT_ONCE = 1000

/** Stages the businesses of an `.osm.pbf` file. */
export async function importOsm(
  client: PoolClient,
  path: string,
  { now, progress }: { now: Date; progress: Progress },
): Promise<Imported> {
  const file = await PbfFile.open(path)
  try {
    if (file.blockCount === 0)
      throw new CorruptFile('The file ends after its header: it holds no map', file.bytes)
    let found = 0
    const reading = new OsmReading(file, now, (read) => progress.report('reading', READING * read, found))
    const countries = new Map<string, number>()
    let waiting = []
    for await (const places of reading.places()) {
      for (const place of places) {
        const country = countryCode(place.tags['addr:country'] ?? '')
        if (country !== undefined) countries.set(country, (countries.get(country) ?? 0) + 1)
        waiting.push(place)
      }
      found += places.length
      if (waiting.length < STAGED_AT_ONCE) continue
      await stageRaw(client, waiting)
      waiting = []
    }
    await stageRaw(client, waiting)

    const gazetteer = new Gazetteer(reading)
    gazetteer.setMainCountry(mostFrequent(countries))
    let described = 0
    for await (const places of readRaw(client)) {
      const listings = places.flatMap((place) => osmListing(place, gazetteer, now) ?? [])
      await stage(
        client,
        listings.map((listing) => ({ listing })),
      )
      described += places.length
      progress.report('writing', READING + DESCRIBING * (described / found), described)
    }
    return {
      origin: OPENSTREETMAP,
      dataAt: file.header.dataAt,
      elements: reading.elements,
      areas: gazetteer.areas(),
      fraction: READING + DESCRIBING,
    }
  } finally {
    await file.close()
  }
}

function mostFrequent(counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}
