import type { RemovalKind } from '../schema.ts'

/** Rows of one table that go, or lose something, with what is deleted. */
export interface Hanging {
  table: string
  /** Which rows, in SQL: `$ids` are the deleted ones. */
  where: string
  /** Of rows that stay: the columns that pointed to what goes. Without them the whole row is kept. */
  columns?: Record<string, string>
  /** The whole row is kept though it stays: something else may take it away meanwhile. */
  isGuest?: true
  /** What must be there for a row to come back: somebody may have added the same again, or deleted more. */
  needs?: Record<string, string>
  /** What a row comes back with instead of what it had, in SQL over `kept.contents`. */
  instead?: Record<string, string>
}

/** Points to a row that may be gone by then. */
const ifThere = (table: string, column: string) =>
  `(select id from ${table} where id = (kept.contents->>'${column}')::uuid)`

/** What was under way ended with the deletion. */
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
  // A campaign drops those whose prospect is gone.
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
      // Whoever wrote its e-mails stopped.
      rendering_total: 'null',
    },
  },
  { table: 'send_jobs', where: 'campaign_id = any($ids)', instead: endedJob },
  {
    table: 'campaign_prospects',
    where: 'campaign_id = any($ids)',
    instead: { prospect_id: ifThere('prospects', 'prospect_id') },
  },
  { table: 'sending_pauses', where: 'campaign_id = any($ids)' },
  { table: 'campaign_tracking_choices', where: 'campaign_id = any($ids)' },
  {
    table: 'recipients',
    where: 'campaign_id = any($ids)',
    columns: { campaign_id: 'campaigns', campaign_prospect_id: 'campaign_prospects', job_id: 'send_jobs' },
  },
  { table: 'generations', where: 'campaign_id = any($ids)', columns: { campaign_id: 'campaigns' } },
]

/** All that hangs on what is deleted, in the order in which it can come back. A test compares it with the schema. */
export const hanging: Record<RemovalKind, readonly Hanging[]> = { prospects, businesses, table, campaign }
