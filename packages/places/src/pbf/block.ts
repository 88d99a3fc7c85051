import { Nodes, Relations, TagLists, Ways } from './elements.ts'
import { type Floats, Ints, readDeltas, readUnsigned } from './packed.ts'
import { BadWire, Wire } from './wire.ts'

/** Which elements of a block are decoded; the others are counted only as present. */
export interface Wanted {
  nodes?: boolean
  ways?: boolean
  relations?: boolean
}

/**
 * A decoded block of an `.osm.pbf` file. One Block is filled again and again: whoever wants to keep something
 * copies it. Throws BadWire when the bytes are not a block.
 */
export class Block {
  readonly nodes = new Nodes()
  readonly ways = new Ways()
  readonly relations = new Relations()
  /** What the block holds, decoded or not. */
  hasNodes = false
  hasWays = false
  hasRelations = false
  #bytes: Buffer = Buffer.alloc(0)
  #texts: (string | undefined)[] = []
  readonly #from = new Ints()
  readonly #to = new Ints()
  readonly #values = new Ints()

  get stringCount(): number {
    return this.#from.length
  }

  string(index: number): string {
    const known = this.#texts[index]
    if (known !== undefined) return known
    const text = this.#bytes.toString('utf8', this.#from.values[index], this.#to.values[index])
    this.#texts[index] = text
    return text
  }

  stringBytes(index: number): number {
    return this.#to.values[index]! - this.#from.values[index]!
  }

  firstByte(index: number): number {
    return this.#bytes[this.#from.values[index]!]!
  }

  fill(bytes: Uint8Array, wanted: Wanted): void {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.hasNodes = this.hasWays = this.hasRelations = false
    for (const list of [this.nodes, this.ways, this.relations]) list.reset()
    this.#from.length = this.#to.length = 0
    let granularity = 100
    let latOffset = 0
    let lonOffset = 0
    const groups: [number, number][] = []
    const wire = new Wire(bytes)
    for (let field = wire.next(); field !== 0; field = wire.next()) {
      if (field === 1) this.#readStrings(wire)
      else if (field === 2) {
        const end = wire.enter()
        groups.push([wire.position, end])
        wire.position = end
      } else if (field === 17) granularity = wire.varint()
      else if (field === 19) latOffset = wire.int64()
      else if (field === 20) lonOffset = wire.int64()
      else wire.skip()
    }
    this.#texts = new Array(this.#from.length)
    for (const [from, to] of groups) this.#readGroup(new Wire(bytes, from, to), wanted)
    this.#checkTags()
    scale(this.nodes.lats, latOffset, granularity)
    scale(this.nodes.lons, lonOffset, granularity)
  }

