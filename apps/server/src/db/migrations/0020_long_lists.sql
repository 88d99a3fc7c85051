-- Parts of words in long lists are found by trigrams; without the extension the owner's rows are read instead.
do $$ begin
  create extension if not exists pg_trgm;
  create index prospects_search on prospects using gin
    (lower(email || E'\n' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')) gin_trgm_ops);
  create index businesses_search on businesses using gin (lower(name || E'\n' || address) gin_trgm_ops);
exception when others then
  raise notice 'pg_trgm is not available here: %', sqlerrm;
end $$;

create index prospects_status on prospects (owner_id, status, created_at desc, id);
create index prospects_table_newest on prospects (business_table_id, created_at desc, id);
drop index prospects_table;
create index businesses_order on businesses (table_id, position, id);

-- What people and campaigns did with a prospect; what mail servers and recipients did stands in tracking_events.
create table prospect_events (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  prospect_id uuid not null references prospects on delete cascade,
  kind text not null check (kind in ('status', 'email_generated')),
  from_status text,
  to_status text,
  change_id uuid,
  at timestamptz not null
);
create index prospect_events_prospect on prospect_events (prospect_id, at);
create index prospect_events_change on prospect_events (owner_id, change_id) where change_id is not null;
create index recipients_prospect on recipients (prospect_id) where prospect_id is not null;
