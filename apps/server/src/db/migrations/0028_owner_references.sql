-- References get the owner beside the id, so that no row can refer to a row of another owner. They stand beside the old
-- ones until 0030, and are checked for rows of before in 0029, which holds up nobody.
-- Not for rows that have no owner or may have none: accepted_messages, and inbound_messages with what refers to it;
-- nor for tracking_events, whose months have no references.
-- old code survives: it writes references within an owner only.

do $$
declare
  old record;
begin
  for old in
    select c.conrelid::regclass as child, c.confrelid::regclass as parent, c.confdeltype as on_delete, a.attname as name
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute o on o.attrelid = c.conrelid and o.attname = 'owner_id' and o.attnotnull
    where c.contype = 'f' and cardinality(c.conkey) = 1 and c.confrelid = any (array[
      'answers', 'business_tables', 'businesses', 'campaign_prospects', 'campaign_steps', 'campaigns',
      'conversation_changes', 'conversations', 'gathering_jobs', 'imports', 'prospects', 'recipients',
      'removals', 'send_jobs'
    ]::regclass[])
      and c.conrelid <> 'tracking_events'::regclass
    order by 1, 2
  loop
    execute format(
      'alter table %s add constraint %I foreign key (owner_id, %I) references %s (owner_id, id) on delete %s not valid',
      old.child, old.child || '_' || old.name || '_of_owner', old.name, old.parent,
      case old.on_delete when 'c' then 'cascade' else format('set null (%I)', old.name) end);
  end loop;
end $$;
