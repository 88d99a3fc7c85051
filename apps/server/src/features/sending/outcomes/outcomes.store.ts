import { and, desc, eq, exists, gte, inArray, like, or, sql } from 'drizzle-orm'
import { belongsTo, isOneOf } from '../../../db/belongs-to.ts'
import type { Db } from '../../../db/database.ts'
import type { OwnerId, SystemScope } from '../../../db/owner.ts'
import { recipients, type send_attempts, tracking_events } from '../../../db/schema.ts'
import type { RecipientRow } from '../sending.store.ts'

type From = RecipientRow['state']
type AttemptRow = typeof send_attempts.$inferSelect

/** Changes a message that this worker was handing over; null when it is not its any more. */
export async function settleRow(
  owner: OwnerId,
  tx: Db,
  row: Pick<RecipientRow, 'id' | 'worker_id'>,
  from: readonly From[],
  change: Partial<RecipientRow>,
): Promise<RecipientRow | null> {
  const [settled] = await tx
    .update(recipients)
    .set(change)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(recipients.id, row.id),
        eq(recipients.worker_id, row.worker_id ?? ''),
        inArray(recipients.state, [...from]),
      ),
    )
    .returning()
  return settled ?? null
}

/** What a server's acceptance of a message says. */
export interface Acceptance extends Pick<RecipientRow, 'id' | 'worker_id' | 'server_message_id'> {
  code: number | null
  answer: string
}

/** In a form that no index is read for: one by state holds on to every message that was handed over lately. */
const isLeft = sql`coalesce(${recipients.state} in ('claimed', 'transmitting', 'unconfirmed'), false)`

/** Messages that their servers accepted, with the attempt of each, in one statement; answers those of this worker. */
export async function settleAccepted(
  owner: OwnerId,
  tx: Db,
  rows: Acceptance[],
  change: { reason: string; at: string },
): Promise<Set<string>> {
  const column = (name: keyof Acceptance, type: 'uuid' | 'text' | 'integer' = 'text') =>
    sql`${sql.param(rows.map((row) => row[name]))}::${sql.raw(type)}[]`
  const result = await tx.execute<{ id: string }>(sql`
    with taken as materialized (
      select * from unnest(${column('id', 'uuid')}, ${column('worker_id')}, ${column('server_message_id')},
        ${column('code', 'integer')}, ${column('answer')}) as t (id, worker_id, server_message_id, code, answer)),
    settled as (
      update recipients set
        state = 'sent', reason = ${change.reason}, finished_at = ${change.at},
        server_message_id = taken.server_message_id
      from taken
      where recipients.id = taken.id and ${belongsTo(recipients.owner_id, owner)}
        and recipients.worker_id = taken.worker_id and ${isLeft}
      returning recipients.id, taken.code, taken.answer),
    noted as (
      insert into send_attempts (owner_id, recipient_id, outcome, code, answer, at)
      select ${owner}::uuid, id, 'accepted', code, answer, ${change.at}::timestamptz from settled)
    select id from settled`)
  return new Set(result.rows.map(({ id }) => id))
}

/** Messages to an address (in lower case) that found its mailbox full since then, at once or by a report. */
export async function countFull(owner: OwnerId, db: Db, email: string, since: string): Promise<number> {
  return db.$count(
    recipients,
    and(
      eq(recipients.owner_id, owner),
      eq(sql`lower(${recipients.email})`, email),
      gte(recipients.queued_at, since),
      or(
        and(eq(recipients.state, 'failed'), like(recipients.reason, '%5.2.2%')),
        exists(
          db
            .select({ one: sql`1` })
            .from(tracking_events)
            .where(
              and(
                eq(tracking_events.recipient_id, recipients.id),
                eq(tracking_events.kind, 'bounce'),
                eq(tracking_events.class, 'soft'),
              ),
            ),
        ),
      ),
    ),
  )
}

/** An unconfirmed message whose fate has become known; null when it was known already. */
export async function settleUnconfirmed(
  owner: OwnerId,
  tx: Db,
  id: string,
  change: Partial<RecipientRow>,
): Promise<RecipientRow | null> {
  const [settled] = await tx
    .update(recipients)
    .set(change)
    .where(and(eq(recipients.owner_id, owner), eq(recipients.id, id), eq(recipients.state, 'unconfirmed')))
    .returning()
  return settled ?? null
}

export async function insertAttempts(
  owner: OwnerId,
  tx: Db,
  attempts: Pick<AttemptRow, 'recipient_id' | 'outcome' | 'code' | 'answer' | 'at'>[],
): Promise<void> {
  if (attempts.length === 0) return
  const column = (name: keyof (typeof attempts)[number]) =>
    sql.param(attempts.map((attempt) => attempt[name]))
  await tx.execute(sql`
    insert into send_attempts (owner_id, recipient_id, outcome, code, answer, at)
    select ${owner}::uuid, * from unnest(
      ${column('recipient_id')}::uuid[], ${column('outcome')}::text[], ${column('code')}::integer[],
      ${column('answer')}::text[], ${column('at')}::timestamptz[])`)
}

const sent = {
  ...{ id: recipients.id, owner_id: recipients.owner_id, campaign_id: recipients.campaign_id },
  ...{ campaign_prospect_id: recipients.campaign_prospect_id, prospect_id: recipients.prospect_id },
  ...{ email: recipients.email, round: recipients.round, state: recipients.state },
  transmitting_at: recipients.transmitting_at,
}
const SENT_COLUMNS = Object.keys(sent).map((name) => sql.identifier(name))
export type SentRow = Pick<RecipientRow, keyof typeof sent>

/** Messages by id, without what they say, whoever's they are: a token led to them. */
export async function listByIds(_scope: SystemScope, db: Db, ids: string[]): Promise<SentRow[]> {
  if (ids.length === 0) return []
  // Asked for by the thousand when messages are opened: past the mapping of columns, which costs more than the query.
  const { rows } = await db.execute<SentRow & Record<string, unknown>>(
    sql`select ${sql.join(SENT_COLUMNS, sql`, `)} from recipients where ${isOneOf(recipients.id, ids)}`,
  )
  for (const row of rows)
    if (row.transmitting_at) row.transmitting_at = new Date(row.transmitting_at).toISOString()
  return rows
}

const LEFT: readonly From[] = ['transmitting', 'sent', 'unconfirmed']

/** Messages whose mail server gave them one of these ids. */
export async function listByServerIds(owner: OwnerId, db: Db, ids: string[]): Promise<RecipientRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), inArray(recipients.server_message_id, ids)))
}

/** The newest message that left for an address (in lower case) since then. */
export async function findLatestTo(
  owner: OwnerId,
  db: Db,
  email: string,
  since: string,
): Promise<RecipientRow | null> {
  const [row] = await db
    .select()
    .from(recipients)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(sql`lower(${recipients.email})`, email),
        inArray(recipients.state, [...LEFT]),
        gte(recipients.transmitting_at, since),
      ),
    )
    .orderBy(desc(recipients.transmitting_at))
    .limit(1)
  return row ?? null
}
