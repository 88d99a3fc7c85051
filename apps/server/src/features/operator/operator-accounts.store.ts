import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import type { Plan } from '../../db/schema.ts'

/** An account as the operator sees it. Figures are of 30 days, with the organizations that the person owns. */
export interface ListedUser {
  id: string
  email: string
  name: string
  plan: Plan
  created_at: string
  /** The last login, or use of a session. */
  last_seen_at: string | null
  suspended_at: string | null
  suspension_reason: string | null
  /** Handed over to a mail server. */
  sent: number
  /** Sent, or refused while it was handed over. */
  tried: number
  /** Reported as undeliverable, or refused because the address doesn't exist. */
  bounced: number
  complained: number
}

export interface UserFilter {
  plan?: Plan
  sentOver?: number
  /** Percent of the mails tried. */
  bouncedOver?: number
  complainedOver?: number
  /** Seen before then, or never. */
  seenBefore?: string
  isSuspended?: boolean
  /** A part of the address or name. */
  search?: string
}

/** Accounts that aren't being erased, the most mails sent first. */
export async function listUsers(
  db: Db,
  _scope: SystemScope,
  filter: UserFilter & { id?: OwnerId },
  page: { since: string; limit: number; offset: number },
): Promise<ListedUser[]> {
  const { rows } = await db.execute<ListedUser & Record<string, unknown>>(sql`
    with people as (
      select u.id, u.email, u.first_name || ' ' || u.last_name as name, u.subscription_plan as plan, u.created_at,
        greatest(u.last_login_at, (select max(used_at) from sessions where user_id = u.id)) as last_seen_at,
        u.suspended_at, u.suspension_reason
      from users u where u.deleting_at is null and ${all(ofPerson(filter))}),
    owned as (select o.id, o.person_id from owners o join people p on p.id = o.person_id),
    handed_over as (
      select owned.person_id, count(*) filter (where r.state <> 'failed')::int as sent,
        count(*) filter (where r.state = 'failed')::int as refused
      from owned join recipients r on r.owner_id = owned.id and r.finished_at >= ${page.since}
      where r.state in ('sent', 'unconfirmed') or r.refusal = 'address'
      group by owned.person_id),
    reported as (
      select owned.person_id,
        count(distinct e.recipient_id) filter (where e.kind = 'bounce')::int as bounced,
        count(distinct e.recipient_id) filter (where e.kind = 'complaint')::int as complained
      from owned join tracking_events e on e.owner_id = owned.id and e.at >= ${page.since}
      where e.kind in ('bounce', 'complaint')
      group by owned.person_id),
    listed as (
      select p.*, coalesce(h.sent, 0) as sent, coalesce(h.refused, 0) + coalesce(t.bounced, 0) as bounced,
        coalesce(t.complained, 0) as complained, coalesce(h.sent, 0) + coalesce(h.refused, 0) as tried
      from people p left join handed_over h on h.person_id = p.id left join reported t on t.person_id = p.id)
    select id, email, name, plan, to_json(created_at)#>>'{}' as created_at, last_seen_at, suspended_at,
      suspension_reason, sent, tried, bounced, complained
    from listed where ${all(ofFigures(filter))}
    order by sent desc, listed.created_at, id limit ${page.limit} offset ${page.offset}`)
  return rows.map((row) => ({
    ...row,
    created_at: toIso(row.created_at),
    last_seen_at: row.last_seen_at && toIso(row.last_seen_at),
    suspended_at: row.suspended_at && toIso(row.suspended_at),
  }))
}

const toIso = (value: unknown): string => new Date(value as string).toISOString()

const all = (conditions: (SQL | false)[]): SQL =>
  sql.join([...conditions.filter((condition) => condition !== false), sql`true`], sql` and `)

function ofPerson({ id, plan, isSuspended, search }: UserFilter & { id?: OwnerId }) {
  const part = search?.toLowerCase()
  return [
    id !== undefined && sql`u.id = ${id}`,
    plan !== undefined && sql`u.subscription_plan = ${plan}`,
    isSuspended === true && sql`u.suspended_at is not null`,
    part !== undefined &&
      sql`(strpos(lower(u.email), ${part}) > 0 or strpos(lower(u.first_name || ' ' || u.last_name), ${part}) > 0)`,
  ]
}

const ofFigures = ({ sentOver, bouncedOver, complainedOver, seenBefore }: UserFilter) => [
  sentOver !== undefined && sql`sent > ${sentOver}`,
  bouncedOver !== undefined && sql`tried > 0 and bounced * 100.0 / tried > ${bouncedOver}::numeric`,
  complainedOver !== undefined && sql`tried > 0 and complained * 100.0 / tried > ${complainedOver}::numeric`,
  seenBefore !== undefined && sql`(last_seen_at is null or last_seen_at < ${seenBefore})`,
]
