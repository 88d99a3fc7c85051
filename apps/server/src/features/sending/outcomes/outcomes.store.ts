import { and, desc, eq, exists, gte, inArray, like, or, sql } from 'drizzle-orm'
import { belongsTo, isOneOf, plainList } from '../../../db/belongs-to.ts'
import type { Db } from '../../../db/database.ts'
import type { OwnerId, SystemScope } from '../../../db/owner.ts'
import { claims, recipients, type send_attempts, tracking_events } from '../../../db/schema.ts'
import { toTried } from '../claims/claims.rules.ts'
import { endClaim, endClaims, isItsClaim, stateNow } from '../claims/held.store.ts'
import type { RecipientRow } from '../sending.store.ts'

type From = RecipientRow['state']
type AttemptRow = typeof send_attempts.$inferSelect

/**
 * Changes a message that this worker was handing over; null when it is not its any more. Whoever held its claim may say
 * what became of it, whatever its row says by now; without one the row itself names the worker.
 */
export async function settleRow(
  owner: OwnerId,
  tx: Db,
  row: Pick<RecipientRow, 'id' | 'worker_id'>,
  from: readonly From[],
  change: Partial<RecipientRow>,
): Promise<RecipientRow | null> {
  const claim = await endClaim(owner, tx, row)
  const isHeld = and(eq(recipients.worker_id, row.worker_id ?? ''), inArray(recipients.state, [...from]))
  const [settled] = await tx
    .update(recipients)
    .set({ ...(claim && toTried(claim)), ...change })
    .where(and(eq(recipients.owner_id, owner), eq(recipients.id, row.id), claim ? undefined : isHeld))
    .returning()
  return settled ?? null
}

/** What a server's acceptance of a message says. */
export interface Acceptance extends Pick<RecipientRow, 'id' | 'server_message_id'> {
  code: number | null
  answer: string
}

/**
 * Without a claim, the row itself names the worker: others took it for dead, or it is of the release before claims. In a
 * form that no index is read for.
 */
const isLeftBy = (workerId: string) => sql`coalesce(
  recipients.worker_id = ${workerId} and recipients.state in ('claimed', 'transmitting', 'unconfirmed'), false)`

/** Messages that their servers accepted from a worker, with the attempt of each; answers those that it held still. */
export async function settleAccepted(
  owner: OwnerId,
  tx: Db,
  rows: Acceptance[],
  change: { worker_id: string; reason: string; at: string },
): Promise<Set<string>> {
  const { worker_id, reason, at } = change
  const ids = rows.map(({ id }) => id)
  const held = await endClaims(owner, tx, worker_id, ids)
  const tried = <Name extends 'attempts' | 'first_tried_at' | 'transmitting_at'>(name: Name) =>
    plainList(ids.map((id) => held.get(id)?.[name] ?? null))
  const said = <Name extends keyof Acceptance>(name: Name) => sql`${sql.param(rows.map((row) => row[name]))}`
  const result = await tx.execute<{ id: string }>(sql`
    with told as (
      select * from unnest(${plainList(ids)}::uuid[], ${said('server_message_id')}::text[],
        ${plainList(rows.map(({ code }) => code))}::integer[], ${said('answer')}::text[], ${tried('attempts')}::integer[],
        ${tried('first_tried_at')}::timestamptz[], ${tried('transmitting_at')}::timestamptz[])
        as t (id, server_message_id, code, answer, attempts, first_tried_at, transmitting_at)),
    settled as (
      update recipients set
        state = 'sent', reason = ${reason}, finished_at = ${at}, is_charged = true,
        server_message_id = told.server_message_id,
        attempts = coalesce(told.attempts, recipients.attempts),
        first_tried_at = coalesce(told.first_tried_at, recipients.first_tried_at),
        transmitting_at = coalesce(told.transmitting_at, recipients.transmitting_at)
      from told
      where recipients.id = told.id and ${belongsTo(recipients.owner_id, owner)}
        and (told.attempts is not null or ${isLeftBy(worker_id)})
      returning recipients.id, told.code, told.answer),
    noted as (
      insert into send_attempts (owner_id, recipient_id, outcome, code, answer, at)
      select ${owner}::uuid, id, 'accepted', code, answer, ${at}::timestamptz from settled)
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
  ...{ email: recipients.email, round: recipients.round, state: stateNow },
  transmitting_at: sql<string | null>`coalesce(${claims.transmitting_at}, ${recipients.transmitting_at})`,
}
const SENT_COLUMNS = Object.entries(sent).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`)
export type SentRow = Pick<RecipientRow, keyof typeof sent>

/** Messages by id, without what they say, whoever's they are: a token led to them. */
export async function listByIds(_scope: SystemScope, db: Db, ids: string[]): Promise<SentRow[]> {
  if (ids.length === 0) return []
  // Asked for by the thousand when messages are opened: past the mapping of columns, which costs more than the query.
  const { rows } = await db.execute<SentRow & Record<string, unknown>>(
    sql`select ${sql.join(SENT_COLUMNS, sql`, `)} from recipients left join claims on ${isItsClaim}
      where ${isOneOf(recipients.id, ids)}`,
  )
  return rows.map(withTime)
}

const withTime = <Row extends SentRow>(row: Row): Row => ({
  ...row,
  transmitting_at: row.transmitting_at && new Date(row.transmitting_at).toISOString(),
})

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
): Promise<SentRow | null> {
  const [row] = await db
    .select(sent)
    .from(recipients)
    .leftJoin(claims, isItsClaim)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(sql`lower(${recipients.email})`, email),
        inArray(stateNow, [...LEFT]),
        gte(sent.transmitting_at, since),
      ),
    )
    .orderBy(desc(sent.transmitting_at))
    .limit(1)
  return row ? withTime(row) : null
}
