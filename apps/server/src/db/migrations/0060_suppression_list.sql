-- An entry is found by the hash of its address or '@domain'. The words themselves may go with a deleted contact;
-- the hash stays, and so does the wish not to be written to.
alter table suppressions
  add column kind text not null default 'address' check (kind in ('address', 'domain')),
  add column hash text,
  add column source text;
update suppressions set hash = encode(sha256(convert_to(lower(trim(email)), 'UTF8')), 'hex');
alter table suppressions alter column hash set not null, alter column email drop not null;
drop index suppressions_in_force;
create unique index suppressions_in_force on suppressions (owner_id, hash) where lifted_at is null;
create index suppressions_listed on suppressions (owner_id, created_at desc, id) where lifted_at is null;
