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
import { Recent } from './recent.ts'
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
  names: string[]
  terms: number[]
}

/** What is known already. */
interface Known extends Pick<Lookup, 'uses' | 'levels'> {
  /** By each of the names. */
  areas: (readonly KnownArea[])[]
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
  readonly #areas = new Recent<string, readonly KnownArea[]>(MAX_NAMES)
  readonly #terms = new Recent<number, TermUses>(MAX_TERMS)
  readonly #wholeNames = new Recent<number, boolean>(MAX_TERMS)

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
    const known: Known = { areas: [], uses: new Map(), levels: new Map() }
    const unknown: Unknown = { names: [], terms: [] }
    for (const name of names) {
      const areas = this.#areas.get(name)
      if (areas === undefined) unknown.names.push(name)
      else known.areas.push(areas)
    }
    for (const term of terms) {
      const uses = this.#terms.get(term)
      if (uses === undefined) unknown.terms.push(term)
      else addTerm(term, uses, known)
    }
    const totals = this.#totals
    const isAllKnown = unknown.names.length + unknown.terms.length === 0
    if (totals !== undefined && isAllKnown) return assembled(known, totals)
    const isNoneKnown = unknown.names.length + unknown.terms.length === names.length + terms.length
    const learnt = await this.#learn(unknown)
    // What was known before is of another version: all is asked once more.
    if (learnt.totals.version !== totals?.version && !isNoneKnown) return this.lookUp(names, terms)
    for (const name of unknown.names) known.areas.push(learnt.areas.get(name) ?? [])
    for (const term of unknown.terms) addTerm(term, learnt.terms.get(term) ?? UNUSED, known)
    return assembled(known, learnt.totals)
  }

  async #learnAll(unknown: Unknown[]): Promise<Learnt> {
    const names = [...new Set(unknown.flatMap((one) => one.names))]
    const terms = [...new Set(unknown.flatMap((one) => one.terms))]
    const answer = await lookUp(this.directory, names, terms)
    if (this.#totals?.version !== answer.totals.version) this.#forget(answer.totals)
    const areas = byName(names, answer.areas)
    for (const [name, found] of areas) this.#areas.set(name, found)
    for (const term of terms) this.#terms.set(term, answer.terms.get(term) ?? UNUSED)
    return { ...answer, areas }
  }

  /** Whether any place has this as its whole name: most of what is asked for is no name. */
  async hasName(wholeName: number, version: string): Promise<boolean> {
    const known = this.#wholeNames.get(wholeName)
    if (known !== undefined && this.#totals?.version === version) return known
    const answer = await isUsed(this.directory, wholeName)
    this.check(version, answer.version)
    if (this.#totals?.version === version) this.#wholeNames.set(wholeName, answer.isUsed)
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

function addTerm(term: number, { uses, levels }: TermUses, known: Known): void {
  if (uses > 0) known.uses.set(term, uses)
  if (levels !== null) known.levels.set(term, levels)
}

function assembled({ areas, uses, levels }: Known, totals: Totals): Lookup {
  return { ...totals, areas: eachOnce(areas.filter(({ length }) => length > 0)), uses, levels }
}

/** Most names are no area's, and an area that has several of them is in several lists. */
function eachOnce(lists: readonly (readonly KnownArea[])[]): KnownArea[] {
  if (lists.length < 2) return lists.flat()
  const once = new Map<string, KnownArea>()
  for (const areas of lists) for (const area of areas) once.set(`${area.region_id}/${area.key}`, area)
  return [...once.values()]
}

function byName(names: readonly string[], areas: readonly KnownArea[]): Map<string, KnownArea[]> {
  const found = new Map<string, KnownArea[]>(names.map((name) => [name, []]))
  for (const area of areas) for (const name of new Set(area.names)) found.get(name)?.push(area)
  return found
}
