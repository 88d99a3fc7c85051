import { businessFieldNames, pick } from '@goldpan/contract/fields'
import { TABLE_MAX_BUSINESSES } from '@goldpan/contract/tables'
import type { Database, Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import { requireRoom } from '../../accounts/account-limits.ts'
import { createManualPlaceId } from '../tables.rules.ts'
import { countBusinesses, insertBusinesses, insertTable, lockTable } from '../tables.store.ts'
import * as store from './importing.store.ts'

export interface ImportOutcome {
  state: 'added' | 'updated' | 'problem'
  problem?: string
}

const keyOf = ({ name, address }: store.ImportedBusiness) => `${name.toLowerCase()}\n${address.toLowerCase()}`

/** Businesses out of a file, in the import's transaction. */
export function createImporting({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** A table that an import fills. */
    async createEmpty(owner: OwnerId, name: string, query: string) {
      await requireRoom(db, owner, 'business_tables')
      return insertTable(db, owner, { name, query: query.slice(0, 500), created_at: isoNow(clock) })
    },

    findKnownBusinesses: async (tx: Db, owner: OwnerId, tableId: string, keys: string[]) =>
      new Set(await store.listKnown(tx, owner, tableId, keys)),

    /** What became of each, by its key. One that the table holds is left alone unless told; what is too many is said. */
    async importMany(
      tx: Db,
      owner: OwnerId,
      tableId: string,
      rows: store.ImportedBusiness[],
      { doesUpdate }: { doesUpdate: boolean },
    ): Promise<Map<string, ImportOutcome>> {
      if (!(await lockTable(tx, owner, tableId))) refuse('tables.not_found')
      const now = clock.now()
      const at = now.toISOString()
      const known = new Set(await store.listKnown(tx, owner, tableId, rows.map(keyOf)))
      const fresh = rows.filter((row) => !known.has(keyOf(row)))
      const room = TABLE_MAX_BUSINESSES - (await countBusinesses(tx, owner, tableId))
      const wanted = fresh.slice(0, Math.max(0, room)).map((row) => ({
        ...pick(row, businessFieldNames),
        created_at: at,
        updated_at: at,
        place_id: createManualPlaceId(now),
      }))
      const first = (await store.lastPosition(tx, owner, tableId)) + 1
      await insertBusinesses(tx, owner, tableId, wanted, first)
      const outcomes = new Map<string, ImportOutcome>(wanted.map((row) => [keyOf(row), { state: 'added' }]))
      for (const row of fresh.slice(wanted.length))
        outcomes.set(keyOf(row), {
          state: 'problem',
          problem: 'The table is full: it holds 50,000 businesses',
        })
      if (!doesUpdate) return outcomes
      await store.updateImported(
        tx,
        owner,
        tableId,
        rows.filter((row) => known.has(keyOf(row))),
        at,
      )
      for (const key of known) outcomes.set(key, { state: 'updated' })
      return outcomes
    },
  }
}
