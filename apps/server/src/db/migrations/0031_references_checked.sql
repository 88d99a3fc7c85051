-- Checks again what 0030 added anew. Others read and write meanwhile.

alter table accepted_messages validate constraint accepted_messages_recipient_id_fkey;
alter table answers validate constraint answers_inbound_id_fkey;
alter table conversations validate constraint conversations_newest_id_fkey;
alter table inbound_messages validate constraint inbound_messages_original_id_fkey;
alter table inbound_messages validate constraint inbound_messages_recipient_id_fkey;
alter table tracking_events validate constraint tracking_events_recipient_id_fkey;
