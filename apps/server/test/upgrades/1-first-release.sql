-- What an installation of the first release holds: at least a row of every table. Alice has used it, Bob hardly.
insert into users (id, email, pending_email, first_name, last_name, password_hash, subscription_plan, tokens_enabled, email_confirmed_at, created_at) values
  ('a0000000-0000-4000-8000-000000000001', 'alice@customer.example', null, 'Alice', 'Tester', '$argon2id$v=19$m=19456,t=2,p=1$pItFonxrnyCaRE3lcUNt3Q$lkjNVH+n8amT6bSt4PxQoUSIOp8GuGzJBb1rA/snBb4', 'premium', true, '2026-02-01 08:00+00', '2026-02-01 08:00+00'),
  ('b0000000-0000-4000-8000-000000000001', 'bob@customer.example', 'bobby@customer.example', 'Bob', 'Tester', '$argon2id$v=19$m=19456,t=2,p=1$pItFonxrnyCaRE3lcUNt3Q$lkjNVH+n8amT6bSt4PxQoUSIOp8GuGzJBb1rA/snBb4', 'free', false, '2026-02-01 09:00+00', '2026-02-01 09:00+00');
insert into sessions (id, user_id, token_hash, created_at, used_at, user_agent) values
  ('a0000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-000000000001', 'a-hash', '2026-03-01 09:00+00', '2026-03-01 09:00+00', 'a browser');
insert into account_tokens (user_id, type, token_hash, email, created_at, expires_at) values
  ('b0000000-0000-4000-8000-000000000001', 'email_change', 'b-hash', 'bobby@customer.example', '2026-03-01 20:00+00', '2026-03-02 20:00+00');
insert into bot_check_uses values ('used', '2026-03-03 00:00+00');
insert into installation_secrets values ('of-old', 1, '\x00112233', '2026-02-01 08:00+00');
insert into rate_limits values ('limit', 1, 1772442000000);
insert into usage_entries (id, owner_id, cause, kind, usage_type, month, units, tokens, note, created_at) values
  ('a0000000-0000-4000-8000-000000000003', 'a0000000-0000-4000-8000-000000000001', 'send:a0000000-0000-4000-8000-00000000000c', 'use', 'emails_sent', '2026-03', 1, 0, null, '2026-03-01 10:00+00'),
  ('a0000000-0000-4000-8000-000000000004', 'a0000000-0000-4000-8000-000000000001', 'grant:1', 'grant', null, null, 0, 40, 'Sorry for the outage', '2026-02-20 10:00+00');
insert into usage_months values ('a0000000-0000-4000-8000-000000000001', '2026-03', 'emails_sent', 1);
insert into token_balances values ('a0000000-0000-4000-8000-000000000001', 40);
insert into kept_payments (payment_id, tokens, paid_at) values ('of-somebody-who-left', 100, '2026-01-01 00:00+00');
insert into notices values ('a0000000-0000-4000-8000-000000000001', 'welcome', '2026-02-01 08:00+00');

insert into business_tables (id, owner_id, name, query, prospecting_status, last_prospecting_at, created_at) values
  ('a0000000-0000-4000-8000-000000000005', 'a0000000-0000-4000-8000-000000000001', 'Bäckereien', 'bakery in vaduz', 'completed', '2026-02-10 10:00+00', '2026-02-10 09:00+00');
insert into businesses (id, owner_id, table_id, place_id, position, name, address, website, notes, gathering_outcome, created_at, updated_at) values
  ('a0000000-0000-4000-8000-000000000006', 'a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000005', 'osm:node/1', 1, 'Bäckerei Ofen', 'Goldwater', 'https://ofen.example', 'called once', 'found', '2026-02-10 09:00+00', '2026-02-11 09:00+00');
