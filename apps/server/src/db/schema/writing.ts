import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** One run of writing a template: what the operator's model was asked for and what that cost. */
export const generations = pgTable('generations', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  campaign_id: uuid(),
  /** The model that was asked; null for the composer alone. */
  model: text(),
  written_by: text().notNull(),
  note: text(),
  input_tokens: integer().notNull().default(0),
  output_tokens: integer().notNull().default(0),
  /** In millionths of the currency that the prices are set in; null where no price is set. */
  cost_micros: bigint({ mode: 'number' }),
  duration_ms: integer().notNull(),
  created_at: instant().notNull(),
})
