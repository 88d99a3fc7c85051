import type { ColumnMetaData, DecodedArray, ParquetParsers, SchemaElement } from 'hyparquet'
import { assembleLists } from 'hyparquet/src/assemble.js'
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js'
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getSchemaPath } from 'hyparquet/src/schema.js'
import { CorruptFile } from '../pbf/corrupt-file.ts'
import { PageStore } from './byte-window.ts'
import { type FileBytes, type Page, pagesOf } from './parquet-pages.ts'
import { Runs } from './parquet-runs.ts'
import { type ReadValues, valuesIn } from './parquet-values.ts'
import { readPage } from './unpack-page.ts'

export const PARSERS: ParquetParsers = {
  ...DEFAULT_PARSERS,
  stringFromBytes: (bytes) =>
    bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(),
  // A point is as easily read from well-known binary.
  geometryFromBytes: (bytes) => bytes as unknown as ReturnType<ParquetParsers['geometryFromBytes']>,
}

/** Levels read ahead. */
const CHUNK = 4096
/** Of the values in the rows that are asked for at a time: no business has a list that long. */
const MAX_ENTRIES = 1_000_000

/** One column of a row group, read from its start a few rows at a time, with memory for a part of a page. */
export class ParquetColumn {
  readonly path: string[]
  readonly #file: FileBytes
  readonly #codec: ColumnMetaData['codec']
  readonly #decoder: Parameters<typeof convert>[1]
  readonly #maxRepetition: number
  readonly #maxDefinition: number
  readonly #pages: Iterator<Page>
  readonly #store = new PageStore()
  readonly #repetition = new Int32Array(CHUNK)
  readonly #definition = new Int32Array(CHUNK)
  #position: number
  #dictionary: DecodedArray | undefined
  #readValues: ReadValues = () => []
  #repetitionRuns: Runs | undefined
  #definitionRuns: Runs | undefined
  /** Of the page, not yet read ahead. */
  #left = 0
  /** Of the levels read ahead, and how many of them are used. */
  #filled = 0
  #used = 0

  constructor(file: FileBytes, schema: SchemaElement[], column: ColumnMetaData) {
    const schemaPath = getSchemaPath(schema, column.path_in_schema)
    const { type, codec } = column
    const element = schemaPath.at(-1)!.element
    this.path = column.path_in_schema
    this.#file = file
    this.#codec = codec
    this.#decoder = {
      pathInSchema: this.path,
      type,
      element,
      schemaPath,
      codec,
      parsers: PARSERS,
      utf8: false,
    }
    this.#maxRepetition = getMaxRepetitionLevel(schemaPath)
    this.#maxDefinition = getMaxDefinitionLevel(schemaPath)
    this.#pages = pagesOf(file, column)
    this.#position = Number(column.data_page_offset)
  }

  close(): void {
    this.#store.close()
  }

  /** The next rows, each a value or nested lists of them. Throws CorruptFile with the position of the page. */
  rows(count: number): DecodedArray {
    try {
      return this.#rows(count)
    } catch (error) {
      if (error instanceof CorruptFile) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new CorruptFile(`A part of the file is damaged: ${reason}`, this.#position, { cause: error })
    }
  }

  #rows(count: number): DecodedArray {
    const repetition: number[] = []
    const definition: number[] = []
    const values: unknown[] = []
    let rows = 0
    let isOver = false
    while (!isOver) {
      if (this.#used === this.#filled && !this.#readAhead()) break
      let present = 0
      for (; this.#used < this.#filled; this.#used++) {
        const isNewRow = this.#repetition[this.#used] === 0
        isOver = isNewRow && rows === count
        if (isOver) break
        if (isNewRow) rows++
        repetition.push(this.#repetition[this.#used]!)
        definition.push(this.#definition[this.#used]!)
        if (this.#definition[this.#used] === this.#maxDefinition) present++
      }
      for (const value of this.#readValues(present)) values.push(value)
      if (repetition.length > MAX_ENTRIES) throw new RangeError('a list is too long')
      // Only a column with lists can have more of the last row on the next page.
      isOver ||= rows === count && this.#maxRepetition === 0
    }
    if (rows !== count || repetition[0] !== 0) throw new RangeError('a column has too few rows')
    return assembleLists(
      [],
      definition,
      this.#maxRepetition === 0 ? [] : repetition,
      values,
      this.#decoder.schemaPath,
    )
  }

  /** Levels of the page that is open or of the next; false at the end of the column. */
  #readAhead(): boolean {
    while (this.#left === 0) if (!this.#openPage()) return false
    this.#filled = Math.min(this.#left, CHUNK)
    this.#used = 0
    this.#left -= this.#filled
    fill(this.#repetitionRuns, this.#repetition, this.#filled, 0)
    fill(this.#definitionRuns, this.#definition, this.#filled, this.#maxDefinition)
    return true
  }

  #openPage(): boolean {
    const { value: page, done } = this.#pages.next()
    if (done) return false
    this.#position = page.position
    const bytes = readPage(this.#file, page, this.#codec)
    const window = this.#store.put(bytes)
    const { element, type } = this.#decoder
    const valueType = { type, length: element.type_length }
    if (page.kind === 'dictionary') {
      const entries = valuesIn(window(0, bytes.length), 'PLAIN', valueType, undefined)(page.values)
      this.#dictionary = convert(entries, this.#decoder)
      return true
    }
    const { repetition, definition, valuesAt } = this.#levelsOf(bytes, page)
    this.#repetitionRuns = repetition && new Runs(window(...repetition), widthOf(this.#maxRepetition))
    this.#definitionRuns = definition && new Runs(window(...definition), widthOf(this.#maxDefinition))
    const read = valuesIn(window(valuesAt, bytes.length), page.encoding, valueType, this.#dictionary)
    const isConverted = page.encoding.endsWith('_DICTIONARY')
    this.#readValues = isConverted ? read : (count) => convert(read(count), this.#decoder)
    this.#left = page.values
    return true
  }

  /** Where the levels lie in a page's bytes, each after its length unless the page's header tells that. */
  #levelsOf(bytes: Buffer, { levels }: Page) {
    let valuesAt = 0
    const section = (isThere: boolean, length: number | undefined): [number, number] | undefined => {
      if (!isThere) {
        valuesAt += length ?? 0
        return undefined
      }
      const from = length === undefined ? valuesAt + 4 : valuesAt
      const to = from + (length ?? bytes.readUInt32LE(valuesAt))
      if (to > bytes.length) throw new RangeError('its levels are longer than the page')
      valuesAt = to
      return [from, to]
    }
    const repetition = section(this.#maxRepetition > 0, levels?.repetition)
    const definition = section(this.#maxDefinition > 0, levels?.definition)
    return { repetition, definition, valuesAt }
  }
}

function fill(runs: Runs | undefined, into: Int32Array, count: number, otherwise: number): void {
  if (runs === undefined) into.fill(otherwise, 0, count)
  else runs.fill(into, count)
}

function widthOf(maxLevel: number): number {
  return 32 - Math.clz32(maxLevel)
}
