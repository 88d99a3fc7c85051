import type { AnswerFile } from '@goldpan/campaign-mail/answer-message'
import type { MailFile } from '@goldpan/contract/answering'
import { and, asc, eq, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { answer_drafts, answer_files } from '../../db/schema.ts'
import type { Writer } from './drafts.store.ts'

const { id, owner_id, conversation_id, user_id, answer_id, is_in_draft, position, name, type, content } =
  answer_files
const size = sql<number>`octet_length(${content})`
const inOrder = [asc(position), asc(answer_files.created_at), asc(id)]

export async function insertFile(
  tx: Db,
  owner: OwnerId,
  file: Omit<typeof answer_files.$inferInsert, 'owner_id'>,
): Promise<MailFile> {
  const [row] = await tx
    .insert(answer_files)
    .values({ owner_id: owner, ...file })
    .returning({ id, name, type, size })
  return row!
}

/** Bytes of all files of a member that were not sent. */
export async function sumUnsent(tx: Db, owner: OwnerId, person: OwnerId): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${size}), 0)::float8` })
    .from(answer_files)
    .where(and(eq(owner_id, owner), eq(user_id, person), isNull(answer_id)))
  return row!.bytes
}

export async function deleteUnsent(
  db: Db,
  owner: OwnerId,
  person: OwnerId,
  fileId: string,
): Promise<boolean> {
  const rows = await db
    .delete(answer_files)
    .where(and(eq(owner_id, owner), eq(user_id, person), eq(id, fileId), isNull(answer_id)))
    .returning({ id })
  return rows.length > 0
}

/** Files that belong to neither an answer nor a draft that is kept. */
export async function deleteUnused(
  db: Db,
  _scope: SystemScope,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const ofDraft = db
    .select({ one: sql`1` })
    .from(answer_drafts)
    .where(and(eq(answer_drafts.conversation_id, conversation_id), eq(answer_drafts.user_id, user_id)))
  const unused = db
    .select({ id })
    .from(answer_files)
    .where(
      and(
        isNull(answer_id),
        lt(answer_files.created_at, before),
        or(eq(is_in_draft, false), notExists(ofDraft)),
      ),
    )
    .limit(limit)
  const rows = await db.delete(answer_files).where(inArray(id, unused)).returning({ id })
  return rows.length
}

export async function listOfAnswers(db: Db, owner: OwnerId, answerIds: readonly string[]) {
  if (answerIds.length === 0) return []
  return db
    .select({ answer_id: sql<string>`${answer_id}`, file: { id, name, type, size } })
    .from(answer_files)
    .where(and(eq(owner_id, owner), inArray(answer_id, [...answerIds])))
    .orderBy(...inOrder)
}

export async function findFile(
  db: Db,
  owner: OwnerId,
  { answerId, fileId }: { answerId: string; fileId: string },
): Promise<AnswerFile | null> {
  const [row] = await db
    .select({ name, type, content })
    .from(answer_files)
    .where(and(eq(owner_id, owner), eq(answer_id, answerId), eq(id, fileId)))
  return row ?? null
}

export async function readAll(db: Db, owner: OwnerId, answerId: string): Promise<AnswerFile[]> {
  return db
    .select({ name, type, content })
    .from(answer_files)
    .where(and(eq(owner_id, owner), eq(answer_id, answerId)))
    .orderBy(...inOrder)
}

const unsentOf = (owner: OwnerId, writer: Writer) =>
  and(
    eq(owner_id, owner),
    eq(conversation_id, writer.conversation_id),
    eq(user_id, writer.person),
    isNull(answer_id),
  )

export async function listDraftFiles(db: Db, owner: OwnerId, writer: Writer): Promise<MailFile[]> {
  return db
    .select({ id, name, type, size })
    .from(answer_files)
    .where(and(unsentOf(owner, writer), eq(is_in_draft, true)))
    .orderBy(...inOrder)
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
    .where(and(eq(owner_id, owner), eq(answer_id, answerId)))
}

/** For the draft of an answer that failed, which keeps its own. */
export async function copyToDraft(tx: Db, owner: OwnerId, answerId: string): Promise<void> {
  await tx.execute(sql`
    insert into answer_files (owner_id, conversation_id, user_id, is_in_draft, position, name, type, content, created_at)
    select owner_id, conversation_id, user_id, true, position, name, type, content, created_at
    from answer_files where owner_id = ${owner} and answer_id = ${answerId}`)
}
