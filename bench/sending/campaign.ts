import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { SENDER_IDENTITY } from '../../apps/server/test/sender-identity.ts'

const PARAGRAPH =
  '<p>We repair and maintain the ovens of bakeries within one day, at a fixed price, and we carry the spare parts of every common maker with us.</p>\n'
const CONTENT = `<p>Hello,</p>\n${PARAGRAPH.repeat(12)}<p>Kind regards,<br>Pat</p>`

/** Inserts a campaign of queued messages directly: the benchmark is about sending. */
export async function queueCampaign(
  pool: Pick<pg.Pool, 'query'>,
  total: number,
  content = CONTENT,
): Promise<string> {
  const [owner, campaign, job] = [randomUUID(), randomUUID(), randomUUID()]
  await pool.query(
    `insert into users (id, email, first_name, last_name, password_hash, subscription_plan, email_confirmed_at, created_at, tokens_enabled)
     values ($1::uuid, ($1::uuid)::text || '@customer.example', 'Pat', 'Bench', 'none', 'premium', now(), now(), true)`,
    [owner],
  )
  await pool.query(SENDER_IDENTITY, [owner])
  // No daily cap, gap, window or ramp.
  await pool.query(
    `insert into sending_paces (owner_id, gap_from_seconds, gap_to_seconds, window_days, window_from, window_to, time_zone, has_ramp, updated_at)
     values ($1, 0, 0, '{1,2,3,4,5,6,7}', '00:00', '24:00', 'UTC', false, now())`,
    [owner],
  )
  await pool.query('insert into token_balances (owner_id, tokens) values ($1, $2)', [owner, total])
  await pool.query(
    `insert into campaigns (id, owner_id, name, description, marketing_copy, status, created_at, updated_at)
     values ($1, $2, 'Bench', '', '', 'active', now(), now())`,
    [campaign, owner],
  )
  await pool.query(
    `insert into send_jobs (id, owner_id, campaign_id, status, resend, created_at) values ($1, $2, $3, 'pending', false, now())`,
    [job, owner, campaign],
  )
  await pool.query(
    `with people as (
       insert into prospects (id, owner_id, email, status, created_at, updated_at)
       select gen_random_uuid(), $1, 'to' || n || '@shop' || n % 997 || '.example', 'email_generated', now(), now()
       from generate_series(1, $3::int) n returning id, email),
     attached as (
       insert into campaign_prospects (id, owner_id, campaign_id, prospect_id, email, position, email_status, email_subject, email_content, created_at)
       select gen_random_uuid(), $1, $2, id, email, row_number() over (), 'generated', 'Ovens that do not stop', $5, now()
       from people returning id, prospect_id, email)
     insert into recipients (owner_id, job_id, campaign_id, campaign_prospect_id, prospect_id, round, email, subject, content, state, next_at, queued_at)
     select $1, $4, $2, id, prospect_id, 1, email, 'Ovens that do not stop', $5, 'queued', now(), now() from attached`,
    [owner, campaign, total, job, content],
  )
  await pool.query('analyze recipients')
  return job
}
