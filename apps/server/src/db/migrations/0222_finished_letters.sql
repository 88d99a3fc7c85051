-- Letters that have been handed over stayed in the queue for a week with their links in plain text. From now on they
-- are sealed while they wait and deleted when they are done; the queue makes its tables itself, at the first start.
do $$
begin
  if to_regclass('pgboss.job') is not null then
    delete from pgboss.job
    where name in ('letter', 'password-reset') and state in ('completed', 'cancelled', 'failed');
  end if;
end $$;
