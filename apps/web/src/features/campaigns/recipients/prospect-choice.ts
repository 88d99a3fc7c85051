import type { ProspectFilter } from '@goldpan/contract/prospects'
import type { ManySelection } from '../../../lib/many-selection.ts'

/** What the choice of prospects is narrowed to on the screen. */
export interface ChoiceFilter {
  text: string
  /** The id of a business table, or '' for all. */
  tableId: string
}

export const isNarrowed = ({ text, tableId }: ChoiceFilter): boolean => text.trim() !== '' || tableId !== ''

/** As the list of prospects takes it: those who are in the campaign already are left out. */
export const listFilter = (campaignId: string, { text, tableId }: ChoiceFilter): ProspectFilter => ({
  not_in_campaign: campaignId,
  ...(text.trim() ? { text: text.trim() } : {}),
  ...(tableId ? { table: tableId } : {}),
})

/** As the call that adds them takes it: named, or all that the filter lets through but some. */
export const choiceBody = ({ kind, keys }: ManySelection, filter: ProspectFilter) =>
  kind === 'some' ? { prospects: [...keys] } : { matching: { filter, except: [...keys] } }
