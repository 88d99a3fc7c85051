import type { Point } from '../geometry/distance.ts'
import { Polygon } from '../geometry/polygon.ts'
import { joinRings, type Line } from '../geometry/rings.ts'
import { Spool } from '../import/spool.ts'
import type { Block } from '../pbf/block.ts'
import type { PbfFile } from '../pbf/pbf-file.ts'
import { type BlockRanges, findRanges, type Range } from './block-ranges.ts'
import { businessTags, type Tags } from './business-tags.ts'
import { BOUNDARY, BUSINESS, interestIn, interestOf, LANDMARK, readTags, SETTLEMENT } from './interest.ts'
import { KnownLines } from './known-lines.ts'
import { isLandmark } from './landmarks.ts'
import { NodePositions } from './node-positions.ts'
import type { RawBoundary, RawPlace, RawPoint } from './raw.ts'
import { isSettlement } from './settlements.ts'
import { type WantedRelation, wantedRelations } from './wanted-relations.ts'
import { WayPool } from './way-pool.ts'

const SCALE = 1e7

export interface ReadOsmOptions {
  now: Date
  /** Takes each business as it is found; it is not kept here. */
  sink: (place: RawPlace) => void
  /** Takes each landmark. */
  landmark: (point: RawPoint) => void
  /** Called between blocks with the bytes read so far and in all; throws to stop. */
  step: (bytes: number, total: number) => void
}

export interface OsmSurroundings {
  /** One after the other, as the settlements: together they may be more than memory holds. */
  boundaries: Iterable<RawBoundary>
  settlements: Iterable<RawPoint>
  elements: number
  /** Removes the temporary files behind both. */
  close(): void
}

/** Reads a file's businesses, boundaries and settlements: relations first, then ways, then nodes, each once. */
export async function readOsm(file: PbfFile, options: ReadOsmOptions): Promise<OsmSurroundings> {
  const reading = new Reading(file, await findRanges(file), options)
  try {
    await reading.readRelations()
    await reading.readWays()
    await reading.readNodes()
    return reading.finish()
  } catch (error) {
    reading.close()
    throw error
  }
}

interface BusinessWay {
  index: number
  tags: Tags
  isLandmark: boolean
  isBusiness: boolean
}

class Reading {
  readonly #file: PbfFile
  readonly #ranges: BlockRanges
  readonly #options: ReadOsmOptions
  readonly #total: number
  #bytes = 0
  #elements = 0
  readonly #relations = new Spool<WantedRelation>()
  readonly #pool = new WayPool()
  readonly #businessWays = new Spool<BusinessWay>()
  /** By way id, or by minus the relation's id for the nodes that are members of a business. */
  readonly #lines = new KnownLines()
  readonly #settlements = new Spool<RawPoint>()

