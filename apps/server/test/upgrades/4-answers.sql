-- New since: pace and pauses, own mailboxes, answers, reviewing, imports.
insert into server_groups (name, updated_at) values ('mx.example', '2026-03-01 10:00+00');
insert into mail_domains values ('ofen.example', 'mx.example', '2026-03-01 10:00+00');
insert into sending_paces values ('a0000000-0000-4000-8000-000000000001', 500, 0, 0, '{1,2,3,4,5,6,7}', '00:00', '24:00', 'UTC', false, '2026-02-20 10:00+00');
insert into sending_turns values ('a0000000-0000-4000-8000-000000000001', '2026-03-01 10:00+00');
insert into sending_days values ('reply.test.example', '2026-03-01', 1);
insert into sending_pauses (owner_id, kind, sentence, at, lifted_at) values
  ('a0000000-0000-4000-8000-000000000001', 'bounces', 'Too many came back.', '2026-02-20 10:00+00', '2026-02-21 10:00+00');
insert into installation_epochs values ('a-folder-of-old', 1, null, '2026-03-02 08:59+00');
insert into installation_holds (sentence, at, lifted_at) values ('Restored.', '2026-02-20 10:00+00', '2026-02-20 11:00+00');
insert into sender_mailboxes (owner_id, address, host, port, security, username, sealed_password, updated_at) values
  ('b0000000-0000-4000-8000-000000000001', 'bob@bob.example', 'mail.bob.example', 465, 'tls', 'bob', 'sealed', '2026-02-20 10:00+00');
insert into answers (owner_id, inbound_id, recipient_id, press_id, to_email, subject, content, state, next_at, created_at, finished_at) values
  ('a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-0000000000f1', 'a0000000-0000-4000-8000-00000000000c', 'a0000000-0000-4000-8000-0000000000f4', 'anna@ofen.example', 'Re: Your oven', 'I will.', 'sent', '2026-03-01 14:00+00', '2026-03-01 14:00+00', '2026-03-01 14:00+00');
update prospects set reviewed_at = '2026-02-20 10:00+00', address_check = 'safe' where email = 'anna@ofen.example';
insert into discarded_prospects values ('a0000000-0000-4000-8000-0000000000f5', 'a0000000-0000-4000-8000-000000000001', '{"email":"hal@ofen.example"}', '2026-03-02 08:00+00');
insert into imports (id, owner_id, kind, file_name, encoding, delimiter, columns, mapping, status, total, processed, created_at, worked_at) values
  ('a0000000-0000-4000-8000-0000000000f6', 'a0000000-0000-4000-8000-000000000001', 'prospects', 'people.csv', 'utf-8', ',', '["E-Mail"]', '{"email":0}', 'completed', 1, 1, '2026-03-01 10:00+00', '2026-03-01 10:00+00');
insert into import_rows (owner_id, import_id, line, cells, state) values
  ('a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-0000000000f6', 2, '["ida@shop.example"]', 'imported');
