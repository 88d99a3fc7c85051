/** Thrown while a message is decoded; the caller knows where in the file that message lies. */
export class BadWire extends Error {}

/**
 * A cursor over Protocol Buffers bytes. Integers are exact up to 2^53, which no OpenStreetMap id reaches.
 * Reading past the end yields zeros; `next` and `skip` notice and throw BadWire.
 */
export class Wire {
  buffer: Uint8Array
  position: number
  end: number
  /** Wire type of the field that `next` answered last. */
  type = 0

  constructor(buffer: Uint8Array, position = 0, end = buffer.length) {
    this.buffer = buffer
    this.position = position
    this.end = end
  }

  /** The number of the next field, 0 at the end of the message. */
  next(): number {
    if (this.position >= this.end) {
      if (this.position > this.end) throw new BadWire('a field ends after its message')
      return 0
    }
    const key = this.varint()
    this.type = key & 7
    const field = key >>> 3
    if (field === 0) throw new BadWire('a field has number 0')
    return field
  }

  varint(): number {
    const { buffer } = this
    let byte = buffer[this.position++]!
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    let factor = 0x80
    for (let i = 0; i < 9; i++) {
      byte = buffer[this.position++]!
      value += (byte & 0x7f) * factor
      if (!(byte >= 0x80)) return value
      factor *= 0x80
    }
    throw new BadWire('a number has more than ten bytes')
  }

  signed(): number {
    const value = this.varint()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }

  /** A plain int64, in which negative numbers take ten bytes. */
  int64(): number {
    const start = this.position
    let value = 0n
    for (let i = 0; i < 10; i++) {
      const byte = this.buffer[this.position++]!
      value |= BigInt(byte & 0x7f) << BigInt(7 * i)
      if (byte < 0x80) return Number(BigInt.asIntN(64, value))
    }
    this.position = start
    throw new BadWire('a number has more than ten bytes')
  }

  /** Enters a length-delimited field: answers where it ends and leaves the position at its start. */
  enter(): number {
    if (this.type !== 2) throw new BadWire('a field has an unexpected kind')
    const length = this.varint()
    const end = this.position + length
    if (!(end <= this.end)) throw new BadWire('a field is longer than its message')
    return end
  }

  bytes(): Uint8Array {
    const end = this.enter()
    const found = this.buffer.subarray(this.position, end)
    this.position = end
    return found
  }

  text(): string {
    return Buffer.from(this.bytes()).toString('utf8')
  }

  skip(): void {
    if (this.type === 0) this.varint()
    else if (this.type === 2) this.position = this.enter()
    else if (this.type === 1) this.position += 8
    else if (this.type === 5) this.position += 4
    else throw new BadWire('a field has an unknown kind')
    if (this.position > this.end) throw new BadWire('a field ends after its message')
  }
}
