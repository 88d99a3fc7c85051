import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { conversations, prospects, reply_labels } from '../../db/schema.ts'

const isWaiting = (owner: OwnerId) =>
  and(
    eq(conversations.owner_id, owner),
    eq(conversations.state, 'open'),
    sql`${conversations.newest_at} is not null`,
  )

/** Open conversations. */
export async function countWaiting(db: Db, owner: OwnerId): Promise<number> {
  const [row] = await db.select({ waiting: count() }).from(conversations).where(isWaiting(owner))
  return row?.waiting ?? 0
}

/** People whose conversations are open, with the newest message that they wrote; the newest first. */
export async function listWaiting(db: Db, owner: OwnerId, limit: number) {
  const open = db
    .$with('open')
    .as(
      db
        .select()
        .from(conversations)
        .where(isWaiting(owner))
        .orderBy(desc(conversations.newest_at), desc(conversations.id))
        .limit(limit),
    )
  const message = sql`lateral (select m.id, m.subject, left(m.reply_text, 300) as excerpt from inbound_messages m
    where m.owner_id = ${owner} and lower(m.from_email) = ${open.email} and m.kind in ('reply', 'auto-reply')
    order by m.kind = 'reply' desc, m.received_at desc limit 1) message`
  return db
    .with(open)
    .select({
      id: sql<string>`coalesce(message.id, ${open.id})`,
      email: open.email,
      received_at: sql<string>`${open.newest_at}`.mapWith(open.newest_at),
      subject: sql<string | null>`message.subject`,
      excerpt: sql<string | null>`message.excerpt`,
      first_name: prospects.first_name,
      last_name: prospects.last_name,
      company: prospects.business_name,
      label: open.label,
      own_label: reply_labels.name,
      label_reason: sql<
        string | null
      >`case when ${open.chosen_label} is null then ${open.auto_label_reason} end`,
    })
    .from(open)
    .leftJoin(message, sql`true`)
    .leftJoin(prospects, eq(prospects.id, open.prospect_id))
    .leftJoin(
      reply_labels,
      and(eq(reply_labels.owner_id, owner), sql`${reply_labels.id}::text = ${open.label}`),
    )
    .orderBy(desc(open.newest_at), desc(open.id))
}
