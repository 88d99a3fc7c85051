import {
  IMPORT_KEPT_FILES,
  type ImportJob,
  type ImportKind,
  importRoutes,
  type RowState,
  requiredFields,
} from '@goldpan/contract/imports'
import type { HandlerInput } from '@goldpan/contract/route'
import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Binder } from '../../http/bind.ts'
import { csvStream } from '../../http/csv.ts'
import { refuse } from '../../http/refuse.ts'
import type { StreamedFile } from '../../http/uploads.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import { requireRoom } from '../accounts/account-limits.ts'
import type { Tables } from '../tables/tables.ts'
import { CsvFault } from './csv-rows.ts'
import { findEncoding } from './encoding.ts'
import { createEncodingGuess } from './encoding-guess.ts'
import { areHeadings, renewMapping, suggestMapping, toJob } from './imports.rules.ts'
import * as store from './imports.store.ts'
import { readCsv } from './reading.ts'

/** Wakes a worker; the rows hold the work. Sweepers find what a lost job would miss. */
export const importJob = defineJob({
  name: 'imports',
  payload: z.object({}),
  every: { seconds: 20, payload: {} },
})

export interface ImportsDeps {
  db: Database
  clock: Clock
  /** Real time, for uploads and the leases of imports. */
  systemClock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  tables: Pick<Tables, 'getTable' | 'createEmpty'>
}

type Input<Name extends 'check' | 'start'> = HandlerInput<(typeof importRoutes)[Name]>['body']
type RowsQuery = HandlerInput<typeof importRoutes.listRows>['query']

const SAMPLE_ROWS = 5
const EXPORT_ROWS = 1000
const ERROR_STATES: RowState[] = ['problem', 'repeated', 'skipped', 'duplicate']

/** An upload without data for this long is abandoned, for example because its process was killed. */
const READING_MS = 10 * 60_000
/** Older files are deleted once untouched for `UNTOUCHED_MS`. */
const KEPT_FILES = 5
const UNTOUCHED_MS = 30 * 60_000
/** The bytes of a file are stored in pieces of this size. */
const PIECE_BYTES = 1024 * 1024

