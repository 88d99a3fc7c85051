import type { ProspectFilter } from '@goldpan/contract/prospects'
import type { ManySelection } from '../../../lib/many-selection.ts'

export interface ChoiceFilter {
  text: string
  /** The id of a business table, or '' for all. */
  tableId: string
}

export const isNarrowed = ({ text, tableId }: ChoiceFilter): boolean => text.trim() !== '' || tableId !== ''

/** The filter as a query of the list, without the campaign's own prospects. */
export const listFilter = (campaignId: string, { text, tableId }: ChoiceFilter): ProspectFilter => ({
  not_in_campaign: campaignId,
  ...(text.trim() ? { text: text.trim() } : {}),
  ...(tableId ? { table: tableId } : {}),
})

/** The selection as a body of the call: by id, or all matching except some. */
export const choiceBody = ({ kind, keys }: ManySelection, filter: ProspectFilter) =>
  kind === 'some' ? { prospects: [...keys] } : { matching: { filter, except: [...keys] } }
