-- Who came from an early version with organizations has tables whose rows still point at a person: an organization
-- could not have rows in them. As 0070 did for those that were there before it.
do $$
declare
  found record;
begin
  for found in
    select c.conname, c.conrelid::regclass as held_by
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and a.attname = 'owner_id'
      and cardinality(c.conkey) = 1
  loop
    execute format('alter table %s drop constraint %I', found.held_by, found.conname);
    execute format(
      'alter table %s add constraint %I foreign key (owner_id) references owners on delete cascade',
      found.held_by, found.conname
    );
  end loop;
end $$;
