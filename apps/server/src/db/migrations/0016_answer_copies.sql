-- Answers that leave from own mailboxes are copied to Sent and looked for there, like messages of campaigns.
-- old code survives: new columns are null.
alter table answers add column server_message_id text, add column sent_copy_at timestamptz;
create index answers_server_message_id on answers (server_message_id) where server_message_id is not null;
create index answers_sent_copy on answers (mailbox_id, sent_copy_at) where sent_copy_at is not null;
