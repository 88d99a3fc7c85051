import { businessFieldNames, pick } from '@goldpan/contract/fields'
import { TABLE_MAX_BUSINESSES } from '@goldpan/contract/tables'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { requireRoom } from '../accounts/account-limits.ts'
import { createManualPlaceId } from './tables.rules.ts'
import * as store from './tables.store.ts'

export interface ImportOutcome {
  state: 'added' | 'updated' | 'problem'
  problem?: string
}

const keyOf = ({ name, address }: store.ImportedBusiness) => `${name.toLowerCase()}\n${address.toLowerCase()}`

/** Adds businesses from a file, in the import's transaction. */
export function createImporting({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** A table for an import to fill. */
    async createEmpty(owner: OwnerId, name: string, query: string) {
      await requireRoom(db, owner, 'business_tables')
      return store.insertTable(db, owner, { name, query: query.slice(0, 500), created_at: isoNow(clock) })
    },

    findKnownBusinesses: async (tx: Db, owner: OwnerId, tableId: string, keys: string[]) =>
      new Set(await store.listKnown(tx, owner, tableId, keys)),

    /** Returns the outcome of each business by its key. Those that the table holds stay unless `doesUpdate`. */
    async importMany(
      tx: Db,
      owner: OwnerId,
      tableId: string,
      rows: store.ImportedBusiness[],
      { doesUpdate }: { doesUpdate: boolean },
    ): Promise<Map<string, ImportOutcome>> {
      if (!(await store.lockTable(tx, owner, tableId))) refuse('tables.not_found')
      const now = clock.now()
      const at = now.toISOString()
      const known = new Set(await store.listKnown(tx, owner, tableId, rows.map(keyOf)))
      const fresh = rows.filter((row) => !known.has(keyOf(row)))
      const room = TABLE_MAX_BUSINESSES - (await store.countBusinesses(tx, owner, tableId))
      const wanted = fresh.slice(0, Math.max(0, room)).map((row) => ({
        ...pick(row, businessFieldNames),
        created_at: at,
        updated_at: at,
        place_id: createManualPlaceId(now),
      }))
      const first = (await store.findLastPosition(tx, owner, tableId)) + 1
      await store.insertBusinesses(tx, owner, tableId, wanted, first)
      const outcomes = new Map<string, ImportOutcome>(wanted.map((row) => [keyOf(row), { state: 'added' }]))
      for (const row of fresh.slice(wanted.length))
        outcomes.set(keyOf(row), {
          state: 'problem',
          problem: 'The table is full: it holds 50,000 businesses',
        })
      if (!doesUpdate) return outcomes
      const updated = await store.updateImported(
        tx,
        owner,
        tableId,
        rows.filter((row) => known.has(keyOf(row))),
        at,
      )
      for (const key of updated) outcomes.set(key, { state: 'updated' })
      return outcomes
    },
  }
}
