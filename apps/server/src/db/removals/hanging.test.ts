import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { RemovalKind } from '../schema.ts'
import { type Hanging, hanging } from './hanging.ts'

const { query } = await startTestApp()

interface Reference {
  held_by: string
  column: string
  points_to: string
  /** 'c': the row goes too; 'n': the column is emptied. */
  on_delete: 'c' | 'n'
}

const references = await query<Reference>(
  `select c.conrelid::regclass::text as held_by, a.attname as column, c.confrelid::regclass::text as points_to,
     c.confdeltype as on_delete
   from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[cardinality(c.conkey)]
   where c.contype = 'f' and c.confdeltype in ('c', 'n')`,
)

const isWhole = (one: Hanging) => !one.columns

function isCovered(tree: readonly Hanging[], { held_by, column, on_delete }: Reference): boolean {
  const same = tree.filter(({ table }) => table === held_by)
  // A row that is kept whole includes all its columns.
  return same.some((one) => isWhole(one) || (on_delete === 'n' && column in (one.columns ?? {})))
}

test.each(Object.entries(hanging) as [RemovalKind, readonly Hanging[]][])(
  'rows deleted or emptied by a deletion of %s are all kept for the undo',
  (_kind, tree) => {
    const gone = new Set(tree.filter(isWhole).map(({ table }) => table))
    const forgotten = references.filter((one) => gone.has(one.points_to) && !isCovered(tree, one))
    expect(forgotten).toEqual([])
  },
)
