import { z } from 'zod'

/** The job queue's schema is left out: jobs are found again from rows. */
export const SCHEMAS = ['public', 'places']

const schema = z.enum(SCHEMAS)
/** Names become part of SQL and paths, and the file may come from anyone. */
const plainName = z.string().regex(/^[a-z][a-z0-9_]*$/)
const qualifiedName = z.string().regex(/^(?:[a-z][a-z0-9_]*\.)?[a-z][a-z0-9_]*$/)

/** The key or an uploaded file; no hidden files, no `..`. */
export const DATA_PATH = /^data\/(?:secret\.key|files(?:\/[a-z0-9][a-z0-9.-]*)+)$/

/** `backup.json`: contents, time and a checksum of every file. */
export const manifest = z.object({
  format: z.literal(1),
  taken_at: z.iso.datetime(),
  /** In the order they ran. */
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
  /** Partitions created while the application ran, in creation order. */
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

/** Rows as PostgreSQL's COPY text, gzipped. */
export const rowsFile = ({ schema, name }: Pick<StoredTable, 'schema' | 'name'>): string =>
  `tables/${schema}.${name}.copy.gz`
