-- New since: long lists, polite gathering, generations, the list of whom not to write to, signing, clicks.
insert into prospect_events (owner_id, prospect_id, kind, from_status, to_status, at) values
  ('a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000007', 'status', 'new', 'email_sent', '2026-03-01 10:00+00');
insert into crawl_turns values ('host:ofen.example', '2026-03-01 10:00+00');
insert into excluded_sites values ('left-alone.example', 'asked by mail', '2026-02-20 10:00+00');
insert into generations (owner_id, campaign_id, written_by, duration_ms, created_at) values
  ('a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-0000000000c1', 'composer', 12, '2026-02-28 10:00+00');
insert into suppressions (owner_id, email, kind, hash, source, reason, created_at) values
  ('a0000000-0000-4000-8000-000000000001', '@nobody.example', 'domain', encode(sha256('@nobody.example'), 'hex'), 'typed', 'manual', '2026-02-21 10:00+00'),
  ('a0000000-0000-4000-8000-000000000001', null, 'address', 'hash-of-a-deleted-contact', null, 'stop_reply', '2026-02-22 10:00+00');
insert into dkim_keys (domain, selector, sealed_key, created_at) values ('of-old.example', 'g1', 'sealed', '2026-02-20 10:00+00');
insert into domain_checks values ('of-old.example', '{}', '2026-02-20 10:00+00');
insert into tracked_links values ('a0000000-0000-4000-8000-0000000000f3', 'a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-0000000000c1', 'https://alice.example/ovens', '2026-03-01 10:00+00');
insert into tracking_choices values ('a0000000-0000-4000-8000-000000000001', true, true, '2026-02-20 10:00+00');
insert into campaign_tracking_choices values ('a0000000-0000-4000-8000-0000000000c1', 'a0000000-0000-4000-8000-000000000001', null, false, '2026-02-20 10:00+00');
insert into tracking_withdrawals (owner_id, hash, withdrawn_at) values ('a0000000-0000-4000-8000-000000000001', 'hash-of-somebody', '2026-02-25 10:00+00');
