import { type ProspectFilter, prospectRoutes } from '@goldpan/contract/prospects'
import type { TableSummary } from '@goldpan/contract/tables'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useSearchParams } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { callPage } from '../../lib/goldpan-api.ts'
import { useTableNames } from '../../lib/table-cache.ts'
import { Field } from '../../ui/field.tsx'
import { Select, type SelectOption } from '../../ui/select.tsx'
import type { NewRecipients } from './campaigns.queries.ts'

/** The value of a select: this, 'all', 'table:<id>', 'kept:<id of a table>' or 'list:<id,id,…>'. */
type Whom = string
export const LATER: Whom = 'later'

/** Null if nobody is added yet. */
export function recipientsOf(whom: Whom): NewRecipients | null {
  const { kind, ids } = partsOf(whom)
  if (kind === 'list') return { prospects: ids }
  const filter = filterOf(whom)
  return filter && { matching: { filter, except: [] } }
}

function filterOf(whom: Whom): ProspectFilter | null {
  const {
    kind,
    ids: [table],
  } = partsOf(whom)
  if (kind === 'all') return {}
  if (kind === 'table') return { table }
  return kind === 'kept' ? { table, review: 'kept' } : null
}

function partsOf(whom: Whom): { kind: string; ids: string[] } {
  const [kind = '', ids = ''] = whom.split(':')
  return { kind, ids: ids.split(',').filter(Boolean) }
}

/** `?table=<id>`, with `&review=kept` only the reviewed ones, or `?prospects=<id,…>`. */
export function useWhomOfAddress(): Whom | null {
  const [address] = useSearchParams()
  const table = address.get('table')
  if (table) return `${address.get('review') === 'kept' ? 'kept' : 'table'}:${table}`
  const ids = address.get('prospects')
  return ids ? `list:${ids}` : null
}

interface WhomFieldProps extends ComponentProps<'select'> {
  value: Whom
  error: string | undefined
}

/** Whom a new campaign is for. */
export function WhomField({ value, error, ...select }: WhomFieldProps) {
  const asked = useWhomOfAddress()
  const tables = useTableNames()
  const count = useCount(value)
  return (
    <Field
      label="Recipients"
      help={value === LATER ? 'You can add people on the next page.' : count}
      error={error}
    >
      <Select
        {...select}
        value={value}
        options={optionsOf([...new Set([asked ?? value, value])], tables.data)}
      />
    </Field>
  )
}

/** How many people match, as words. Undefined while it is not known. */
function useCount(whom: Whom): string | undefined {
  const filter = filterOf(whom)
  const matching = useQuery({
    queryKey: ['prospects', 'count', filter],
    queryFn: () => callPage(prospectRoutes.list, { query: { ...filter, limit: 1 } }),
    enabled: filter !== null,
  })
  const total = filter === null ? null : matching.data?.total
  return typeof total === 'number' ? countOf(total, 'person', 'people') : undefined
}

/** `chosen` are offered even if they would not be otherwise. */
function optionsOf(chosen: readonly Whom[], tables: readonly TableSummary[] | undefined): SelectOption[] {
  const own = chosen.flatMap((value) => {
    const { kind, ids } = partsOf(value)
    const table = tables?.find(({ id }) => id === ids[0])
    if (kind === 'list') return [{ value, label: countOf(ids.length, 'chosen person', 'chosen people') }]
    if (kind !== 'table' && kind !== 'kept') return []
    const name = table?.name ?? (tables ? 'Deleted table' : 'Loading…')
    return [{ value, label: kind === 'kept' ? `${name}, reviewed` : name }]
  })
  const others = (tables ?? [])
    .filter(({ prospects_count }) => prospects_count > 0)
    .map(({ id, name }) => ({ value: `table:${id}`, label: name }))
    .filter(({ value }) => !chosen.includes(value))
  return [
    { value: LATER, label: 'Add later' },
    ...own,
    ...others,
    { value: 'all', label: 'All my prospects' },
  ]
}
