import { PbfReader } from 'pbf'
import type { Tags } from './business-tags.ts'

export type Kind = 'node' | 'way' | 'relation'
export const KINDS: readonly Kind[] = ['node', 'way', 'relation']

/** Nodes in columns, because a country has a hundred million. */
export interface Nodes {
  ids: number[]
  /** In 10^-7 degrees. */
  lats: number[]
  lons: number[]
  /** Undefined for nodes without a key of interest. */
  tags: (Tags | undefined)[]
}

export interface Way {
  id: number
  refs: number[]
  tags: Tags | undefined
}

export interface Member {
  type: Kind
  id: number
  role: string
}

export interface Relation {
  id: number
  members: Member[]
  tags: Tags | undefined
}

export interface Block {
  /** Kind of its first element. Undefined for an empty block. */
  first: Kind | undefined
  nodes: Nodes
  ways: Way[]
  relations: Relation[]
}

/** A PrimitiveGroup message, decoded once the string table is known. */
interface Group {
  from: number
  to: number
}

const MAX_VALUE_LENGTH = 2000

/** Decodes the elements of one kind. `keys` are the tag keys of interest; all if undefined. */
export function readBlock(bytes: Uint8Array, kind: Kind, keys?: ReadonlySet<string>): Block {
  const strings: string[] = []
  const groups: Group[] = []
  const scale = { granularity: 100, lat: 0, lon: 0 }
  const pbf = new PbfReader(bytes)
  pbf.readFields((field) => {
    if (field === 1) pbf.readMessage((inner) => inner === 1 && strings.push(pbf.readString()), null)
    else if (field === 2) groups.push(skipMessage(pbf))
    else if (field === 17) scale.granularity = pbf.readVarint()
    else if (field === 19) scale.lat = pbf.readVarint(true)
    else if (field === 20) scale.lon = pbf.readVarint(true)
  }, null)
  if (pbf.pos !== bytes.length) throw new RangeError('it ends in the middle of a field')
  const reader = new GroupReader(pbf, kind, new TagReader(strings, keys))
  for (const { from, to } of groups) reader.read(from, to)
  const { nodes } = reader.block
  if (nodes.lats.length !== nodes.ids.length || nodes.lons.length !== nodes.ids.length)
    throw new RangeError('nodes lack coordinates')
  toUnits(nodes.lats, scale.granularity, scale.lat)
  toUnits(nodes.lons, scale.granularity, scale.lon)
  return reader.block
}

function skipMessage(pbf: PbfReader): Group {
  const length = pbf.readVarint()
  const from = pbf.pos
  if (from + length > pbf.length) throw new RangeError('a part is longer than the block')
  pbf.pos = from + length
  return { from, to: pbf.pos }
}

/** Converts the file's units of `granularity` nanodegrees to 10^-7 degrees. */
function toUnits(values: number[], granularity: number, offset: number): void {
  if (granularity === 100 && offset === 0) return
  for (let i = 0; i < values.length; i++) values[i] = Math.round((offset + granularity * values[i]!) / 100)
}

class TagReader {
  readonly #strings: readonly string[]
  readonly #isOfInterest: readonly boolean[]

  constructor(strings: readonly string[], keys: ReadonlySet<string> | undefined) {
    this.#strings = strings
    this.#isOfInterest = strings.map((text) => keys?.has(text) ?? true)
  }

  string(index: number): string {
    const text = this.#strings[index]
    if (text === undefined) throw new RangeError('a text is missing')
    return text
  }

  /** Alternating keys and values, as string indexes. */
  tags(indexes: readonly number[]): Tags | undefined {
    let isWanted = false
    for (let i = 0; i < indexes.length; i += 2) isWanted ||= this.#isOfInterest[indexes[i]!] ?? false
    if (!isWanted) return undefined
    // Keys are untrusted: without a prototype they can't reach one.
    const tags: Tags = Object.create(null)
    for (let i = 0; i < indexes.length; i += 2)
      tags[this.string(indexes[i]!)] = this.string(indexes[i + 1]!).slice(0, MAX_VALUE_LENGTH)
    return tags
  }

  paired(keys: readonly number[], values: readonly number[]): Tags | undefined {
    return this.tags(keys.flatMap((key, i) => [key, values[i] ?? -1]))
  }
}

/** https://wiki.openstreetmap.org/wiki/PBF_Format#Definition_of_OSMData_fileblock */
class GroupReader {
  readonly block: Block = {
    first: undefined,
    nodes: { ids: [], lats: [], lons: [], tags: [] },
    ways: [],
    relations: [],
  }
  readonly #pbf: PbfReader
  readonly #kind: Kind
  readonly #tags: TagReader

