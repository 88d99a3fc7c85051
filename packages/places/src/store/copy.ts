import { finished } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Value = string | number | boolean | null | readonly (string | number)[]

export type ColumnType =
  | 'smallint'
  | 'integer'
  | 'bigint'
  | 'double precision'
  | 'boolean'
  | 'text'
  | 'integer[]'
  | 'bigint[]'
  | 'text[]'

/** The columns that rows have values for, in their order. Of a bigint those numbers that JavaScript knows exactly. */
export type Columns = Readonly<Record<string, ColumnType>>

/**
 * Writes rows into a table the fast way. The table is one that the same transaction has created: its rows are marked as
 * seen by all, so that nobody who reads them first has to find out and write that down.
 */
export async function copyRows(
  client: PoolClient,
  table: string,
  columns: Columns,
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  await copyChunks(client, table, columns, rowChunks(columns, rows))
}

/** Writes rows that `rowChunks` made of the same columns. */
export async function copyChunks(
  client: PoolClient,
  table: string,
  columns: Columns,
  chunks: Iterable<Buffer>,
): Promise<void> {
  const names = Object.keys(columns).join(', ')
  const stream = client.query(copyFrom(`copy ${table} (${names}) from stdin (format binary, freeze)`))
  const done = finished(stream)
  for (const chunk of chunks)
    if (!stream.write(chunk))
      await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), done])
  stream.end()
  await done
}

/** So many bytes are sent at a time: the database stores them while the next are put together. */
const CHUNK = 1 << 16

/** https://www.postgresql.org/docs/current/sql-copy.html, 'Binary Format': no flags, nothing more in the header. */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')

/**
 * Rows as PostgreSQL reads them, some 64 KB at a time. As bytes, not as text: writing large numbers as digits takes
 * longer than all else about a row, on both sides.
 */
export function* rowChunks(columns: Columns, rows: Iterable<readonly Value[]>): Generator<Buffer> {
  const types = Object.values(columns)
  let chunk = new Chunk(CHUNK)
  chunk.bytes(SIGNATURE)
  for (const row of rows) {
    const most = mostBytes(row)
    if (!chunk.hasRoom(most)) {
      yield chunk.written()
      chunk = new Chunk(Math.max(CHUNK, most))
    }
    chunk.row(row, types)
  }
  if (!chunk.hasRoom(2)) {
    yield chunk.written()
    chunk = new Chunk(2)
  }
  chunk.end()
  yield chunk.written()
}

/** The same items, the first of them made at once: while something else is waited for, and not after it. */
export function begun<T>(items: Iterable<T>): Iterable<T> {
  const iterator = items[Symbol.iterator]()
  const first = iterator.next()
  return (function* () {
    if (first.done) return
    yield first.value
    yield* { [Symbol.iterator]: () => iterator }
  })()
}

/** A character is three bytes at most. */
function mostBytes(row: readonly Value[]): number {
  let most = 2
  for (const value of row) most += 4 + mostBytesOf(value)
  return most
}

function mostBytesOf(value: Value): number {
  if (value === null) return 0
  if (typeof value === 'string') return 3 * value.length
  if (typeof value !== 'object') return 8
  let most = 20
  for (const item of value) most += 4 + (typeof item === 'string' ? 3 * item.length : 8)
  return most
}

/** The types' numbers in PostgreSQL's catalog, which never change. */
const ITEMS = {
  'integer[]': { oid: 23, type: 'integer' },
  'bigint[]': { oid: 20, type: 'bigint' },
  'text[]': { oid: 25, type: 'text' },
} as const

const BITS: Partial<Record<ColumnType, 16 | 32 | 64>> = { smallint: 16, integer: 32, bigint: 64 }

/** Throws a TypeError or RangeError for a value that its column can't hold. */
class Chunk {
  readonly #buffer: Buffer
  readonly #view: DataView
  #at = 0

  constructor(bytes: number) {
    this.#buffer = Buffer.allocUnsafeSlow(bytes)
    this.#view = new DataView(this.#buffer.buffer)
  }

  hasRoom(bytes: number): boolean {
    return this.#at + bytes <= this.#buffer.length
  }

  written(): Buffer {
    return this.#buffer.subarray(0, this.#at)
  }

  bytes(bytes: Buffer): void {
    this.#at += bytes.copy(this.#buffer, this.#at)
  }

  row(row: readonly Value[], types: readonly ColumnType[]): void {
    this.#int16(row.length)
    for (let column = 0; column < row.length; column++) this.#field(row[column]!, types[column]!)
  }

  end(): void {
    this.#int16(-1)
  }

  #field(value: Value, type: ColumnType): void {
    if (value === null) this.#int32(-1)
    else if (typeof value === 'object') this.#array(value, type)
    else this.#plain(value, type)
  }

  #array(values: readonly (string | number)[], type: ColumnType): void {
    if (type !== 'integer[]' && type !== 'bigint[]' && type !== 'text[]')
      throw new TypeError(`A list is no ${type}`)
    const { oid, type: itemType } = ITEMS[type]
    const start = this.#at
    this.#at += 4
    this.#int32(values.length > 0 ? 1 : 0)
    this.#int32(0)
    this.#int32(oid)
    if (values.length > 0) {
      this.#int32(values.length)
      this.#int32(1)
      for (const value of values) this.#plain(value, itemType)
    }
    this.#view.setInt32(start, this.#at - start - 4)
  }

  #plain(value: string | number | boolean, type: ColumnType): void {
    if (typeof value === 'string' && type === 'text') this.#text(value)
    else if (typeof value === 'boolean' && type === 'boolean') this.#boolean(value)
    else if (typeof value === 'number') this.#number(value, type)
    else throw new TypeError(`${typeof value} is no ${type}`)
  }

  #number(value: number, type: ColumnType): void {
    if (type === 'double precision') {
      this.#int32(8)
      this.#view.setFloat64(this.#at, value)
      this.#at += 8
      return
    }
    const bits = BITS[type]
    if (bits === undefined) throw new TypeError(`number is no ${type}`)
    const end = 2 ** (bits - 1)
    if (!Number.isSafeInteger(value) || value < -end || value >= end)
      throw new RangeError(`${value} is no ${type}`)
    this.#int32(bits / 8)
    if (bits === 16) this.#int16(value)
    else if (bits === 32) this.#int32(value)
    else this.#int64(value)
  }

  /** NUL can't be stored in PostgreSQL's text; half a surrogate pair is no character, and becomes U+FFFD. */
  #text(text: string): void {
    const written = this.#buffer.write(text.includes('\0') ? text.replaceAll('\0', '') : text, this.#at + 4)
    this.#int32(written)
    this.#at += written
  }

  #boolean(value: boolean): void {
    this.#int32(1)
    this.#view.setUint8(this.#at++, Number(value))
  }

  #int16(value: number): void {
    this.#view.setInt16(this.#at, value)
    this.#at += 2
  }

  #int32(value: number): void {
    this.#view.setInt32(this.#at, value)
    this.#at += 4
  }

  #int64(value: number): void {
    this.#int32(Math.floor(value / 0x1_0000_0000))
    // The lowest 32 bits, whatever is above them.
    this.#int32(value)
  }
}
