import type { RemovalKind } from '../schema.ts'

/** Rows of a table that are deleted with others, or lose a reference to them. */
export interface Hanging {
  table: string
  /** A condition in SQL; `$ids` are the deleted ids. */
  where: string
  /** For rows that stay: the columns that lose their reference, with the table referred to. */
  columns?: Record<string, string>
  /** Keeps a copy of the whole row although it stays, in case something else deletes it later. */
  isGuest?: true
  /** References that must exist for a row to come back. */
  needs?: Record<string, string>
  /** Values of a restored row that are replaced, in SQL over `kept.contents`. */
  instead?: Record<string, string>
}

/** The reference, or null if its row is gone. */
const ifThere = (table: string, column: string) =>
  `(select id from ${table} where id = (kept.contents->>'${column}')::uuid)`

/** Restores work that was active as ended. */
const ended = (column: string, active: string, end: string) =>
  `case when kept.contents->>'${column}' in (${active}) then '${end}' else kept.contents->>'${column}' end`

const endedJob = {
  status: ended('status', "'pending', 'processing'", 'cancelled'),
  completed_at: `coalesce(kept.contents->>'completed_at', (select to_jsonb(removed_at)#>>'{}' from removals where id = kept.removal_id))`,
}

const prospects: readonly Hanging[] = [
  {
    table: 'prospects',
    where: 'id = any($ids)',
    instead: { business_table_id: ifThere('business_tables', 'business_table_id') },
  },
  {
    table: 'prospect_events',
    where: 'prospect_id = any($ids)',
    needs: { prospect_id: 'prospects' },
  },
  // A campaign drops recipients whose prospect is gone.
  {
    table: 'campaign_prospects',
    where: 'prospect_id = any($ids)',
    columns: { prospect_id: 'prospects' },
    isGuest: true,
    needs: { prospect_id: 'prospects', campaign_id: 'campaigns' },
  },
  {
    table: 'recipients',
    where: 'campaign_prospect_id in (select id from campaign_prospects where prospect_id = any($ids))',
    columns: { campaign_prospect_id: 'campaign_prospects' },
  },
  { table: 'conversations', where: 'prospect_id = any($ids)', columns: { prospect_id: 'prospects' } },
]

const businesses: readonly Hanging[] = [
  { table: 'businesses', where: 'id = any($ids)', needs: { table_id: 'business_tables' } },
  {
    table: 'gathering_items',
    where: 'business_id = any($ids)',
    columns: { business_id: 'businesses' },
  },
]

const table: readonly Hanging[] = [
  {
    table: 'business_tables',
    where: 'id = any($ids)',
    instead: { prospecting_status: ended('prospecting_status', "'pending', 'processing'", 'cancelled') },
  },
  { table: 'businesses', where: 'table_id = any($ids)' },
  { table: 'gathering_jobs', where: 'table_id = any($ids)', instead: endedJob },
  {
    table: 'gathering_items',
    where: 'job_id in (select id from gathering_jobs where table_id = any($ids))',
    instead: { state: ended('state', "'queued', 'claimed'", 'cancelled') },
  },
  {
    table: 'imports',
    where: 'business_table_id = any($ids)',
    instead: { status: ended('status', "'reading', 'checking', 'importing'", 'cancelled') },
  },
  {
    table: 'import_rows',
    where: 'import_id in (select id from imports where business_table_id = any($ids))',
  },
  // Megabytes in size, and only needed to read the file again. A restored import does without it.
  { table: 'import_files', where: 'false' },
  {
    table: 'prospects',
    where: 'business_table_id = any($ids)',
    columns: { business_table_id: 'business_tables' },
  },
]

