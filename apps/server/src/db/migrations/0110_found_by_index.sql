-- What a person downloads of their own, and what goes with an account, is found by its owner: in tables that hold
-- everybody's rows nothing is read from one end to the other.
create index gathering_jobs_owner on gathering_jobs (owner_id, id);
create index gathering_items_owner on gathering_items (owner_id, id);
create index send_jobs_owner on send_jobs (owner_id, id);
create index send_attempts_owner on send_attempts (owner_id, id);
create index prospect_events_owner on prospect_events (owner_id, id);
create index import_rows_owner on import_rows (owner_id, id);
create index billing_checkouts_owner on billing_checkouts (owner_id, id);
create index suppressions_owner on suppressions (owner_id, id);
-- Addresses are forgotten in lifted suppressions, too.
create index suppressions_hash on suppressions (owner_id, hash);

-- What goes with, or forgets, a row that is deleted.
create index billing_payments_customer on billing_payments (customer_id);
create index billing_checkouts_customer on billing_checkouts (customer_id);
create index imports_table on imports (business_table_id) where business_table_id is not null;
create index sending_pauses_campaign on sending_pauses (campaign_id) where campaign_id is not null;
create index organization_invitations_inviter on organization_invitations (invited_by) where invited_by is not null;

-- Who is due for a weekly report, every few minutes; and which mail servers want a pause, at every claim.
create index users_weekly_report on users (weekly_report_at)
  where weekly_reports and email_confirmed_at is not null and deleting_at is null;
create index server_groups_held on server_groups (held_until) where held_until is not null;
create index server_groups_next on server_groups (next_at) where next_at is not null;
