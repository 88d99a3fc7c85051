import type { Point } from '../geometry/distance.ts'
import { joinRings, type Line, pointInside } from '../geometry/polygon.ts'
import { businessTags, MAIN_KEYS, type Tags } from './business-tags.ts'
import { isLandmark } from './landmarks.ts'
import { NodePositions } from './node-positions.ts'
import type { Kind, Nodes, Relation } from './pbf-block.ts'
import type { BlockRange, PbfFile } from './pbf-file.ts'
import { isSettlement } from './settlements.ts'

/** An element with tags and a point: a business, a town, a station. */
export interface RawPlace extends Point {
  /** `node/123`, `way/4` or `relation/5`. */
  id: string
  tags: Tags
}

export interface RawBoundary {
  id: string
  tags: Tags
  lines: { role: string; way: number; line: Line }[]
  /** False if the file lacks some of its lines: extracts cut off neighbouring countries. */
  isWhole: boolean
}

const SCALE = 1e7
const KEYS_OF_INTEREST = new Set([...MAIN_KEYS, 'place', 'boundary', 'railway', 'aeroway', 'historic'])
/** Places from ways are passed on in batches of this size. */
const BATCH = 1000

interface WantedRelation extends Relation {
  tags: Tags
  isBusiness: boolean
  isBoundary: boolean
  isLandmark: boolean
}

interface WantedWay {
  id: number
  refs: number[]
  /** Undefined for a way that is only part of a relation. */
  tags: Tags | undefined
}

/**
 * Reads a file's businesses, and what locates them: boundaries, settlements and landmarks. Relations are read first,
 * then the ways that they or businesses consist of, then the nodes of those ways, so that only needed positions are
 * kept.
 */
export class OsmReading {
  readonly settlements: RawPlace[] = []
  readonly landmarks: RawPlace[] = []
  /** Complete once all places have been read. */
  readonly boundaries: RawBoundary[] = []
  elements = 0
  readonly #file: PbfFile
  readonly #now: Date
  readonly #onProgress: (fraction: number) => void
  #ranges!: Record<Kind, BlockRange>
  #bytesRead = 0
  #bytesTotal = 0
  readonly #relations: WantedRelation[] = []
  readonly #ways: WantedWay[] = []
  readonly #memberWays = new Set<number>()
  /** By way id, or by the negative relation id for member nodes. */
  readonly #lines = new Map<number, { line: Line; isWhole: boolean }>()

  /** `onProgress` is called between blocks and may throw to stop. */
  constructor(file: PbfFile, now: Date, onProgress: (fraction: number) => void = () => undefined) {
    this.#file = file
    this.#now = now
    this.#onProgress = onProgress
  }

