import type { RowState } from '@goldpan/contract/imports'
import { and, asc, count, desc, eq, gt, inArray, ne, not, notInArray, or, sql } from 'drizzle-orm'
import { belongsTo } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { import_files, import_rows, imports } from '../../db/schema.ts'
import { isSuspended } from '../../db/suspensions.ts'

export type ImportRecord = typeof imports.$inferSelect
export type NewImport = Omit<typeof imports.$inferInsert, 'owner_id'>
export type RowRecord = typeof import_rows.$inferSelect

const own = (owner: OwnerId, id: string) => and(eq(imports.owner_id, owner), eq(imports.id, id))

export async function insertImport(db: Db, owner: OwnerId, row: NewImport): Promise<ImportRecord> {
  const [inserted] = await db
    .insert(imports)
    .values({ owner_id: owner, ...row })
    .returning()
  return inserted!
}

export async function findImport(db: Db, owner: OwnerId, id: string): Promise<ImportRecord | null> {
  if (!isRowId(id)) return null
  const [row] = await db.select().from(imports).where(own(owner, id))
  return row && row.status !== 'reading' ? row : null
}

export async function listActive(db: Db, owner: OwnerId): Promise<ImportRecord[]> {
  const active = and(eq(imports.owner_id, owner), inArray(imports.status, ['checking', 'importing']))
  return db.select().from(imports).where(active)
}

/** Changes an import if its status is one of `from`. */
export async function moveImport(
  db: Db,
  owner: OwnerId,
  id: string,
  from: ImportRecord['status'][],
  change: Partial<ImportRecord>,
): Promise<ImportRecord | null> {
  const [row] = await db
    .update(imports)
    .set(change)
    .where(and(own(owner, id), inArray(imports.status, from)))
    .returning()
  return row ?? null
}

export async function deleteImport(db: Db, owner: OwnerId, id: string): Promise<void> {
  await db.delete(imports).where(own(owner, id))
}

