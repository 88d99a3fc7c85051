import { businessFieldNames, pick } from '@goldpan/contract/fields'
import type { HandlerInput } from '@goldpan/contract/route'
import { TABLE_MAX_BUSINESSES, type tableRoutes } from '@goldpan/contract/tables'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { type OpenRemoval, openRemoval } from '../../db/removals/removals.ts'
import type { JobStatus } from '../../db/schema.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { requireRoom } from '../accounts/account-limits.ts'
import { createImporting } from './importing/importing.ts'
import { createListing } from './listing/listing.ts'
import { createRemovals } from './removals/removals.ts'
import { createManualPlaceId, toBusiness } from './tables.rules.ts'
import * as store from './tables.store.ts'

type Body<Name extends 'create' | 'addBusiness'> = HandlerInput<(typeof tableRoutes)[Name]>['body']

/** What a table has to ask of its prospects: how many there are, and their end with it. */
export interface TableProspects {
  countByPlaces(owner: OwnerId, tableId: string, placeIds: string[]): Promise<Map<string, number>>
  countOfTable(owner: OwnerId, tableId: string): Promise<number>
  countByTable(owner: OwnerId): Promise<Map<string, number>>
  removeOfTable(tx: Db, owner: OwnerId, tableId: string, removal: OpenRemoval): Promise<void>
}

export interface TablesDeps {
  db: Database
  clock: Clock
  prospects: TableProspects
}

export function createTables({ db, clock, prospects }: TablesDeps) {
  const getTable = async (owner: OwnerId, id: string, tx: Db = db) =>
    (await store.findTable(tx, owner, id)) ?? refuse('tables.not_found')

  const withCount = async (owner: OwnerId, row: store.BusinessRow) =>
    toBusiness(
      row,
      (await prospects.countByPlaces(owner, row.table_id, [row.place_id])).get(row.place_id) ?? 0,
    )

  return {
    hasAny: (owner: OwnerId) => store.hasTable(db, owner),
    findTable: (owner: OwnerId, id: string, tx: Db = db) => store.findTable(tx, owner, id),

    /** Refuses another owner's table like one that is not there. */
    getTable,
    ...createImporting({ db, clock }),
    ...createListing({
      db,
      getTable,
      countProspects: (owner, id) => prospects.countOfTable(owner, id),
      countByPlaces: (owner, id, placeIds) => prospects.countByPlaces(owner, id, placeIds),
    }),

    ...createRemovals({ db, clock, getTable }),

    async list(owner: OwnerId) {
      const counts = await prospects.countByTable(owner)
      return (await store.listTables(db, owner)).map(({ table, count }) => ({
        ...table,
        businesses: [{ count }],
        prospects_count: counts.get(table.id) ?? 0,
      }))
    },

    async create(owner: OwnerId, { name, query, businesses }: Body<'create'>) {
      const at = isoNow(clock)
      return db.transaction(async (tx) => {
        await requireRoom(tx, owner, 'business_tables')
        const table = await store.insertTable(tx, owner, { name, query, created_at: at })
        const rows = businesses.map((found) => ({ ...found, created_at: at, updated_at: at }))
        await store.insertBusinesses(tx, owner, table.id, rows, 0)
        return table
      })
    },

    async remove(owner: OwnerId, id: string, { withProspects }: { withProspects: boolean }) {
      return db.transaction(async (tx) => {
        await getTable(owner, id, tx)
        await store.lockTable(tx, owner, id)
        const removal = await openRemoval(owner, tx, { kind: 'table', at: isoNow(clock) })
        if (withProspects) await prospects.removeOfTable(tx, owner, id, removal)
        await removal.keep('table', [id])
        await store.deleteTable(tx, owner, id)
        return { undo: await removal.close() }
      })
    },

    async addBusiness(owner: OwnerId, tableId: string, form: Body<'addBusiness'>) {
      const at = clock.now()
      const row = await db.transaction(async (tx) => {
        if (!(await store.lockTable(tx, owner, tableId))) refuse('tables.not_found')
        const count = await store.countBusinesses(tx, owner, tableId)
        if (count >= TABLE_MAX_BUSINESSES) refuse('tables.full')
        const place_id = form.place_id || createManualPlaceId(at)
        const times = { created_at: at.toISOString(), updated_at: at.toISOString() }
        const [added] = await store.insertBusinesses(
          tx,
          owner,
          tableId,
          [{ ...form, place_id, ...times }],
          count,
        )
        return added ?? refuse('tables.business_exists')
      })
      return withCount(owner, row)
    },

    async updateBusiness(owner: OwnerId, tableId: string, placeId: string, form: Body<'addBusiness'>) {
      await getTable(owner, tableId)
      // Details that the user wrote don't expire.
      const change = { ...pick(form, businessFieldNames), expires_at: null, updated_at: isoNow(clock) }
      const row = await store.updateBusiness(db, owner, tableId, placeId, change)
      return withCount(owner, row ?? refuse('tables.business_not_found'))
    },

    /** For gathering: the chosen businesses of a table, in the table's order. */
    listChosen: (tx: Db, owner: OwnerId, tableId: string, placeIds: string[]) =>
      store.listBusinessIds(tx, owner, tableId, placeIds),

    /** For gathering: the table can't be deleted until the transaction ends. */
    holdTable: (tx: Db, owner: OwnerId, tableId: string) => store.holdTable(tx, owner, tableId),

    findBusinessById: (tx: Db, owner: OwnerId, id: string) => store.findBusinessById(tx, owner, id),
    findBusiness: (owner: OwnerId, tableId: string, placeId: string, tx: Db = db) =>
      store.findBusiness(tx, owner, tableId, placeId),
    findBusinessAnywhere: (owner: OwnerId, placeId: string, tx: Db = db) =>
      store.findBusinessAnywhere(tx, owner, placeId),

    /** For campaigns: what is known of these places, once for every table that holds one. */
    listByPlaces: (tx: Db, owner: OwnerId, placeIds: string[]) => store.listByPlaces(tx, owner, placeIds),

    /** For gathering: what a visit to a business's website came to. */
    recordOutcome: (
      tx: Db,
      owner: OwnerId,
      businessId: string,
      outcome: {
        gathering_outcome: string
        gathering_explanation: string
        gathered_at: string
        site_facts?: Record<string, unknown>
      },
    ) => store.updateBusinessById(tx, owner, businessId, outcome),

    /** For gathering: the state of the newest job, and when it ended. */
    recordGathering: (tx: Db, owner: OwnerId, tableId: string, status: JobStatus, endedAt?: string) =>
      store.updateGathering(tx, owner, tableId, {
        prospecting_status: status,
        ...(endedAt ? { last_prospecting_at: endedAt } : {}),
      }),

    /** For search: the names of the owner's tables that hold each place. */
    async findHoldingTables(owner: OwnerId, placeIds: string[]): Promise<Map<string, string[]>> {
      const names = new Map<string, string[]>()
      for (const { place_id, name } of await store.listHoldingTables(db, owner, placeIds))
        names.set(place_id, [...(names.get(place_id) ?? []), name])
      return names
    },
  }
}

export type Tables = ReturnType<typeof createTables>
