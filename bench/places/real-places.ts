import type { Area } from '@goldpan/places/gazetteer/area'
import { Gazetteer } from '@goldpan/places/gazetteer/gazetteer'
import type { Listing } from '@goldpan/places/import/listing'
import { osmListing } from '@goldpan/places/import/osm-listing'
import { PbfFile } from '@goldpan/places/osm/pbf-file'
import { OsmReading, type RawPlace } from '@goldpan/places/osm/read-osm'

export interface RealPlaces {
  listings: Listing[]
  areas: Map<string, Area>
}

/** Businesses and areas of extracts, as an import reads them. */
export async function readRealPlaces(paths: readonly string[]): Promise<RealPlaces> {
  const real: RealPlaces = { listings: [], areas: new Map() }
  const now = new Date()
  for (const path of paths) {
    const file = await PbfFile.open(path)
    const reading = new OsmReading(file, now)
    const raw: RawPlace[] = []
    for await (const places of reading.places()) raw.push(...places)
    await file.close()
    const gazetteer = new Gazetteer(reading)
    real.listings.push(...raw.flatMap((place) => osmListing(place, gazetteer, now) ?? []))
    for (const area of gazetteer.areas()) real.areas.set(area.key, area)
  }
  return real
}
