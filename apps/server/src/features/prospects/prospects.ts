import { createHash } from 'node:crypto'
import { type prospectRoutes, prospectStatus } from '@goldpan/contract/prospects'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { requireRoom } from '../accounts/account-limits.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import type { Tables } from '../tables/tables.ts'
import * as changesStore from './changes/changes.store.ts'
import { createChanges } from './changes/changes.ts'
import { createImporting } from './importing/importing.ts'
import { createListing } from './listing/listing.ts'
import { followStatus, toProspect } from './prospects.rules.ts'
import * as store from './prospects.store.ts'

type Body<Name extends 'create' | 'update' | 'patch'> = HandlerInput<(typeof prospectRoutes)[Name]>['body']

export type Prospect = store.ProspectRow

/** A contact found on a business's website. */
export interface GatheredContact {
  email: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  title: string | null
  source_url: string
  source_method: string
  source_snippet: string
  found_at: string
  confidence: number
  no_solicitation: boolean
}

export interface ProspectsDeps {
  db: Database
  clock: Clock
  tables: Pick<Tables, 'getTable' | 'findBusiness' | 'findBusinessAnywhere'>
  suppressions: Pick<Suppressions, 'forgetWords' | 'recallWords'>
}

const hashEmail = (email: string) => createHash('sha256').update(email.trim().toLowerCase()).digest('hex')

