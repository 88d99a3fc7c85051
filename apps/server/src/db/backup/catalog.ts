import type pg from 'pg'
import { type Manifest, SCHEMAS } from './manifest.ts'

const list = async <Row extends pg.QueryResultRow>(client: pg.ClientBase, sql: string): Promise<Row[]> =>
  (await client.query<Row>(sql, [SCHEMAS])).rows

/** Tables with rows of their own, and their writable columns. */
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
