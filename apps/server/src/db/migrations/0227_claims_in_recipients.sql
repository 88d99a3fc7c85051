-- A claim is a state of the recipient row again. One row is the queue and the truth, and queries that count or cancel
-- messages need not ask a second table which of them a worker holds.
-- contracts since 0.1.0: no release has used the table.
drop trigger recipients_keep_claim on recipients;
drop function keep_claim();
drop function mark_transmitting(uuid, text, timestamptz, uuid[], uuid[], text[]);
drop table claims;

create index recipients_in_progress on recipients (owner_id) where state in ('claimed', 'transmitting');

-- Gathering shares sending's heartbeat, so its own leases go.
alter table gathering_items drop column lease_until;
