-- The primary keys begin with the owner, that of inbound_messages, which may have none, with the time. Rewrites and
-- reads no rows; it takes all its locks at once, for some hundred milliseconds.
-- old code survives: ids stay unique by the indexes `_id_key`, and references keep what they do.

lock table
  accepted_messages, answer_drafts, answer_files, answers, business_tables, businesses, campaign_prospects,
  campaign_steps, campaign_tracking_choices, campaigns, conversation_change_rows, conversation_changes,
  conversation_notes, conversation_presence, conversation_words, conversations, enrolments, gathering_items,
  gathering_jobs, generations, import_files, import_rows, imports, inbound_messages, person_holds,
  prospect_events, prospects, recipients, removals, removed_rows, send_jobs, sending_pauses, step_emails,
  suppressions, template_versions, tracked_links, tracking_events, tracking_withdrawals, usage_entries
  in access exclusive mode;

do $$
declare
  old record;
begin
  for old in
    select c.conrelid::regclass as child, c.conname as name from pg_constraint c
    where c.contype = 'f' and cardinality(c.conkey) = 1 and exists (
      select from pg_constraint added
      where added.conrelid = c.conrelid and added.confrelid = c.confrelid and added.contype = 'f'
        and cardinality(added.conkey) = 2 and added.conkey[2] = c.conkey[1])
  loop
    execute format('alter table %s drop constraint %I', old.child, old.name);
  end loop;
end $$;

-- References to an id alone, which change to the index that stays.
alter table accepted_messages drop constraint accepted_messages_recipient_id_fkey;
alter table answers drop constraint answers_inbound_id_fkey;
alter table conversations drop constraint conversations_newest_id_fkey;
alter table inbound_messages drop constraint inbound_messages_original_id_fkey;
alter table inbound_messages drop constraint inbound_messages_recipient_id_fkey;
alter table tracking_events drop constraint tracking_events_recipient_id_fkey;

do $$
declare
  grown text;
begin
  foreach grown in array array[
    'answer_drafts', 'answer_files', 'answers', 'business_tables', 'businesses', 'campaign_prospects',
    'campaign_steps', 'campaigns', 'conversation_change_rows', 'conversation_changes', 'conversation_notes',
    'conversation_words', 'conversations', 'enrolments', 'gathering_items', 'gathering_jobs', 'generations',
    'import_files', 'import_rows', 'imports', 'person_holds', 'prospect_events', 'prospects', 'recipients',
    'removals', 'removed_rows', 'send_jobs', 'step_emails', 'suppressions', 'template_versions',
    'tracked_links', 'tracking_withdrawals', 'usage_entries'
  ] loop
    execute format(
      'alter table %1$I drop constraint %2$I, add constraint %2$I primary key using index %3$I',
      grown, grown || '_pkey', grown || '_by_owner');
  end loop;
end $$;
alter table inbound_messages drop constraint inbound_messages_pkey,
  add constraint inbound_messages_pkey primary key using index inbound_messages_by_month;

alter table accepted_messages add constraint accepted_messages_recipient_id_fkey
  foreign key (recipient_id) references recipients (id) on delete cascade not valid;
alter table answers add constraint answers_inbound_id_fkey
  foreign key (inbound_id) references inbound_messages (id) on delete set null not valid;
alter table conversations add constraint conversations_newest_id_fkey
  foreign key (newest_id) references inbound_messages (id) on delete set null not valid;
alter table inbound_messages add constraint inbound_messages_original_id_fkey
  foreign key (original_id) references inbound_messages (id) on delete set null not valid;
alter table inbound_messages add constraint inbound_messages_recipient_id_fkey
  foreign key (recipient_id) references recipients (id) on delete set null not valid;
alter table tracking_events add constraint tracking_events_recipient_id_fkey
  foreign key (recipient_id) references recipients (id) on delete cascade not valid;