  constructor(file: PbfFile, ranges: BlockRanges, options: ReadOsmOptions) {
    this.#file = file
    this.#ranges = ranges
    this.#options = options
    this.#total = [ranges.nodes, ranges.ways, ranges.relations].reduce(
      (sum, range) => sum + this.#bytesOf(range),
      0,
    )
  }

  async readRelations(): Promise<void> {
    for await (const block of this.#blocks({ relations: true }, this.#ranges.relations)) {
      this.#elements += block.relations.count
      for (const relation of wantedRelations(block, this.#options.now)) {
        this.#relations.push(relation)
        this.#lines.want(Float64Array.from(relation.ways, ({ id }) => id))
        if ((relation.isBusiness || relation.isLandmark) && relation.nodes.length > 0) {
          this.#lines.want(Float64Array.of(-relation.id))
          this.#pool.add(-relation.id, Float64Array.from(relation.nodes))
        }
      }
    }
  }

  async readWays(): Promise<void> {
    for await (const block of this.#blocks({ ways: true }, this.#ranges.ways)) {
      this.#elements += block.ways.count
      this.#takeWays(block)
    }
  }

  finish(): OsmSurroundings {
    for (const relation of this.#relations)
      if (relation.isBusiness || relation.isLandmark) this.#emitRelation(relation)
    return {
      boundaries: { [Symbol.iterator]: () => this.#boundaries() },
      settlements: this.#settlements,
      elements: this.#elements,
      close: () => this.close(),
    }
  }

  close(): void {
    this.#relations.close()
    this.#businessWays.close()
    this.#pool.close()
    this.#lines.close()
    this.#settlements.close()
  }

  *#boundaries(): Generator<RawBoundary> {
    for (const relation of this.#relations) if (relation.isBoundary) yield this.#boundary(relation)
  }

  #bytesOf({ from, to }: Range): number {
    return this.#file.data.slice(from, to).reduce((sum, { dataBytes }) => sum + dataBytes, 0)
  }

  async *#blocks(wanted: Parameters<PbfFile['blocks']>[0], { from, to }: Range): AsyncGenerator<Block> {
    for await (const { block, blob } of this.#file.blocks(wanted, from, to)) {
      yield block
      this.#bytes += blob.dataBytes
      this.#options.step(Math.min(this.#bytes, this.#total), this.#total)
    }
  }

  #takeWays(block: Block): void {
    const { ways } = block
    const interest = interestOf(block)
    for (let i = 0; i < ways.count; i++) {
      const id = ways.ids.values[i]!
      const isNeeded = this.#lines.isWanted(id)
      const from = ways.tagFrom.values[i]!
      const to = ways.tagFrom.values[i + 1]!
      const found = interestIn(interest, ways.tags, from, to)
      if (!isNeeded && found === 0) continue
      const refs = ways.refs.values.subarray(ways.refFrom.values[i]!, ways.refFrom.values[i + 1]!)
      if (refs.length === 0) continue
      if ((found & (BUSINESS | LANDMARK)) === 0) {
        if (isNeeded) this.#pool.add(id, refs)
      } else this.#takeWay(id, refs, readTags(block, ways.tags, from, to), isNeeded)
    }
  }

  #takeWay(id: number, refs: Float64Array, tags: Tags, isNeeded: boolean): void {
    const isPlace = businessTags(tags, this.#options.now).length > 0
    const isMark = isLandmark(tags)
    if (!isNeeded && !isPlace && !isMark) return
    const index = this.#pool.add(id, refs)
    if (isPlace || isMark) this.#businessWays.push({ index, tags, isBusiness: isPlace, isLandmark: isMark })
  }

  /** Reads the positions of the pool's nodes, and the businesses among all nodes. */
  async readNodes(): Promise<void> {
    const positions = new NodePositions(this.#pool.nodes.sorted())
    try {
      for await (const block of this.#blocks({ nodes: true }, this.#ranges.nodes)) {
        positions.take(block.nodes)
        this.#takeNodes(block)
      }
      this.#drawWays(positions)
    } finally {
      positions.close()
    }
  }

  /** In the order in which the ways were read: nodes of one were mostly made with those of the one before. */
  #drawWays(positions: NodePositions): void {
    const businesses = this.#businessWays[Symbol.iterator]()
    let business = businesses.next()
    let index = 0
    for (const way of this.#pool.ways()) {
      const { id } = way
      const { line, isWhole } = this.#pool.lineOf(way, positions)
      this.#lines.keep(id, line, isWhole)
      if (business.done || business.value.index !== index++) continue
      this.#emitWay(id, business.value, line)
      business = businesses.next()
    }
  }

  #takeNodes(block: Block): void {
    const { nodes } = block
    this.#elements += nodes.count
    if (nodes.tags.length === 0) return
    const interest = interestOf(block)
    for (let i = 0; i < nodes.count; i++) {
      const from = nodes.tagFrom.values[i]!
      const to = nodes.tagFrom.values[i + 1]!
      const found = interestIn(interest, nodes.tags, from, to) & (BUSINESS | SETTLEMENT | LANDMARK | BOUNDARY)
      if (found === 0) continue
      const point = { lat: nodes.lats.values[i]! / SCALE, lon: nodes.lons.values[i]! / SCALE }
      const tags = readTags(block, nodes.tags, from, to)
      const id = `node/${nodes.ids.values[i]!}`
      if ((found & SETTLEMENT) !== 0 && isSettlement(tags)) this.#settlements.push({ id, tags, ...point })
      if ((found & BUSINESS) !== 0 && businessTags(tags, this.#options.now).length > 0)
        this.#options.sink({ id, tags, ...point })
      if (isLandmark(tags)) this.#options.landmark({ id, tags, ...point })
    }
  }

  #emitWay(way: number, { tags, isBusiness, isLandmark: isMark }: BusinessWay, line: Line): void {
    const point = pointOf([line])
    if (point === undefined) return
    const id = `way/${way}`
    if (isBusiness) this.#options.sink({ id, tags, ...point })
    if (isMark) this.#options.landmark({ id, tags, ...point })
  }

  #emitRelation({ id, tags, ways, isBusiness, isLandmark: isMark }: WantedRelation): void {
    const lines = [...ways.map((way) => way.id), -id].flatMap(
      (member) => this.#lines.find(member)?.line ?? [],
    )
    const point = pointOf(lines)
    if (point === undefined) return
    if (isBusiness) this.#options.sink({ id: `relation/${id}`, tags, ...point })
    if (isMark) this.#options.landmark({ id: `relation/${id}`, tags, ...point })
  }

  #boundary({ id, tags, ways }: WantedRelation): RawBoundary {
    const lines = ways.flatMap(({ id: way, role }) => {
      const found = this.#lines.find(way)
      return found?.isWhole ? [{ role, way, line: found.line }] : []
    })
    return { id: `r${id}`, tags, lines, isWhole: lines.length === ways.length && ways.length > 0 }
  }
}

/** A point inside the area that the lines enclose; where they enclose none, their middle. */
function pointOf(lines: readonly Line[]): Point | undefined {
  const { closed } = joinRings(lines)
  if (closed.length > 0) return new Polygon(closed).pointInside()
  const longest = lines.reduce(
    (best, line) => (line.coordinates.length > best.coordinates.length ? line : best),
    NONE,
  )
  if (longest.coordinates.length === 0) return undefined
  const middle = Math.floor(longest.coordinates.length / 4) * 2
  return { lat: longest.coordinates[middle]! / SCALE, lon: longest.coordinates[middle + 1]! / SCALE }
}

const NONE: Line = { first: 0, last: 0, coordinates: new Int32Array(0) }
