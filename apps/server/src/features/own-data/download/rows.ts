import { LongBytes } from '../../../db/owned-rows.store.ts'
import { csvCell, csvLongCell } from '../../../http/csv.ts'
import { toCell } from '../own-data.rules.ts'

type Row = Record<string, unknown>

/** Rows as a JSON list, a long value piece by piece. */
export async function* jsonParts(names: readonly string[], rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let lead = '[\n'
  for await (const row of rows) {
    let text = `${lead}{`
    for (const [at, name] of names.entries()) {
      text += `${at > 0 ? ',' : ''}${JSON.stringify(name)}:`
      const value = row[name]
      if (!(value instanceof LongBytes)) {
        text += JSON.stringify(value ?? null)
        continue
      }
      yield `${text}"`
      for await (const piece of textOf(value)) yield JSON.stringify(piece).slice(1, -1)
      text = '"'
    }
    yield `${text}}`
    lead = ',\n'
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n'
}

/** Rows as a CSV file, a long value piece by piece. */
export async function* csvParts(names: readonly string[], rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield `\uFEFF${names.map(csvCell).join(',')}\r\n`
  for await (const row of rows) {
    let text = ''
    for (const [at, name] of names.entries()) {
      if (at > 0) text += ','
      const value = row[name]
      if (!(value instanceof LongBytes)) {
        text += csvCell(toCell(value))
        continue
      }
      yield text
      yield* csvLongCell(textOf(value))
      text = ''
    }
    yield `${text}\r\n`
  }
}

/** Bytes, such as a received message, are shown as text where they are text; a letter may lie across two pieces. */
async function* textOf({ pieces }: LongBytes): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const piece of pieces()) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}