  #readStrings(outer: Wire): void {
    const end = outer.enter()
    const wire = new Wire(outer.buffer, outer.position, end)
    for (let field = wire.next(); field !== 0; field = wire.next()) {
      if (field !== 1) {
        wire.skip()
        continue
      }
      const textEnd = wire.enter()
      this.#from.push(wire.position)
      this.#to.push(textEnd)
      wire.position = textEnd
    }
    outer.position = end
  }

  #readGroup(wire: Wire, wanted: Wanted): void {
    for (let field = wire.next(); field !== 0; field = wire.next()) {
      if (field === 1 || field === 2) this.hasNodes = true
      else if (field === 3) this.hasWays = true
      else if (field === 4) this.hasRelations = true
      if (field > 4 || !(field < 3 ? wanted.nodes : field === 3 ? wanted.ways : wanted.relations)) {
        wire.skip()
        continue
      }
      const end = wire.enter()
      const inner = new Wire(wire.buffer, wire.position, end)
      if (field === 1) this.#readNode(inner)
      else if (field === 2) this.#readDenseNodes(inner)
      else if (field === 3) this.#readWay(inner)
      else this.#readRelation(inner)
      wire.position = end
    }
  }

  #readDenseNodes(wire: Wire): void {
    const { nodes } = this
    const { buffer } = wire
    const before = nodes.ids.length
    let keysValues: [number, number] | undefined
    for (let field = wire.next(); field !== 0; field = wire.next()) {
      if (field !== 1 && field !== 8 && field !== 9 && field !== 10) {
        wire.skip()
        continue
      }
      const end = wire.enter()
      if (field === 1) readDeltas(buffer, wire.position, end, nodes.ids)
      else if (field === 8) readDeltas(buffer, wire.position, end, nodes.lats)
      else if (field === 9) readDeltas(buffer, wire.position, end, nodes.lons)
      else keysValues = [wire.position, end]
      wire.position = end
    }
    this.#values.length = 0
    if (keysValues !== undefined) readUnsigned(buffer, keysValues[0], keysValues[1], this.#values)
    this.#splitDenseTags(nodes.ids.length - before)
    nodes.count = nodes.ids.length
    if (nodes.lats.length !== nodes.count || nodes.lons.length !== nodes.count)
      throw new BadWire('nodes lack coordinates')
  }

  /** The tags of all nodes stand in one list, with a 0 after those of each node. No node has tags: no list. */
  #splitDenseTags(count: number): void {
    const { tags, tagFrom } = this.nodes
    const from = tagFrom.reserve(tagFrom.length + count)
    const { values, length } = this.#values
    const into = tags.reserve(tags.length + length)
    let at = 0
    let written = tags.length
    for (let i = 0; i < count; i++) {
      while (at < length && values[at] !== 0) {
        into[written++] = values[at++]!
        into[written++] = values[at++]!
      }
      at++
      from[tagFrom.length++] = written
    }
    if (length > 0 && at !== length) throw new BadWire('the tags of nodes do not fit their number')
    tags.length = written
  }

  #readNode(wire: Wire): void {
    const { nodes } = this
    const count = nodes.count + 1
    let lat: number | undefined
    let lon: number | undefined
    const tags = new TagLists()
    for (let field = wire.next(); field !== 0; field = wire.next()) {
      if (field === 1) nodes.ids.reserve(count)[nodes.ids.length++] = wire.signed()
      else if (field === 8) lat = wire.signed()
      else if (field === 9) lon = wire.signed()
      else if (!tags.take(field, wire)) wire.skip()
    }
    if (lat === undefined || lon === undefined || nodes.ids.length !== count)
      throw new BadWire('a node is incomplete')
    nodes.lats.reserve(count)[nodes.lats.length++] = lat
    nodes.lons.reserve(count)[nodes.lons.length++] = lon
    tags.append(nodes)
    nodes.count = count
  }

  #readWay(wire: Wire): void {
    const { ways } = this
    const tags = new TagLists()
    let id: number | undefined
    for (let field = wire.next(); field !== 0; field = wire.next()) {
      if (field === 1) id = wire.varint()
      else if (field === 8) {
        const end = wire.enter()
        readDeltas(wire.buffer, wire.position, end, ways.refs)
        wire.position = end
      } else if (!tags.take(field, wire)) wire.skip()
    }
    if (id === undefined) throw new BadWire('a way has no id')
    ways.ids.reserve(ways.count + 1)[ways.ids.length++] = id
    ways.refFrom.push(ways.refs.length)
    tags.append(ways)
    ways.count++
  }

  #readRelation(wire: Wire): void {
    const { relations } = this
    const tags = new TagLists()
    let id: number | undefined
    for (let field = wire.next(); field !== 0; field = wire.next()) {
      if (field === 1) id = wire.varint()
      else if (field >= 8 && field <= 10) {
        const end = wire.enter()
        if (field === 9) readDeltas(wire.buffer, wire.position, end, relations.memberIds)
        else {
          const list = field === 8 ? relations.memberRoles : relations.memberTypes
          readUnsigned(wire.buffer, wire.position, end, list)
        }
        wire.position = end
      } else if (!tags.take(field, wire)) wire.skip()
    }
    const { memberIds, memberTypes, memberRoles } = relations
    if (
      id === undefined ||
      memberIds.length !== memberTypes.length ||
      memberIds.length !== memberRoles.length
    )
      throw new BadWire('a relation is incomplete')
    relations.ids.reserve(relations.count + 1)[relations.ids.length++] = id
    relations.memberFrom.push(memberIds.length)
    tags.append(relations)
    relations.count++
  }

  #checkTags(): void {
    const strings = this.#from.length
    for (const { tags } of [this.nodes, this.ways, this.relations])
      for (let i = 0; i < tags.length; i++)
        if (tags.values[i]! >>> 0 >= strings) throw new BadWire('a tag names a text that is not in the block')
    const { memberRoles } = this.relations
    for (let i = 0; i < memberRoles.length; i++)
      if (memberRoles.values[i]! >>> 0 >= strings)
        throw new BadWire('a role names a text that is not in the block')
  }
}

function scale(list: Floats, offset: number, granularity: number): void {
  if (offset === 0 && granularity === 100) return
  for (let i = 0; i < list.length; i++)
    list.values[i] = Math.round((offset + granularity * list.values[i]!) / 100)
}
