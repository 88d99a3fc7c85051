import type { MailFile } from '@goldpan/contract/answering'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { answer_drafts, answer_files } from '../../db/schema.ts'

export type DraftRow = typeof answer_drafts.$inferSelect

/** Of one member and conversation. */
export interface Writer {
  person: OwnerId
  conversation_id: string
}

const ofWriter = (owner: OwnerId, { person, conversation_id }: Writer) =>
  and(
    eq(answer_drafts.owner_id, owner),
    eq(answer_drafts.conversation_id, conversation_id),
    eq(answer_drafts.user_id, person),
  )

export async function findDraft(db: Db, owner: OwnerId, writer: Writer): Promise<DraftRow | null> {
  const [row] = await db.select().from(answer_drafts).where(ofWriter(owner, writer))
  return row ?? null
}

/** Null if there is a draft already. */
export async function insertDraft(
  tx: Db,
  owner: OwnerId,
  { person, conversation_id }: Writer,
  draft: Pick<DraftRow, 'text' | 'version' | 'updated_at'>,
): Promise<DraftRow | null> {
  const [row] = await tx
    .insert(answer_drafts)
    .values({ owner_id: owner, conversation_id, user_id: person, ...draft })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Null unless the draft has this version. */
export async function updateDraft(
  tx: Db,
  owner: OwnerId,
  writer: Writer,
  version: number,
  change: Pick<DraftRow, 'text' | 'version' | 'updated_at'>,
): Promise<DraftRow | null> {
  const [row] = await tx
    .update(answer_drafts)
    .set(change)
    .where(and(ofWriter(owner, writer), eq(answer_drafts.version, version)))
    .returning()
  return row ?? null
}

/** False unless the draft has this version, or any without one. */
export async function deleteDraft(
  tx: Db,
  owner: OwnerId,
  writer: Writer,
  version?: number,
): Promise<boolean> {
  const rows = await tx
    .delete(answer_drafts)
    .where(
      and(ofWriter(owner, writer), version === undefined ? undefined : eq(answer_drafts.version, version)),
    )
    .returning({ version: answer_drafts.version })
  return rows.length > 0
}

const { id, name, type, answer_id, is_in_draft, position, created_at } = answer_files
const size = sql<number>`octet_length(${answer_files.content})`

const unsentOf = (owner: OwnerId, { person, conversation_id }: Writer) =>
  and(
    eq(answer_files.owner_id, owner),
    eq(answer_files.conversation_id, conversation_id),
    eq(answer_files.user_id, person),
    isNull(answer_id),
  )

export async function listDraftFiles(db: Db, owner: OwnerId, writer: Writer): Promise<MailFile[]> {
  return db
    .select({ id, name, type, size })
    .from(answer_files)
    .where(and(unsentOf(owner, writer), eq(is_in_draft, true)))
    .orderBy(asc(position), asc(created_at), asc(id))
}

/** Locks the writer's files with these ids that were not sent. */
export async function lockUnsent(
  tx: Db,
  owner: OwnerId,
  writer: Writer,
  ids: readonly string[],
): Promise<MailFile[]> {
  if (ids.length === 0) return []
  return tx
    .select({ id, name, type, size })
    .from(answer_files)
    .where(and(unsentOf(owner, writer), inArray(id, [...ids])))
    .orderBy(asc(id))
    .for('update')
}

/** Makes these the files of the draft, in this order. */
export async function setDraftFiles(
  tx: Db,
  owner: OwnerId,
  writer: Writer,
  ids: readonly string[],
): Promise<void> {
  const place = sql`array_position(${sql.param([...ids])}::uuid[], ${id})`
  await tx
    .update(answer_files)
    .set({ is_in_draft: sql`${place} is not null`, position: sql`coalesce(${place}, 0)` })
    .where(unsentOf(owner, writer))
}

export async function deleteDraftFiles(tx: Db, owner: OwnerId, writer: Writer): Promise<void> {
  await tx.delete(answer_files).where(and(unsentOf(owner, writer), eq(is_in_draft, true)))
}

/** Hands files over to an answer, in this order. */
export async function moveToAnswer(
  tx: Db,
  owner: OwnerId,
  writer: Writer,
  { answerId, ids }: { answerId: string; ids: readonly string[] },
): Promise<void> {
  await tx
    .update(answer_files)
    .set({
      answer_id: answerId,
      is_in_draft: false,
      position: sql`array_position(${sql.param([...ids])}::uuid[], ${id})`,
    })
    .where(and(unsentOf(owner, writer), inArray(id, [...ids])))
}

/** The files of an answer that was taken back come first. */
export async function moveToDraft(tx: Db, owner: OwnerId, answerId: string): Promise<void> {
  await tx
    .update(answer_files)
    .set({ answer_id: null, is_in_draft: true, position: sql`${position} - 100` })
    .where(and(eq(answer_files.owner_id, owner), eq(answer_id, answerId)))
}

/** For the draft of an answer that failed, which keeps its own. */
export async function copyToDraft(tx: Db, owner: OwnerId, answerId: string): Promise<void> {
  await tx.execute(sql`
    insert into answer_files (owner_id, conversation_id, user_id, is_in_draft, position, name, type, content, created_at)
    select owner_id, conversation_id, user_id, true, position, name, type, content, created_at
    from answer_files where owner_id = ${owner} and answer_id = ${answerId}`)
}