insert into prospects (id, owner_id, business_table_id, place_id, business_name, email, first_name, status, source_url, source_method, found_at, confidence, created_at, updated_at) values
  ('a0000000-0000-4000-8000-000000000007', 'a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000005', 'osm:node/1', 'Bäckerei Ofen', 'anna@ofen.example', 'Anna', 'email_sent', 'https://ofen.example/contact', 'mailto', '2026-02-10 10:00+00', 0.9, '2026-02-10 10:00+00', '2026-03-01 10:00+00'),
  ('a0000000-0000-4000-8000-000000000008', 'a0000000-0000-4000-8000-000000000001', null, '', null, 'Carl@shop.example', 'Carl', 'email_generated', null, null, null, null, '2026-02-12 10:00+00', '2026-02-12 10:00+00'),
  ('a0000000-0000-4000-8000-000000000009', 'a0000000-0000-4000-8000-000000000001', null, '', null, 'dora@shop.example', null, 'rejected', null, null, null, null, '2026-02-12 11:00+00', '2026-02-12 11:00+00'),
  ('b0000000-0000-4000-8000-000000000007', 'b0000000-0000-4000-8000-000000000001', null, '', null, 'anna@ofen.example', 'Anna', 'new', null, null, null, null, '2026-02-12 12:00+00', '2026-02-12 12:00+00');
insert into deleted_prospects values ('a0000000-0000-4000-8000-000000000001', 'osm:node/1', 'a-hash', '2026-02-13 10:00+00');
insert into gathering_jobs (id, owner_id, table_id, status, total, created_at, completed_at) values
  ('a0000000-0000-4000-8000-00000000000a', 'a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000005', 'completed', 1, '2026-02-10 09:30+00', '2026-02-10 10:00+00');
insert into gathering_items (owner_id, job_id, business_id, position, state, outcome, prospects_found, finished_at) values
  ('a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-00000000000a', 'a0000000-0000-4000-8000-000000000006', 1, 'done', 'found', 1, '2026-02-10 10:00+00');

insert into signatures (id, owner_id, name, content, is_default, created_at, updated_at) values
  ('a0000000-0000-4000-8000-00000000000b', 'a0000000-0000-4000-8000-000000000001', 'Mine', '<p>Alice, <b>ovens</b></p>', true, '2026-02-14 10:00+00', '2026-02-14 10:00+00');
insert into signature_images (owner_id, key, content_type, created_at) values
  ('a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001-old.png', 'image/png', '2026-02-14 10:00+00');
insert into return_addresses values ('alice-of-old', 'a0000000-0000-4000-8000-000000000001', true, '2026-02-14 10:00+00');
insert into campaigns (id, owner_id, name, marketing_copy, status, signature_id, email_subject, email_body, written_by, generations, template_version, template_at, created_at, updated_at) values
  ('a0000000-0000-4000-8000-0000000000c1', 'a0000000-0000-4000-8000-000000000001', 'Ovens', 'We repair bakery ovens.', 'active', 'a0000000-0000-4000-8000-00000000000b', 'Your oven', 'Hello, we repair.', 'composer', 1, 1, '2026-02-28 10:00+00', '2026-02-28 10:00+00', '2026-03-01 10:00+00');
insert into campaign_prospects (id, owner_id, campaign_id, prospect_id, email, first_name, position, email_status, email_subject, email_content, rendered_version, round, sent_at, created_at) values
  ('a0000000-0000-4000-8000-0000000000d1', 'a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-0000000000c1', 'a0000000-0000-4000-8000-000000000007', 'anna@ofen.example', 'Anna', 1, 'sent', 'Your oven', 'Hello Anna, we repair.', 1, 1, '2026-03-01 10:00+00', '2026-02-28 10:00+00'),
  ('a0000000-0000-4000-8000-0000000000d2', 'a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-0000000000c1', 'a0000000-0000-4000-8000-000000000008', 'Carl@shop.example', 'Carl', 2, 'generated', 'Your oven', 'Hello Carl, we repair.', 1, 1, null, '2026-02-28 10:00+00');
-- Stopped for the upgrade in the middle of a send: one left, one waits.
insert into send_jobs (id, owner_id, campaign_id, status, resend, created_at) values
  ('a0000000-0000-4000-8000-0000000000e1', 'a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-0000000000c1', 'processing', false, '2026-03-01 10:00+00');
