import { BadWire } from './wire.ts'

/** Memory for decoded numbers that is used again for every block, so that reading makes no garbage. */
export class Floats {
  values = new Float64Array(16_384)
  length = 0

  reserve(count: number): Float64Array {
    if (this.values.length < count) {
      const larger = new Float64Array(Math.max(count, this.values.length * 2))
      larger.set(this.values)
      this.values = larger
    }
    return this.values
  }
}

export class Ints {
  values = new Int32Array(16_384)
  length = 0

  reserve(count: number): Int32Array {
    if (this.values.length < count) {
      const larger = new Int32Array(Math.max(count, this.values.length * 2))
      larger.set(this.values)
      this.values = larger
    }
    return this.values
  }

  push(value: number): void {
    this.reserve(this.length + 1)[this.length++] = value
  }
}

/** Appends packed unsigned numbers below 2^31. */
export function readUnsigned(buffer: Uint8Array, from: number, to: number, into: Ints): void {
  const values = into.reserve(into.length + to - from)
  let { length } = into
  let position = from
  while (position < to) {
    let byte = buffer[position++]!
    let value = byte
    if (byte >= 0x80) {
      value = byte & 0x7f
      let shift = 7
      do {
        byte = buffer[position++]!
        value |= (byte & 0x7f) << shift
        shift += 7
      } while (byte >= 0x80)
    }
    values[length++] = value
  }
  if (position !== to) throw new BadWire('a list of numbers ends in the middle of one')
  into.length = length
}

/** Appends packed zigzag numbers, each the difference to the one before, summed up. Exact up to 2^53. */
export function readDeltas(buffer: Uint8Array, from: number, to: number, into: Floats): void {
  const values = into.reserve(into.length + to - from)
  let { length } = into
  let position = from
  let sum = 0
  while (position < to) {
    let byte = buffer[position++]!
    if (byte >= 0x80) {
      let value = byte & 0x7f
      byte = buffer[position++]!
      value |= (byte & 0x7f) << 7
      if (byte >= 0x80) {
        byte = buffer[position++]!
        value |= (byte & 0x7f) << 14
        if (byte >= 0x80) {
          byte = buffer[position++]!
          value |= (byte & 0x7f) << 21
          if (byte >= 0x80) {
            // Rare. Apart, so that all other numbers are known to be whole ones of 32 bits: that is much faster.
            position = readLong(buffer, position, value)
            values[length++] = sum += long
            continue
          }
        }
      }
      byte = value
    }
    sum += (byte >>> 1) ^ -(byte & 1)
    values[length++] = sum
  }
  if (position !== to) throw new BadWire('a list of numbers ends in the middle of one')
  into.length = length
}

/** What `readLong` read last. */
let long = 0

/** The rest of a zigzag number of more than 28 bits. Answers where it ends. */
function readLong(buffer: Uint8Array, from: number, start: number): number {
  let position = from
  let value = start
  let factor = 0x10000000
  let byte: number
  do {
    byte = buffer[position++]!
    value += (byte & 0x7f) * factor
    factor *= 0x80
  } while (byte >= 0x80)
  long = value % 2 === 1 ? -(value + 1) / 2 : value / 2
  return position
}
