import type { Database } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import type { Clock } from '../../providers/clock/port.ts'
import * as store from './overview.store.ts'

const scope = systemScope('the operator sees the whole installation')

/** Workers beat every 5 s. */
const ALIVE_MS = 15_000
const PAUSES_SHOWN = 100

/** The installation's current problems. */
export function createOverview({ db, systemClock }: { db: Database; systemClock: Clock }) {
  return {
    listWorkers: () =>
      store.listWorkers(db, scope, new Date(systemClock.now().getTime() - ALIVE_MS).toISOString()),

    /** Pauses of all sending, newest first; of one account and its organizations if a person is given. */
    async listPauses(person?: OwnerId) {
      const rows = await store.listPauses(db, scope, { ...(person && { person }), limit: PAUSES_SHOWN })
      return rows.map(({ account_id: id, email, ...pause }) => ({ account: { id, email }, ...pause }))
    },
  }
}
