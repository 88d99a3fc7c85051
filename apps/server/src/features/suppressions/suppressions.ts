import type { HandlerInput } from '@goldpan/contract/route'
import {
  SUPPRESSIONS_MAX,
  type Suppression,
  type SuppressionsAdded,
  suppressionRoutes,
} from '@goldpan/contract/suppressions'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import type { Binder, SentFile } from '../../http/bind.ts'
import { csvFile } from '../../http/csv.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import {
  hashOf,
  keysOf,
  type NewEntry,
  readEntries,
  stopOfSuppression,
  toSuppressed,
} from './suppressions.rules.ts'
import * as store from './suppressions.store.ts'

type Query = HandlerInput<typeof suppressionRoutes.list>['query']
type Added = HandlerInput<typeof suppressionRoutes.add>['body']

/** Entries hashed and stored before the event loop gets a turn. */
const BATCH = 1000

export interface SuppressionsDeps {
  db: Database
  clock: Clock
  enrolments: Pick<Enrolments, 'stop' | 'listOpenEmails'>
  /** Nobody waits for an answer any more. `entries`: 'ann@shop.example' or '@shop.example'. */
  closeConversations: (tx: Db, owner: OwnerId, entries: readonly string[]) => Promise<void>
}

/** The do-not-contact list of an owner, for all campaigns, tables and imports. */
export function createSuppressions({ db, clock, enrolments, closeConversations }: SuppressionsDeps) {
  const toRow = ({ kind, value }: NewEntry, source: string | null): store.NewSuppression => ({
    kind,
    email: value,
    hash: hashOf(value),
    reason: 'manual',
    source,
    recipient_id: null,
    created_at: isoNow(clock),
  })

  /** Ends follow-ups to, and conversations with, addresses that entries name, or whose domain they name. */
  async function endContact(tx: Db, owner: OwnerId, entries: readonly NewEntry[]): Promise<void> {
    const values = new Set(entries.map(({ value }) => value))
    const open = await enrolments.listOpenEmails(tx, owner)
    const emails = open.filter((email) => keysOf(email).some((key) => values.has(key)))
    await enrolments.stop(tx, owner, { emails }, 'suppressed')
    await closeConversations(tx, owner, [...values])
  }

  return {
    /** Suppresses an address. False if it was on the list already; the first reason stays. */
    async suppress(
      tx: Db,
      owner: OwnerId,
      entry: {
        email: string
        reason: store.SuppressionReason
        recipient_id: string | null
        source?: string
      },
    ): Promise<boolean> {
      const email = toSuppressed(entry.email)
      const { reason, recipient_id, source = SOURCES[reason] ?? null } = entry
      const row = { kind: 'address', email, hash: hashOf(email), reason, recipient_id, source } as const
      const emails = [email, entry.email.toLowerCase()]
      await enrolments.stop(tx, owner, { emails }, stopOfSuppression[reason])
      return (await store.insertSuppressions(tx, owner, [{ ...row, created_at: isoNow(clock) }])) > 0
    },

    /** Adds addresses by hand. Returns how many are new. */
    async suppressByHand(tx: Db, owner: OwnerId, emails: readonly string[]): Promise<number> {
      const entries = emails.map((email) => ({ kind: 'address' as const, value: toSuppressed(email) }))
      await endContact(tx, owner, entries)
      return store.insertSuppressions(
        tx,
        owner,
        entries.map((entry) => toRow(entry, SOURCES.manual!)),
      )
    },

    /** For the inbox: suppresses many, whose follow-ups the caller stops. Returns the new entries. */
    suppressEach(
      tx: Db,
      owner: OwnerId,
      emails: readonly string[],
      {
        reason,
        source = SOURCES[reason] ?? null,
      }: { reason: store.SuppressionReason; source?: string | null },
    ): Promise<{ id: string; email: string }[]> {
      const addresses = [...new Set(emails.map(toSuppressed))]
      const rows = addresses.map((email) => ({ email, hash: hashOf(email) }))
      return store.insertEach(tx, owner, rows, { reason, source, created_at: isoNow(clock) })
    },

    /** For the inbox: the entries in force of these addresses themselves, by address in lower case. */
    async findEntries(
      tx: Db,
      owner: OwnerId,
      emails: readonly string[],
    ): Promise<Map<string, { id: string; reason: store.SuppressionReason }>> {
      const hashes = new Map(emails.map((email) => [email, hashOf(email)]))
      const rows = await store.listByHash(tx, owner, [...new Set(hashes.values())])
      const entries = new Map(rows.map((row) => [row.hash, row]))
      return new Map(
        emails.flatMap((email) => {
          const entry = entries.get(hashes.get(email)!)
          return entry ? [[email, { id: entry.id, reason: entry.reason }] as const] : []
        }),
      )
    },

    liftEach: (tx: Db, owner: OwnerId, ids: readonly string[]): Promise<string[]> =>
      store.liftEach(tx, owner, ids, isoNow(clock)),
    restoreEach: store.restoreEach,

    /** Which of these addresses are suppressed, in lower case, with the reason. */
    async findSuppressed(
      tx: Db,
      owner: OwnerId,
      emails: readonly string[],
    ): Promise<Map<string, store.SuppressionReason>> {
      const addresses = [...new Set(emails.map(toSuppressed))]
      const keys = new Map(addresses.map((email) => [email, keysOf(email).map(hashOf)]))
      const rows = await store.listReasons(tx, owner, [...new Set([...keys.values()].flat())])
      const reasons = new Map(rows.map(({ hash, reason }) => [hash, reason]))
      return new Map(
        addresses.flatMap((email) => {
          const reason = keys
            .get(email)!
            .map((hash) => reasons.get(hash))
            .find(Boolean)
          return reason ? [[email, reason] as const] : []
        }),
      )
    },

    /** For sending: hashes to check in the statement that marks a message. */
    listHashes: (messages: readonly { id: string; email: string }[]): { id: string; hash: string }[] =>
      messages.flatMap(({ id, email }) =>
        keysOf(toSuppressed(email)).map((key) => ({ id, hash: hashOf(key) })),
      ),

    /** The entry of the address itself, not of its domain. */
    findInForce: (tx: Db, owner: OwnerId, email: string) => store.findInForce(tx, owner, hashOf(email)),
    lift: (tx: Db, owner: OwnerId, id: string) => store.liftSuppression(tx, owner, id, isoNow(clock)),

    /** After contacts are deleted: only hashes of their addresses stay, which still suppress them. */
    forgetAddresses: (tx: Db, owner: OwnerId, emails: readonly string[]): Promise<void> =>
      store.forgetAddresses(tx, owner, [...new Set(emails.map(hashOf))]),

    /** After a deletion of contacts is undone. */
    recallAddresses: (tx: Db, owner: OwnerId, emails: readonly string[]): Promise<void> =>
      store.recallAddresses(
        tx,
        owner,
        [...new Set(emails.map(toSuppressed))].map((email) => ({ email, hash: hashOf(email) })),
      ),

    async list(owner: OwnerId, { search, reason, offset, limit }: Query) {
      const words = toSuppressed(search)
      const filter = { words, hash: hashOf(words), reason }
      const { total, rows } = await store.listPage(db, owner, filter, { offset, limit })
      return { total, suppressions: rows.map(toSuppression) }
    },

    async add(owner: OwnerId, { text, file_name }: Added): Promise<SuppressionsAdded> {
      const { entries, invalid, invalidCount } = await readEntries(text)
      if (entries.length === 0) refuse('suppressions.nothing_found')
      if (entries.length > SUPPRESSIONS_MAX) refuse('suppressions.too_many')
      const source = file_name ? `From the file ${file_name}` : SOURCES.manual!
      const added = await db.transaction(async (tx) => {
        let count = 0
        for (let at = 0; at < entries.length; at += BATCH) {
          const rows = entries.slice(at, at + BATCH).map((entry) => toRow(entry, source))
          count += await store.insertSuppressions(tx, owner, rows)
        }
        await endContact(tx, owner, entries)
        return count
      })
      const known = entries.length - added
      return { message: messageOf(added, known), added, known, invalid, invalid_count: invalidCount }
    },

    async remove(owner: OwnerId, id: string): Promise<{ message: string }> {
      const row = isRowId(id) ? await store.findById(db, owner, id) : null
      if (!row) refuse('suppressions.not_found')
      if (row.reason !== 'manual') refuse('suppressions.permanent')
      await store.liftSuppression(db, owner, row.id, isoNow(clock))
      return { message: 'Removed from the do-not-contact list' }
    },

    async exportCsv(owner: OwnerId): Promise<SentFile> {
      const filter = { words: '', hash: '', reason: undefined }
      const { rows } = await store.listPage(db, owner, filter, { offset: 0, limit: 1_000_000 })
      const header = ['address_or_domain', 'kind', 'reason', 'source', 'since', 'sha256']
      return csvFile(
        'do-not-contact.csv',
        header,
        rows.map((row) => [shown(row), row.kind, row.reason, row.source, row.created_at, row.hash]),
      )
    },
  }
}

