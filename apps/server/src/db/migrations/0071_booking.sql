-- Whose work a row of the ledger paid for; `owner_id` is the person whose plan and tokens paid. A cause is the spender's.
alter table usage_entries add column spender_id uuid;
update usage_entries set spender_id = owner_id;
alter table usage_entries alter column spender_id set not null;
drop index usage_entries_cause;
create unique index usage_entries_cause on usage_entries (spender_id, cause);
create index usage_entries_tokens on usage_entries (owner_id, created_at desc, id desc) where tokens <> 0;

-- Books a unit for each cause in turn, in one call, because every call of a busy sender waits for the last one: the
-- allowance first, then tokens if they are switched on. A cause that is booked already counts as paid and costs nothing
-- again. Nothing is booked for an organization whose owner's plan no longer holds one.
create function book_usage(
  in spender uuid, in type text, in caps jsonb, in organization_plans text[], in current_month text,
  in causes text[], in booked_at timestamptz,
  out payer uuid, out payer_plan text, out frozen boolean, out used_before integer, out used_after integer,
  out tokens_used integer, out paid text[]
) language plpgsql as $$
declare
  known text[];
  wanted text[];
  is_enabled boolean;
  balance integer;
  from_allowance integer;
begin
  select o.person_id into payer from owners o where o.id = spender;
  perform pg_advisory_xact_lock(hashtextextended('ledger:' || payer, 0));
  select u.subscription_plan, u.tokens_enabled into payer_plan, is_enabled from users u where u.id = payer;
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
  from_allowance := least(greatest((caps ->> payer_plan)::integer - used_before, 0), cardinality(wanted));
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
