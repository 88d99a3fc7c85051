import { distanceM, type Point } from '../geometry/distance.ts'
import type { Tags } from '../osm/business-tags.ts'
import { landmarkKinds } from '../osm/landmarks.ts'
import type { RawBoundary, RawPlace } from '../osm/read-osm.ts'
import { AddressAreas } from './address-areas.ts'
import { type Area, countryKey } from './area.ts'
import { areaNames } from './area-names.ts'
import { Boundaries, type Boundary, CountryFinder, drawBoundary } from './boundaries.ts'
import { countryCode } from './countries.ts'
import { readSettlement, Settlements, type Whereabouts } from './settlements.ts'

export interface Where {
  country: string | null
  region: string | null
  locality: string | null
  postcode: string | null
  /** Keys of all areas that contain the place. */
  areas: string[]
}

/**
 * admin_level of municipalities in countries where it isn't 8:
 * https://wiki.openstreetmap.org/wiki/Tag:boundary=administrative
 */
const MUNICIPALITY_LEVEL: Record<string, number> = { AD: 7, PT: 7, SE: 7, NO: 7, DK: 7, HR: 7, GR: 7, PL: 7, TR: 6, SK: 9, JP: 7, IE: 7, BR: 8, AU: 9 } // biome-ignore format: one table

interface Surroundings {
  boundaries: readonly RawBoundary[]
  settlements: readonly RawPlace[]
  landmarks: readonly RawPlace[]
}

/** Locates places by boundaries, settlements and the places' own addresses. */
export class Gazetteer {
  readonly #boundaries: Boundaries
  readonly #countries: CountryFinder
  readonly #settlements: Settlements
  readonly #landmarks: readonly RawPlace[]
  readonly #addresses = new AddressAreas()
  /** Names of settlements that may be missing in their boundaries. */
  readonly #alsoNamed = new Map<Boundary, string[]>()
  #mainCountry: string | undefined

  constructor({ boundaries, settlements, landmarks }: Surroundings) {
    this.#boundaries = new Boundaries(boundaries.flatMap((raw) => drawBoundary(raw) ?? []))
    this.#countries = new CountryFinder(boundaries, this.#boundaries)
    this.#landmarks = landmarks
    this.#settlements = new Settlements(
      settlements.map((raw) => {
        const names = areaNames(raw.tags)
        const around = this.#boundaries.around(raw)
        const own = ownBoundary(names, around)
        if (own !== undefined) this.#alsoNamed.set(own, names)
        return readSettlement(raw, this.#whereabouts(raw, around), own !== undefined)
      }),
    )
  }

  /** Sets the country of places for which neither boundaries nor addresses give one. */
  setMainCountry(code: string | undefined): void {
    this.#mainCountry = code
  }

