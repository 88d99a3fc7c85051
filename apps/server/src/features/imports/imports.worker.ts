import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { inStep } from '../../providers/steps/port.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import type { Tables } from '../tables/tables.ts'
import { keyOf, type ReadRow, readRow } from './imports.rules.ts'
import * as store from './imports.store.ts'

export interface ImportWorkerDeps {
  db: Database
  systemClock: Clock
  prospects: Pick<Prospects, 'findKnownEmails' | 'importMany'>
  tables: Pick<Tables, 'findKnownBusinesses' | 'importMany'>
  suppressions: Pick<Suppressions, 'findSuppressed'>
}

/** A batch is one transaction, so a crash leaves complete batches. */
const BATCH = 1000
const KEPT_DAYS = 7

const scope = systemScope('imports of all owners are worked on')

type Understood = { row: store.RowRecord; read: ReadRow }

/** Checks and imports rows, batch by batch. Several workers may run at once. */
export function createImportWorker({ db, systemClock, prospects, tables, suppressions }: ImportWorkerDeps) {
  async function findKnown(tx: Db, owner: OwnerId, job: store.ImportRecord, keys: string[]) {
    if (job.kind === 'prospects') return prospects.findKnownEmails(tx, owner, keys)
    return job.business_table_id
      ? tables.findKnownBusinesses(tx, owner, job.business_table_id, keys)
      : new Set<string>()
  }

  /** Determines what importing each row would do. */
  async function check(tx: Db, owner: OwnerId, job: store.ImportRecord, rows: store.RowRecord[]) {
    const read = rows.map((row) => ({ row, read: readRow(job, row) }))
    const good = read.flatMap(({ row, read }) => ('problem' in read ? [] : [{ row, read, key: keyOf(read) }]))
    const bad = read.flatMap(({ row, read }) =>
      'problem' in read ? [{ id: row.id, state: 'problem' as const, problem: read.problem }] : [],
    )
    const keys = good.map(({ key }) => key)
    const known = await findKnown(tx, owner, job, keys)
    const suppressed =
      job.kind === 'prospects'
        ? await suppressions.findSuppressed(tx, owner, keys)
        : new Map<string, string>()
    const problemOf = ({ cells }: store.RowRecord, key: string) =>
      [
        known.has(key) &&
          (job.kind === 'prospects' ? 'You already have this prospect' : 'Already in the table'),
        suppressed.has(key) && 'On your do-not-contact list',
        Object.values(job.mapping).some((column) => cells[column]?.includes('\ufffd')) &&
          'A character could not be read',
      ]
        .filter(Boolean)
        .join('. ') || null
    await store.updateRows(tx, owner, [
      ...bad,
      ...good.map(({ row, key }) => ({
        id: row.id,
        key,
        problem: problemOf(row, key),
        state: known.has(key) ? ('duplicate' as const) : ('ready' as const),
      })),
    ])
    return keys.filter((key) => suppressed.has(key)).length
  }

  async function importRows(tx: Db, owner: OwnerId, job: store.ImportRecord, rows: store.RowRecord[]) {
    const understood = rows.flatMap((row): Understood[] => {
      const read = readRow(job, row)
      return 'problem' in read ? [] : [{ row, read }]
    })
    const doesUpdate = job.duplicates === 'update'
    const outcomes =
      job.kind === 'prospects'
        ? await prospects.importMany(
            tx,
            owner,
            understood.flatMap(({ read }) => (read.kind === 'prospects' ? [read.value] : [])),
            { tableId: job.business_table_id, doesUpdate },
          )
        : await tables.importMany(
            tx,
            owner,
            job.business_table_id!,
            understood.flatMap(({ read }) => (read.kind === 'businesses' ? [read.value] : [])),
            { doesUpdate },
          )
    await store.updateRows(
      tx,
      owner,
      understood.map(({ row, read }) => ({ id: row.id, ...(outcomes.get(keyOf(read)) ?? skipped) })),
    )
  }

  async function finish(tx: Db, owner: OwnerId, job: store.ImportRecord) {
    if (job.status === 'checking') await store.markRepeated(tx, owner, job.id)
    else await store.skipRows(tx, owner, job.id, ['ready', 'duplicate'])
    const status = job.status === 'checking' ? 'checked' : 'completed'
    await store.moveImport(tx, owner, job.id, [job.status], { status, processed: job.total })
  }

  async function workBatchOf(tx: Db, owner: OwnerId, job: store.ImportRecord): Promise<void> {
    const wanted = job.duplicates === 'update' ? (['ready', 'duplicate'] as const) : (['ready'] as const)
    const states = job.status === 'checking' ? (['unread'] as const) : wanted
    const rows = await store.listRows(tx, owner, job.id, { states: [...states], limit: BATCH })
    if (rows.length === 0) return finish(tx, owner, job)
    const suppressed = job.status === 'checking' ? await check(tx, owner, job, rows) : 0
    if (job.status === 'importing') await importRows(tx, owner, job, rows)
    await store.moveImport(tx, owner, job.id, [job.status], {
      processed: job.processed + rows.length,
      suppressed: job.suppressed + suppressed,
      worked_at: isoNow(systemClock),
    })
  }

  /** Works on a batch of the longest waiting import. False if there is none. */
  async function workBatch(failed: Map<string, unknown>): Promise<boolean> {
    let id: string | null = null
    try {
      return await db.transaction(async (tx) => {
        const job = await store.claimImport(tx, scope, [...failed.keys()])
        if (!job) return false
        id = job.id
        const owner = asOwner(job.owner_id)
        const attributes = { owner, work: job.id }
        await inStep({ name: 'rows', kind: 'item' }, attributes, () => workBatchOf(tx, owner, job))
        return true
      })
    } catch (error) {
      if (id === null) throw error
      // A broken import must not hold up the others; the next run tries it again.
      failed.set(id, error)
      return true
    }
  }

  return {
    async work(signal: AbortSignal): Promise<void> {
      const before = new Date(systemClock.now().getTime() - KEPT_DAYS * 86_400_000).toISOString()
      await store.deleteNotWorkedSince(db, scope, before)
      const failed = new Map<string, unknown>()
      while (!signal.aborted && (await workBatch(failed)));
      if (failed.size > 0) throw new AggregateError(failed.values(), 'Imports could not go on')
    },
  }
}

const skipped = { state: 'skipped' as const, problem: 'You already have it' }
