-- Entries of emails are stored in months, too, by `created_at`. book_usage puts them there; refunds, purchases and all
-- other entries stay in the table itself, and so do entries of before. A cause is charged once for all time, because
-- book_usage looks it up in all months while it holds the payer's lock; each month has the unique index as well.
-- old code survives: it books by the same function, and reads and deletes through the table itself, months included.

create or replace function make_month(parent text, month date) returns void language plpgsql set lock_timeout = '5s' as $$
declare
  name text := parent || to_char(month, '_YYYY_MM');
  moment text := case parent when 'usage_entries' then 'created_at' else 'at' end;
begin
  perform pg_advisory_xact_lock(hashtextextended('month:' || name, 0));
  if to_regclass(quote_ident(name)) is not null then return; end if;
  execute format(
    'create table %1$I (like %2$I including defaults including indexes,
       constraint in_month check (%3$I >= %4$L and %3$I < %5$L)) inherits (%2$I)',
    name, parent, moment, month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  if parent <> 'sent_texts' then
    -- The owner comes first, as in all keys of tables that grow: an owner's rows are read in this order.
    execute format('alter table %I drop constraint %I, add primary key (owner_id, id)', name, name || '_pkey');
  end if;
end $$;

create or replace function delete_months_of_owner() returns trigger language plpgsql as $$
begin
  delete from send_attempts where owner_id = old.id;
  delete from tracking_events where owner_id = old.id;
  delete from sent_texts where owner_id = old.id;
  delete from usage_entries where owner_id = old.id;
  return null;
end $$;

create or replace function book_usage(spender uuid, type text, caps jsonb, organization_plans text[], current_month text, causes text[], booked_at timestamptz, out payer uuid, out payer_plan text, out frozen boolean, out used_before integer, out used_after integer, out tokens_used integer, out paid text[]) returns record
  language plpgsql
  as $$
declare
  known text[];
  wanted text[];
  is_enabled boolean;
  balance integer;
  from_allowance integer;
  cap integer;
  entries text := 'usage_entries';
  month_of_entries text := 'usage_entries' || to_char(booked_at at time zone 'UTC', '_YYYY_MM');
begin
  select o.person_id into payer from owners o where o.id = spender;
  perform pg_advisory_xact_lock(hashtextextended('ledger:' || payer, 0));
  select u.subscription_plan, u.tokens_enabled,
      case when own.owner_id is null then (caps ->> u.subscription_plan)::integer else own.units end
    into payer_plan, is_enabled, cap
    from users u left join account_caps own on own.owner_id = u.id and own.usage_type = type
      and (own.until is null or own.until >= (booked_at at time zone 'UTC')::date)
    where u.id = payer;
  frozen := payer <> spender and not payer_plan = any (organization_plans);
  select coalesce(array_agg(e.cause), '{}') into known
    from usage_entries e where e.spender_id = spender and e.cause = any (causes);
  select coalesce(array_agg(c.cause order by c.place), '{}') into wanted from (
    select t.cause, min(t.place) as place from unnest(causes) with ordinality t (cause, place)
    where not t.cause = any (known) group by t.cause
  ) c;
  select coalesce(max(m.units), 0) into used_before
    from usage_months m where m.owner_id = payer and m.month = current_month and m.usage_type = type;
  select coalesce(max(b.tokens), 0) into balance from token_balances b where b.owner_id = payer;
  from_allowance := case
    when payer_plan is null then 0
    else least(greatest(coalesce(cap, 2147483647) - used_before, 0), cardinality(wanted))
  end;
  tokens_used := case when is_enabled then least(balance, cardinality(wanted) - from_allowance) else 0 end;
  if frozen then
    from_allowance := 0;
    tokens_used := 0;
  end if;
  used_after := used_before + from_allowance;
  paid := known || wanted[1 : from_allowance + tokens_used];
  if from_allowance + tokens_used > 0 then
    -- Months have no reference to the owner.
    perform from owners where id = payer for key share;
    if not found then
      raise foreign_key_violation using message = 'usage_entries: the owner of these entries was deleted';
    end if;
    if type = 'emails_sent' and to_regclass(month_of_entries) is not null then
      entries := month_of_entries;
    end if;
    execute format(
      'insert into %I (owner_id, spender_id, cause, kind, usage_type, month, units, tokens, created_at)
         select $1, $2, t.cause, ''use'', $3, $4,
           case when t.place <= $5 then 1 else 0 end, case when t.place <= $5 then 0 else -1 end, $6
         from unnest($7) with ordinality t (cause, place)', entries)
      using payer, spender, type, current_month, from_allowance, booked_at, wanted[1 : from_allowance + tokens_used];
  end if;
  if from_allowance > 0 then
    insert into usage_months as m (owner_id, month, usage_type, units)
      values (payer, current_month, type, from_allowance)
      on conflict (owner_id, month, usage_type) do update set units = m.units + excluded.units;
  end if;
  if tokens_used > 0 then
    update token_balances b set tokens = b.tokens - tokens_used where b.owner_id = payer;
  end if;
end $$;