  locate(point: Point, tags: Tags): Where {
    const around = this.#boundaries.around(point)
    // By boundaries only, as for settlements, whose points may not have a country.
    const whereabouts = this.#whereabouts(point, around)
    const country = whereabouts.country ?? countryCode(tags['addr:country'] ?? '') ?? this.#mainCountry
    const municipality = municipalityOf(around, country)
    const named = addressLocality(tags)
    const locality = named ?? municipality?.name ?? this.#settlements.townAt(point, whereabouts) ?? null
    const postcode = tags['addr:postcode'] ?? around.find(({ level }) => level === undefined)?.postcode
    const drawn = regionOf(around)
    const stated = tags['addr:state'] ?? tags['addr:province'] ?? null
    const where = {
      country: country ?? null,
      region: drawn ?? stated,
      locality,
      postcode: tags['addr:postcode'] ?? null,
    }
    const areas = [
      ...around.filter(({ level }) => level !== undefined && level > 2).map(({ id }) => id),
      ...this.#settlements.keysAt(point, whereabouts),
      ...this.#addresses.keysFor(point, {
        country: where.country,
        region: drawn === null ? stated : null,
        postcode: postcode ?? null,
        addressed: addressedNames(tags),
      }),
    ]
    return { ...where, areas: country === undefined ? areas : [...areas, countryKey(country)] }
  }

  /** All areas, including those known only from addresses of places located so far. */
  areas(): Area[] {
    return [
      ...this.#boundaries.all
        .filter(({ level }) => level !== undefined)
        .map((drawn) => this.#boundaryArea(drawn)),
      ...this.#settlements.areas(),
      ...this.#landmarks.map((landmark) => this.#landmarkArea(landmark)),
      ...this.#addresses.areas(),
    ]
  }

  #whereabouts(point: Point, around: readonly Boundary[]): Whereabouts {
    const country = this.#countries.find(point, around)
    return { country, municipality: municipalityOf(around, country) }
  }

  #boundaryArea(boundary: Boundary): Area {
    const { id, name, names, level, box, centre } = boundary
    const country = this.#countries.find(centre, this.#boundaries.around(centre)) ?? null
    const corner = { lat: box.maxLat, lon: box.maxLon }
    const kind =
      level === 2
        ? 'country'
        : level! <= 6 && level !== MUNICIPALITY_LEVEL[country ?? '']
          ? 'region'
          : level! <= 8
            ? 'town'
            : 'district'
    // Keyed by code, so that a country split over several extracts is one area.
    const key = kind === 'country' && country !== null ? countryKey(country) : id
    const radius_m = Math.round(distanceM(centre, corner))
    return {
      key,
      kind,
      name,
      names: [...new Set([...names, ...(this.#alsoNamed.get(boundary) ?? [])])],
      country,
      ...centre,
      radius_m,
      has_boundary: true,
    }
  }

  #landmarkArea({ id, tags, lat, lon }: RawPlace): Area {
    const { country } = this.#whereabouts({ lat, lon }, this.#boundaries.around({ lat, lon }))
    const kinds = landmarkKinds(tags).map((kind) => `kind:${kind}`)
    const names = [...areaNames(tags), ...kinds]
    return { key: `x:${id}`, kind: 'landmark', name: tags.name!, names, country: country ?? null, lat, lon, radius_m: 1000, has_boundary: false } // biome-ignore format: one row
  }
}

/** The boundary of a settlement, so that its radius needn't be estimated. */
function ownBoundary(names: readonly string[], around: readonly Boundary[]): Boundary | undefined {
  return around.findLast(
    (boundary) =>
      boundary.level !== undefined &&
      boundary.level > 2 &&
      boundary.names.some((name) => names.includes(name)),
  )
}

function municipalityOf(around: readonly Boundary[], country: string | undefined): Boundary | undefined {
  const usual = MUNICIPALITY_LEVEL[country ?? ''] ?? 8
  const towns = around.filter(
    ({ level }) => level !== undefined && level <= usual && level >= Math.min(7, usual),
  )
  return towns.at(-1)
}

function regionOf(around: readonly Boundary[]): string | null {
  const region = around.find(({ level }) => level === 4) ?? around.find(({ level }) => level === 6)
  return region === undefined ? null : region.name
}

function addressLocality(tags: Tags): string | undefined {
  const named = tags['addr:city'] ?? tags['addr:town'] ?? tags['addr:village'] ?? tags['addr:municipality']
  return cleanLocality(named?.split(';')[0] ?? '') || undefined
}

/** 'Balzers (FL)' becomes Balzers, 'Aldosa,' becomes Aldosa. */
export function cleanLocality(name: string): string {
  return name
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[\s,;.-]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const ADDRESSED = ['addr:city', 'addr:town', 'addr:village', 'addr:suburb', 'addr:district', 'addr:hamlet', 'addr:quarter', 'addr:place', 'addr:neighbourhood'] // biome-ignore format: one list

function addressedNames(tags: Tags): string[] {
  const names: string[] = []
  for (const key of ADDRESSED) {
    const values = tags[key]
    if (values === undefined) continue
    for (const value of values.split(';')) {
      const name = cleanLocality(value)
      if (name !== '') names.push(name)
    }
  }
  return names
}
