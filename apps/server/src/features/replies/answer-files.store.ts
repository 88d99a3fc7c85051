import type { AnswerFile } from '@goldpan/campaign-mail/answer-message'
import type { MailFile } from '@goldpan/contract/answering'
import { and, asc, eq, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { answer_drafts, answer_files } from '../../db/schema.ts'

const { id, owner_id, conversation_id, user_id, answer_id, is_in_draft, name, type, content } = answer_files
const size = sql<number>`octet_length(${content})`
const inOrder = [asc(answer_files.position), asc(answer_files.created_at), asc(id)]

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
export async function deleteLeft(
  db: Db,
  _scope: SystemScope,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const ofDraft = db
    .select({ one: sql`1` })
    .from(answer_drafts)
    .where(and(eq(answer_drafts.conversation_id, conversation_id), eq(answer_drafts.user_id, user_id)))
  const left = db
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
  const rows = await db.delete(answer_files).where(inArray(id, left)).returning({ id })
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
