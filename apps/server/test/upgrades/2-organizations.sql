-- New since: details that expire, owners, the ledger's spender, organizations. Alice and Bob work in one.
update businesses set expires_at = '2026-03-20 00:00+00' where place_id = 'osm:node/1';
insert into owners (id, person_id) values ('0f000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001');
insert into organizations (id, name, created_at) values ('0f000000-0000-4000-8000-000000000001', 'Ovens & Co', '2026-02-15 10:00+00');
insert into organization_members (organization_id, user_id, role, joined_at) values
  ('0f000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001', 'owner', '2026-02-15 10:00+00'),
  ('0f000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000001', 'member', '2026-02-16 10:00+00');
insert into organization_invitations (organization_id, email, role, token_hash, invited_by, created_at, expires_at) values
  ('0f000000-0000-4000-8000-000000000001', 'fay@customer.example', 'member', 'c-hash', 'a0000000-0000-4000-8000-000000000001', '2026-03-01 10:00+00', '2026-03-08 10:00+00');
insert into prospects (id, owner_id, email, first_name, created_at, updated_at) values
  ('0f000000-0000-4000-8000-000000000007', '0f000000-0000-4000-8000-000000000001', 'gus@team.example', 'Gus', '2026-02-17 10:00+00', '2026-02-17 10:00+00');
insert into usage_entries (owner_id, spender_id, cause, kind, usage_type, month, units, created_at) values
  ('a0000000-0000-4000-8000-000000000001', '0f000000-0000-4000-8000-000000000001', 'search:1', 'use', 'business_searches', '2026-03', 1, '2026-03-01 10:00+00');
