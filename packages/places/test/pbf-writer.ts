import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deflateSync, zstdCompressSync } from 'node:zlib'
import { afterAll } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'goldpan-places-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let written = 0

type Tags = Record<string, string>

export interface TestNode {
  id: number
  lat: number
  lon: number
  tags?: Tags
}

export interface TestWay {
  id: number
  refs: number[]
  tags?: Tags
}

export interface TestRelation {
  id: number
  tags: Tags
  members: { type: 'node' | 'way' | 'relation'; id: number; role?: string }[]
}

export interface TestMap {
  nodes?: TestNode[]
  ways?: TestWay[]
  relations?: TestRelation[]
}

export interface WriteOptions {
  packing?: 'zlib' | 'zstd' | 'raw' | 'lzma'
  isDense?: boolean
  isSorted?: boolean
  /** The order of the blocks. */
  order?: ('nodes' | 'ways' | 'relations')[]
  /** Elements per block, of any kind; default: one block per kind. */
  perBlock?: number
  /** Texts at the start of each block's string table. */
  texts?: string[]
  granularity?: number
  features?: string[]
}

/** The bytes of an `.osm.pbf` file: https://wiki.openstreetmap.org/wiki/PBF_Format */
export function encodePbf(map: TestMap, options: WriteOptions = {}): Buffer {
  const { order = ['nodes', 'ways', 'relations'], isSorted = true, features = [] } = options
  const header = new Message()
  for (const feature of ['OsmSchema-V0.6', 'DenseNodes', ...features]) header.text(4, feature)
  if (isSorted) header.text(5, 'Sort.Type_then_ID')
  header.number(32, Date.UTC(2026, 6, 1) / 1000)
  const blocks = slices(map, order, options.perBlock).map((slice) => encodeBlock(slice, options))
  return Buffer.concat([
    blob('OSMHeader', header.bytes(), options),
    ...blocks.map((bytes) => blob('OSMData', bytes, options)),
  ])
}

export function writePbf(map: TestMap, options: WriteOptions = {}): string {
  return writeBytes(encodePbf(map, options), 'test.osm.pbf')
}

export function writeBytes(bytes: Uint8Array, name: string): string {
  const path = join(folder, String(written++), name)
  mkdirSync(dirname(path))
  writeFileSync(path, bytes)
  return path
}

/** The content of each block. */
function slices(
  map: TestMap,
  order: NonNullable<WriteOptions['order']>,
  perBlock: number | undefined,
): TestMap[] {
  const kinds = order.filter((kind) => (map[kind]?.length ?? 0) > 0)
  if (perBlock === undefined) return kinds.map((kind) => ({ [kind]: map[kind] }))
  const all = kinds.flatMap((kind) => map[kind]!.map((element) => ({ kind, element })))
  return Array.from({ length: Math.ceil(all.length / perBlock) }, (_, block) => {
    const inside = all.slice(block * perBlock, (block + 1) * perBlock)
    const slice = Object.groupBy(inside, ({ kind }) => kind)
    return Object.fromEntries(
      Object.entries(slice).map(([kind, list]) => [kind, list.map(({ element }) => element)]),
    ) as TestMap
  })
}

function encodeBlock(
  { nodes = [], ways = [], relations = [] }: TestMap,
  { isDense = true, granularity = 100, texts = [] }: WriteOptions,
) {
  const strings = new Strings()
  for (const text of texts) strings.index(text)
  const groups: Message[] = []
  const add = (field: number, messages: Message[]) => {
    if (messages.length === 0) return
    const group = new Message()
    for (const message of messages) group.message(field, message)
    groups.push(group)
  }
  if (isDense) add(2, nodes.length === 0 ? [] : [denseNodes(nodes, strings, granularity)])
  else add(1, nodes.map((node) => plainNode(node, strings, granularity))) // biome-ignore format: as the others
  add(3, ways.map((way) => encodeWay(way, strings))) // biome-ignore format: as the others
  add(4, relations.map((relation) => encodeRelation(relation, strings))) // biome-ignore format: as the others
  const block = new Message().message(1, strings.message())
  for (const group of groups) block.message(2, group)
  if (granularity !== 100) block.number(17, granularity)
  return block.bytes()
}