insert into recipients (id, owner_id, campaign_id, campaign_prospect_id, prospect_id, job_id, round, email, subject, content, state, message_id, attempts, next_at, is_charged, queued_at, first_tried_at, finished_at) values
  ('a0000000-0000-4000-8000-00000000000c', 'a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-0000000000c1', 'a0000000-0000-4000-8000-0000000000d1', 'a0000000-0000-4000-8000-000000000007', 'a0000000-0000-4000-8000-0000000000e1', 1, 'anna@ofen.example', 'Your oven', 'Hello Anna, we repair.', 'sent', 'v1.old@reply.test.example', 1, '2026-03-01 10:00+00', true, '2026-03-01 10:00+00', '2026-03-01 10:00+00', '2026-03-01 10:00+00'),
  ('a0000000-0000-4000-8000-00000000000d', 'a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-0000000000c1', 'a0000000-0000-4000-8000-0000000000d2', 'a0000000-0000-4000-8000-000000000008', 'a0000000-0000-4000-8000-0000000000e1', 1, 'Carl@shop.example', 'Your oven', 'Hello Carl, we repair.', 'queued', null, 0, '2026-03-01 10:00+00', false, '2026-03-01 10:00+00', null, null);
insert into send_attempts (owner_id, recipient_id, outcome, code, answer, at) values
  ('a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-00000000000c', 'accepted', 250, '250 OK', '2026-03-01 10:00+00');
insert into workers values ('worker-of-old', '2026-03-01 09:00+00', '2026-03-01 10:00+00');
insert into outbox_messages (envelope_from, envelope_to, raw, received_at) values ('r@reply.test.example', 'anna@ofen.example', '\x48', '2026-03-01 10:00+00');
insert into tracking_events (owner_id, recipient_id, kind, class, at) values
  ('a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-00000000000c', 'open', 'human', '2026-03-01 12:00+00');
insert into suppressions (owner_id, email, reason, created_at) values
  ('a0000000-0000-4000-8000-000000000001', 'dora@shop.example', 'unsubscribed', '2026-02-20 10:00+00');
insert into inbound_messages (id, owner_id, envelope_from, envelope_to, raw, raw_hash, kind, recipient_id, from_email, subject, reply_text, received_at, handled_at, forward_state) values
  ('a0000000-0000-4000-8000-0000000000f1', 'a0000000-0000-4000-8000-000000000001', 'anna@ofen.example', 'alice-of-old@reply.test.example', '\x48', 'a-hash', 'reply', 'a0000000-0000-4000-8000-00000000000c', 'anna@ofen.example', 'Re: Your oven', 'Please call me.', '2026-03-01 13:00+00', '2026-03-01 13:00+00', 'sent');
insert into support_requests (owner_id, type, title, description, priority, created_at) values
  ('a0000000-0000-4000-8000-000000000001', 'question', 'How do I start?', 'I found it.', 'low', '2026-02-02 10:00+00');
insert into mailing_list_subscribers (email, name, created_at, confirmed_at) values ('eve@reader.example', 'Eve', '2026-02-02 10:00+00', '2026-02-02 11:00+00');

insert into billing_customers (customer_id, owner_id, provider, created_at, checked_at) values
  ('cus_1', 'a0000000-0000-4000-8000-000000000001', 'embedded', '2026-02-01 10:00+00', '2026-03-02 08:30+00');
insert into billing_subscriptions (customer_id, owner_id, subscription_id, plan, status, period_end, entitled_plan) values
  ('cus_1', 'a0000000-0000-4000-8000-000000000001', 'sub_1', 'premium', 'ended', '2026-02-28 10:00+00', 'free');
insert into billing_payments (id, customer_id, owner_id, tokens, amount_cents, paid_at, created_at) values
  ('pay_1', 'cus_1', 'a0000000-0000-4000-8000-000000000001', 0, 9900, '2026-02-01 10:00+00', '2026-02-01 10:00+00');
insert into billing_checkouts (id, customer_id, owner_id, wanted, created_at, expires_at, completed_at) values
  ('a0000000-0000-4000-8000-0000000000f2', 'cus_1', 'a0000000-0000-4000-8000-000000000001', 'premium', '2026-02-01 10:00+00', '2026-02-02 10:00+00', '2026-02-01 10:05+00');
insert into billing_events values ('evt_1', 'invoice.paid', 'cus_1', '2026-02-01 10:00+00', '2026-02-01 10:00+00');
insert into embedded_payment_objects values ('cus_1', 'customer', 'cus_1', '{"name":"Alice"}', '2026-02-01 10:00+00');

insert into places.origin (source, licence, attribution) values ('OpenStreetMap', 'ODbL', '© OpenStreetMap contributors');
insert into places.region (name, origin_id, places, elements, imported_at) values ('Goldwater', 1, 0, 10, '2026-02-01 08:00+00');
