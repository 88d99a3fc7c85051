import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import type { Plan } from '../../db/schema.ts'

/** An account as the operator sees it. Figures are of 30 days in UTC, with the organizations that the person owns. */
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
  page: { firstDay: string; limit: number; offset: number },
): Promise<ListedUser[]> {
  const notCounted = await findNotCounted(db, page.firstDay)
  const { rows } = await db.execute<ListedUser & Record<string, unknown>>(sql`
    with people as (
      select u.id, u.email, u.first_name || ' ' || u.last_name as name, u.subscription_plan as plan, u.created_at,
        greatest(u.last_login_at, (select max(used_at) from sessions where user_id = u.id)) as last_seen_at,
        u.suspended_at, u.suspension_reason
      from users u where u.deleting_at is null and ${all(ofPerson(filter))}),
    owned as (select o.id, o.person_id from owners o join people p on p.id = o.person_id),
    counted as (
      select owned.person_id, d.sent, d.refused, d.bounced, d.complained
      from owned join owner_days d on d.owner_id = owned.id and d.day >= ${page.firstDay}::date
      union all
      select owned.person_id, f.* from owned cross join lateral (${figuresOf(sql`owned.id`, sql`${notCounted}::timestamptz`, sql`'infinity'::timestamptz`)}) f),
    sums as (
      select person_id, sum(sent)::int as sent, sum(refused)::int as refused, sum(bounced)::int as bounced,
        sum(complained)::int as complained
      from counted group by person_id),
    listed as (
      select p.*, coalesce(s.sent, 0) as sent, coalesce(s.refused + s.bounced, 0) as bounced,
        coalesce(s.complained, 0) as complained, coalesce(s.sent + s.refused, 0) as tried
      from people p left join sums s on s.person_id = p.id)
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

/** An owner's mails that ended, and reports that came, in this time. `to` is excluded. */
const figuresOf = (owner: SQL, from: SQL, to: SQL) => sql`
  select h.sent, h.refused, r.bounced, r.complained from
    (select count(*) filter (where state <> 'failed')::int as sent, count(*) filter (where state = 'failed')::int as refused
     from recipients where owner_id = ${owner} and finished_at >= ${from} and finished_at < ${to}
       and (state in ('sent', 'unconfirmed') or refusal = 'address')) h,
    (select count(distinct recipient_id) filter (where kind = 'bounce')::int as bounced,
       count(distinct recipient_id) filter (where kind = 'complaint')::int as complained
     from tracking_events where owner_id = ${owner} and at >= ${from} and at < ${to}
       and kind in ('bounce', 'complaint')) r`

/** The start of the first day that isn't counted, from this day on. */
async function findNotCounted(db: Db, firstDay: string): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(
    sql`select greatest(${firstDay}::date, max(day) + 1)::text as day from owner_days`,
  )
  return `${rows[0]!.day}T00:00:00Z`
}

/** Counts the days that aren't counted yet, in order, up to this day. */
export async function countDays(
  db: Db,
  _scope: SystemScope,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
  signal: AbortSignal,
): Promise<void> {
  await db.execute(sql`delete from owner_days where day < ${firstDay}::date`)
  for (let day = await findNotCounted(db, firstDay); day.slice(0, 10) <= lastDay; day = nextDay(day)) {
    if (signal.aborted) return
    await db.execute(sql`
      insert into owner_days (owner_id, day, sent, refused, bounced, complained)
      select o.id, ${day}::date, f.* from owners o cross join lateral (
        ${figuresOf(sql`o.id`, sql`${day}::timestamptz`, sql`${nextDay(day)}::timestamptz`)}) f
      where f.sent + f.refused + f.bounced + f.complained > 0
      on conflict (owner_id, day) do nothing`)
  }
}

const nextDay = (start: string): string => new Date(Date.parse(start) + 86_400_000).toISOString()

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
