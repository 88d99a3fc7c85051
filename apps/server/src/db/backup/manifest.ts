import { z } from 'zod'

/** `backup.json` of a backup: what was stored, when, and how to tell that every file of it is whole. */
export const manifest = z.object({
  format: z.literal(1),
  taken_at: z.iso.datetime(),
  /** Applied migrations, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      sha256: z.string(),
    }),
  ),
  /** Parts of a table that were made while the application ran, in the order to make them again. */
  partitions: z.array(
    z.object({ schema: z.string(), name: z.string(), parent: z.string(), bound: z.string() }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), is_called: z.boolean() })),
  files: z.array(z.object({ path: z.string(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifest>
export type StoredTable = Manifest['tables'][number]

/** Where the rows of a table stand in a backup: PostgreSQL's COPY text, gzipped. */
export const rowsFile = ({ schema, name }: Pick<StoredTable, 'schema' | 'name'>): string =>
  `tables/${schema}.${name}.copy.gz`

/** What a backup covers; the queue's own schema is not in it, because work is found again from the rows. */
export const SCHEMAS = ['public', 'places']
