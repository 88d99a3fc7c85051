-- The database that this installation last ran on. A replica that took over, a restored dump and a copy differ from it.
create table database_identity (
  is_only boolean default true primary key,
  system_identifier text,
  timeline integer,
  database_oid bigint not null,
  table_oid bigint not null,
  server_started_at timestamptz not null,
  constraint database_identity_is_only_check check (is_only)
);

-- These read the server that runs the statement. Null where the role or the service doesn't permit it.
create function read_system_identifier() returns text language plpgsql stable as $$
begin
  return (select system_identifier::text from pg_control_system());
exception when others then
  return null;
end $$;

-- A promotion reaches the control file with the next checkpoint, minutes later, and names of WAL files at once.
create function read_timeline() returns integer language plpgsql stable as $$
begin
  return ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::integer;
exception when others then
  return null;
end $$;

create function read_wal_position() returns bigint language plpgsql stable as $$
begin
  return (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint;
exception when others then
  return null;
end $$;

create function current_database_identity() returns table (
  system_identifier text, timeline integer, database_oid bigint, table_oid bigint, server_started_at timestamptz
) language sql stable as $$
  select read_system_identifier(), read_timeline(), oid::bigint, 'public.database_identity'::regclass::oid::bigint,
    pg_postmaster_start_time()
  from pg_database where datname = current_database()
$$;

-- For the statements that let mail leave: a check before them may have asked another server. A server that started at
-- another time may be another one or have other files; it is accepted, or held, by whoever compares the rest.
create function is_sending_held() returns boolean language plpgsql stable as $$
begin
  return exists (select from installation_holds where lifted_at is null or settled_at is null)
    or exists (
      select from database_identity
      where server_started_at <> pg_postmaster_start_time()
        or table_oid <> 'public.database_identity'::regclass::oid::bigint
        or database_oid <> (select oid::bigint from pg_database where datname = current_database()));
end $$;