export function createProspects({ db, clock, tables, suppressions }: ProspectsDeps) {
  const get = async (owner: OwnerId, id: string) =>
    toProspect((await store.findProspect(db, owner, id)) ?? refuse('prospects.not_found'))

  async function change(owner: OwnerId, id: string, fields: Partial<store.ProspectRow>) {
    const at = isoNow(clock)
    await db.transaction(async (tx) => {
      const before = (await store.findProspect(tx, owner, id)) ?? refuse('prospects.not_found')
      await store
        .updateProspect(tx, owner, id, { ...fields, is_edited: true, updated_at: at })
        .catch(refuseDouble)
      const { status: from_status } = before.prospect
      if (fields.status && fields.status !== from_status)
        await changesStore.insertStatusEvent(tx, owner, {
          ...{ prospect_id: id, from_status, to_status: fields.status, at },
        })
    })
    return get(owner, id)
  }

  async function remember(tx: Db, owner: OwnerId, rows: { place_id: string; email: string }[]) {
    const deleted_at = isoNow(clock)
    await store.insertDeleted(
      tx,
      owner,
      rows.map((row) => ({ place_id: row.place_id, email_hash: hashEmail(row.email), deleted_at })),
    )
    const emails = rows.map(({ email }) => email)
    await suppressions.forgetWords(tx, owner, emails)
  }

  const changes = createChanges({ db, clock, remember })

  return {
    get,
    ...createListing({ db }),
    ...createImporting({ clock, hashEmail }),
    ...changes,

    /** How many were added in a span of time (its end is not part of it), for the weekly report. */
    hasAny: (owner: OwnerId) => store.hasProspect(db, owner),
    countAdded: (owner: OwnerId, span: { from: string; to: string }) => store.countAdded(db, owner, span),

    async listOfBusiness(owner: OwnerId, placeId: string, tableId?: string) {
      return (await store.listOfPlace(db, owner, placeId, tableId)).map(toProspect)
    },

    async create(owner: OwnerId, form: Body<'create'>) {
      const place_id = form.place_id ?? ''
      if (form.business_table_id) await tables.getTable(owner, form.business_table_id)
      const business = !place_id
        ? null
        : form.business_table_id
          ? await tables.findBusiness(owner, form.business_table_id, place_id)
          : await tables.findBusinessAnywhere(owner, place_id)
      if (place_id && !business) refuse('tables.business_not_found')
      const at = isoNow(clock)
      const row = await db.transaction(async (tx) => {
        await requireRoom(tx, owner, 'prospects')
        await store.forgetDeleted(tx, owner, [{ place_id, email_hash: hashEmail(form.email) }])
        return store.insertProspect(tx, owner, {
          ...form,
          place_id,
          business_name: business?.name ?? null,
          is_edited: true,
          created_at: at,
          updated_at: at,
        })
      })
      return get(owner, row?.id ?? refuse('prospects.exists'))
    },

    update: (owner: OwnerId, id: string, form: Body<'update'>) => change(owner, id, form),
    patch: (owner: OwnerId, id: string, fields: Body<'patch'>) => change(owner, id, dropUndefined(fields)),

    async remove(owner: OwnerId, id: string) {
      const { deleted, undo } = await changes.removeMany(owner, { ids: [id] })
      return deleted > 0 ? { undo } : refuse('prospects.not_found')
    },

    /** After a deletion was taken back: gathering may find the addresses again, and their words are known again. */
    async wantAgain(tx: Db, owner: OwnerId, rows: { place_id: string; email: string }[]): Promise<void> {
      await store.forgetDeleted(
        tx,
        owner,
        rows.map(({ place_id, email }) => ({ place_id, email_hash: hashEmail(email) })),
      )
      const emails = rows.map(({ email }) => email)
      await suppressions.recallWords(tx, owner, emails)
    },

    /**
     * For gathering, in its transaction: adds what is new for a business. What the user edited stays, what the
     * user deleted does not come back. Answers how many of the contacts are prospects now, and how many are new.
     */
    async addGathered(
      tx: Db,
      owner: OwnerId,
      business: { table_id: string; place_id: string; name: string },
      contacts: GatheredContact[],
    ): Promise<{ kept: number; added: number }> {
      const unwanted = await store.listDeletedHashes(tx, owner, business.place_id)
      const wanted = contacts.filter((contact) => !unwanted.has(hashEmail(contact.email)))
      const at = isoNow(clock)
      let added = 0
      for (const contact of wanted) {
        const row = await store.insertProspect(tx, owner, {
          ...contact,
          business_table_id: business.table_id,
          place_id: business.place_id,
          business_name: business.name,
          created_at: at,
          updated_at: at,
        })
        if (row) added += 1
      }
      return { kept: wanted.length, added }
    },

    /** For campaigns, writing and sending: the rows of these prospects, as far as they are the owner's. */
    listByIds: (tx: Db, owner: OwnerId, ids: string[]) => store.listByIds(tx, owner, ids),

    /** A prospect's own status follows generation, sending and replies; never over converted or rejected. */
    async followCampaign(
      tx: Db,
      owner: OwnerId,
      prospectIds: string[],
      status: 'email_generated' | 'email_sent' | 'responded',
      at: string,
    ): Promise<void> {
      const from = prospectStatus.options
      const ids = await store.moveStatuses(tx, owner, prospectIds, {
        ...{ from, to: from.map((each) => followStatus(each, status)) },
        ...{ isContact: status === 'email_sent', at },
      })
      if (status === 'email_generated') await changesStore.insertGenerated(tx, owner, ids, at)
    },

    countByPlaces: async (owner: OwnerId, tableId: string, placeIds: string[]) =>
      toMap(await store.countByPlaces(db, owner, tableId, placeIds)),
    countOfTable: (owner: OwnerId, tableId: string) => store.countOfTable(db, owner, tableId),
    countByTable: async (owner: OwnerId) => toMap(await store.countByTable(db, owner)),
  }
}

export type Prospects = ReturnType<typeof createProspects>

const toMap = (rows: { key: string; count: number }[]) => new Map(rows.map(({ key, count }) => [key, count]))

const dropUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>

/** Another prospect of the same business already has the address. */
function refuseDouble(error: unknown): never {
  const code =
    (error as { code?: string; cause?: { code?: string } }).cause?.code ?? (error as { code?: string }).code
  if (code === '23505') return refuse('prospects.exists')
  throw error
}
