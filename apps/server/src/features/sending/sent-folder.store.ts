import { and, asc, eq, gt, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { answers, mailbox_looks, recipients } from '../../db/schema.ts'

/** Messages that leave from own mailboxes: of campaigns, and answers. */
const tables = { recipients, answers }
const queuedAt = { recipients: recipients.queued_at, answers: answers.created_at }

export type SentKind = keyof typeof tables
export type SentRow<Kind extends SentKind = SentKind> = (typeof tables)[Kind]['$inferSelect']

interface Due {
  mailboxId: string
  now: string
}

function isDue(owner: OwnerId, kind: SentKind, { mailboxId, now }: Due) {
  const { owner_id, mailbox_id, sent_copy_at } = tables[kind]
  return and(eq(owner_id, owner), eq(mailbox_id, mailboxId), lte(sent_copy_at, now))
}

export async function listDue<Kind extends SentKind>(
  db: Db,
  owner: OwnerId,
  kind: Kind,
  { limit, ...due }: Due & { limit: number },
): Promise<SentRow<Kind>[]> {
  const table = tables[kind]
  const rows = await db
    .select()
    .from<(typeof tables)[SentKind]>(table)
    .where(isDue(owner, kind, due))
    .orderBy(asc(table.sent_copy_at), asc(table.id))
    .limit(limit)
  return rows as SentRow<Kind>[]
}

export async function update(
  db: Db,
  owner: OwnerId,
  kind: SentKind,
  id: string,
  change: Partial<Pick<SentRow, 'server_message_id' | 'sent_copy_at'>>,
): Promise<void> {
  const table = tables[kind]
  await db
    .update(table)
    .set(change)
    .where(and(eq(table.owner_id, owner), eq(table.id, id)))
}

/** Postpones due work, and gives up work on messages from before `since`. */
export async function postponeDue(
  db: Db,
  owner: OwnerId,
  kind: SentKind,
  { until, since, ...due }: Due & { until: string; since: string },
): Promise<void> {
  const isOver = sql`coalesce(${tables[kind].finished_at}, ${queuedAt[kind]}) < ${since}`
  await db
    .update(tables[kind])
    .set({ sent_copy_at: sql`case when ${isOver} then null else ${until}::timestamptz end` })
    .where(isDue(owner, kind, due))
}

function isIts(owner: OwnerId, kind: SentKind, mailboxId: string) {
  const { owner_id, mailbox_id, sent_copy_at } = tables[kind]
  return and(eq(owner_id, owner), eq(mailbox_id, mailboxId), isNotNull(sent_copy_at))
}

export async function clearDue(db: Db, owner: OwnerId, kind: SentKind, mailboxId: string): Promise<void> {
  await db
    .update(tables[kind])
    .set({ sent_copy_at: null })
    .where(isIts(owner, kind, mailboxId))
}

export async function findNextDue(
  db: Db,
  owner: OwnerId,
  kind: SentKind,
  mailboxId: string,
): Promise<string | null> {
  const { sent_copy_at } = tables[kind]
  const [row] = await db
    .select({ at: sent_copy_at })
    .from(tables[kind])
    .where(isIts(owner, kind, mailboxId))
    .orderBy(asc(sent_copy_at))
    .limit(1)
  return row?.at ?? null
}

/** The time of the work in Sent, in product time, and of the visit for it, in system time. */
export interface SentDue {
  at: string
  visit_at: string
}

/** Plans copies for mailboxes that keep them, and searches where the provider assigns ids that its reply doesn't name. */
export const planCopies = (
  tx: Db,
  owner: OwnerId,
  kind: SentKind,
  ids: string[],
  due: SentDue,
): Promise<void> =>
  plan(tx, owner, kind, {
    ids,
    due,
    in: sql`case when m.kind = 'password' then m.keep_copy and m.imap is not null else m.reads = 'answers' end`,
  })

/** Plans a search for messages of mailboxes that are read. */
export const planSearch = (
  tx: Db,
  owner: OwnerId,
  kind: SentKind,
  ids: string[],
  due: SentDue,
): Promise<void> => plan(tx, owner, kind, { ids, due, in: sql`m.reads = 'answers'` })

async function plan(
  tx: Db,
  owner: OwnerId,
  kind: SentKind,
  { ids, due, in: isIn }: { ids: string[]; due: SentDue; in: SQL },
): Promise<void> {
  const table = tables[kind]
  const planned = await tx
    .update(table)
    .set({ sent_copy_at: due.at })
    .where(
      and(
        eq(table.owner_id, owner),
        inArray(table.id, ids),
        sql`exists (
          select from mailboxes m
          where m.id = ${table.mailbox_id} and m.removed_at is null and ${isIn})`,
      ),
    )
    .returning({ mailbox_id: table.mailbox_id })
  await bringForward(
    tx,
    owner,
    planned.flatMap(({ mailbox_id }) => mailbox_id ?? []),
    due.visit_at,
  )
}

/** Brings visits forward. Locks in one order, so that workers can't deadlock. */
async function bringForward(tx: Db, owner: OwnerId, mailboxIds: string[], due_at: string): Promise<void> {
  if (mailboxIds.length === 0) return
  const { mailbox_id } = mailbox_looks
  const later = tx
    .select({ mailbox_id })
    .from(mailbox_looks)
    .where(
      and(
        eq(mailbox_looks.owner_id, owner),
        inArray(mailbox_id, [...new Set(mailboxIds)]),
        gt(mailbox_looks.due_at, due_at),
      ),
    )
    .orderBy(asc(mailbox_id))
    .for('update')
  await tx.update(mailbox_looks).set({ due_at }).where(sql`${mailbox_id} in ${later}`)
}
