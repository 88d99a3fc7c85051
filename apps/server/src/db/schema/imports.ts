import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '../columns.ts'

type ImportRowState =
  | 'unread'
  | 'ready'
  | 'duplicate'
  | 'repeated'
  | 'problem'
  | 'added'
  | 'updated'
  | 'skipped'

/** An uploaded file; its rows are in `import_rows`, its bytes in `import_files` until the import starts. */
export const imports = pgTable('imports', {
  id: uuid().notNull().defaultRandom(),
  owner_id: uuid().notNull(),
  kind: text().$type<'prospects' | 'businesses'>().notNull(),
  file_name: text().notNull(),
  encoding: text().notNull(),
  encoding_uncertain: boolean().notNull().default(false),
  encoding_examples: jsonb().$type<string[]>().notNull().default([]),
  delimiter: text().notNull(),
  columns: jsonb().$type<string[]>().notNull(),
  mapping: jsonb().$type<Record<string, number>>().notNull(),
  business_table_id: uuid(),
  status: text()
    .$type<'reading' | 'read' | 'checking' | 'checked' | 'importing' | 'completed' | 'failed' | 'cancelled'>()
    .notNull(),
  duplicates: text().$type<'skip' | 'update'>().notNull().default('skip'),
  total: integer().notNull().default(0),
  processed: integer().notNull().default(0),
  suppressed: integer().notNull().default(0),
  error: text(),
  created_at: instant().notNull(),
  worked_at: instant().notNull(),
})

export const import_rows = pgTable('import_rows', {
  id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  owner_id: uuid().notNull(),
  import_id: uuid().notNull(),
  line: integer().notNull(),
  cells: jsonb().$type<string[]>().notNull(),
  state: text().$type<ImportRowState>().notNull().default('unread'),
  key: text(),
  problem: text(),
  /** Set while reading, if the row can't be taken apart. */
  fault: text(),
})

/** Pieces of a file, in the order of their ids. */
export const import_files = pgTable('import_files', {
  id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  owner_id: uuid().notNull(),
  import_id: uuid().notNull(),
  content: bytes().notNull(),
})
