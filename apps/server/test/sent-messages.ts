import type { OwnerId } from '../src/db/owner.ts'
import type { TestApp } from './harness.ts'

/** Inserts a campaign with messages that were handed over an hour ago. Returns their ids. */
export async function insertSentMessages(
  query: TestApp['query'],
  owner: OwnerId,
  count: number,
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `with campaign as (
       insert into campaigns (owner_id, name, description, marketing_copy, status, created_at, updated_at)
       values ($1, 'Ovens', '', '', 'active', now(), now()) returning id, owner_id),
     attached as (
       insert into campaign_prospects (owner_id, campaign_id, email, position, email_status, round, created_at, sent_at)
       select owner_id, id, 'p' || n || '@shop.example', n, 'sent', 1, now(), now()
       from campaign, generate_series(1, $2::int) n returning id, owner_id, campaign_id, email)
     insert into recipients (owner_id, campaign_id, campaign_prospect_id, round, email, subject, content, state, next_at, queued_at, transmitting_at, finished_at)
     select owner_id, campaign_id, id, 1, email, 's', 'c', 'sent', h, h, h, h
     from attached, (values (now() - interval '1 hour')) as t (h) returning id`,
    [owner, count],
  )
  return rows.map(({ id }) => id)
}