  constructor(pbf: PbfReader, kind: Kind, tags: TagReader) {
    this.#pbf = pbf
    this.#kind = kind
    this.#tags = tags
  }

  read(from: number, to: number): void {
    const pbf = this.#pbf
    pbf.pos = from
    pbf.readFields(
      (field) => {
        const kind = field <= 2 ? 'node' : field === 3 ? 'way' : field === 4 ? 'relation' : undefined
        this.block.first ??= kind
        if (kind !== this.#kind) return
        if (field === 1) this.#readNode()
        else if (field === 2) this.#readDenseNodes()
        else if (kind === 'way') this.#readWay()
        else this.#readRelation()
      },
      null,
      to,
    )
  }

  #readDenseNodes(): void {
    const pbf = this.#pbf
    const dense = { ids: [] as number[], lats: [] as number[], lons: [] as number[], tags: [] as number[] }
    pbf.readMessage((field) => {
      if (field === 1) pbf.readPackedSVarint(dense.ids)
      else if (field === 8) pbf.readPackedSVarint(dense.lats)
      else if (field === 9) pbf.readPackedSVarint(dense.lons)
      else if (field === 10) pbf.readPackedVarint(dense.tags)
    }, null)
    const { nodes } = this.block
    for (const id of sums(dense.ids)) nodes.ids.push(id)
    for (const lat of sums(dense.lats)) nodes.lats.push(lat)
    for (const lon of sums(dense.lons)) nodes.lons.push(lon)
    // One list for all nodes, each ended by a 0. Empty if no node has tags.
    let from = 0
    for (let i = 0; i < dense.ids.length; i++) {
      let to = from
      while (to < dense.tags.length && dense.tags[to] !== 0) to += 2
      nodes.tags.push(to === from ? undefined : this.#tags.tags(dense.tags.slice(from, to)))
      from = to + 1
    }
  }

  #readNode(): void {
    const pbf = this.#pbf
    const { nodes } = this.block
    const keys: number[] = []
    const values: number[] = []
    pbf.readMessage((field) => {
      if (field === 1) nodes.ids.push(pbf.readSVarint())
      else if (field === 2) pbf.readPackedVarint(keys)
      else if (field === 3) pbf.readPackedVarint(values)
      else if (field === 8) nodes.lats.push(pbf.readSVarint())
      else if (field === 9) nodes.lons.push(pbf.readSVarint())
    }, null)
    nodes.tags.push(this.#tags.paired(keys, values))
  }

  #readWay(): void {
    const pbf = this.#pbf
    const way = { id: 0, refs: [] as number[] }
    const keys: number[] = []
    const values: number[] = []
    pbf.readMessage((field) => {
      if (field === 1) way.id = pbf.readVarint(true)
      else if (field === 2) pbf.readPackedVarint(keys)
      else if (field === 3) pbf.readPackedVarint(values)
      else if (field === 8) pbf.readPackedSVarint(way.refs)
    }, null)
    this.block.ways.push({ id: way.id, refs: sums(way.refs), tags: this.#tags.paired(keys, values) })
  }

  #readRelation(): void {
    const pbf = this.#pbf
    let id = 0
    const lists = { keys: [], values: [], roles: [], ids: [], types: [] } as Record<string, number[]>
    const { keys, values, roles, ids, types } = lists as Record<keyof typeof lists, number[]>
    pbf.readMessage((field) => {
      if (field === 1) id = pbf.readVarint(true)
      else if (field === 2) pbf.readPackedVarint(keys)
      else if (field === 3) pbf.readPackedVarint(values)
      else if (field === 8) pbf.readPackedVarint(roles)
      else if (field === 9) pbf.readPackedSVarint(ids)
      else if (field === 10) pbf.readPackedVarint(types)
    }, null)
    const tags = this.#tags.paired(keys!, values!)
    const members = sums(ids!).map((member, i) => ({
      type: KINDS[types![i] ?? -1] ?? unknownMember(),
      id: member,
      role: this.#tags.string(roles![i] ?? -1),
    }))
    this.block.relations.push({ id, members: tags === undefined ? [] : members, tags })
  }
}

function unknownMember(): never {
  throw new RangeError('a relation has a member of an unknown kind')
}

/** Replaces differences by running sums, in place. */
function sums(deltas: number[]): number[] {
  let sum = 0
  for (let i = 0; i < deltas.length; i++) deltas[i] = sum += deltas[i]!
  return deltas
}
