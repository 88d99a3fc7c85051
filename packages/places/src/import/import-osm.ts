import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import { countryCode } from '../gazetteer/countries.ts'
import { Gazetteer } from '../gazetteer/gazetteer.ts'
import type { RawPlace, RawPoint } from '../osm/raw.ts'
import { type ReadOsmOptions, readOsm } from '../osm/read-osm.ts'
import { CorruptFile } from '../pbf/corrupt-file.ts'
import { PbfFile } from '../pbf/pbf-file.ts'
import type { ImportSummary } from '../place.ts'
import { currentIds } from '../store/places.store.ts'
import { Fingerprints } from './duplicates.ts'
import { MergedListings } from './merged-listings.ts'
import { osmListing } from './osm-listing.ts'
import type { Progress } from './progress.ts'
import { Spool } from './spool.ts'
import { storeRegion } from './store-region.ts'
import type { Sourced } from './write-places.ts'

export const OPENSTREETMAP = {
  source: 'openstreetmap',
  licence: 'ODbL-1.0',
  attribution: '© OpenStreetMap contributors',
}

/** Most of an import is reading; finding out where places are and writing them is the rest. */
const READING = 0.7

export async function importOsm(
  pool: Pool,
  path: string,
  { region, now, progress }: { region: string; now: Date; progress: Progress },
): Promise<ImportSummary> {
  const raw = new Spool<RawPlace>()
  const landmarks = new Spool<RawPoint>()
  const listings = new Spool<Sourced>()
  const merging = new MergedListings(listings)
  const fingerprints = new Fingerprints()
  let gazetteer: Gazetteer | undefined
  let described: Promise<void> | undefined
  const file = await PbfFile.open(path)
  try {
    if (file.data.length === 0)
      throw new CorruptFile('The file ends after its header: it holds no map', file.bytes)
    const countries = new Votes()
    const sink = (place: RawPlace) => {
      raw.push(place)
      countries.count(countryCode(place.tags['addr:country'] ?? ''))
    }
    const step = (bytes: number, total: number) =>
      progress.report('reading', (bytes / total) * READING, raw.length)
    const landmark = (point: RawPoint) => landmarks.push(point)
    const read = await readGazetteer(file, { now, sink, landmark, step }, landmarks)
    const { elements } = read
    gazetteer = read.gazetteer
    gazetteer.setMainCountry(countries.winner())
    described = describe(raw, { listings, fingerprints }, gazetteer, now, progress)
    const counts = await storeRegion(pool, {
      name: region,
      origin: OPENSTREETMAP,
      dataAt: file.header.dataAt,
      importedAt: now.toISOString(),
      isDemo: false,
      elements,
      listings: mergedWhen(described, merging, fingerprints, region),
      areas: gazetteer.areas(),
      step: (written) =>
        progress.report('writing', READING + (1 - READING) * (0.5 + written / listings.length / 2), written),
    })
    const { places } = counts
    return {
      region,
      source: OPENSTREETMAP.source,
      ...counts,
      merged: listings.length - places,
      elements,
      elapsed_ms: progress.elapsedMs(),
    }
  } finally {
    // Where the database refuses, it may still be reading what is closed now.
    await Promise.allSettled([described])
    file.close()
    raw.close()
    landmarks.close()
    gazetteer?.close()
    listings.close()
    merging.close()
    fingerprints.close()
  }
}

/** What the boundaries were made of is no longer in memory when this is done. */
async function readGazetteer(file: PbfFile, options: ReadOsmOptions, landmarks: Iterable<RawPoint>) {
  const { boundaries, settlements, elements, close } = await readOsm(file, options)
  try {
    return { gazetteer: new Gazetteer(boundaries, settlements, landmarks), elements }
  } finally {
    close()
  }
}

/** The database gets its tables ready meanwhile, and asks for the listings then. */
function mergedWhen(
  described: Promise<void>,
  merging: MergedListings,
  fingerprints: Fingerprints,
  region: string,
) {
  // Met when the listings are asked for; until then it must not count as unhandled.
  described.catch(() => undefined)
  return async (client: ClientBase) => {
    await described
    return merging.merged(fingerprints.groups(), (ids) => currentIds(client, region, ids))
  }
}

const REPORT_EVERY = 2000
/** After so many places the process looks after what else waits: the database's answers, a signal to stop. */
const WITHOUT_A_PAUSE = 50

async function describe(
  raw: Spool<RawPlace>,
  { listings, fingerprints }: { listings: Spool<Sourced>; fingerprints: Fingerprints },
  gazetteer: Gazetteer,
  now: Date,
  progress: Progress,
): Promise<void> {
  let done = 0
  for (const place of raw) {
    if (done % WITHOUT_A_PAUSE === 0) await setImmediate()
    const listing = osmListing(place, gazetteer, now)
    if (++done % REPORT_EVERY === 0)
      progress.report('writing', READING + ((1 - READING) / 2) * (done / raw.length), listings.length)
    if (listing === undefined) continue
    listings.push({ listing })
    fingerprints.add(listing)
  }
}

class Votes {
  readonly #counts = new Map<string, number>()

  count(vote: string | undefined): void {
    if (vote !== undefined) this.#counts.set(vote, (this.#counts.get(vote) ?? 0) + 1)
  }

  winner(): string | undefined {
    return [...this.#counts].sort((a, b) => b[1] - a[1])[0]?.[0]
  }
}

/** 'liechtenstein-2024-03-04.osm.pbf' and 'liechtenstein-latest.osm.pbf' are both the region liechtenstein. */
export function regionOfFile(path: string): string {
  const name = basename(path).replace(/\.(?:osm\.pbf|pbf|parquet|geoparquet)$/i, '')
  return name.replace(/[-_](?:latest|\d{6,8}|\d{4}-\d{2}-\d{2})$/i, '') || name
}
