import type { Pool } from 'pg'
import { broaderOf } from '../categories/dictionary.ts'
import { countryKey } from '../gazetteer/area.ts'
import { areaNameForms } from '../gazetteer/area-names.ts'
import { areasSpelledLike, type KnownArea, type Lookup, lookUp } from '../store/lookup.store.ts'
import { allowedSlips, closest } from '../text/spelling.ts'
import { type Location, locationNames, readLocation } from './location.ts'
import type { Segment } from './score.ts'
import { MAX_AREA_WORDS, recounted, segmentsOf, variantsOf } from './segments.ts'
import { partsOf, type SplitQuery, splitQuery } from './split-query.ts'
import { areaTerm, hintTerm, nameTerm, tagTerm, wordTerm } from './terms.ts'

export interface Understood {
  /** Conditions to match: as asked first, then looser ones if nothing matches. */
  variants: Segment[][]
  /** Term of places whose name is the whole query. */
  wholeName: string
  /** Null searches everywhere; undefined if the location is unknown. */
  location: Location | null | undefined
  /** Words about opening times, which are ignored. */
  times: string[]
  /** Words next to a category that are in no name, which are ignored. */
  unknown: string[]
  /** The words after 'in' that name no known place: 'Paris'. Null without them. */
  unknownPlace: string | null
  /** Set if the last variant asks for a wider category. */
  broader: { asked: string; shown: string } | null
  /** The location in 'near …'. Businesses are searched if no area or landmark has that name. */
  near: Location | null
  nearText: string | null
  lookup: Lookup
}

/** Finds out the meaning of a query and a location. */
export async function understand(pool: Pool, query: string, location: string | null): Promise<Understood> {
  const split = splitQuery(query)
  const names = [...runs(split.words), ...locationNames(location ?? ''), ...locationNames(split.near ?? '')]
  const lookup = await lookUp(pool, names, termsToCount(split, names))
  const { segments, unknown } = await segmentsOf(pool, lookup, split)
  const wholeName = nameTerm(split.words.join(''))
  const variants = variantsOf(segments, wholeName, lookup)
  const broader = segments.flatMap(({ tags }) => broaderOf(tags) ?? [])[0] ?? null
  if (broader !== null) variants.push(await broadened(pool, segments))
  return {
    variants,
    wholeName,
    location: location === null ? null : await findLocation(pool, location, lookup),
    times: split.times,
    unknown,
    unknownPlace: unknownPlaceOf(split, segments),
    broader,
    near: split.near === null ? null : ((await findLocation(pool, split.near, lookup)) ?? null),
    nearText: split.near,
    lookup,
  }
}

function unknownPlaceOf({ inside }: SplitQuery, segments: readonly Segment[]): string | null {
  const places = segments.filter(({ isPlace }) => isPlace)
  const isUnknown = ({ areas, tags }: Segment) => areas.length === 0 && tags.length === 0
  return places.length > 0 && places.every(isUnknown) ? inside : null
}

async function findLocation(pool: Pool, text: string, lookup: Lookup): Promise<Location | undefined> {
  const exact = readLocation(text, lookup)
  if (exact !== undefined && exact.unknown.length === 0) return exact
  const forms = locationNames(text).filter((name) => allowedSlips(name) > 0)
  const similar = await areasSpelledLike(pool, forms)
  if (similar.length === 0) return exact
  // An area meant by a misspelt name is treated as if it had that name too.
  const renamed = similar.map((area) => ({
    ...area,
    names: [...area.names, ...forms.filter((form) => isMeant(form, area, similar))],
  }))
  return readLocation(text, { ...lookup, areas: [...lookup.areas, ...renamed] }) ?? exact
}

function isMeant(form: string, area: KnownArea, similar: readonly KnownArea[]): boolean {
  const { words } = closest(
    form,
    similar.flatMap(({ names }) => names),
  )
  return area.names.some((name) => words.includes(name))
}

/** The segments with wider categories, where there are any. */
async function broadened(pool: Pool, segments: readonly Segment[]): Promise<Segment[]> {
  return Promise.all(
    segments.map((segment) => {
      const wider = broaderOf(segment.tags)
      return wider === undefined ? segment : recounted(pool, { ...segment, tags: wider.tags })
    }),
  )
}

function runs(words: readonly string[]): Set<string> {
  const names = new Set<string>()
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_AREA_WORDS); to++)
      for (const form of areaNameForms(words.slice(from, to))) if (form.length > 2) names.add(form)
  return names
}

/** Terms whose counts decide how to search. */
function termsToCount({ words }: SplitQuery, names: readonly string[]): string[] {
  const countries = names.filter((name) => name.startsWith('country:')).map((name) => name.slice(8))
  const parts = partsOf(words)
  const joined = words.slice(1).map((word, index) => words[index]! + word)
  return [
    ...countries.map((code) => areaTerm(countryKey(code))),
    ...[...words, ...joined, ...parts.flatMap((part) => part.words)].map(wordTerm),
    ...parts.flatMap(({ tags }) => tags).flatMap((tag) => [tagTerm(tag), hintTerm(tag)]),
  ]
}
