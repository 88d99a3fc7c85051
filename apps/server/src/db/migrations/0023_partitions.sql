-- Months of the tables that grow with every mail. Each month is a child table by inheritance, which is dropped as a
-- whole; the table itself keeps its key and holds the rows of before, those of months without a table, and what stays
-- of dropped months. Months have no foreign keys, because creating or dropping one would lock `recipients` and `owners`
-- against all sending: route_to_month and delete_months_of_owner do what those keys did.
-- old code survives: it reads and writes the same tables by the same keys, and a trigger moves its rows to their month.

-- How many events a row stands for: null for one event, a number for what stays of dropped ones.
alter table tracking_events add column times integer;

-- `parent` has a column `at`. Months are UTC. Waits for a vacuum of the table, not for its readers and writers.
create function make_month(parent text, month date) returns void language plpgsql set lock_timeout = '5s' as $$
declare
  name text := parent || to_char(month, '_YYYY_MM');
begin
  perform pg_advisory_xact_lock(hashtextextended('month:' || name, 0));
  if to_regclass(quote_ident(name)) is not null then return; end if;
  execute format(
    'create table %I (like %I including defaults including indexes, constraint in_month check (at >= %L and at < %L)) inherits (%I)',
    name, parent, month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC', parent);
  if parent <> 'sent_texts' then
    -- The owner comes first, as in all keys of tables that grow: an owner's rows are read in this order.
    execute format('alter table %I drop constraint %I, add primary key (owner_id, id)', name, name || '_pkey');
  end if;
end $$;

-- Its argument is a key of the table. A row whose key is there already is ignored: visits may be written twice.
create function route_to_month() returns trigger language plpgsql as $$
declare
  name text := tg_table_name || to_char(new.at at time zone 'UTC', '_YYYY_MM');
begin
  if to_regclass(quote_ident(name)) is null then return new; end if;
  perform from owners where id = new.owner_id for key share;
  if found and tg_table_name = 'tracking_events' then
    perform from recipients where id = new.recipient_id;
  end if;
  if not found then
    raise foreign_key_violation using message = format('%s: the owner or message of this row was deleted', tg_table_name);
  end if;
  execute format(
    'insert into %I select ($1).*
     where not exists (select from only %I where owner_id = ($1).owner_id and %3$I = ($1).%3$I) on conflict do nothing',
    name, tg_table_name, tg_argv[0]) using new;
  return null;
end $$;

create trigger route_to_month before insert on send_attempts for each row execute function route_to_month('id');
create trigger route_to_month before insert on tracking_events for each row
  when (new.times is null) execute function route_to_month('id');

create function delete_months_of_owner() returns trigger language plpgsql as $$
begin
  delete from send_attempts where owner_id = old.id;
  delete from tracking_events where owner_id = old.id;
  return null;
end $$;
create trigger delete_months_of_owner after delete on owners for each row execute function delete_months_of_owner();
