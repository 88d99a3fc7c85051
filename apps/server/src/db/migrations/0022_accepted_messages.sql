-- Messages that wait here, though a mail server accepted them in a moment that the database lost. Workers note them
-- from their data folders while sending is on hold.
-- small table: the messages of lost moments
create table accepted_messages (
  recipient_id uuid primary key references recipients(id) on delete cascade,
  -- The id that the server gave it; null if it kept ours.
  message_id text
);
