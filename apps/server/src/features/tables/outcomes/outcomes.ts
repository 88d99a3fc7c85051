import type { Database } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import * as store from './outcomes.store.ts'

/** What gathering came to at a table's businesses: for gathering, which tells and repeats it. */
export function createTableOutcomes({ db }: { db: Database }) {
  return {
    count: (owner: OwnerId, tableId: string) => store.countOutcomes(owner, db, tableId),
    listPlacesOf: (owner: OwnerId, tableId: string, outcomes: readonly string[]) =>
      store.listPlacesOf(owner, db, tableId, outcomes),
  }
}

export type TableOutcomes = ReturnType<typeof createTableOutcomes>
