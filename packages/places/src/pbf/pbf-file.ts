import { release } from '../import/release.ts'
import { type Blob, BlobFile } from './blobs.ts'
import { Block, type Wanted } from './block.ts'
import { CorruptFile } from './corrupt-file.ts'
import { firstKind, type Kind } from './first-kind.ts'
import { BadWire, Wire } from './wire.ts'

export interface PbfHeader {
  /** Nodes first, then ways, then relations, each by rising id. */
  isSorted: boolean
  /** When the data was current, ISO 8601. */
  dataAt: string | null
}

/** Blocks read and unpacked ahead of the one that is decoded: enough to keep two cores busy. */
const LOOK_AHEAD = 4
/** Large blocks, as those of relations are, are packed to a fifth or tenth: of these one is enough. */
const LOOK_AHEAD_BYTES = 1 << 19
const SUPPORTED = new Set(['OsmSchema-V0.6', 'DenseNodes'])

/** An `.osm.pbf` file, read block by block with flat memory. */
export class PbfFile {
  readonly #file: BlobFile
  #block = new Block()
  readonly header: PbfHeader
  readonly data: readonly Blob[]

  private constructor(file: BlobFile, header: PbfHeader) {
    this.#file = file
    this.header = header
    this.data = file.blobs.filter(({ type }) => type === 'OSMData')
  }

  /** Throws CorruptFile when the file is cut off, damaged at its start, or no `.osm.pbf`. */
  static async open(path: string): Promise<PbfFile> {
    const file = new BlobFile(path)
    try {
      const blob = file.blobs[0]!
      const bytes = await file.read(blob)
      return new PbfFile(
        file,
        guarded(blob, () => readHeader(bytes, blob)),
      )
    } catch (error) {
      file.close()
      throw error
    }
  }

  get bytes(): number {
    return this.#file.bytes
  }

  close(): void {
    this.#file.close()
  }

  /** Of what kind the first element of a block is; nothing where it holds none, or is damaged. */
  async firstKind(index: number): Promise<Kind | undefined> {
    const blob = this.data[index]!
    for (const bytes of this.#file.starts(blob)) {
      const kind = firstKind(bytes)
      if (kind !== undefined) return kind
    }
    return firstKind(await this.#file.read(blob))
  }

  /**
   * Decodes the blocks from number `from` to before `to`. The block given is the same object every time, and holds until
   * the next one is asked for.
   */
  async *blocks(
    wanted: Wanted,
    from = 0,
    to = this.data.length,
  ): AsyncGenerator<{ block: Block; blob: Blob }> {
    const ahead: Promise<Uint8Array>[] = []
    let aheadBytes = 0
    let next = from
    try {
      for (let index = from; index < to; index++) {
        while (
          next < to &&
          ahead.length < LOOK_AHEAD &&
          (ahead.length < 2 || aheadBytes < LOOK_AHEAD_BYTES)
        ) {
          aheadBytes += this.data[next]!.dataBytes
          ahead.push(quietly(this.#file.read(this.data[next++]!)))
        }
        const bytes = await ahead.shift()!
        const blob = this.data[index]!
        aheadBytes -= blob.dataBytes
        guarded(blob, () => this.#block.fill(bytes, wanted))
        yield { block: this.#block, blob }
        release(bytes)
      }
    } finally {
      // What it has grown to for these is mostly more than the next ones need.
      if (to - from > 1) this.#block = new Block()
      // The file may be closed next: nothing may still be reading it.
      await Promise.allSettled(ahead)
    }
  }
}

/** A failure is met when its turn comes; until then it must not count as unhandled. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

function guarded<T>(blob: Blob, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof CorruptFile) throw error
    if (error instanceof BadWire || error instanceof RangeError)
      throw new CorruptFile(`A block of the file is damaged: ${error.message}`, blob.position, {
        cause: error,
      })
    throw error
  }
}

function readHeader(bytes: Uint8Array, blob: Blob): PbfHeader {
  const header: PbfHeader = { isSorted: false, dataAt: null }
  const wire = new Wire(bytes)
  for (let field = wire.next(); field !== 0; field = wire.next()) {
    if (field === 4) refuseUnknown(wire.text(), blob)
    else if (field === 5) header.isSorted ||= wire.text() === 'Sort.Type_then_ID'
    else if (field === 32) header.dataAt = isoTime(wire.int64())
    else wire.skip()
  }
  return header
}

function refuseUnknown(feature: string, blob: Blob): void {
  if (!SUPPORTED.has(feature))
    throw new CorruptFile(`The file needs a reader that knows '${feature.slice(0, 60)}'`, blob.position)
}

function isoTime(seconds: number): string | null {
  const time = new Date(seconds * 1000)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
