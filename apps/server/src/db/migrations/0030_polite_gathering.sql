-- When the next request to a host, a registrable domain or an address may leave. Losing it in a crash costs nothing.
create unlogged table crawl_turns (
  key text primary key,
  free_at timestamptz not null
);

-- Books the next free moment of all keys together and answers the milliseconds until then. The rows are locked in
-- one order, so that two processes can't wait for each other; the database's own clock is the one they share.
create function book_crawl_turn(keys text[], interval_ms double precision) returns double precision
language plpgsql as $$
declare
  starts_at timestamptz;
begin
  insert into crawl_turns as turn (key, free_at)
    select key, '-infinity' from unnest(keys) as given (key) order by key
    on conflict (key) do update set free_at = turn.free_at;
  select greatest(clock_timestamp(), max(free_at)) into starts_at from crawl_turns where key = any (keys);
  update crawl_turns set free_at = starts_at + interval_ms * interval '1 millisecond' where key = any (keys);
  return greatest(0, extract(epoch from starts_at - clock_timestamp()) * 1000);
end $$;

-- Websites whose owners asked to be left alone; the subdomains are meant too.
create table excluded_sites (
  domain text primary key,
  reason text not null,
  excluded_at timestamptz not null
);

-- The website's registrable domain: businesses that share one are read one after another, while others go on.
alter table gathering_items add column host text;
-- The first business of each website comes before the second of any.
alter table gathering_items add column turn integer not null default 0;
alter table gathering_items add column prospects_added integer not null default 0;
alter table gathering_items add column left_out_suppressed integer not null default 0;
alter table gathering_items add column left_out_deleted integer not null default 0;
-- A business deleted while its job runs still counts in the job.
alter table gathering_items alter column business_id drop not null;
alter table gathering_items drop constraint gathering_items_business_id_fkey;
alter table gathering_items add foreign key (business_id) references businesses on delete set null;

drop index gathering_items_queue;
create index gathering_items_open on gathering_items (job_id) where state in ('queued', 'claimed');
create index gathering_items_queue on gathering_items (job_id, turn, position) where state = 'queued';
