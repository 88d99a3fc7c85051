import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Value = string | number | boolean | null | readonly string[]

/** Writes rows with COPY in its text format: https://www.postgresql.org/docs/current/sql-copy.html. */
export async function copyRows(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  const copying = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(lines(rows)), copying)
}

function* lines(rows: Iterable<readonly Value[]>): Generator<string> {
  for (const row of rows) yield `${row.map(field).join('\t')}\n`
}

function field(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value !== 'object') return String(value)
  return escaped(`{${value.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`)
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '' }

/** PostgreSQL's text can't hold NUL, so it is dropped. */
function escaped(text: string): string {
  return text.replace(/[\\\n\r\t\0]/g, (character) => ESCAPES[character]!)
}
