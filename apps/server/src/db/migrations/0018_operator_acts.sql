-- What operators did, when and why. Rows outlive the account: they name it by its id, and by its address until it is
-- erased.
create table operator_acts (
  id uuid default gen_random_uuid() primary key,
  at timestamptz not null,
  operator text not null,
  act text not null,
  account_id uuid,
  subject text,
  detail text,
  reason text
);
create index operator_acts_at on operator_acts (at desc, id);
create index operator_acts_account on operator_acts (account_id, at desc) where account_id is not null;
