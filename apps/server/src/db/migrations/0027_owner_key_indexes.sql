-- no transaction
-- Keys that begin with the owner, for tables that grow with an owner's mails, prospects or businesses (docs/decisions/033).
-- `_by_owner` becomes the primary key in 0030. `_id_key` takes the place of the old one, because processes of the last
-- release find and insert rows by `id`; a later release drops it.
-- old code survives: what is unique by its id is unique together with its owner, and stays unique by its id.

create unique index concurrently if not exists answer_drafts_by_owner on answer_drafts (owner_id, conversation_id, user_id);
create unique index concurrently if not exists answer_files_by_owner on answer_files (owner_id, id);
create unique index concurrently if not exists answers_by_owner on answers (owner_id, id);
create unique index concurrently if not exists business_tables_by_owner on business_tables (owner_id, id);
create unique index concurrently if not exists businesses_by_owner on businesses (owner_id, id);
create unique index concurrently if not exists campaign_prospects_by_owner on campaign_prospects (owner_id, id);
create unique index concurrently if not exists campaign_steps_by_owner on campaign_steps (owner_id, id);
create unique index concurrently if not exists campaigns_by_owner on campaigns (owner_id, id);
create unique index concurrently if not exists conversation_change_rows_by_owner on conversation_change_rows (owner_id, id);
create unique index concurrently if not exists conversation_changes_by_owner on conversation_changes (owner_id, id);
create unique index concurrently if not exists conversation_notes_by_owner on conversation_notes (owner_id, id);
create unique index concurrently if not exists conversation_words_by_owner on conversation_words (owner_id, conversation_id);
create unique index concurrently if not exists conversations_by_owner on conversations (owner_id, id);
create unique index concurrently if not exists enrolments_by_owner on enrolments (owner_id, id);
create unique index concurrently if not exists gathering_items_by_owner on gathering_items (owner_id, id);
create unique index concurrently if not exists gathering_jobs_by_owner on gathering_jobs (owner_id, id);
create unique index concurrently if not exists generations_by_owner on generations (owner_id, id);
create unique index concurrently if not exists import_files_by_owner on import_files (owner_id, id);
create unique index concurrently if not exists import_rows_by_owner on import_rows (owner_id, id);
create unique index concurrently if not exists imports_by_owner on imports (owner_id, id);
create unique index concurrently if not exists inbound_messages_by_month on inbound_messages (received_at, id);
create unique index concurrently if not exists person_holds_by_owner on person_holds (owner_id, id);
create unique index concurrently if not exists prospect_events_by_owner on prospect_events (owner_id, id);
create unique index concurrently if not exists prospects_by_owner on prospects (owner_id, id);
create unique index concurrently if not exists recipients_by_owner on recipients (owner_id, id);
create unique index concurrently if not exists removals_by_owner on removals (owner_id, id);
create unique index concurrently if not exists removed_rows_by_owner on removed_rows (owner_id, id);
create unique index concurrently if not exists send_jobs_by_owner on send_jobs (owner_id, id);
create unique index concurrently if not exists step_emails_by_owner on step_emails (owner_id, id);
create unique index concurrently if not exists suppressions_by_owner on suppressions (owner_id, id);
create unique index concurrently if not exists template_versions_by_owner on template_versions (owner_id, id);
create unique index concurrently if not exists tracked_links_by_owner on tracked_links (owner_id, id);
create unique index concurrently if not exists tracking_withdrawals_by_owner on tracking_withdrawals (owner_id, id);
create unique index concurrently if not exists usage_entries_by_owner on usage_entries (owner_id, id);

create unique index concurrently if not exists answer_drafts_conversation_id_user_id_key on answer_drafts (conversation_id, user_id);
create unique index concurrently if not exists answer_files_id_key on answer_files (id);
create unique index concurrently if not exists answers_id_key on answers (id);
create unique index concurrently if not exists business_tables_id_key on business_tables (id);
create unique index concurrently if not exists businesses_id_key on businesses (id);
create unique index concurrently if not exists campaign_prospects_id_key on campaign_prospects (id);
create unique index concurrently if not exists campaign_steps_id_key on campaign_steps (id);
create unique index concurrently if not exists campaigns_id_key on campaigns (id);
create unique index concurrently if not exists conversation_change_rows_id_key on conversation_change_rows (id);
create unique index concurrently if not exists conversation_changes_id_key on conversation_changes (id);
create unique index concurrently if not exists conversation_notes_id_key on conversation_notes (id);
create unique index concurrently if not exists conversation_words_conversation_id_key on conversation_words (conversation_id);
create unique index concurrently if not exists conversations_id_key on conversations (id);
create unique index concurrently if not exists enrolments_id_key on enrolments (id);
create unique index concurrently if not exists gathering_items_id_key on gathering_items (id);
create unique index concurrently if not exists gathering_jobs_id_key on gathering_jobs (id);
create unique index concurrently if not exists generations_id_key on generations (id);
create unique index concurrently if not exists import_files_id_key on import_files (id);
create unique index concurrently if not exists import_rows_id_key on import_rows (id);
create unique index concurrently if not exists imports_id_key on imports (id);
create unique index concurrently if not exists inbound_messages_id_key on inbound_messages (id);
create unique index concurrently if not exists person_holds_id_key on person_holds (id);
create unique index concurrently if not exists prospect_events_id_key on prospect_events (id);
create unique index concurrently if not exists prospects_id_key on prospects (id);
create unique index concurrently if not exists recipients_id_key on recipients (id);
create unique index concurrently if not exists removals_id_key on removals (id);
create unique index concurrently if not exists removed_rows_id_key on removed_rows (id);
create unique index concurrently if not exists send_jobs_id_key on send_jobs (id);
create unique index concurrently if not exists step_emails_id_key on step_emails (id);
create unique index concurrently if not exists suppressions_id_key on suppressions (id);
create unique index concurrently if not exists template_versions_id_key on template_versions (id);
create unique index concurrently if not exists tracked_links_id_key on tracked_links (id);
create unique index concurrently if not exists tracking_withdrawals_id_key on tracking_withdrawals (id);
create unique index concurrently if not exists usage_entries_id_key on usage_entries (id);

-- References that are looked up for each of many deleted rows. By the reference alone the planner could prefer an index
-- of the owner while it knows nothing about a table, and would read all of the owner's rows each time.
create index concurrently if not exists answer_files_answer_of_owner on answer_files (answer_id, owner_id) where answer_id is not null;
create index concurrently if not exists answer_files_conversation_of_owner on answer_files (conversation_id, owner_id, user_id);
create index concurrently if not exists answers_recipient_of_owner on answers (recipient_id, owner_id);
create index concurrently if not exists campaign_prospects_prospect_of_owner on campaign_prospects (prospect_id, owner_id);
create index concurrently if not exists conversation_change_rows_change_of_owner on conversation_change_rows (change_id, owner_id);
create index concurrently if not exists conversation_notes_conversation_of_owner on conversation_notes (conversation_id, owner_id, created_at);
create index concurrently if not exists conversations_prospect_of_owner on conversations (prospect_id, owner_id);
create index concurrently if not exists gathering_items_business_of_owner on gathering_items (business_id, owner_id);
create index concurrently if not exists prospect_events_prospect_of_owner on prospect_events (prospect_id, owner_id, at);
create index concurrently if not exists recipients_person_of_owner on recipients (campaign_prospect_id, owner_id);
create index concurrently if not exists removed_rows_removal_of_owner on removed_rows (removal_id, owner_id, held_by);
create index concurrently if not exists step_emails_person_of_owner on step_emails (campaign_prospect_id, owner_id);
