import type { Prospect } from '@goldpan/contract/prospects'

/** What the list is narrowed to; kept in the address, so that it survives a reload and can be shared. */
export interface ProspectFilter {
  text: string
  status: string
  table: string
}

export const readFilter = (search: URLSearchParams): ProspectFilter => ({
  text: search.get('text') ?? '',
  status: search.get('status') ?? '',
  table: search.get('table') ?? '',
})

export const writeFilter = (filter: ProspectFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

/** Free text matches email, first name and last name. */
export function matchesFilter(prospect: Prospect, { text, status, table }: ProspectFilter): boolean {
  const wanted = text.trim().toLocaleLowerCase()
  const { email, first_name, last_name } = prospect
  const names = [email, first_name ?? '', last_name ?? '', `${first_name ?? ''} ${last_name ?? ''}`]
  return (
    (status === '' || prospect.status === status) &&
    (table === '' || prospect.business_table_id === table) &&
    (wanted === '' || names.some((name) => name.toLocaleLowerCase().includes(wanted)))
  )
}
