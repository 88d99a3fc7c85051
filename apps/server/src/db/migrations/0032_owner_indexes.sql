-- no transaction
-- Indexes that the primary keys begin with or are equal to.
-- old code survives: its queries use the new ones instead.

drop index concurrently if exists answer_drafts_owner;
drop index concurrently if exists answer_files_owner;
drop index concurrently if exists campaign_steps_owner;
drop index concurrently if exists conversation_change_rows_owner;
drop index concurrently if exists conversation_changes_owner;
drop index concurrently if exists conversation_notes_owner;
drop index concurrently if exists conversation_words_owner;
drop index concurrently if exists enrolments_owner;
drop index concurrently if exists gathering_items_owner;
drop index concurrently if exists gathering_jobs_owner;
drop index concurrently if exists generations_owner;
drop index concurrently if exists import_files_owner;
drop index concurrently if exists import_rows_owner;
drop index concurrently if exists prospect_events_owner;
drop index concurrently if exists removed_rows_owner;
drop index concurrently if exists send_jobs_owner;
drop index concurrently if exists step_emails_owner;
drop index concurrently if exists suppressions_owner;
drop index concurrently if exists template_versions_owner;

-- Those whose references got the owner in 0027.
drop index concurrently if exists answer_files_answer;
drop index concurrently if exists answer_files_conversation;
drop index concurrently if exists answers_recipient;
drop index concurrently if exists campaign_prospects_prospect;
drop index concurrently if exists conversation_change_rows_change;
drop index concurrently if exists conversation_notes_conversation;
drop index concurrently if exists conversations_prospect;
drop index concurrently if exists gathering_items_business;
drop index concurrently if exists prospect_events_prospect;
drop index concurrently if exists removed_rows_removal;
