import { finished } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Value = string | number | boolean | null | readonly (string | number)[]

/** Writes rows into a table the fast way. `into` is `table (column, …)`. */
export async function copyRows(
  client: PoolClient,
  into: string,
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  const stream = client.query(copyFrom(`copy ${into} from stdin`))
  const done = finished(stream)
  let text = ''
  for (const row of rows) {
    text += `${row.map(field).join('\t')}\n`
    if (text.length < 1 << 18) continue
    if (!stream.write(text))
      await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), done])
    text = ''
  }
  stream.end(text)
  await done
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
