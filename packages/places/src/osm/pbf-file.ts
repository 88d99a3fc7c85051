import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { PbfReader } from 'pbf'
import { CorruptFile } from '../corrupt-file.ts'
import { type Block, KINDS, type Kind, readBlock } from './pbf-block.ts'

// https://wiki.openstreetmap.org/wiki/PBF_Format#File_format
const MAX_HEADER_BYTES = 64 * 1024
const MAX_BLOB_BYTES = 32 * 1024 * 1024

/** Blocks read and inflated on other threads while one is decoded. */
const READ_AHEAD = 4

const SUPPORTED_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes'])

const inflate = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflate)
const decompressZstd = promisify<Uint8Array, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress)

interface Blob {
  type: string
  /** Offset of its length field. */
  position: number
  dataPosition: number
  dataBytes: number
}

interface Header {
  /** True if nodes come before ways, and ways before relations. */
  isSorted: boolean
  /** Time of the data, ISO 8601. */
  dataAt: string | null
}

/** Indexes of blocks that may contain a kind of element: from `from` up to, but not including, `to`. */
export interface BlockRange {
  from: number
  to: number
}

/** An `.osm.pbf` file. */
export class PbfFile {
  readonly bytes: number
  readonly #file: FileHandle
  readonly #blobs: readonly Blob[]
  readonly header: Header

  private constructor(file: FileHandle, bytes: number, blobs: readonly Blob[], header: Header) {
    this.#file = file
    this.bytes = bytes
    this.#blobs = blobs
    this.header = header
  }

