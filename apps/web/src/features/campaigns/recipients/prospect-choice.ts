import type { Prospect } from '@goldpan/contract/prospects'

export interface ProspectFilter {
  text: string
  /** The id of a business table, or '' for all. */
  tableId: string
}

type Person = Pick<Prospect, 'email' | 'first_name' | 'last_name' | 'business_table_id'>

/** Those whose address or name holds every word that was typed, of one table when it is chosen. */
export function filterProspects<Row extends Person>(
  rows: readonly Row[],
  { text, tableId }: ProspectFilter,
): Row[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    if (tableId && row.business_table_id !== tableId) return false
    const haystack = `${row.email} ${row.first_name ?? ''} ${row.last_name ?? ''}`.toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
}

/** The business tables that these prospects come from, by name. */
export function tablesOf(
  rows: readonly Pick<Prospect, 'business_table'>[],
): { value: string; label: string }[] {
  const names = new Map(
    rows.flatMap(({ business_table: table }) => (table ? [[table.id, table.name] as const] : [])),
  )
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))
}
