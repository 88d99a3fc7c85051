import { hasKind } from '../gazetteer/area-names.ts'
import { distanceM, type Point } from '../geometry/distance.ts'
import type { KnownArea } from '../store/lookup.store.ts'

/** A place to search in: those that carry one of the areas' keys. */
export interface Within {
  keys: string[]
  /** As it is shown in sentences. */
  name: string
  country: string | null
  centre: Point
  radiusM: number
  /** At most so many places lie in it. */
  uses: number
}

/** What is meant by a name that several areas have: a town before a district; a country before all. */
const PREFERENCE = ['country', 'town', 'region', 'postcode', 'district']
const REGION_PREFERENCE = ['country', 'region', 'town', 'postcode', 'district']

/** Areas of the same name within this distance are the same one, drawn, addressed and as a point. */
const SAME_AREA_M = 15_000

/** Of the areas of a name those that are meant; undefined when there are none. */
export function chooseAreas(found: readonly KnownArea[], text: string): Within | undefined {
  const drawn = ofPreferredKind(
    found.filter(({ has_boundary }) => has_boundary),
    text,
  )
  const others = ofPreferredKind(
    found.filter(({ has_boundary }) => !has_boundary),
    text,
  )
  // What addresses or points say of an area that is drawn is only less exact.
  const chosen = [...drawn, ...others.filter((area) => !drawn.some((boundary) => isSame(boundary, area)))]
  if (chosen.length === 0) return undefined
  const [first] = chosen.toSorted((a, b) => b.radius_m - a.radius_m)
  return {
    keys: [...new Set(chosen.map(({ key }) => key))],
    name: shortest(chosen.map(({ name }) => name)),
    country: chosen.every(({ country }) => country === first!.country) ? first!.country : null,
    centre: { lat: first!.lat, lon: first!.lon },
    radiusM: first!.radius_m,
    uses: chosen.reduce((sum, { uses }) => sum + uses, 0),
  }
}

function ofPreferredKind(areas: readonly KnownArea[], text: string): readonly KnownArea[] {
  const preference = hasKind(text) ? REGION_PREFERENCE : PREFERENCE
  const kind = preference.find((candidate) => areas.some((area) => area.kind === candidate))
  return areas.filter((area) => area.kind === kind)
}

function isSame(drawn: KnownArea, other: KnownArea): boolean {
  return drawn.country === other.country && distanceM(drawn, other) <= Math.max(SAME_AREA_M, drawn.radius_m)
}

function shortest(names: readonly string[]): string {
  return [...names].sort((a, b) => a.length - b.length)[0] ?? ''
}
