import type { Frame, Ports } from './compose-ports.ts'
import { createActivity } from './features/activity/activity.ts'
import { handleImports } from './features/imports/imports.jobs.ts'
import { createImports } from './features/imports/imports.ts'
import { createImportWorker } from './features/imports/worker/worker.ts'
import { createProspects } from './features/prospects/prospects.ts'
import { createSendingHistory } from './features/sending/history.ts'
import { createSuppressions } from './features/suppressions/suppressions.ts'
import { handleRemovals } from './features/tables/removals/removals.jobs.ts'
import { createTables } from './features/tables/tables.ts'
import { createTrackingHistory } from './features/tracking/history.ts'

/** The lists of businesses and prospects, and what stands beside them. */
export function createLists(frame: Frame, { clock, jobs }: Ports) {
  const { db } = frame.database
  // A table asks its prospects for their number and prospects ask for their table: the one pair that knows each other.
  const tables = createTables({
    db,
    clock,
    prospects: {
      countByPlaces: (owner, tableId, placeIds) => prospects.countByPlaces(owner, tableId, placeIds),
      countOfTable: (owner, tableId) => prospects.countOfTable(owner, tableId),
      countByTable: (owner) => prospects.countByTable(owner),
      removeOfTable: (tx, owner, tableId, removal) => prospects.removeOfTable(tx, owner, tableId, removal),
    },
  })
  const suppressions = createSuppressions({ db, clock })
  const prospects = createProspects({ db, clock, tables, suppressions })
  const histories = {
    sendingHistory: createSendingHistory({ db }),
    trackingHistory: createTrackingHistory({ db }),
  }
  const activity = createActivity({ prospects, ...histories })
  const imports = createImports({ db, clock, jobs, tables })
  const importWorker = createImportWorker({ db, clock, prospects, tables, suppressions })
  handleImports(jobs, importWorker)
  handleRemovals(jobs, tables)
  return { tables, suppressions, prospects, activity, histories, imports, importWorker }
}
