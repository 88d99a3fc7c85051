-- Checks the references of 0028 for rows of before. Others read and write meanwhile. It stops at a row that refers to
-- a row of another owner, which no release writes.

do $$
declare
  added record;
begin
  for added in
    select conrelid::regclass as child, conname as name from pg_constraint
    where contype = 'f' and not convalidated and right(conname, 9) = '_of_owner' order by 1, 2
  loop
    execute format('alter table %s validate constraint %I', added.child, added.name);
  end loop;
end $$;
