import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { CompressionCodec } from 'hyparquet'
import { snappyUncompress } from 'hyparquet/src/snappy.js'
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors'
import type { FileBytes, Page } from './parquet-pages.ts'

type Unpack = (packed: Uint8Array, length: number) => Uint8Array

const UNPACK: Partial<Record<CompressionCodec, Unpack>> = {
  UNCOMPRESSED: (packed) => packed,
  SNAPPY: (packed, length) => {
    const unpacked = Buffer.alloc(length)
    snappyUncompress(packed, unpacked)
    return unpacked
  },
  GZIP: (packed, length) => gunzipSync(packed, limitTo(length)),
  BROTLI: (packed, length) => brotliDecompressSync(packed, limitTo(length)),
  ZSTD: (packed, length) => zstdDecompressSync(packed, limitTo(length)),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
}

function limitTo(length: number) {
  return { maxOutputLength: Math.max(length, 1), chunkSize: Math.max(length, 64) }
}

/** The bytes of a page: levels first, then values. */
export function readPage(file: FileBytes, page: Page, codec: CompressionCodec): Buffer {
  const packed = file.read(page.bytesAt, page.packedBytes)
  if (page.levels === null) return unpack(packed, page.unpackedBytes, codec)
  const { repetition, definition, isPacked } = page.levels
  const levelBytes = repetition + definition
  if (levelBytes > Math.min(page.packedBytes, page.unpackedBytes))
    throw new RangeError('its levels are longer than the page')
  if (!isPacked || codec === 'UNCOMPRESSED') return packed
  const values = unpack(packed.subarray(levelBytes), page.unpackedBytes - levelBytes, codec)
  return Buffer.concat([packed.subarray(0, levelBytes), values])
}

function unpack(packed: Buffer, length: number, codec: CompressionCodec): Buffer {
  const work = UNPACK[codec]
  if (work === undefined) throw new RangeError(`it is packed with ${codec}, which is not supported`)
  // A page without a value may hold no bytes at all.
  const bytes = length === 0 ? packed.subarray(0, 0) : work(packed, length)
  if (bytes.length !== length) throw new RangeError('it unpacks to another length than it claims')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
