import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { release } from '../import/release.ts'
import { CorruptFile } from './corrupt-file.ts'
import { BadWire, Wire } from './wire.ts'

// The limits of the format: https://wiki.openstreetmap.org/wiki/PBF_Format#File_format
const MAX_HEADER_BYTES = 64 * 1024
const MAX_BLOB_BYTES = 32 * 1024 * 1024

/** What of a packed block is unpacked to see how it begins, one after the other. */
const STARTS = [4096, 32_768]

const inflate = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflate)
const zstd = promisify<Uint8Array, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress)

/** Where a compressed block lies in the file. */
export interface Blob {
  type: 'OSMHeader' | 'OSMData'
  /** Of its length field, which is where a reader of the file would look. */
  position: number
  dataPosition: number
  dataBytes: number
}

/** A file whose blocks are found, none of them read yet. */
export class BlobFile {
  readonly #descriptor: number
  readonly bytes: number
  readonly blobs: Blob[]

  /** Throws CorruptFile when the file is cut off or is no `.osm.pbf`. */
  constructor(path: string) {
    this.#descriptor = openSync(path, 'r')
    try {
      this.bytes = fstatSync(this.#descriptor).size
      this.blobs = [...this.#walk()]
      if (this.blobs[0]?.type !== 'OSMHeader') throw new CorruptFile('The file is not an .osm.pbf file', 0)
    } catch (error) {
      this.close()
      throw error
    }
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  /** The uncompressed block. Runs on another thread, so the caller can decode the block before meanwhile. */
  async read(blob: Blob): Promise<Uint8Array> {
    const data = Buffer.allocUnsafeSlow(blob.dataBytes)
    if (readSync(this.#descriptor, data, 0, blob.dataBytes, blob.dataPosition) < blob.dataBytes)
      throw new CorruptFile('The file became shorter while it was read', blob.position)
    try {
      const unpacked = await unpack(data)
      if (unpacked.buffer !== data.buffer) release(data)
      return unpacked
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CorruptFile(`A block of the file is damaged: ${reason}`, blob.position, { cause: error })
    }
  }

  /** First bytes of the unpacked block, longer each time: enough for what begins there, and quick to unpack. */
  *starts(blob: Blob): Generator<Uint8Array> {
    for (const bytes of STARTS) {
      if (bytes >= blob.dataBytes) return
      const start = Buffer.alloc(bytes)
      if (this.#fill(start, blob.dataPosition) < bytes) return
      const unpacked = unpackStart(start, blob.dataBytes)
      if (unpacked === undefined) return
      yield unpacked
    }
  }

  *#walk(): Generator<Blob> {
    let position = 0
    const start = Buffer.alloc(4)
    while (position < this.bytes) {
      if (this.#fill(start, position) < 4) throw cutOff(position)
      const headerBytes = start.readUInt32BE()
      if (headerBytes > MAX_HEADER_BYTES || headerBytes === 0) throw notPbf(position)
      const header = Buffer.alloc(headerBytes)
      if (this.#fill(header, position + 4) < headerBytes) throw cutOff(position)
      const { type, dataBytes } = readBlobHeader(header, position)
      const dataPosition = position + 4 + headerBytes
      if (dataPosition + dataBytes > this.bytes) throw cutOff(position)
      if (type === 'OSMHeader' || type === 'OSMData') yield { type, position, dataPosition, dataBytes }
      position = dataPosition + dataBytes
    }
  }

  #fill(into: Buffer, position: number): number {
    return readSync(this.#descriptor, into, 0, into.length, position)
  }
}

function cutOff(position: number): CorruptFile {
  return new CorruptFile('The file is cut off: its last block is not complete', position)
}

function notPbf(position: number): CorruptFile {
  const problem =
    position === 0 ? 'The file is not an .osm.pbf file' : 'The file is damaged: no block begins here'
  return new CorruptFile(problem, position)
}

function readBlobHeader(bytes: Uint8Array, position: number): { type: string; dataBytes: number } {
  let type = ''
  let dataBytes = -1
  try {
    const wire = new Wire(bytes)
    for (let field = wire.next(); field !== 0; field = wire.next()) {
      if (field === 1) type = wire.text()
      else if (field === 3) dataBytes = wire.varint()
      else wire.skip()
    }
  } catch (error) {
    if (!(error instanceof BadWire)) throw error
  }
  if (type === '' || dataBytes < 0) throw notPbf(position)
  if (dataBytes > MAX_BLOB_BYTES) throw new CorruptFile('A block claims to be larger than 32 MiB', position)
  return { type, dataBytes }
}

async function unpack(data: Uint8Array): Promise<Uint8Array> {
  const wire = new Wire(data)
  let rawBytes = 0
  let packed: Uint8Array | undefined
  let packing = 0
  for (let field = wire.next(); field !== 0; field = wire.next()) {
    if (field === 2) rawBytes = wire.varint()
    else if (field === 1 || (field >= 3 && field <= 7)) {
      packing = field
      packed = wire.bytes()
    } else wire.skip()
  }
  if (packed === undefined) throw new BadWire('it holds no data')
  if (packing === 1) return packed
  if (rawBytes > MAX_BLOB_BYTES) throw new BadWire('it claims to be larger than 32 MiB when unpacked')
  // A buffer that is filled to its end has Node allocate another one for what might follow.
  const options = { chunkSize: Math.max(rawBytes + 1, 64), maxOutputLength: Math.max(rawBytes, 1) }
  if (packing !== 3 && packing !== 7)
    throw new BadWire('it is packed with a method other than zlib or zstd, which is not supported')
  const unpacked = packing === 3 ? await inflate(packed, options) : await zstd(packed, options)
  if (unpacked.length !== rawBytes) throw new BadWire('it unpacks to another length than it claims')
  return unpacked
}

/** What the first bytes of a blob unpack to, where zlib packed it. */
function unpackStart(start: Uint8Array, dataBytes: number): Uint8Array | undefined {
  try {
    const wire = new Wire(start, 0, dataBytes)
    for (let field = wire.next(); field !== 0 && wire.position < start.length; field = wire.next()) {
      if (field !== 3) {
        wire.skip()
        continue
      }
      wire.enter()
      return zlib.inflateSync(start.subarray(wire.position), {
        finishFlush: zlib.constants.Z_SYNC_FLUSH,
        maxOutputLength: MAX_BLOB_BYTES,
      })
    }
  } catch {
    // Whoever reads the whole block says what is wrong with it.
  }
  return undefined
}
