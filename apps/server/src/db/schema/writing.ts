import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** A run that wrote a template, with the model's tokens and cost. */
export const generations = pgTable('generations', {
  id: uuid().primaryKey().defaultRandom(),
  owner_id: uuid().notNull(),
  campaign_id: uuid(),
  /** Null if the built-in composer wrote it. */
  model: text(),
  written_by: text().notNull(),
  note: text(),
  input_tokens: integer().notNull().default(0),
  output_tokens: integer().notNull().default(0),
  /** In millionths of the currency of the prices. Null without prices. */
  cost_micros: bigint({ mode: 'number' }),
  duration_ms: integer().notNull(),
  created_at: instant().notNull(),
})
