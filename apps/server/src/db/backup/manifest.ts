import { z } from 'zod'

/** What a backup covers; the queue's own schema is not in it, because work is found again from the rows. */
export const SCHEMAS = ['public', 'places']

const schema = z.enum(SCHEMAS)
/** Names become part of statements and paths: only such as this project gives, whoever wrote the file. */
const plainName = z.string().regex(/^[a-z][a-z0-9_]*$/)
const qualifiedName = z.string().regex(/^(?:[a-z][a-z0-9_]*\.)?[a-z][a-z0-9_]*$/)

/** The key, or an uploaded file: nothing hidden, and no step upwards. */
export const DATA_PATH = /^data\/(?:secret\.key|files(?:\/[a-z0-9][a-z0-9.-]*)+)$/

/** `backup.json` of a backup: what was stored, when, and how to tell that every file of it is whole. */
export const manifest = z.object({
  format: z.literal(1),
  taken_at: z.iso.datetime(),
  /** Applied migrations, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      schema,
      name: plainName,
      columns: z.array(plainName),
      rows: z.int(),
      sha256: z.string(),
    }),
  ),
  /** Parts of a table that were made while the application ran, in the order to make them again. */
  partitions: z.array(
    z.object({
      schema,
      name: plainName,
      parent: qualifiedName,
      bound: z.string().regex(/^FOR VALUES IN \([\d', ]+\)$/),
    }),
  ),
  sequences: z.array(
    z.object({ name: qualifiedName, value: z.string().regex(/^-?\d+$/), is_called: z.boolean() }),
  ),
  files: z.array(z.object({ path: z.string().regex(DATA_PATH), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifest>
export type StoredTable = Manifest['tables'][number]

/** Where the rows of a table stand in a backup: PostgreSQL's COPY text, gzipped. */
export const rowsFile = ({ schema, name }: Pick<StoredTable, 'schema' | 'name'>): string =>
  `tables/${schema}.${name}.copy.gz`