export type Suppressions = ReturnType<typeof createSuppressions>

export function bindSuppressions(bind: Binder, suppressions: Suppressions): void {
  bind(suppressionRoutes.list, ({ owner, query }) => suppressions.list(owner, query))
  bind(suppressionRoutes.add, ({ owner, body }) => suppressions.add(owner, body))
  bind(suppressionRoutes.exportCsv, ({ owner }) => suppressions.exportCsv(owner))
  bind(suppressionRoutes.remove, ({ owner, params }) => suppressions.remove(owner, params.id))
}

const SOURCES: Record<string, string> = {
  unsubscribed: 'Unsubscribe link in an email',
  bounced: 'Mail server: the address does not exist',
  complaint: 'Spam report from the mail provider',
  stop_reply: 'Reply to a campaign',
  manual: 'Added by hand',
}

const shown = ({ email, kind }: store.SuppressionRow): string | null =>
  kind === 'domain' ? (email?.slice(1) ?? null) : email

function toSuppression(row: store.SuppressionRow): Suppression {
  const { id, kind, reason, source, created_at } = row
  return { id, kind, reason, source, created_at, address: shown(row), can_remove: reason === 'manual' }
}

function messageOf(added: number, known: number): string {
  const words = added === 1 ? '1 entry was added' : `${added.toLocaleString('en')} entries were added`
  return known === 0 ? `${words}.` : `${words}, ${known.toLocaleString('en')} were already on the list.`
}
