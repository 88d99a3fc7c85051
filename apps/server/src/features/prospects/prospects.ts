import { createHash, randomUUID } from 'node:crypto'
import { addressKey } from '@goldpan/contract/email-address'
import {
  type ProspectSelection,
  type ProspectStatus,
  type prospectRoutes,
  prospectStatus,
} from '@goldpan/contract/prospects'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { type OpenRemoval, openRemoval } from '../../db/removals/removals.ts'
import { isRowId } from '../../db/row-id.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { requireRoom } from '../accounts/account-limits.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import type { Tables } from '../tables/tables.ts'
import * as changes from './changes.store.ts'
import { createListing } from './listing.ts'
import { dayOf, followStatus, type ListedProspect, NAMED_IN_REPLY, toProspect } from './prospects.rules.ts'
import * as store from './prospects.store.ts'

type Body<Name extends 'create' | 'update' | 'patch'> = HandlerInput<(typeof prospectRoutes)[Name]>['body']

export type Prospect = store.ProspectRow

/** A contact found on the website of a business, or listed with the business. */
export type GatheredContact = Pick<
  Prospect,
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'phone'
  | 'title'
  | 'found_at'
  | 'no_solicitation'
  | 'source_url'
  | 'source_method'
  | 'source_snippet'
  | 'confidence'
>

export interface ImportOutcome {
  state: 'added' | 'updated' | 'problem'
  problem?: string
}

export interface ProspectsDeps {
  db: Database
  clock: Clock
  tables: Pick<Tables, 'getTable' | 'findBusiness' | 'findBusinessAnywhere'>
  suppressions: Pick<
    Suppressions,
    'findSuppressed' | 'forgetAddresses' | 'recallAddresses' | 'suppressByHand'
  >
  enrolments: Pick<Enrolments, 'stop'>
}

/** Rows deleted per batch, all in one transaction. */
const DELETE_ROWS = 5000

/** Addresses hashed and stored per batch, between which other requests get a turn. */
const SUPPRESSED_ROWS = 1000

/** A prospect is identified by its address and business. */
type Address = Pick<Prospect, 'place_id' | 'email'>

const hashEmail = (email: string) => createHash('sha256').update(addressKey(email)).digest('hex')
const toHash = ({ place_id, email }: Address) => ({ place_id, email_hash: hashEmail(email) })

const HASHED_AT_ONCE = 1000

