import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { SESSION_COOKIE } from '../../apps/server/src/http/session-gate.ts'

/** An account with a month of work, and its session. */
export interface Person {
  cookie: string
  table: string
  campaign: string
  prospect: string
}

const TABLE = 60
const PROSPECTS = 150
const RECIPIENTS = 100
const TEXT = `<p>${'We repair bakery ovens within one working day, and a visit costs 90 EUR. '.repeat(14)}</p>`

/** Accounts with a table of 60 businesses, 150 prospects and a campaign to 100 of them each. */
export async function insertPeople(pool: pg.Pool, count: number): Promise<Person[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const { rows: users } = await pool.query<{ id: string }>(
    `insert into users (email, first_name, last_name, password_hash, subscription_plan, email_confirmed_at, created_at)
     select 'person' || n || '@bench.example', 'Person', 'Of ' || n, 'none', 'premium', now(), now()
     from generate_series(1, $1::int) n returning id`,
    [count],
  )
  const ids = users.map(({ id }) => id)
  await pool.query(
    `insert into sessions (user_id, token_hash, created_at, used_at)
     select u, h, now(), now() from unnest($1::uuid[], $2::text[]) as t(u, h)`,
    [ids, tokens.map((token) => createHash('sha256').update(token).digest('hex'))],
  )
  await insertTables(pool, ids)
  await insertCampaigns(pool, ids)
  // Autovacuum would otherwise run in the middle of measuring.
  await pool.query('vacuum analyze')
  await pool.query('checkpoint')
  return readPeople(pool, ids, tokens)
}

async function insertTables(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query(
    `with made as (
       insert into business_tables (owner_id, name, query, created_at)
       select u, 'Bakeries', 'bakery', now() from unnest($1::uuid[]) u returning id, owner_id)
     insert into businesses (owner_id, table_id, place_id, position, name, address, website, created_at, updated_at)
     select owner_id, id, 'osm:node/' || n, n, 'Bakery ' || n, n || ' Mill Lane, Vaduz', 'https://shop' || n || '.example', now(), now()
     from made, generate_series(1, $2::int) n`,
    [ids, TABLE],
  )
  await pool.query(
    `insert into prospects (owner_id, business_table_id, place_id, business_name, email, first_name, last_name, status, created_at, updated_at)
     select t.owner_id, t.id, 'osm:node/' || (1 + n % $2::int), 'Bakery ' || n, 'p' || n || '@shop' || n || '.example', 'Ada', 'Of ' || n,
       (array['new','contacted','responded','email_sent'])[1 + n % 4], now() - n * interval '1 hour', now()
     from business_tables t, generate_series(1, $3::int) n where t.owner_id = any($1)`,
    [ids, TABLE, PROSPECTS],
  )
}

async function insertCampaigns(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query(
    `insert into campaigns (owner_id, name, marketing_copy, email_subject, email_body, written_by, template_version,
       template_at, generations, status, created_at, updated_at)
     select u, 'Ovens', 'We repair ovens.', 'Ovens', 'Hello {{firstName|there}}, may we?', 'composer', 1, now(), 1, 'active', now(), now()
     from unnest($1::uuid[]) u`,
    [ids],
  )
  await pool.query(
    `with attached as (
       insert into campaign_prospects (owner_id, campaign_id, prospect_id, email, first_name, last_name, business_name,
         position, email_status, email_subject, email_content, rendered_version, round, sent_at, opened_at, created_at)
       select c.owner_id, c.id, p.id, p.email, p.first_name, p.last_name, p.business_name, p.n,
         case when n % 3 = 0 then 'opened' else 'sent' end, 'Ovens', $2, 1, 1, now() - (n % 14) * interval '1 day',
         case when n % 3 = 0 then now() - (n % 9) * interval '1 day' end, now()
       from campaigns c join (select *, row_number() over (partition by owner_id order by id)::int n from prospects) p
         on p.owner_id = c.owner_id and p.n <= $3 where c.owner_id = any($1)
       returning id, owner_id, campaign_id, prospect_id, email, sent_at)
     insert into recipients (owner_id, campaign_id, campaign_prospect_id, prospect_id, round, email, subject, content, state,
       next_at, queued_at, transmitting_at, finished_at)
     select owner_id, campaign_id, id, prospect_id, 1, email, 'Ovens', 'x', 'sent', sent_at, sent_at, sent_at, sent_at from attached`,
    [ids, TEXT, RECIPIENTS],
  )
}

async function readPeople(pool: pg.Pool, ids: string[], tokens: string[]): Promise<Person[]> {
  const { rows } = await pool.query<Omit<Person, 'cookie'> & { owner: string }>(
    `select u as owner, (select id from business_tables where owner_id = u limit 1) as table,
       (select id from campaigns where owner_id = u limit 1) as campaign,
       (select id from prospects where owner_id = u limit 1) as prospect
     from unnest($1::uuid[]) u`,
    [ids],
  )
  const byOwner = new Map(rows.map(({ owner, ...rest }) => [owner, rest]))
  return ids.map((id, at) => ({ cookie: `${SESSION_COOKIE}=${tokens[at]}`, ...byOwner.get(id)! }))
}
