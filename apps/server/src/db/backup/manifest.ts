import type pg from 'pg'
import { z } from 'zod'

/** The job queue's schema is left out: jobs are found again from rows. */
const SCHEMAS = ['public', 'places']

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
  /** The release that took it; older backups have none. */
  version: z
    .string()
    .regex(/^[\w.+-]{1,100}$/)
    .optional(),
  /** In the order they ran. */
  migrations: z.array(z.string().regex(/^[\w./-]{1,100}$/)),
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
  /** Months of growing tables; backups from before have none. */
  months: z.array(z.object({ parent: plainName, from: z.iso.date() })).default([]),
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

const list = async <Row extends pg.QueryResultRow>(client: pg.ClientBase, sql: string): Promise<Row[]> =>
  (await client.query<Row>(sql, [SCHEMAS])).rows

/** Tables that hold rows themselves, and their writable columns. */
export const listTables = (client: pg.ClientBase) =>
  list<{ schema: string; name: string; columns: string[] }>(
    client,
    `select n.nspname as schema, c.relname as name,
       coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = ''), '{}') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = any($1) and c.relkind = 'r' group by 1, 2 order by 1, 2`,
  )

export const listPartitions = (client: pg.ClientBase) =>
  list<Manifest['partitions'][number]>(
    client,
    `select n.nspname as schema, c.relname as name, i.inhparent::regclass::text as parent,
       pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_inherits i on i.inhrelid = c.oid
     where n.nspname = any($1) and c.relispartition and c.relkind in ('r', 'p') order by c.oid`,
  )

export const listMonths = (client: pg.ClientBase) =>
  list<Manifest['months'][number]>(
    client,
    `select p.relname as parent, replace(right(c.relname, 7), '_', '-') || '-01' as from
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where c.relnamespace = any(select to_regnamespace(s)::oid from unnest($1::text[]) s)
       and not c.relispartition and c.relkind = 'r' order by 1, 2`,
  )

export const listSequences = (client: pg.ClientBase) =>
  list<Manifest['sequences'][number]>(
    client,
    `select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as value,
       last_value is not null as is_called
     from pg_sequences where schemaname = any($1) order by 1`,
  )

/** Foreign keys, with the statements that drop and recreate them. */
export const listReferences = (client: pg.ClientBase) =>
  list<{ drop: string; add: string }>(
    client,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace = any(select to_regnamespace(s)::oid from unnest($1::text[]) s)
     order by oid`,
  )
