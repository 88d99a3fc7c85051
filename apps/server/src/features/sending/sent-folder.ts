import type { Database } from '../../db/database.ts'
import { asOwner, type OwnerId } from '../../db/owner.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Messages } from './messages.ts'
import type { Outcomes } from './outcomes.ts'
import type { RecipientRow } from './sending.store.ts'
import * as store from './sent-folder.store.ts'

export interface SentFolderDeps {
  db: Database
  clock: Clock
  messages: Pick<Messages, 'buildCopy' | 'messageIdOf'>
  outcomes: Pick<Outcomes, 'confirm'>
}

/** A message with something due in the Sent folder, and its Message-ID. */
export type SentWork = RecipientRow & { expected_id: string }

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** A visit's share, so that reading isn't kept waiting by what was sent. */
const MAX_AT_ONCE = 50
/** An unconfirmed message is looked for, and a copy tried, for this long. */
const GIVE_UP_AFTER_MS = 60 * MINUTE_MS
const AGAIN_MS = MINUTE_MS
const MAX_ID = 500

/**
 * What is due in the Sent folders of own mailboxes: copies of accepted messages, the ids that providers gave to them, and
 * unconfirmed messages, which were sent if they are there.
 */
export function createSentFolder({ db, clock, messages, outcomes }: SentFolderDeps) {
  const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()

  return {
    async listDue(owner: OwnerId, mailboxId: string): Promise<SentWork[]> {
      const rows = await store.listDue(db, owner, { mailboxId, now: later(0), limit: MAX_AT_ONCE })
      return rows.map((row) => ({ ...row, expected_id: messages.messageIdOf(row) }))
    },

    /** The message as it was sent, without pixel and with plain links. */
    buildCopy: (row: RecipientRow): Promise<Buffer> => messages.buildCopy(row),

    /** Found in Sent, so it was sent. The provider may have given it an id of its own. */
    async recordFound(row: SentWork, foundId: string): Promise<void> {
      const owner = asOwner(row.owner_id)
      const given = foundId.replaceAll('\u0000', '').slice(0, MAX_ID)
      const server_message_id = foundId === row.expected_id ? row.server_message_id : given
      await db.transaction(async (tx) => {
        await outcomes.confirm(
          tx,
          owner,
          row.id,
          'Accepted by the mail server; its copy is in the Sent folder',
        )
        await store.update(tx, owner, row.id, { server_message_id, sent_copy_at: null })
      })
    },

    recordCopied: (row: SentWork): Promise<void> =>
      store.update(db, asOwner(row.owner_id), row.id, { sent_copy_at: null }),

    /** Nothing was found or copied: it is tried again for an hour, a copy after ever longer waits. */
    async postpone(row: SentWork): Promise<void> {
      const elapsedMs = clock.now().getTime() - new Date(row.finished_at ?? row.queued_at).getTime()
      const waitMs = row.state === 'unconfirmed' ? AGAIN_MS : Math.max(AGAIN_MS, elapsedMs)
      const isOver = elapsedMs + waitMs > GIVE_UP_AFTER_MS
      await store.update(db, asOwner(row.owner_id), row.id, { sent_copy_at: isOver ? null : later(waitMs) })
    },

    /** The mailbox could not be visited. */
    postponeAll: (owner: OwnerId, mailboxId: string): Promise<void> =>
      store.postponeDue(db, owner, {
        mailboxId,
        now: later(0),
        until: later(AGAIN_MS),
        since: later(AGAIN_MS - GIVE_UP_AFTER_MS),
      }),

    /** The mailbox can't be visited any more. */
    giveUp: (owner: OwnerId, mailboxId: string): Promise<void> => store.clearDue(db, owner, mailboxId),

    /** When something is due, from now in product time; at most 0 if it is. Null: nothing. */
    async dueInMs(owner: OwnerId, mailboxId: string): Promise<number | null> {
      const next = await store.findNextDue(db, owner, mailboxId)
      return next === null ? null : new Date(next).getTime() - clock.now().getTime()
    },
  }
}

export type SentFolder = ReturnType<typeof createSentFolder>