  /** Yields the businesses. The other results are complete afterwards. */
  async *places(): AsyncGenerator<RawPlace[]> {
    this.#ranges = {
      node: await this.#file.rangeOf('node'),
      way: await this.#file.rangeOf('way'),
      relation: await this.#file.rangeOf('relation'),
    }
    for (const range of Object.values(this.#ranges)) this.#bytesTotal += this.#file.bytesIn(range)
    await this.#readRelations()
    await this.#readWays()
    const positions = new NodePositions(this.#ways.map(({ refs }) => refs))
    yield* this.#readNodes(positions)
    yield* this.#drawWays(positions)
    yield this.#drawRelations()
  }

  async *#blocks(kind: Kind) {
    for await (const { block, bytes } of this.#file.blocks(kind, this.#ranges[kind], KEYS_OF_INTEREST)) {
      yield block
      this.#bytesRead += bytes
      this.#onProgress(this.#bytesRead / this.#bytesTotal)
    }
  }

  async #readRelations(): Promise<void> {
    for await (const { relations } of this.#blocks('relation')) {
      this.elements += relations.length
      for (const relation of relations) {
        const wanted = wantedRelation(relation, this.#now)
        if (wanted === undefined) continue
        this.#relations.push(wanted)
        const nodes = wanted.members.filter(({ type }) => type === 'node').map(({ id }) => id)
        if ((wanted.isBusiness || wanted.isLandmark) && nodes.length > 0) {
          this.#memberWays.add(-wanted.id)
          this.#ways.push({ id: -wanted.id, refs: nodes, tags: undefined })
        }
        for (const { type, id } of wanted.members) if (type === 'way') this.#memberWays.add(id)
      }
    }
  }

  async #readWays(): Promise<void> {
    for await (const { ways } of this.#blocks('way')) {
      this.elements += ways.length
      for (const { id, refs, tags } of ways) {
        const isPlace = tags !== undefined && (this.#isBusiness(tags) || isLandmark(tags))
        if (refs.length > 0 && (isPlace || this.#memberWays.has(id)))
          this.#ways.push({ id, refs, tags: isPlace ? tags : undefined })
      }
    }
  }

  async *#readNodes(positions: NodePositions): AsyncGenerator<RawPlace[]> {
    for await (const { nodes } of this.#blocks('node')) {
      this.elements += nodes.ids.length
      positions.take(nodes)
      yield this.#placesAmong(nodes)
    }
  }

  #placesAmong({ ids, lats, lons, tags: allTags }: Nodes): RawPlace[] {
    const places: RawPlace[] = []
    for (const [index, tags] of allTags.entries()) {
      if (tags === undefined) continue
      const id = `node/${ids[index]!}`
      const place = { id, tags, lat: lats[index]! / SCALE, lon: lons[index]! / SCALE }
      if (isSettlement(tags)) this.settlements.push(place)
      if (isLandmark(tags)) this.landmarks.push(place)
      if (this.#isBusiness(tags)) places.push(place)
    }
    return places
  }

  *#drawWays(positions: NodePositions): Generator<RawPlace[]> {
    let batch: RawPlace[] = []
    for (const { id, refs, tags } of this.#ways) {
      const known = refs.map((ref) => positions.find(ref)).filter((position) => position !== undefined)
      const line = { first: refs[0]!, last: refs.at(-1)!, positions: known }
      if (this.#memberWays.has(id)) this.#lines.set(id, { line, isWhole: known.length === refs.length })
      if (tags !== undefined) this.#draw(`way/${id}`, tags, [line], batch)
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
    yield batch
  }

  #drawRelations(): RawPlace[] {
    const places: RawPlace[] = []
    for (const relation of this.#relations) {
      const { id, tags, members, isBoundary, isBusiness, isLandmark: isMark } = relation
      if (isBoundary) this.boundaries.push(this.#boundary(relation))
      if (!isBusiness && !isMark) continue
      const ways = members.filter(({ type }) => type === 'way').map((member) => member.id)
      const lines = [...ways, -id].flatMap((way) => this.#lines.get(way)?.line ?? [])
      this.#draw(`relation/${id}`, tags, lines, places)
    }
    return places
  }

  #draw(id: string, tags: Tags, lines: readonly Line[], places: RawPlace[]): void {
    const point = pointOf(lines)
    if (point === undefined) return
    const place = { id, tags, ...point }
    if (isLandmark(tags)) this.landmarks.push(place)
    if (this.#isBusiness(tags)) places.push(place)
  }

  #boundary({ id, tags, members }: WantedRelation): RawBoundary {
    const ways = members.filter(({ type }) => type === 'way')
    const lines = ways.flatMap(({ id: way, role }) => {
      const found = this.#lines.get(way)
      return found?.isWhole ? [{ role, way, line: found.line }] : []
    })
    return { id: `r${id}`, tags, lines, isWhole: lines.length === ways.length && ways.length > 0 }
  }

  #isBusiness(tags: Tags): boolean {
    return businessTags(tags, this.#now).length > 0
  }
}

function wantedRelation({ id, tags, members }: Relation, now: Date): WantedRelation | undefined {
  if (tags === undefined) return undefined
  const isArea = tags.type === 'multipolygon' || tags.type === 'boundary'
  const isDrawn = isArea || tags.type === 'site'
  const is = {
    isBoundary: isArea && isNamedArea(tags),
    isBusiness: isDrawn && businessTags(tags, now).length > 0,
    isLandmark: isDrawn && isLandmark(tags),
  }
  return Object.values(is).includes(true) ? { id, tags, members, ...is } : undefined
}

const AREA_PLACES = new Set(
  'city town village hamlet suburb quarter neighbourhood borough city_district municipality island'.split(
    ' ',
  ),
)

/** True for areas that people name as locations: a municipality, a postcode, a quarter. */
function isNamedArea(tags: Tags): boolean {
  if (tags.boundary === 'postal_code') return tags.postal_code !== undefined
  if (tags.name === undefined) return false
  if (tags.boundary === 'administrative') return /^(?:[2-9]|1[01])$/.test(tags.admin_level ?? '')
  return AREA_PLACES.has(tags.place ?? '')
}

/** A point inside the enclosed area; if nothing is enclosed, the middle of the longest line. */
function pointOf(lines: readonly Line[]): Point | undefined {
  const rings = joinRings(lines)
  if (rings.length > 0) return pointInside(rings)
  const [longest] = lines.toSorted((a, b) => b.positions.length - a.positions.length)
  const middle = longest?.positions[Math.floor(longest.positions.length / 2)]
  return middle && { lon: middle[0], lat: middle[1] }
}