function denseNodes(nodes: TestNode[], strings: Strings, granularity: number): Message {
  const keysValues = nodes.flatMap(({ tags = {} }) => [
    ...Object.entries(tags).flatMap(([key, value]) => [strings.index(key), strings.index(value)]),
    0,
  ])
  return new Message()
    .packed(1, deltas(nodes.map(({ id }) => id)))
    .packed(8, deltas(nodes.map(({ lat }) => units(lat, granularity))))
    .packed(9, deltas(nodes.map(({ lon }) => units(lon, granularity))))
    .packed(10, keysValues.map(BigInt))
}

function plainNode({ id, lat, lon, tags = {} }: TestNode, strings: Strings, granularity: number): Message {
  return tagged(new Message().number(1, zigzag(BigInt(id))), tags, strings)
    .number(8, zigzag(BigInt(units(lat, granularity))))
    .number(9, zigzag(BigInt(units(lon, granularity))))
}

function encodeWay({ id, refs, tags = {} }: TestWay, strings: Strings): Message {
  return tagged(new Message().number(1, id), tags, strings).packed(8, deltas(refs))
}

function encodeRelation({ id, tags, members }: TestRelation, strings: Strings): Message {
  const types = { node: 0n, way: 1n, relation: 2n }
  return tagged(new Message().number(1, id), tags, strings)
    .packed(
      8,
      members.map(({ role = '' }) => BigInt(strings.index(role))),
    )
    .packed(9, deltas(members.map((member) => member.id)))
    .packed(
      10,
      members.map(({ type }) => types[type]),
    )
}

function tagged(message: Message, tags: Tags, strings: Strings): Message {
  return message
    .packed(
      2,
      Object.keys(tags).map((key) => BigInt(strings.index(key))),
    )
    .packed(
      3,
      Object.values(tags).map((value) => BigInt(strings.index(value))),
    )
}

function units(degrees: number, granularity: number): number {
  return Math.round((degrees * 1e9) / granularity)
}

function deltas(values: number[]): bigint[] {
  return values.map((value, index) => zigzag(BigInt(value) - BigInt(values[index - 1] ?? 0)))
}

function zigzag(value: bigint): bigint {
  return value < 0n ? -2n * value - 1n : 2n * value
}

class Strings {
  readonly #known = new Map<string, number>([['', 0]])

  index(text: string): number {
    const known = this.#known.get(text) ?? this.#known.size
    this.#known.set(text, known)
    return known
  }

  message(): Message {
    const table = new Message()
    for (const text of this.#known.keys()) table.text(1, text)
    return table
  }
}

function blob(type: string, data: Buffer, { packing = 'zlib' }: WriteOptions): Buffer {
  const message = new Message()
  if (packing === 'raw') message.data(1, data)
  else if (packing === 'lzma') message.number(2, data.length).data(4, data)
  else
    message
      .number(2, data.length)
      .data(packing === 'zlib' ? 3 : 7, packing === 'zlib' ? deflateSync(data) : zstdCompressSync(data))
  const body = message.bytes()
  const header = new Message().text(1, type).number(3, body.length).bytes()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return Buffer.concat([length, header, body])
}

class Message {
  readonly #parts: Buffer[] = []

  number(field: number, value: number | bigint): this {
    this.#parts.push(varint(BigInt(field) << 3n), varint(BigInt(value)))
    return this
  }

  data(field: number, bytes: Buffer): this {
    this.#parts.push(varint((BigInt(field) << 3n) | 2n), varint(BigInt(bytes.length)), bytes)
    return this
  }

  text(field: number, text: string): this {
    return this.data(field, Buffer.from(text))
  }

  message(field: number, message: Message): this {
    return this.data(field, message.bytes())
  }

  packed(field: number, values: bigint[]): this {
    return values.length === 0 ? this : this.data(field, Buffer.concat(values.map(varint)))
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, value)
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0))
    rest >>= 7n
  } while (rest > 0n)
  return Buffer.from(bytes)
}
