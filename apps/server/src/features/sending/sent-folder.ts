import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId } from '../../db/owner.ts'
import type { Clock } from '../../providers/clock/port.ts'
import * as store from './sent-folder.store.ts'

export interface SentFolderDeps<Kind extends store.SentKind> {
  db: Database
  clock: Clock
  kind: Kind
  messageIdOf: (row: store.SentRow<Kind>) => string
  /** The message as it was sent, without pixel and with plain links. Throws MessageRefused. */
  buildCopy: (row: store.SentRow<Kind>) => Promise<Buffer>
  /** Does nothing unless the message is unconfirmed. */
  confirm: (tx: Db, owner: OwnerId, id: string, reason: string) => Promise<void>
}

/** One message's work in the Sent folder. */
export interface SentWork {
  isSent: boolean
  expectedId: string
  buildCopy(): Promise<Buffer>
  /** Confirms a message that was found in Sent, and stores the id that its provider gave it. */
  recordFound(foundId: string): Promise<void>
  recordCopied(): Promise<void>
  /** Plans another attempt after nothing was found or copied, for an hour; a copy after growing waits. */
  postpone(): Promise<void>
}

/**
 * Work that is due in the Sent folders of own mailboxes: storing copies of accepted messages, reading the ids that
 * providers gave to them, and looking for unconfirmed messages, which were sent if they are there.
 */
export interface SentFolder {
  listDue(owner: OwnerId, mailboxId: string): Promise<SentWork[]>
  /** The mailbox could not be visited. */
  postponeAll(owner: OwnerId, mailboxId: string): Promise<void>
  /** The mailbox can't be visited any more. */
  giveUp(owner: OwnerId, mailboxId: string): Promise<void>
  /** Milliseconds of product time until something is due; at most 0 if it is. Null if nothing is planned. */
  dueInMs(owner: OwnerId, mailboxId: string): Promise<number | null>
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** By then, providers that store copies themselves have done so. */
const COPY_AFTER_MS = 10 * SECOND_MS
/** Limits a visit, so that this work doesn't delay reading. */
const MAX_AT_ONCE = 50
/** An unconfirmed message is looked for, and a copy tried, for this long. */
const GIVE_UP_AFTER_MS = 60 * MINUTE_MS
const AGAIN_MS = MINUTE_MS
const MAX_ID = 500

/** Plans work in Sent folders, in the transaction that settles the messages. Skips messages without a mailbox. */
export function createSentPlan({ clock, systemClock }: { clock: Clock; systemClock: Clock }) {
  const dueIn = (ms: number): store.SentDue => ({
    at: new Date(clock.now().getTime() + ms).toISOString(),
    visit_at: new Date(systemClock.now().getTime() + ms).toISOString(),
  })

  return {
    /** Plans copies of accepted messages, or a search for the ids that their provider gave them. */
    copies: (tx: Db, owner: OwnerId, kind: store.SentKind, ids: string[]) =>
      store.planCopies(tx, owner, kind, ids, dueIn(COPY_AFTER_MS)),

    /** An unconfirmed message is looked for in the Sent folder of a mailbox that is read. */
    search: (tx: Db, owner: OwnerId, kind: store.SentKind, id: string) =>
      store.planSearch(tx, owner, kind, [id], dueIn(0)),
  }
}

export function createSentFolder<Kind extends store.SentKind>({
  db,
  clock,
  kind,
  ...deps
}: SentFolderDeps<Kind>): SentFolder {
  const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()

  function toWork(row: store.SentRow<Kind>): SentWork {
    const { id, state, server_message_id, finished_at } = row
    const owner = asOwner(row.owner_id)
    const expectedId = deps.messageIdOf(row)
    const update = (change: Parameters<typeof store.update>[4], tx: Db = db) =>
      store.update(tx, owner, kind, id, change)
    return {
      isSent: state === 'sent',
      expectedId,
      buildCopy: () => deps.buildCopy(row),
      async recordFound(foundId) {
        const given = foundId.replaceAll('\u0000', '').slice(0, MAX_ID)
        const found = { server_message_id: foundId === expectedId ? server_message_id : given }
        await db.transaction(async (tx) => {
          await deps.confirm(tx, owner, id, 'Accepted by the mail server; its copy is in the Sent folder')
          await update({ ...found, sent_copy_at: null }, tx)
        })
      },
      recordCopied: () => update({ sent_copy_at: null }),
      async postpone() {
        const queued_at = 'queued_at' in row ? row.queued_at : row.created_at
        const elapsedMs = clock.now().getTime() - new Date(finished_at ?? queued_at).getTime()
        const waitMs = state === 'unconfirmed' ? AGAIN_MS : Math.max(AGAIN_MS, elapsedMs)
        await update({ sent_copy_at: elapsedMs + waitMs > GIVE_UP_AFTER_MS ? null : later(waitMs) })
      },
    }
  }

  return {
    async listDue(owner, mailboxId) {
      const rows = await store.listDue(db, owner, kind, { mailboxId, now: later(0), limit: MAX_AT_ONCE })
      return rows.map(toWork)
    },
    postponeAll: (owner, mailboxId) =>
      store.postponeDue(db, owner, kind, {
        mailboxId,
        now: later(0),
        until: later(AGAIN_MS),
        since: later(AGAIN_MS - GIVE_UP_AFTER_MS),
      }),
    giveUp: (owner, mailboxId) => store.clearDue(db, owner, kind, mailboxId),
    async dueInMs(owner, mailboxId) {
      const next = await store.findNextDue(db, owner, kind, mailboxId)
      return next === null ? null : new Date(next).getTime() - clock.now().getTime()
    },
  }
}

/** The work of several kinds of messages as one. */
export function joinSentFolders(folders: readonly SentFolder[]): SentFolder {
  return {
    listDue: async (owner, mailboxId) =>
      (await Promise.all(folders.map((folder) => folder.listDue(owner, mailboxId)))).flat(),
    async postponeAll(owner, mailboxId) {
      for (const folder of folders) await folder.postponeAll(owner, mailboxId)
    },
    async giveUp(owner, mailboxId) {
      for (const folder of folders) await folder.giveUp(owner, mailboxId)
    },
    async dueInMs(owner, mailboxId) {
      const waits = await Promise.all(folders.map((folder) => folder.dueInMs(owner, mailboxId)))
      const due = waits.filter((ms) => ms !== null)
      return due.length > 0 ? Math.min(...due) : null
    },
  }
}
