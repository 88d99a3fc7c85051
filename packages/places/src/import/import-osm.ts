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
import { type RegionContents, storeRegion } from './store-region.ts'
import type { Sourced } from './write-places.ts'

export const OPENSTREETMAP = {
  source: 'openstreetmap',
  licence: 'ODbL-1.0',
  attribution: '© OpenStreetMap contributors',
}

/** Most of an import is reading; finding out where places are and writing them is the rest. */
const READING = 0.7

/** So much of a file is read in less time than a transaction may well be open. */
const SOON_READ = 8_000_000

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
  let described: Promise<{ gazetteer: Gazetteer; elements: number }> | undefined
  const file = await PbfFile.open(path)
  try {
    if (file.data.length === 0)
      throw new CorruptFile('The file ends after its header: it holds no map', file.bytes)
    const almostRead = Promise.withResolvers<void>()
    if (file.bytes < SOON_READ) almostRead.resolve()
    const step = (bytes: number, total: number) => {
      progress.report('reading', (bytes / total) * READING, raw.length)
      if (total - bytes < SOON_READ) almostRead.resolve()
    }
    described = readGazetteer(file, { now, step }, { raw, landmarks }).then(async (read) => {
      gazetteer = read.gazetteer
      await describe(raw, { listings, fingerprints }, read.gazetteer, now, progress)
      return read
    })
    // The database gets its tables ready while the rest is read, and asks for what is in them then.
    await Promise.race([almostRead.promise, described])
    const counts = await storeRegion(pool, {
      name: region,
      origin: OPENSTREETMAP,
      dataAt: file.header.dataAt,
      importedAt: now.toISOString(),
      isDemo: false,
      contents: contentsWhen(described, merging, fingerprints, region),
      step: (written) =>
        progress.report('writing', READING + (1 - READING) * (0.5 + written / listings.length / 2), written),
    })
    const merged = listings.length - counts.places
    const { elements } = await described
    return {
      region,
      source: OPENSTREETMAP.source,
      ...counts,
      merged,
      elements,
      elapsed_ms: progress.elapsedMs(),
    }
  } finally {
    // Where the database refuses, what is closed now may still be in use.
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
async function readGazetteer(
  file: PbfFile,
  { now, step }: Pick<ReadOsmOptions, 'now' | 'step'>,
  { raw, landmarks }: { raw: Spool<RawPlace>; landmarks: Spool<RawPoint> },
) {
  const countries = new Votes()
  const sink = (place: RawPlace) => {
    raw.push(place)
    countries.count(countryCode(place.tags['addr:country'] ?? ''))
  }
  const landmark = (point: RawPoint) => landmarks.push(point)
  const { boundaries, settlements, elements, close } = await readOsm(file, { now, sink, landmark, step })
  try {
    const gazetteer = new Gazetteer(boundaries, settlements, landmarks)
    gazetteer.setMainCountry(countries.winner())
    return { gazetteer, elements }
  } finally {
    close()
  }
}

function contentsWhen(
  described: Promise<{ gazetteer: Gazetteer; elements: number }>,
  merging: MergedListings,
  fingerprints: Fingerprints,
  region: string,
) {
  return async (client: ClientBase): Promise<RegionContents> => {
    const { gazetteer, elements } = await described
    const listings = await merging.merged(fingerprints.groups(), (ids) => currentIds(client, region, ids))
    return { listings, areas: gazetteer.areas(), elements }
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
  for (const place of raw.drain()) {
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