/** Imports: upload, column mapping, check, start. imports.worker.ts works on the rows. */
export function createImports({ db, clock, systemClock, jobs, tables }: ImportsDeps) {
  const find = async (owner: OwnerId, id: string) =>
    (await store.findImport(db, owner, id)) ?? refuse('imports.not_found')

  async function toAnswer(owner: OwnerId, row: store.ImportRecord): Promise<ImportJob> {
    const [counts, sample] = await Promise.all([
      store.countStates(db, owner, row.id),
      store.listRows(db, owner, row.id, { limit: SAMPLE_ROWS }),
    ])
    return toJob(
      row,
      counts,
      sample.map(({ cells }) => cells.map((cell) => cell.slice(0, 200))),
    )
  }

  const before = (ms: number) => new Date(systemClock.now().getTime() - ms).toISOString()
  /** Bounded on both sides: after the clock was set back, an abandoned upload must not block for long. */
  const readingNow = () => ({ from: before(READING_MS), to: before(-READING_MS) })

  /** Refuses immediately if another file is being read or worked on. */
  async function requireTurn(tx: Db, owner: OwnerId, id: string | null = null): Promise<void> {
    const isFree = (await store.tryLock(tx, owner)) && !(await store.hasOther(tx, owner, id, readingNow()))
    if (!isFree) refuse('imports.busy')
  }

  /** Creates an import, which is hidden until its file has been read. */
  async function insert(owner: OwnerId, kind: ImportKind, fileName: string): Promise<store.ImportRecord> {
    return db.transaction(async (tx) => {
      await requireTurn(tx, owner)
      await store.deleteUntouched(tx, owner, { since: before(UNTOUCHED_MS), newest: KEPT_FILES - 1 })
      await store.deleteOldContents(tx, owner, IMPORT_KEPT_FILES - 1)
      return store.insertImport(tx, owner, {
        kind,
        file_name: fileName.slice(0, 300),
        encoding: '',
        delimiter: '',
        columns: [],
        mapping: {},
        status: 'reading',
        created_at: isoNow(clock),
        worked_at: isoNow(systemClock),
      })
    })
  }

  /** Stores a file as it arrives and guesses its encoding. */
  async function storeContent(owner: OwnerId, id: string, file: StreamedFile) {
    const guess = createEncodingGuess()
    for await (const piece of inPieces(file.content)) {
      guess.add(piece)
      await store.appendContent(db, owner, id, piece)
      await store.moveImport(db, owner, id, ['reading'], { worked_at: isoNow(systemClock) })
    }
    if (file.isTooLarge()) refuse('request.too_large')
    const { encoding, isUncertain } = guess.finish()
    return { encoding, encoding_uncertain: isUncertain }
  }

  /** Replaces the rows with those of the stored file. */
  async function readStored(
    tx: Db,
    owner: OwnerId,
    row: store.ImportRecord,
    encoding: Pick<store.ImportRecord, 'encoding' | 'encoding_uncertain'>,
  ): Promise<store.ImportRecord> {
    const { id, kind, status } = row
    // Locks the import before its rows, as the worker does.
    if (!(await store.moveImport(tx, owner, id, [status], { worked_at: isoNow(systemClock) })))
      refuse('imports.busy')
    await store.deleteRows(tx, owner, id)
    const read = await readCsv(store.readContent(tx, owner, id), encoding.encoding, {
      areHeadings: (cells) => areHeadings(kind, cells),
      batch: (records) => store.insertRows(tx, owner, id, records),
    })
    const { delimiter, columns, rows, examples } = read
    const mapping = status === 'reading' ? suggestMapping(kind, columns) : renewMapping(kind, row, columns)
    const change = { ...encoding, encoding_examples: examples, delimiter, columns, mapping, total: rows }
    const moved = await store.moveImport(tx, owner, id, [status], { ...change, status: 'read' })
    return moved ?? refuse('imports.not_found')
  }

  /** Receives a file. An unreadable one leaves nothing behind. */
  async function receive(owner: OwnerId, kind: ImportKind, file: StreamedFile) {
    const row = await insert(owner, kind, file.fileName)
    try {
      const encoding = await storeContent(owner, row.id, file)
      return await db.transaction((tx) => readStored(tx, owner, row, encoding))
    } catch (error) {
      // Drains the upload, so that the client reads the answer.
      file.content.resume()
      await store.deleteImport(db, owner, row.id)
      return refuseFault(error)
    }
  }

  /** Reads a waiting file again in another encoding. If that fails, nothing changes. */
  async function reread(owner: OwnerId, id: string, label: string): Promise<store.ImportRecord> {
    const row = await find(owner, id)
    const encoding = findEncoding(label) ?? refuse('imports.unknown_encoding')
    if (!['read', 'checked', 'checking'].includes(row.status)) refuse('imports.file_gone')
    if (row.encoding === encoding) {
      const settled = await store.moveImport(db, owner, id, [row.status], { encoding_uncertain: false })
      return settled ?? row
    }
    return db
      .transaction(async (tx) => {
        await requireTurn(tx, owner, id)
        if (!(await store.hasContent(tx, owner, id))) refuse('imports.file_gone')
        return readStored(tx, owner, row, { encoding, encoding_uncertain: false })
      })
      .catch(refuseFault)
  }

  async function wake(owner: OwnerId, id: string, from: store.ImportRecord['status'][], change: object) {
    const at = isoNow(systemClock)
    return db.transaction(async (tx) => {
      await requireTurn(tx, owner, id)
      const started = { processed: 0, error: null, worked_at: at, ...change }
      const moved = await store.moveImport(tx, owner, id, from, started)
      if (!moved) refuse('imports.not_checked')
      if (moved.status === 'checking') await store.resetRows(tx, owner, id)
      else await store.deleteContent(tx, owner, id)
      await jobs.enqueue(tx, importJob, {}, { key: 'imports' })
      return moved
    })
  }

  async function* listErrors(owner: OwnerId, row: store.ImportRecord) {
    for (let after: number | undefined; ; ) {
      const rows = await store.listRows(db, owner, row.id, {
        states: ERROR_STATES,
        after,
        limit: EXPORT_ROWS,
      })
      for (const { line, cells, problem } of rows)
        yield [line, problem, ...row.columns.map((_, index) => cells[index])]
      if (rows.length < EXPORT_ROWS) return
      after = rows.at(-1)!.line
    }
  }

  /** The number of rows that will be imported. */
  async function countWanted(owner: OwnerId, id: string, duplicates: 'skip' | 'update'): Promise<number> {
    const wanted: RowState[] = duplicates === 'update' ? ['ready', 'duplicate'] : ['ready']
    const counted = (await store.countStates(db, owner, id)).filter(({ state }) => wanted.includes(state))
    return counted.reduce((sum, { count }) => sum + count, 0)
  }

  return {
    async upload(owner: OwnerId, kind: ImportKind, file: StreamedFile): Promise<ImportJob> {
      // Checked before the first byte, and again in `insert` under the lock.
      if (await store.hasOther(db, owner, null, readingNow())) refuse('imports.busy')
      return toAnswer(owner, await receive(owner, kind, file))
    },

    /** Imports in progress, in rows. Rows with problems are skipped and don't count. */
    async listActive(owner: OwnerId) {
      const active = await store.listActive(db, owner)
      return Promise.all(
        active.map(
          async ({ id, kind: rows, status, file_name, processed, total, duplicates, created_at }) => {
            const kind = status === 'checking' ? ('checking' as const) : ('importing' as const)
            const left = kind === 'importing' ? await countWanted(owner, id, duplicates) : total - processed
            return { id, kind, rows, file_name, done: processed, total: processed + left, created_at }
          },
        ),
      )
    },

    get: async (owner: OwnerId, id: string) => toAnswer(owner, await find(owner, id)),

    reread: async (owner: OwnerId, id: string, label: string) =>
      toAnswer(owner, await reread(owner, id, label)),

    async check(owner: OwnerId, id: string, { mapping, business_table_id, encoding }: Input<'check'>) {
      const { kind, columns } = encoding ? await reread(owner, id, encoding) : await find(owner, id)
      const isWhole = requiredFields[kind].every((field) => mapping[field] !== undefined)
      if (!isWhole || Object.values(mapping).some((column) => column >= columns.length))
        refuse('imports.bad_mapping')
      if (business_table_id) await tables.getTable(db, owner, business_table_id)
      const change = {
        mapping,
        business_table_id: business_table_id ?? null,
        suppressed: 0,
        status: 'checking',
      }
      return toAnswer(owner, await wake(owner, id, ['read', 'checked', 'checking'], change))
    },

    async listRows(owner: OwnerId, id: string, { state, limit = 50, cursor }: RowsQuery) {
      await find(owner, id)
      const after = cursor && /^\d{1,9}$/.test(cursor) ? Number(cursor) : undefined
      const states = state ? [state] : undefined
      const rows = await store.listRows(db, owner, id, { states, after, limit })
      const next_cursor = rows.length === limit ? String(rows.at(-1)!.line) : null
      const answer = rows.map(({ line, cells, state: at, problem }) => ({ line, cells, state: at, problem }))
      return { answer, next_cursor, total: null }
    },

    async start(owner: OwnerId, id: string, { duplicates, table_name }: Input<'start'>) {
      const row = await find(owner, id)
      if (row.status !== 'checked') refuse('imports.not_checked')
      if (row.kind === 'prospects')
        await requireRoom(db, owner, 'prospects', await countWanted(owner, id, 'skip'))
      let { business_table_id } = row
      if (!business_table_id && table_name)
        business_table_id = (await tables.createEmpty(owner, table_name, `Imported from ${row.file_name}`)).id
      if (row.kind === 'businesses' && !business_table_id)
        refuse('imports.bad_mapping', { message: 'Please enter a table name' })
      const change = { status: 'importing', duplicates, business_table_id }
      return toAnswer(owner, await wake(owner, id, ['checked'], change))
    },

    /** Keeps rows that were imported. */
    async cancel(owner: OwnerId, id: string) {
      await find(owner, id)
      await store.moveImport(db, owner, id, ['checking', 'importing'], { status: 'cancelled' })
      await store.deleteContent(db, owner, id)
      return toAnswer(owner, await find(owner, id))
    },

    async errorFile(owner: OwnerId, id: string) {
      const row = await find(owner, id)
      const name = row.file_name.replace(/\.[^.]*$/, '')
      return csvStream(
        `${name} - not imported.csv`,
        ['line', 'problem', ...row.columns],
        listErrors(owner, row),
      )
    },
  }
}

function refuseFault(error: unknown): never {
  if (error instanceof CsvFault) return refuse('imports.unreadable', { message: error.message })
  throw error
}

/** Joins small chunks of a stream into pieces of PIECE_BYTES. */
async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    size += chunk.length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}

export type Imports = ReturnType<typeof createImports>

export function bindImports(bind: Binder, imports: Imports): void {
  bind(importRoutes.upload, ({ owner, body, file }) => imports.upload(owner, body.kind, file))
  bind(importRoutes.get, ({ owner, params }) => imports.get(owner, params.id))
  bind(importRoutes.check, ({ owner, params, body }) => imports.check(owner, params.id, body))
  bind(importRoutes.reread, ({ owner, params, body }) => imports.reread(owner, params.id, body.encoding))
  bind(importRoutes.listRows, ({ owner, params, query }) => imports.listRows(owner, params.id, query))
  bind(importRoutes.start, ({ owner, params, body }) => imports.start(owner, params.id, body))
  bind(importRoutes.cancel, ({ owner, params }) => imports.cancel(owner, params.id))
  bind(importRoutes.errorFile, ({ owner, params }) => imports.errorFile(owner, params.id))
}