const campaign: readonly Hanging[] = [
  {
    table: 'campaigns',
    where: 'id = any($ids)',
    instead: {
      signature_id: ifThere('signatures', 'signature_id'),
      // Background writing stopped with the deletion.
      rendering_total: 'null',
    },
  },
  { table: 'send_jobs', where: 'campaign_id = any($ids)', instead: endedJob },
  {
    table: 'campaign_prospects',
    where: 'campaign_id = any($ids)',
    instead: { prospect_id: ifThere('prospects', 'prospect_id') },
  },
  { table: 'template_versions', where: 'campaign_id = any($ids)' },
  { table: 'campaign_steps', where: 'campaign_id = any($ids)' },
  { table: 'enrolments', where: 'campaign_id = any($ids)' },
  {
    table: 'step_emails',
    where: 'step_id in (select id from campaign_steps where campaign_id = any($ids))',
    needs: { campaign_prospect_id: 'campaign_prospects' },
  },
  { table: 'sending_pauses', where: 'campaign_id = any($ids)' },
  { table: 'campaign_tracking_choices', where: 'campaign_id = any($ids)' },
  {
    table: 'recipients',
    where: 'campaign_id = any($ids)',
    columns: {
      campaign_id: 'campaigns',
      campaign_prospect_id: 'campaign_prospects',
      job_id: 'send_jobs',
      step_id: 'campaign_steps',
    },
  },
  { table: 'generations', where: 'campaign_id = any($ids)', columns: { campaign_id: 'campaigns' } },
]

/** The conversation with the address of the deleted one: that one, or a new one if the person wrote since. */
const conversationNow = `(
  select now.id from removed_rows deleted join conversations now
    on now.owner_id = deleted.owner_id and now.email = deleted.contents->>'email'
  where deleted.removal_id = kept.removal_id and deleted.held_by = 'conversations'
    and deleted.contents->>'id' = kept.contents->>'conversation_id')`

const ofAddress = 'in (select email from conversations where id = any($ids))'

const conversation: readonly Hanging[] = [
  {
    table: 'conversations',
    where: 'id = any($ids)',
    instead: {
      // Its messages come back after it.
      newest_id: 'null',
      prospect_id: ifThere('prospects', 'prospect_id'),
      assignee_id: ifThere('users', 'assignee_id'),
      chosen_by: ifThere('users', 'chosen_by'),
      // A built-in label, or an own one that still exists.
      chosen_label: `case when kept.contents->>'chosen_label' !~ '-' or exists (
        select from reply_labels where id::text = kept.contents->>'chosen_label') then kept.contents->>'chosen_label' end`,
    },
  },
  {
    table: 'inbound_messages',
    where: `kind in ('reply', 'auto-reply') and lower(from_email) ${ofAddress}`,
    instead: {
      recipient_id: ifThere('recipients', 'recipient_id'),
      mailbox_id: ifThere('mailboxes', 'mailbox_id'),
      // A forward that was claimed then starts again; one in transmission may have left.
      forward_state: `case kept.contents->>'forward_state' when 'claimed' then 'queued'
        when 'transmitting' then 'unconfirmed' else kept.contents->>'forward_state' end`,
    },
  },
  {
    table: 'answers',
    where: `lower(to_email) ${ofAddress}`,
    instead: {
      inbound_id: ifThere('inbound_messages', 'inbound_id'),
      recipient_id: ifThere('recipients', 'recipient_id'),
      mailbox_id: ifThere('mailboxes', 'mailbox_id'),
      author_id: ifThere('users', 'author_id'),
      // An answer that hadn't left is not sent later.
      state: `case kept.contents->>'state' when 'queued' then 'failed' when 'claimed' then 'failed'
        when 'transmitting' then 'unconfirmed' else kept.contents->>'state' end`,
    },
  },
  {
    table: 'conversation_notes',
    where: 'conversation_id = any($ids)',
    instead: { conversation_id: conversationNow, author_id: ifThere('users', 'author_id') },
  },
  {
    table: 'answer_drafts',
    where: 'conversation_id = any($ids)',
    instead: { conversation_id: conversationNow },
    needs: { user_id: 'users' },
  },
  {
    table: 'answer_files',
    where: 'conversation_id = any($ids)',
    instead: { conversation_id: conversationNow, answer_id: ifThere('answers', 'answer_id') },
    needs: { user_id: 'users' },
  },
  // Words are collected anew; presence lasts for seconds.
  { table: 'conversation_words', where: 'false' },
  { table: 'conversation_presence', where: 'false' },
]

/** Everything that depends on deleted rows, in the order it can be restored. A test compares it with the schema. */
export const hanging: Record<RemovalKind, readonly Hanging[]> = {
  prospects,
  businesses,
  table,
  campaign,
  conversation,
}
