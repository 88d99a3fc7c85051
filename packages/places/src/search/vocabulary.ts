import {
  isUsed,
  type KnownArea,
  type Lookup,
  lookUp,
  readSources,
  readVersion,
  type Sources,
  type TermUses,
  type Totals,
} from '../store/lookup.store.ts'
import type { Queryable } from '../store/pipelines.ts'
import { atOnce } from './at-once.ts'
import { batched } from './batched.ts'
import { RememberedPages } from './remembered.ts'

/** The directory has become another one while it was searched: the search begins anew. */
export class Outdated extends Error {}

/** Some 20 MB at most, what has not been asked for longest goes first. */
const MAX_NAMES = 30_000
const MAX_TERMS = 60_000

const UNUSED: TermUses = { uses: 0, levels: null }

/** More searches of one process at a time only take the database's time from each other: each would be slower. */
const SEARCHES_AT_ONCE = 8
const MISSPELT_AT_ONCE = 2

/** What is not known yet. */
interface Unknown {
  names: readonly string[]
  terms: readonly number[]
}

interface Learnt {
  areas: ReadonlyMap<string, readonly KnownArea[]>
  terms: ReadonlyMap<number, TermUses>
  totals: Totals
}

/**
 * What searches have learnt of the names and terms of a directory, so that the next one need not ask again. It holds
 * for one version of the directory: every page of places says which one it is of, and with another all is forgotten.
 */
export class Vocabulary {
  readonly directory: Queryable
  readonly pages = new RememberedPages()
  #totals: Totals | undefined
  #sources: Sources | undefined
  readonly #areas = new Map<string, readonly KnownArea[]>()
  readonly #terms = new Map<number, TermUses>()
  readonly #wholeNames = new Map<number, boolean>()

  /** Places are looked for in turn, first come, first served; */
  readonly inTurn = atOnce(SEARCHES_AT_ONCE)
  /** and so is what a misspelt word may mean. */
  readonly inTurnToGuess = atOnce(MISSPELT_AT_ONCE)
  readonly #learn = batched((unknown: Unknown[]) => this.#learnAll(unknown))
  readonly #version = batched(() => readVersion(this.directory))

  constructor(directory: Queryable) {
    this.directory = directory
  }

  /** The version that the directory is of now. */
  readVersion = (): Promise<string> => this.#version(undefined)

  async lookUp(names: readonly string[], terms: readonly number[]): Promise<Lookup> {
    const areas = new Map<string, readonly KnownArea[]>()
    const uses = new Map<number, TermUses>()
    for (const name of names) take(this.#areas, name, areas)
    for (const term of terms) take(this.#terms, term, uses)
    const unknown = {
      names: names.filter((name) => !areas.has(name)),
      terms: terms.filter((term) => !uses.has(term)),
    }
    const totals = this.#totals
    if (totals !== undefined && unknown.names.length === 0 && unknown.terms.length === 0)
      return assembled(areas, uses, totals)
    const learnt = await this.#learn(unknown)
    // What was known before is of another version: all is asked once more.
    if (learnt.totals.version !== totals?.version && areas.size + uses.size > 0)
      return this.lookUp(names, terms)
    for (const name of unknown.names) areas.set(name, learnt.areas.get(name) ?? [])
    for (const term of unknown.terms) uses.set(term, learnt.terms.get(term) ?? UNUSED)
    return assembled(areas, uses, learnt.totals)
  }

  async #learnAll(unknown: Unknown[]): Promise<Learnt> {
    const names = [...new Set(unknown.flatMap((one) => one.names))]
    const terms = [...new Set(unknown.flatMap((one) => one.terms))]
    const answer = await lookUp(this.directory, names, terms)
    if (this.#totals?.version !== answer.totals.version) this.#forget(answer.totals)
    const areas = byName(names, answer.areas)
    for (const [name, found] of areas) this.#areas.set(name, found)
    for (const term of terms) this.#terms.set(term, answer.terms.get(term) ?? UNUSED)
    shorten(this.#areas, MAX_NAMES)
    shorten(this.#terms, MAX_TERMS)
    return { ...answer, areas }
  }

  /** Whether any place has this as its whole name: most of what is asked for is no name. */
  async hasName(wholeName: number, version: string): Promise<boolean> {
    const known = this.#wholeNames.get(wholeName)
    if (known !== undefined && this.#totals?.version === version) return known
    const answer = await isUsed(this.directory, wholeName)
    this.check(version, answer.version)
    if (this.#totals?.version === version) this.#wholeNames.set(wholeName, answer.isUsed)
    shorten(this.#wholeNames, MAX_TERMS)
    return answer.isUsed
  }

  /** Where the places of a version come from. Throws Outdated when it is no longer that version. */
  async sources(version: string): Promise<Sources> {
    if (this.#sources?.version !== version) this.#sources = await readSources(this.directory)
    this.check(version, this.#sources.version)
    return this.#sources
  }

  /** Throws Outdated when what was found is of another version than what was known. */
  check(known: string, found: string): void {
    if (known === found) return
    this.#forget(undefined)
    throw new Outdated()
  }

  /** For a search that found nothing, which therefore has seen no version. */
  async checkNow(version: string): Promise<void> {
    this.check(version, await this.readVersion())
  }

  #forget(totals: Totals | undefined): void {
    this.#totals = totals
    this.#sources = undefined
    this.#areas.clear()
    this.#terms.clear()
    this.#wholeNames.clear()
    this.pages.clear()
  }
}

function assembled(
  areas: ReadonlyMap<string, readonly KnownArea[]>,
  terms: ReadonlyMap<number, TermUses>,
  totals: Totals,
): Lookup {
  const once = new Map<string, KnownArea>()
  for (const found of areas.values())
    for (const area of found) once.set(`${area.region_id}/${area.key}`, area)
  const uses = new Map<number, number>()
  const levels = new Map<number, number[]>()
  for (const [term, count] of terms) {
    if (count.uses > 0) uses.set(term, count.uses)
    if (count.levels !== null) levels.set(term, count.levels)
  }
  return { ...totals, areas: [...once.values()], uses, levels }
}

function byName(names: readonly string[], areas: readonly KnownArea[]): Map<string, KnownArea[]> {
  const found = new Map<string, KnownArea[]>(names.map((name) => [name, []]))
  for (const area of areas) for (const name of new Set(area.names)) found.get(name)?.push(area)
  return found
}

/** What is known is put last, so that it is forgotten last. */
function take<Key, Value>(from: Map<Key, Value>, key: Key, into: Map<Key, Value>): void {
  const value = from.get(key)
  if (value === undefined) return
  from.delete(key)
  from.set(key, value)
  into.set(key, value)
}

function shorten<Key>(known: Map<Key, unknown>, most: number): void {
  for (const key of known.keys()) {
    if (known.size <= most) return
    known.delete(key)
  }
}
