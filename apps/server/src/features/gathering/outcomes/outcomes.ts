import { retryableOutcomes } from '@goldpan/contract/outcomes'
import type { OwnerId } from '../../../db/owner.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Review } from '../../prospects/review/review.ts'
import type { TableOutcomes } from '../../tables/outcomes/outcomes.ts'
import type { Tables } from '../../tables/tables.ts'
import type { Gathering } from '../gathering.ts'

export interface OutcomesDeps {
  gathering: Pick<Gathering, 'start'>
  tables: Pick<Tables, 'getTable'>
  tableOutcomes: TableOutcomes
  review: Pick<Review, 'countLeft'>
}

/** What was gathered, skipped and failed at the businesses of a table, and another try for what failed. */
export function createOutcomes({ gathering, tables, tableOutcomes, review }: OutcomesDeps) {
  return {
    async summarize(owner: OwnerId, tableId: string) {
      await tables.getTable(owner, tableId)
      const counts = await tableOutcomes.count(owner, tableId)
      const outcomes = counts.flatMap(({ outcome, businesses }) =>
        outcome === null ? [] : [{ outcome, businesses }],
      )
      const failed = outcomes
        .filter(({ outcome }) => retryableOutcomes.includes(outcome))
        .reduce((sum, { businesses }) => sum + businesses, 0)
      const waiting = counts.find(({ outcome }) => outcome === null)?.businesses ?? 0
      return { outcomes, waiting, failed, to_review: await review.countLeft(owner, tableId) }
    },

    async retry(owner: OwnerId, tableId: string): Promise<{ job_id: string }> {
      await tables.getTable(owner, tableId)
      const businessIds = await tableOutcomes.listPlacesOf(owner, tableId, retryableOutcomes)
      if (businessIds.length === 0) return refuse('outcomes.none_failed')
      return gathering.start(owner, { businessTableId: tableId, businessIds })
    },
  }
}

export type Outcomes = ReturnType<typeof createOutcomes>
