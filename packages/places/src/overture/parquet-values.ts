import type { DecodedArray, ParquetType } from 'hyparquet'
import { deltaBinaryUnpack, deltaByteArray, deltaLengthByteArray } from 'hyparquet/src/delta.js'
import { byteStreamSplit } from 'hyparquet/src/encoding.js'
import { readPlain } from 'hyparquet/src/plain.js'
import type { ByteWindow } from './byte-window.ts'
import { Runs } from './parquet-runs.ts'

/** Answers the next so many values of a page. */
export type ReadValues = (count: number) => DecodedArray

export interface ValueType {
  type: ParquetType
  /** Of values of a fixed length. */
  length: number | undefined
}

const MAX_VALUES = 5_000_000
const WIDTHS: Partial<Record<ParquetType, number>> = { INT32: 4, FLOAT: 4, INT64: 8, DOUBLE: 8, INT96: 12 }

/** Encodings that are read a few values at a time, and rare ones that are read whole. */
export function valuesIn(
  window: ByteWindow,
  encoding: string,
  valueType: ValueType,
  dictionary: DecodedArray | undefined,
): ReadValues {
  if (encoding === 'PLAIN') return plainValues(window, valueType)
  if (encoding === 'RLE_DICTIONARY' || encoding === 'PLAIN_DICTIONARY')
    return dictionaryValues(window, dictionary)
  if (encoding === 'RLE' && valueType.type === 'BOOLEAN') return runLengthBooleans(window)
  return wholeValues(() => decodeWhole(window.takeRest(), encoding, valueType))
}

function plainValues(window: ByteWindow, { type, length }: ValueType): ReadValues {
  if (type === 'BYTE_ARRAY') return (count) => byteArrays(window, count)
  if (type === 'BOOLEAN')
    return wholeValues(() => {
      const bytes = window.takeRest()
      return readPlain(readerOn(bytes), type, bytes.length * 8, undefined)
    })
  const width = WIDTHS[type] ?? length
  if (width === undefined || !(width > 0)) throw new RangeError('values of no known length')
  return (count) => {
    const start = window.take(count * width)
    return readPlain(readerOn(window.bytes.subarray(start, start + count * width)), type, count, length)
  }
}

function byteArrays(window: ByteWindow, count: number): Buffer[] {
  const values = new Array<Buffer>(count)
  for (let index = 0; index < count; index++) {
    const lengthAt = window.take(4)
    const length = window.bytes.readUInt32LE(lengthAt)
    const start = window.take(length)
    values[index] = window.bytes.subarray(start, start + length)
  }
  return values
}

function dictionaryValues(window: ByteWindow, dictionary: DecodedArray | undefined): ReadValues {
  if (dictionary === undefined) throw new RangeError('its dictionary is missing')
  let runs: Runs | undefined
  return (count) => {
    if (count === 0) return []
    runs ??= new Runs(window, window.takeByte())
    const places = new Int32Array(count)
    runs.fill(places, count)
    return Array.from(places, (place) => {
      if (place >= dictionary.length) throw new RangeError('a value is not in the dictionary')
      return dictionary[place]
    })
  }
}

function runLengthBooleans(window: ByteWindow): ReadValues {
  let runs: Runs | undefined
  return (count) => {
    if (runs === undefined) {
      window.take(4)
      runs = new Runs(window, 1)
    }
    const bits = new Int32Array(count)
    runs.fill(bits, count)
    return Array.from(bits, (bit) => bit === 1)
  }
}

function wholeValues(decode: () => DecodedArray): ReadValues {
  let all: DecodedArray | undefined
  let at = 0
  return (count) => {
    if (count === 0) return []
    all ??= decode()
    at += count
    if (at > all.length) throw new RangeError('a page ends too early')
    return all.slice(at - count, at)
  }
}

function decodeWhole(bytes: Buffer, encoding: string, { type, length }: ValueType): DecodedArray {
  const reader = readerOn(bytes)
  if (encoding === 'BYTE_STREAM_SPLIT') {
    const width = WIDTHS[type] ?? length ?? 1
    return byteStreamSplit(reader, Math.floor(bytes.length / width), type, length)
  }
  const count = deltaCount(bytes)
  if (count === 0) return []
  const numbers = type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count)
  const texts = new Array<Uint8Array>(count)
  if (encoding === 'DELTA_BINARY_PACKED') deltaBinaryUnpack(reader, count, numbers)
  else if (encoding === 'DELTA_LENGTH_BYTE_ARRAY') deltaLengthByteArray(reader, count, texts)
  else if (encoding === 'DELTA_BYTE_ARRAY') deltaByteArray(reader, count, texts)
  else throw new RangeError(`it is encoded with ${encoding}, which is not supported`)
  return encoding === 'DELTA_BINARY_PACKED' ? numbers : texts
}

/** How many values follow, as their first block says: its size, its number of small blocks, the count. */
function deltaCount(bytes: Buffer): number {
  const numbers: number[] = []
  for (let at = 0; numbers.length < 3; ) {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = bytes[at++]
      if (byte === undefined) throw new RangeError('a page ends too early')
      value += (byte & 0x7f) * factor
      factor *= 128
      if (byte < 0x80) break
    }
    numbers.push(value)
  }
  const [block, smallBlocks, count] = numbers as [number, number, number]
  const isSane =
    block <= 1 << 20 &&
    smallBlocks >= 1 &&
    smallBlocks <= block &&
    block % smallBlocks === 0 &&
    count <= MAX_VALUES
  if (!isSane) throw new RangeError('its counts make no sense')
  return count
}

function readerOn(bytes: Buffer) {
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 }
}
