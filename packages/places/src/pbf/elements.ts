import { Floats, Ints, readUnsigned } from './packed.ts'
import { BadWire, type Wire } from './wire.ts'

export const MEMBER_NODE = 0
export const MEMBER_WAY = 1
export const MEMBER_RELATION = 2

/** What nodes, ways and relations have in common. Tags are pairs of string numbers: key, value, key, value … */
export class Elements {
  count = 0
  readonly ids = new Floats()
  /** `tags.values` of element i: from `tagFrom.values[i]` to `tagFrom.values[i + 1]`. */
  readonly tagFrom = new Ints()
  readonly tags = new Ints()

  reset(): void {
    this.count = 0
    this.ids.length = 0
    this.tags.length = 0
    this.tagFrom.length = 0
    this.tagFrom.push(0)
  }
}

export class Nodes extends Elements {
  /** In 10^-7 degrees. */
  readonly lats = new Floats()
  readonly lons = new Floats()

  override reset(): void {
    super.reset()
    this.lats.length = 0
    this.lons.length = 0
  }
}

export class Ways extends Elements {
  readonly refFrom = new Ints()
  readonly refs = new Floats()

  override reset(): void {
    super.reset()
    this.refs.length = 0
    this.refFrom.length = 0
    this.refFrom.push(0)
  }
}

export class Relations extends Elements {
  readonly memberFrom = new Ints()
  readonly memberIds = new Floats()
  readonly memberTypes = new Ints()
  readonly memberRoles = new Ints()

  override reset(): void {
    super.reset()
    for (const list of [this.memberIds, this.memberTypes, this.memberRoles, this.memberFrom]) list.length = 0
    this.memberFrom.push(0)
  }
}

const keys = new Ints()
const values = new Ints()

/** Keys and values come as two lists of the same length, in either order. */
export class TagLists {
  constructor() {
    keys.length = values.length = 0
  }

  take(field: number, wire: Wire): boolean {
    if (field !== 2 && field !== 3) return false
    const end = wire.enter()
    readUnsigned(wire.buffer, wire.position, end, field === 2 ? keys : values)
    wire.position = end
    return true
  }

  append(elements: Elements): void {
    if (keys.length !== values.length) throw new BadWire('an element has a key without a value')
    const { tags } = elements
    const into = tags.reserve(tags.length + 2 * keys.length)
    for (let i = 0; i < keys.length; i++) {
      into[tags.length++] = keys.values[i]!
      into[tags.length++] = values.values[i]!
    }
    elements.tagFrom.push(tags.length)
  }
}
