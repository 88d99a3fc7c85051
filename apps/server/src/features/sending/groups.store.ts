import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { mail_domains, recipients, server_groups } from '../../db/schema.ts'

export type GroupRow = typeof server_groups.$inferSelect

const isInProgress = inArray(recipients.state, ['claimed', 'transmitting'])

/** The next due messages of a job without a server group. */
export async function listUnassigned(
  db: Db,
  owner: OwnerId,
  page: { job_id: string; now: string; limit: number },
): Promise<{ id: string; email: string }[]> {
  const next = db
    .select({
      id: recipients.id,
      email: recipients.email,
      server_group: recipients.server_group,
    })
    .from(recipients)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(recipients.job_id, page.job_id),
        eq(recipients.state, 'queued'),
        lte(recipients.next_at, page.now),
      ),
    )
    .orderBy(asc(recipients.next_at), asc(recipients.id))
    .limit(page.limit)
    .as('next')
  return db.select({ id: next.id, email: next.email }).from(next).where(isNull(next.server_group))
}

export async function assignGroups(
  db: Db,
  owner: OwnerId,
  rows: { id: string; server_group: string }[],
): Promise<void> {
  if (rows.length === 0) return
  const column = (name: 'id' | 'server_group') =>
    sql`${sql.param(rows.map((row) => row[name]))}::${sql.raw(name === 'id' ? 'uuid' : 'text')}[]`
  await db.execute(sql`
    update recipients set server_group = found.server_group
    from unnest(${column('id')}, ${column('server_group')}) as found (id, server_group)
    where recipients.id = found.id and ${recipients.owner_id} = ${owner} and recipients.state = 'queued'`)
}

export async function listDomains(
  db: Db,
  _scope: SystemScope,
  domains: string[],
  since: string,
): Promise<Map<string, string>> {
  if (domains.length === 0) return new Map()
  const rows = await db
    .select()
    .from(mail_domains)
    .where(and(inArray(mail_domains.domain, domains), gt(mail_domains.looked_up_at, since)))
  return new Map(rows.map(({ domain, server_group }) => [domain, server_group]))
}

export async function saveDomains(
  db: Db,
  _scope: SystemScope,
  rows: (typeof mail_domains.$inferInsert)[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insert(mail_domains)
    .values(rows)
    .onConflictDoUpdate({
      target: mail_domains.domain,
      set: { server_group: sql`excluded.server_group`, looked_up_at: sql`excluded.looked_up_at` },
    })
}

/** Groups that accept nothing now: they asked to wait, or their connections are used up. */
export async function listBlocked(
  db: Db,
  _scope: SystemScope,
  now: string,
  connections: number,
): Promise<string[]> {
  const waiting = await db
    .select({ name: server_groups.name })
    .from(server_groups)
    .where(or(gt(server_groups.held_until, now), gt(server_groups.next_at, now)))
  const full = await db
    .select({ name: recipients.server_group })
    .from(recipients)
    .where(isInProgress)
    .groupBy(recipients.server_group)
    .having(sql`count(*) >= ${connections}`)
  return [...waiting, ...full].flatMap(({ name }) => (name === null ? [] : [name]))
}

/** Locks groups in a fixed order until the transaction ends. Creates unknown ones. */
export async function lockGroups(
  tx: Db,
  _scope: SystemScope,
  names: string[],
  at: string,
): Promise<GroupRow[]> {
  if (names.length === 0) return []
  const sorted = names.toSorted()
  await tx
    .insert(server_groups)
    .values(sorted.map((name) => ({ name, updated_at: at })))
    .onConflictDoNothing()
  return tx
    .select()
    .from(server_groups)
    .where(inArray(server_groups.name, sorted))
    .orderBy(asc(server_groups.name))
    .for('update')
}

/** Messages in flight to each group, from all workers. */
export async function countInFlight(tx: Db, _scope: SystemScope, names: string[]) {
  if (names.length === 0) return new Map<string, number>()
  const rows = await tx
    .select({ name: recipients.server_group, n: sql<number>`count(*)::int` })
    .from(recipients)
    .where(and(isInProgress, inArray(recipients.server_group, names)))
    .groupBy(recipients.server_group)
  return new Map(rows.map(({ name, n }) => [name ?? '', n]))
}

export async function updateGroup(
  db: Db,
  _scope: SystemScope,
  name: string,
  change: Partial<GroupRow> & { updated_at: string },
): Promise<void> {
  await db
    .insert(server_groups)
    .values({ name, ...change })
    .onConflictDoUpdate({ target: server_groups.name, set: change })
}
