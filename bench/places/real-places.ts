import type { Area } from '@goldpan/places/gazetteer/area'
import { Gazetteer } from '@goldpan/places/gazetteer/gazetteer'
import type { Listing } from '@goldpan/places/import/listing'
import { osmListing } from '@goldpan/places/import/osm-listing'
import type { RawPlace, RawPoint } from '@goldpan/places/osm/raw'
import { readOsm } from '@goldpan/places/osm/read-osm'
import { PbfFile } from '@goldpan/places/pbf/pbf-file'

export interface RealPlaces {
  listings: Listing[]
  areas: Map<string, Area>
}

/** The businesses and areas of extracts, as an import makes them. */
export async function readRealPlaces(paths: readonly string[]): Promise<RealPlaces> {
  const real: RealPlaces = { listings: [], areas: new Map() }
  const now = new Date()
  for (const path of paths) {
    const raw: RawPlace[] = []
    const file = await PbfFile.open(path)
    const landmarks: RawPoint[] = []
    const sink = (place: RawPlace) => raw.push(place)
    const landmark = (point: RawPoint) => landmarks.push(point)
    const found = await readOsm(file, { now, sink, landmark, step: () => undefined })
    file.close()
    const gazetteer = new Gazetteer(found.boundaries, found.settlements, landmarks)
    found.close()
    for (const place of raw) {
      const listing = osmListing(place, gazetteer, now)
      if (listing !== undefined) real.listings.push(listing)
    }
    for (const area of gazetteer.areas()) real.areas.set(area.key, area)
    gazetteer.close()
  }
  return real
}
