import { finished } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Value = string | number | boolean | null | readonly (string | number)[]

/** So many characters are sent at a time: the database stores them while the next are put together. */
const CHUNK = 1 << 16

/**
 * Writes rows into a table the fast way. `into` is `table (column, …)`, of a table that the same transaction has created:
 * its rows are marked as seen by all, so that nobody who reads them first has to find out and write that down.
 */
export async function copyRows(
  client: PoolClient,
  into: string,
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  await copyChunks(client, into, rowChunks(rows))
}

/** Writes rows that `rowChunks` made. */
export async function copyChunks(client: PoolClient, into: string, chunks: Iterable<string>): Promise<void> {
  const stream = client.query(copyFrom(`copy ${into} from stdin (freeze)`))
  const done = finished(stream)
  for (const chunk of chunks)
    if (!stream.write(chunk))
      await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), done])
  stream.end()
  await done
}

/** Rows as PostgreSQL reads them, some 64 KB at a time. */
export function* rowChunks(rows: Iterable<readonly Value[]>): Generator<string> {
  let text = ''
  for (const row of rows) {
    text += `${row.map(field).join('\t')}\n`
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
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

function field(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'object') return escaped(arrayText(value))
  return String(value)
}

/** NUL can't be stored in PostgreSQL's text; half a surrogate pair is no character. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!)
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function arrayText(values: readonly (string | number)[]): string {
  return `{${values.map((value) => (typeof value === 'number' ? value : quoted(value))).join(',')}}`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`
}
