-- Tells listeners whose rows of which kind changed. PostgreSQL sends equal notifications of a transaction once.
create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('goldpan_changes', owner_id || ' ' || tg_argv[0])
  from (select distinct owner_id from changed where owner_id is not null) as owners;
  return null;
end $$;

do $$
declare
  watched record;
begin
  for watched in
    select * from (values
      ('campaigns', 'campaigns'),
      ('campaign_prospects', 'campaigns'),
      ('send_jobs', 'campaigns'),
      ('sending_pauses', 'campaigns'),
      ('imports', 'imports'),
      ('prospects', 'prospects'),
      ('inbound_messages', 'replies'),
      ('answers', 'replies'),
      ('suppressions', 'suppressions'),
      ('business_tables', 'tables'),
      ('businesses', 'tables'),
      ('gathering_jobs', 'tables'),
      ('token_balances', 'usage'),
      ('usage_months', 'usage')
    ) as t (name, topic)
  loop
    execute format('create trigger announce_insert after insert on %I referencing new table as changed
      for each statement execute function announce_change(%L)', watched.name, watched.topic);
    execute format('create trigger announce_update after update on %I referencing new table as changed
      for each statement execute function announce_change(%L)', watched.name, watched.topic);
    execute format('create trigger announce_delete after delete on %I referencing old table as changed
      for each statement execute function announce_change(%L)', watched.name, watched.topic);
  end loop;
end $$;