/** Prospects. Operations that exist for another feature say so. */
export function createProspects({ db, clock, tables, suppressions, enrolments }: ProspectsDeps) {
  /** Says of each whether its address is suppressed. In batches, since hashing a whole list would hold up others. */
  async function toProspects(owner: OwnerId, rows: readonly ListedProspect[]) {
    const found: ReturnType<typeof toProspect>[] = []
    for (let at = 0; at < rows.length; at += HASHED_AT_ONCE) {
      const batch = rows.slice(at, at + HASHED_AT_ONCE)
      const emails = batch.map(({ prospect }) => prospect.email)
      const reasons = await suppressions.findSuppressed(db, owner, emails)
      found.push(...batch.map((row) => toProspect(row, reasons.get(addressKey(row.prospect.email)) ?? null)))
    }
    return found
  }

  async function get(owner: OwnerId, id: string) {
    const row = (await store.findProspect(db, owner, id)) ?? refuse('prospects.not_found')
    const [prospect] = await toProspects(owner, [row])
    return prospect!
  }

  /** The business of a new prospect. Null if it has none. */
  async function findBusiness(owner: OwnerId, { place_id, business_table_id }: Body<'create'>) {
    if (business_table_id) await tables.getTable(db, owner, business_table_id)
    if (!place_id) return null
    const business = business_table_id
      ? await tables.findBusiness(db, owner, business_table_id, place_id)
      : await tables.findBusinessAnywhere(db, owner, place_id)
    return business ?? refuse('tables.business_not_found')
  }

  async function change(owner: OwnerId, id: string, fields: Partial<Prospect>) {
    const at = isoNow(clock)
    await db.transaction(async (tx) => {
      const before = (await store.findProspect(tx, owner, id)) ?? refuse('prospects.not_found')
      await store
        .updateProspect(tx, owner, id, { ...fields, is_edited: true, updated_at: at })
        .catch(refuseDuplicate)
      const { status: from_status } = before.prospect
      if (fields.status && fields.status !== from_status) {
        const event = { prospect_id: id, from_status, to_status: fields.status, at }
        await changes.insertStatusEvent(tx, owner, event)
        if (endsFollowUps(fields.status)) await enrolments.stop(tx, owner, { prospects: [id] }, fields.status)
      }
      if (fields.email && addressKey(fields.email) !== addressKey(before.prospect.email))
        await enrolments.stop(tx, owner, { prospects: [id] }, 'address_changed')
    })
    return get(owner, id)
  }

  /** Remembers deleted prospects for gathering. The do-not-contact list keeps only hashes. */
  async function remove(tx: Db, owner: OwnerId, ids: string[], removal: OpenRemoval): Promise<void> {
    await removal.keep('prospects', ids)
    await enrolments.stop(tx, owner, { prospects: ids }, 'removed')
    const deleted = await changes.deleteByIds(tx, owner, ids)
    const deleted_at = isoNow(clock)
    const hashes = deleted.map((row) => ({ ...toHash(row), deleted_at }))
    await store.insertDeleted(tx, owner, hashes)
    const emails = deleted.map(({ email }) => email)
    await suppressions.forgetAddresses(tx, owner, emails)
  }

  /** `undo` is the id of the removal. Null if nothing was deleted, or too much to keep. */
  async function removeMany(owner: OwnerId, selection: ProspectSelection) {
    return db.transaction(async (tx) => {
      const removal = await openRemoval(tx, owner, { kind: 'prospects', at: isoNow(clock) })
      let deleted = 0
      for (;;) {
        const ids = await changes.lockSelected(tx, owner, selection, DELETE_ROWS)
        await remove(tx, owner, ids, removal)
        deleted += ids.length
        if (ids.length < DELETE_ROWS) return { deleted, undo: await removal.close() }
      }
    })
  }

  return {
    get,
    /** For the review. */
    toProspects,
    ...createListing({ db, toProspects }),

    hasAny: (owner: OwnerId) => store.hasProspect(db, owner),

    /** For the weekly report: the number added in a time span, end excluded. */
    countAdded: (owner: OwnerId, span: { from: string; to: string }) => store.countAdded(db, owner, span),

    /** For gathering: the number of a table's prospects that are in no campaign. */
    countInNoCampaign: (owner: OwnerId, tableId: string) => store.countInNoCampaign(db, owner, tableId),

    async listOfBusiness(owner: OwnerId, placeId: string, tableId?: string) {
      return toProspects(owner, await store.listOfPlace(db, owner, placeId, tableId))
    },

    async create(owner: OwnerId, form: Body<'create'>) {
      const business = await findBusiness(owner, form)
      const place_id = form.place_id ?? ''
      const at = isoNow(clock)
      const row = await db.transaction(async (tx) => {
        await requireRoom(tx, owner, 'prospects')
        await store.forgetDeleted(tx, owner, [toHash({ place_id, email: form.email })])
        return store.insertProspect(tx, owner, {
          ...form,
          place_id,
          business_name: form.business_name ?? business?.name ?? null,
          is_edited: true,
          created_at: at,
          updated_at: at,
        })
      })
      return get(owner, row?.id ?? refuse('prospects.exists'))
    },

    update: (owner: OwnerId, id: string, form: Body<'update'>) => change(owner, id, dropUndefined(form)),
    patch: (owner: OwnerId, id: string, fields: Body<'patch'>) => change(owner, id, dropUndefined(fields)),

    /** `undo` is the id of the change. Null if nothing changed. */
    async changeStatus(owner: OwnerId, selection: ProspectSelection, status: ProspectStatus) {
      const id = randomUUID()
      const changed = await db.transaction(async (tx) => {
        const count = await changes.changeStatus(tx, owner, selection, { id, status, at: isoNow(clock) })
        if (endsFollowUps(status))
          await enrolments.stop(tx, owner, { prospects: await changes.listChanged(tx, owner, id) }, status)
        return count
      })
      return { changed, undo: changed > 0 ? id : null }
    },

    async undoStatus(owner: OwnerId, changeId: string) {
      const isKnown = isRowId(changeId) && (await changes.hasChange(db, owner, changeId))
      if (!isKnown) refuse('prospects.change_not_found')
      return { changed: await changes.undoChange(db, owner, changeId, isoNow(clock)) }
    },

    /** Puts the addresses on the do-not-contact list. `known` is the number already on it. */
    async suppressMany(owner: OwnerId, selection: ProspectSelection) {
      return db.transaction(async (tx) => {
        const emails = await changes.listEmails(tx, owner, selection)
        let added = 0
        for (let at = 0; at < emails.length; at += SUPPRESSED_ROWS)
          added += await suppressions.suppressByHand(tx, owner, emails.slice(at, at + SUPPRESSED_ROWS))
        return { added, known: emails.length - added }
      })
    },

    removeMany,

    async remove(owner: OwnerId, id: string) {
      const { deleted, undo } = await removeMany(owner, { ids: [id] })
      return deleted > 0 ? { undo } : refuse('prospects.not_found')
    },

    /** For removals: removes the prospects of a table into its removal. */
    async removeOfTable(tx: Db, owner: OwnerId, tableId: string, removal: OpenRemoval): Promise<void> {
      await remove(tx, owner, await changes.lockOfTable(tx, owner, tableId), removal)
    },

    /** For removals: lets gathering find restored prospects again, and makes their suppressions readable. */
    async unmarkDeleted(tx: Db, owner: OwnerId, rows: Address[]): Promise<void> {
      await store.forgetDeleted(tx, owner, rows.map(toHash))
      const emails = rows.map(({ email }) => email)
      await suppressions.recallAddresses(tx, owner, emails)
    },

    /** For the timeline: changes of a prospect, oldest first. */
    listEvents: (owner: OwnerId, prospectId: string) => changes.listEvents(db, owner, prospectId),

    /**
     * For gathering: adds new contacts of a business. Keeps what the user edited, and leaves out what the user
     * deleted. Returns the contacts that are prospects now, and how many of them are new.
     */
    async addGathered(
      tx: Db,
      owner: OwnerId,
      business: { table_id: string; place_id: string; name: string },
      contacts: GatheredContact[],
    ): Promise<{ kept: GatheredContact[]; added: number }> {
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
      return { kept: wanted, added }
    },

    /** For replies: adds somebody whom a correspondent names, at the company and in the table of that correspondent. */
    async addNamed(
      owner: OwnerId,
      { email, named_by, colleague }: { email: string; named_by: string; colleague: Prospect | null },
    ): Promise<{ prospect_id: string; existed: boolean }> {
      const at = isoNow(clock)
      const place_id = colleague?.place_id ?? ''
      return db.transaction(async (tx) => {
        const known = await store.findByEmail(tx, owner, email)
        if (known) return { prospect_id: known.id, existed: true }
        await requireRoom(tx, owner, 'prospects')
        await store.forgetDeleted(tx, owner, [toHash({ place_id, email })])
        const row = await store.insertProspect(tx, owner, {
          email,
          place_id,
          business_name: colleague?.business_name ?? null,
          business_table_id: colleague?.business_table_id ?? null,
          source_method: NAMED_IN_REPLY,
          source_snippet: `Named by ${named_by} on ${dayOf(at)}`,
          found_at: at,
          created_at: at,
          updated_at: at,
        })
        if (row) return { prospect_id: row.id, existed: false }
        // Somebody added them at this very moment.
        const added = (await store.findByEmail(tx, owner, email)) ?? refuse('prospects.exists')
        return { prospect_id: added.id, existed: true }
      })
    },

    /** For imports: which of these addresses the owner has, in lower case. */
    findKnownEmails: async (tx: Db, owner: OwnerId, emails: string[]): Promise<Set<string>> =>
      new Set(await store.listKnown(tx, owner, emails)),

    /**
     * For imports: the outcome of each row by its address in lower case. Known prospects are left alone unless
     * `doesUpdate`.
     */
    async importMany(
      tx: Db,
      owner: OwnerId,
      rows: store.ImportedProspect[],
      { tableId, doesUpdate }: { tableId: string | null; doesUpdate: boolean },
    ): Promise<Map<string, ImportOutcome>> {
      const at = isoNow(clock)
      const emails = rows.map(({ email }) => email.toLowerCase())
      const known = new Set(await store.listKnown(tx, owner, emails))
      const isKnown = ({ email }: store.ImportedProspect) => known.has(email.toLowerCase())
      const wanted = emails.map((email) => toHash({ place_id: '', email }))
      await store.forgetDeleted(tx, owner, wanted)
      const fresh = rows.filter((row) => !isKnown(row))
      const added = await store.insertImported(tx, owner, fresh, { tableId, at })
      const outcomes = new Map<string, ImportOutcome>(added.map((email) => [email, { state: 'added' }]))
      if (!doesUpdate) return outcomes
      const updated = await store.updateImported(tx, owner, rows.filter(isKnown), at)
      for (const email of updated) outcomes.set(email, { state: 'updated' })
      return outcomes
    },

    /** For campaigns, writing and sending. Leaves out prospects of other owners. */
    listByIds: store.listByIds,

    /**
     * For the inbox and replies: the status that a label stands for, but never over one set by hand. A rule's label
     * leaves alone what a label set that a person chose. `undoLabel` takes a change back for these prospects.
     */
    labelStatus: (
      tx: Db,
      owner: OwnerId,
      ids: readonly string[],
      {
        status,
        change,
        by = 'rule',
      }: { status: 'responded' | 'rejected'; change: string; by?: 'rule' | 'person' },
    ): Promise<number> => changes.labelStatus(tx, owner, ids, { id: change, status, by, at: isoNow(clock) }),
    undoLabel: (tx: Db, owner: OwnerId, change: string, ids: readonly string[]): Promise<number> =>
      changes.undoChange(tx, owner, change, isoNow(clock), ids),

    /** Moves prospects' statuses after generation and sending, but never over converted or rejected. */
    async followCampaign(
      tx: Db,
      owner: OwnerId,
      prospectIds: string[],
      status: 'email_generated' | 'email_sent',
      at: string,
    ): Promise<void> {
      const from = prospectStatus.options
      const to = from.map((each) => followStatus(each, status))
      const move = { from, to, isContact: status === 'email_sent', at }
      const ids = await store.moveStatuses(tx, owner, prospectIds, move)
      if (status === 'email_generated') await changes.insertGenerated(tx, owner, ids, at)
    },
  }
}

export type Prospects = ReturnType<typeof createProspects>

const endsFollowUps = (status: ProspectStatus): status is 'converted' | 'rejected' =>
  status === 'converted' || status === 'rejected'

const dropUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>

/** Reports a duplicate of address and business as a refusal. */
function refuseDuplicate(error: unknown): never {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  if ((cause?.code ?? code) === '23505') return refuse('prospects.exists')
  throw error
}