/** Serializes the starts of an owner's imports. Returns false at once if another transaction has the lock. */
export async function tryLock(tx: Db, owner: OwnerId): Promise<boolean> {
  const { rows } = await tx.execute<{ is_held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`import ${owner}`}, 0)) as is_held`,
  )
  return rows[0]?.is_held ?? false
}

/** True if another file of the owner is being read or worked on. */
export async function hasOther(
  tx: Db,
  owner: OwnerId,
  id: string | null,
  reading: { from: string; to: string },
): Promise<boolean> {
  const isReading = and(
    eq(imports.status, 'reading'),
    sql`${imports.worked_at} between ${reading.from}::timestamptz and ${reading.to}::timestamptz`,
  )
  return (
    (await tx.$count(
      imports,
      and(
        eq(imports.owner_id, owner),
        id === null ? undefined : ne(imports.id, id),
        or(inArray(imports.status, ['checking', 'importing']), isReading),
      ),
    )) > 0
  )
}

const newestIds = (tx: Db, owner: OwnerId, count: number) =>
  tx
    .select({ id: imports.id })
    .from(imports)
    .where(eq(imports.owner_id, owner))
    .orderBy(desc(imports.created_at))
    .limit(count)

/** Deletes files untouched since then, except the newest and those in progress. */
export async function deleteUntouched(
  tx: Db,
  owner: OwnerId,
  { since, newest }: { since: string; newest: number },
): Promise<void> {
  await tx
    .delete(imports)
    .where(
      and(
        eq(imports.owner_id, owner),
        notInArray(imports.status, ['checking', 'importing']),
        sql`${imports.worked_at} < ${since}::timestamptz`,
        notInArray(imports.id, newestIds(tx, owner, newest)),
      ),
    )
}

export async function deleteNotWorkedSince(db: Db, _scope: SystemScope, before: string): Promise<void> {
  await db.delete(imports).where(sql`${imports.worked_at} < ${before}::timestamptz`)
}

/** Locks the longest waiting import that no other worker has. */
export async function claimImport(
  tx: Db,
  _scope: SystemScope,
  passedOver: string[],
): Promise<ImportRecord | null> {
  const [row] = await tx
    .select()
    .from(imports)
    .where(
      and(
        inArray(imports.status, ['checking', 'importing']),
        notInArray(imports.id, passedOver),
        not(isSuspended(imports.owner_id)),
      ),
    )
    .orderBy(asc(imports.worked_at))
    .limit(1)
    .for('update', { skipLocked: true })
  return row ?? null
}

export async function insertRows(
  db: Db,
  owner: OwnerId,
  importId: string,
  rows: { line: number; cells: string[]; fault?: string }[],
): Promise<void> {
  const lines = sql.param(rows.map(({ line }) => line))
  const cells = sql.param(rows.map((row) => JSON.stringify(row.cells)))
  const faults = sql.param(rows.map(({ fault }) => fault ?? null))
  await db.execute(sql`
    insert into import_rows (owner_id, import_id, line, cells, fault)
    select ${owner}::uuid, ${importId}::uuid, line, cells::jsonb, fault
    from unnest(${lines}::int[], ${cells}::text[], ${faults}::text[]) as given (line, cells, fault)`)
}

export async function deleteRows(tx: Db, owner: OwnerId, importId: string): Promise<void> {
  await tx
    .delete(import_rows)
    .where(and(eq(import_rows.owner_id, owner), eq(import_rows.import_id, importId)))
}

const ofFile = (owner: OwnerId, importId: string) =>
  and(eq(import_files.owner_id, owner), eq(import_files.import_id, importId))

export async function appendContent(
  db: Db,
  owner: OwnerId,
  importId: string,
  content: Buffer,
): Promise<void> {
  await db.insert(import_files).values({ owner_id: owner, import_id: importId, content })
}

export const hasContent = async (db: Db, owner: OwnerId, importId: string): Promise<boolean> =>
  (await db.select({ id: import_files.id }).from(import_files).where(ofFile(owner, importId)).limit(1))
    .length > 0

/** Reads the bytes of a file in pieces. */
export async function* readContent(db: Db, owner: OwnerId, importId: string): AsyncGenerator<Buffer> {
  for (let last = 0; ; ) {
    const [piece] = await db
      .select({ id: import_files.id, content: import_files.content })
      .from(import_files)
      .where(and(ofFile(owner, importId), gt(import_files.id, last)))
      .orderBy(asc(import_files.id))
      .limit(1)
    if (!piece) return
    yield piece.content
    last = piece.id
  }
}

export async function deleteContent(db: Db, owner: OwnerId, importId: string): Promise<void> {
  await db.delete(import_files).where(ofFile(owner, importId))
}

/** Deletes the bytes of the owner's files, except the newest. */
export async function deleteOldContents(tx: Db, owner: OwnerId, newest: number): Promise<void> {
  await tx
    .delete(import_files)
    .where(
      and(eq(import_files.owner_id, owner), notInArray(import_files.import_id, newestIds(tx, owner, newest))),
    )
}

/** Resets all rows to be read again, for example after a change of the mapping. */
export async function resetRows(tx: Db, owner: OwnerId, importId: string): Promise<void> {
  await tx
    .update(import_rows)
    .set({ state: 'unread', key: null, problem: null })
    .where(and(eq(import_rows.owner_id, owner), eq(import_rows.import_id, importId)))
}

export async function listRows(
  db: Db,
  owner: OwnerId,
  importId: string,
  page: { states?: RowState[]; after?: number; limit: number },
): Promise<RowRecord[]> {
  return db
    .select()
    .from(import_rows)
    .where(
      and(
        eq(import_rows.owner_id, owner),
        eq(import_rows.import_id, importId),
        page.states ? inArray(import_rows.state, page.states) : undefined,
        page.after === undefined ? undefined : gt(import_rows.line, page.after),
      ),
    )
    .orderBy(asc(import_rows.line))
    .limit(page.limit)
}

export interface RowChange {
  id: number
  state: RowState
  key?: string | null
  problem?: string | null
}

export async function updateRows(tx: Db, owner: OwnerId, changes: RowChange[]): Promise<void> {
  if (changes.length === 0) return
  const column = (values: unknown[]) => sql.param(values)
  await tx.execute(sql`
    update import_rows set state = given.state, key = coalesce(given.key, import_rows.key), problem = given.problem
    from unnest(${column(changes.map(({ id }) => id))}::bigint[], ${column(changes.map(({ state }) => state))}::text[],
      ${column(changes.map(({ key }) => key ?? null))}::text[], ${column(changes.map(({ problem }) => problem ?? null))}::text[])
      as given (id, state, key, problem)
    where import_rows.id = given.id and ${belongsTo(import_rows.owner_id, owner)}`)
}

/** Marks rows that repeat an earlier one. */
export async function markRepeated(tx: Db, owner: OwnerId, importId: string): Promise<void> {
  await tx.execute(sql`
    with seen as (
      select id, line, min(line) over (partition by key) as first_line from import_rows
      where owner_id = ${owner}::uuid and import_id = ${importId}::uuid and state in ('ready', 'duplicate'))
    update import_rows set state = 'repeated', problem = 'The same as in line ' || seen.first_line
    from seen where import_rows.id = seen.id and seen.line > seen.first_line`)
}

/** Returns how many rows were skipped. */
export async function skipRows(
  tx: Db,
  owner: OwnerId,
  importId: string,
  states: RowState[],
): Promise<number> {
  const { rowCount } = await tx
    .update(import_rows)
    .set({ state: 'skipped' })
    .where(
      and(
        eq(import_rows.owner_id, owner),
        eq(import_rows.import_id, importId),
        inArray(import_rows.state, states),
      ),
    )
  return rowCount ?? 0
}

export async function countStates(db: Db, owner: OwnerId, importId: string) {
  return db
    .select({ state: import_rows.state, count: count() })
    .from(import_rows)
    .where(and(eq(import_rows.owner_id, owner), eq(import_rows.import_id, importId)))
    .groupBy(import_rows.state)
}
