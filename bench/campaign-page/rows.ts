import type { OpenDatabase } from '../../apps/server/src/db/database.ts'

type Pool = OpenDatabase['pool']

const BODY = `<p>Hello there,</p>\n<p>${'We repair bakery ovens within one working day, and a visit costs 90 EUR. '.repeat(14)}</p>\n<p>May I send you the details?</p>`

/** A campaign of so many recipients, all written: half of them sent to, opened and answered in the usual shares. */
export async function insertCampaign(pool: Pool, owner: string, recipients: number): Promise<string> {
  await pool.query(
    `insert into prospects (owner_id, email, first_name, last_name, business_name, created_at, updated_at)
     select $1, 'p' || n || '-' || $2::int || '@bench.example', 'First' || n, 'Last' || n, 'Business ' || n, now(), now()
     from generate_series(1, $2::int) n`,
    [owner, recipients],
  )
  const { rows } = await pool.query<{ id: string }>(
    `insert into campaigns (owner_id, name, marketing_copy, email_subject, email_body, written_by, template_version,
       template_at, generations, status, created_at, updated_at)
     values ($1, 'Campaign of ' || $2::int, 'We repair ovens.', 'Ovens for {{businessName}}',
       'Hello {{firstName|there}}, may we repair an oven of {{businessName}}?', 'composer', 1, now(), 1, 'paused', now(), now())
     returning id`,
    [owner, recipients],
  )
  const id = rows[0]!.id
  await pool.query(
    `insert into campaign_prospects (owner_id, campaign_id, prospect_id, email, first_name, last_name, business_name,
       position, email_status, email_subject, email_content, rendered_version, round, sent_at, opened_at, responded_at, created_at)
     select $1, $2, id, email, first_name, last_name, business_name, n,
       case when n % 2 = 0 then 'generated' when n % 31 = 0 then 'responded' when n % 3 = 0 then 'opened' else 'sent' end,
       'Ovens for ' || business_name, $3, 1, n % 2,
       case when n % 2 = 1 then now() - (n % 14) * interval '1 day' end,
       case when n % 2 = 1 and (n % 3 = 0 or n % 31 = 0) then now() - (n % 9) * interval '1 day' end,
       case when n % 2 = 1 and n % 31 = 0 then now() - (n % 5) * interval '1 day' end, now()
     from (select *, (row_number() over (order by id))::int n from prospects
       where owner_id = $1 and email like '%-' || $4::int || '@bench.example') p`,
    [owner, id, BODY, recipients],
  )
  return id
}
