-- An account's own caps, which replace those of its plan. Units null is unlimited; until null has no end, else they
-- count until the end of that day in UTC.
create table account_caps (
  owner_id uuid not null references owners(id) on delete cascade,
  usage_type text not null,
  units integer check (units >= 0),
  until date,
  set_at timestamptz not null,
  primary key (owner_id, usage_type)
);

-- The same but for own caps and for plans without a cap, whose value in caps is null. Same arguments and results, so
-- processes of the last release call it, too.
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
  insert into usage_entries (owner_id, spender_id, cause, kind, usage_type, month, units, tokens, created_at)
    select payer, spender, t.cause, 'use', type, current_month,
      case when t.place <= from_allowance then 1 else 0 end,
      case when t.place <= from_allowance then 0 else -1 end, booked_at
    from unnest(wanted[1 : from_allowance + tokens_used]) with ordinality t (cause, place);
  if from_allowance > 0 then
    insert into usage_months as m (owner_id, month, usage_type, units)
      values (payer, current_month, type, from_allowance)
      on conflict (owner_id, month, usage_type) do update set units = m.units + excluded.units;
  end if;
  if tokens_used > 0 then
    update token_balances b set tokens = b.tokens - tokens_used where b.owner_id = payer;
  end if;
end $$;