  /** Throws CorruptFile if the file is truncated, isn't an `.osm.pbf`, or needs an unsupported feature. */
  static async open(path: string): Promise<PbfFile> {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      const [header, ...blobs] = await listBlobs(file, size)
      if (header?.type !== 'OSMHeader') throw new CorruptFile('The file is not an .osm.pbf file', 0)
      const bytes = await readBlob(file, header)
      const data = blobs.filter(({ type }) => type === 'OSMData')
      return new PbfFile(
        file,
        size,
        data,
        decode(header, () => readHeader(bytes, header)),
      )
    } catch (error) {
      await file.close()
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  get blockCount(): number {
    return this.#blobs.length
  }

  /** Size of a range of blocks in the file. */
  bytesIn({ from, to }: BlockRange): number {
    return this.#blobs.slice(from, to).reduce((sum, { dataBytes }) => sum + dataBytes, 0)
  }

  /** Decodes the elements of one kind. `keys` are the tag keys of interest; all if undefined. */
  async *blocks(
    kind: Kind,
    { from, to }: BlockRange,
    keys?: ReadonlySet<string>,
  ): AsyncGenerator<{ block: Block; bytes: number }> {
    const ahead: Promise<Uint8Array>[] = []
    const blobs = this.#blobs.slice(from, to)
    try {
      for (const [index, blob] of blobs.entries()) {
        for (const next of blobs.slice(index + ahead.length, index + READ_AHEAD)) {
          const reading = readBlob(this.#file, next)
          // Errors are handled when its turn comes.
          reading.catch(() => undefined)
          ahead.push(reading)
        }
        const bytes = await ahead.shift()!
        yield { block: decode(blob, () => readBlock(bytes, kind, keys)), bytes: blob.dataBytes }
      }
    } finally {
      // The caller may close the file afterwards.
      await Promise.allSettled(ahead)
    }
  }

  /**
   * Finds the first block of a kind by bisection in a sorted file; the block before it may contain the kind as well.
   * In an unsorted file every block may.
   */
  async rangeOf(kind: Kind): Promise<BlockRange> {
    if (!this.header.isSorted) return { from: 0, to: this.blockCount }
    const from = await this.#firstFrom(kind)
    const next = KINDS[KINDS.indexOf(kind) + 1]
    const to = next === undefined ? this.blockCount : await this.#firstFrom(next)
    return { from: Math.max(0, from - 1), to }
  }

  /** The first block that starts with this kind or a later one. */
  async #firstFrom(kind: Kind): Promise<number> {
    let low = 0
    let high = this.blockCount
    while (low < high) {
      const middle = (low + high) >>> 1
      const blob = this.#blobs[middle]!
      const bytes = await readBlob(this.#file, blob)
      const { first } = decode(blob, () => readBlock(bytes, 'relation', new Set()))
      if (first !== undefined && KINDS.indexOf(first) >= KINDS.indexOf(kind)) high = middle
      else low = middle + 1
    }
    return low
  }
}

async function listBlobs(file: FileHandle, size: number): Promise<Blob[]> {
  const blobs: Blob[] = []
  for (let position = 0; position < size; ) {
    const length = await readAt(file, position, 4)
    if (length.length < 4) throw cutOff(position)
    const headerBytes = length.readUInt32BE()
    if (headerBytes > MAX_HEADER_BYTES || headerBytes === 0) throw notPbf(position)
    const header = await readAt(file, position + 4, headerBytes)
    if (header.length < headerBytes) throw cutOff(position)
    const dataPosition = position + 4 + headerBytes
    const blob = { ...readBlobHeader(header, position), position, dataPosition }
    if (dataPosition + blob.dataBytes > size) throw cutOff(position)
    blobs.push(blob)
    position = dataPosition + blob.dataBytes
  }
  return blobs
}

function readBlobHeader(bytes: Uint8Array, position: number): { type: string; dataBytes: number } {
  const header = { type: '', dataBytes: -1 }
  try {
    const pbf = new PbfReader(bytes)
    pbf.readFields((field) => {
      if (field === 1) header.type = pbf.readString()
      else if (field === 3) header.dataBytes = pbf.readVarint(true)
    }, null)
  } catch {
    throw notPbf(position)
  }
  if (header.type === '' || header.dataBytes < 0) throw notPbf(position)
  if (header.dataBytes > MAX_BLOB_BYTES)
    throw new CorruptFile('A block claims to be larger than 32 MiB', position)
  return header
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

async function readBlob(file: FileHandle, blob: Blob): Promise<Uint8Array> {
  const data = await readAt(file, blob.dataPosition, blob.dataBytes)
  if (data.length < blob.dataBytes)
    throw new CorruptFile('The file became shorter while it was read', blob.position)
  try {
    return await unpack(data)
  } catch (error) {
    throw damaged(blob, error)
  }
}

/** https://wiki.openstreetmap.org/wiki/PBF_Format#Blob */
async function unpack(data: Uint8Array): Promise<Uint8Array> {
  let rawBytes = 0
  let packing = 0
  let packed: Uint8Array | undefined
  const pbf = new PbfReader(data)
  pbf.readFields((field) => {
    if (field === 2) rawBytes = pbf.readVarint(true)
    else if (field === 1 || (field >= 3 && field <= 7)) {
      packing = field
      packed = pbf.readBytes()
    }
  }, null)
  if (packed === undefined) throw new RangeError('it holds no data')
  if (packing === 1) return packed
  if (packing !== 3 && packing !== 7)
    throw new RangeError('it is packed with a method other than zlib or zstd, which is not supported')
  if (rawBytes > MAX_BLOB_BYTES) throw new RangeError('it claims to be larger than 32 MiB when unpacked')
  const limit = { maxOutputLength: Math.max(rawBytes, 1) }
  const unpacked = packing === 3 ? await inflate(packed, limit) : await decompressZstd(packed, limit)
  if (unpacked.length !== rawBytes) throw new RangeError('it unpacks to another length than it claims')
  return unpacked
}

/** https://wiki.openstreetmap.org/wiki/PBF_Format#Definition_of_the_OSMHeader_fileblock */
function readHeader(bytes: Uint8Array, blob: Blob): Header {
  const header: Header = { isSorted: false, dataAt: null }
  const pbf = new PbfReader(bytes)
  pbf.readFields((field) => {
    if (field === 4) refuseUnknown(pbf.readString(), blob)
    else if (field === 5) header.isSorted ||= pbf.readString() === 'Sort.Type_then_ID'
    else if (field === 32) header.dataAt = isoTime(pbf.readVarint(true))
  }, null)
  return header
}

function refuseUnknown(feature: string, { position }: Blob): void {
  if (!SUPPORTED_FEATURES.has(feature))
    throw new CorruptFile(`The file needs a reader that knows '${feature.slice(0, 60)}'`, position)
}

function isoTime(seconds: number): string | null {
  const time = new Date(seconds * 1000)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

function decode<T>(blob: Blob, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw damaged(blob, error)
  }
}

function damaged({ position }: Blob, error: unknown): CorruptFile {
  if (error instanceof CorruptFile) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new CorruptFile(`A block of the file is damaged: ${reason}`, position, { cause: error })
}

function cutOff(position: number): CorruptFile {
  return new CorruptFile('The file is cut off: its last block is not complete', position)
}

function notPbf(position: number): CorruptFile {
  const problem =
    position === 0 ? 'The file is not an .osm.pbf file' : 'The file is damaged: no block begins here'
  return new CorruptFile(problem, position)
}
