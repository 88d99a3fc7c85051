import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { findAppearance, listNewerThan } from './appearances.store.ts'
import * as store from './conversations.store.ts'
import { joinEarlier } from './earlier-mail.store.ts'

export type { ConversationRow, Received } from './conversations.store.ts'

export interface ConversationsDeps {
  clock: Clock
}

/** Conversations and their states: all mail between an owner and one address. */
export function createConversations({ clock }: ConversationsDeps) {
  return {
    find: async (db: Db, owner: OwnerId, id: string): Promise<store.ConversationRow | null> =>
      isRowId(id) ? store.findConversation(db, owner, id) : null,

    findByEmail: store.findByEmail,

    /** After a message, an answer or a note: collects the words that searches find these addresses by. */
    refreshWords: store.refreshWords,

    /** A model's label, if that message is still the newest that the person wrote. A person's choice stays. */
    relabel: store.relabel,

    /** For mail of earlier releases. */
    joinEarlier,

    /** For `up_to` and `seen`: when a message appeared, and who wrote after it. */
    findAppearance,
    listNewerThan,

    /** Locks a conversation until the transaction ends. Refuses an unknown id. */
    async lock(tx: Db, owner: OwnerId, id: string): Promise<store.ConversationRow> {
      const found = isRowId(id) ? await store.findConversation(tx, owner, id) : null
      const row = found && (await store.lockConversation(tx, owner, found.id))
      return row ?? refuse('replies.no_conversation')
    },

    /**
     * Before mail acts on prospects, enrolments and suppressions, which changes lock after the conversations: locks the
     * one with this lower-case address. Creates one that has no mail yet.
     */
    async lockFor(tx: Db, owner: OwnerId, email: string): Promise<store.ConversationRow> {
      await store.insertEmpty(tx, owner, { email, prospect_id: null, at: isoNow(clock) })
      const row = (await store.findByEmail(tx, owner, email))!
      return (await store.lockConversation(tx, owner, row.id)) ?? row
    },

    remove: store.deleteConversation,

    /** For removals: a conversation is back, or joins the one that the person began meanwhile. */
    async followRestored(tx: Db, owner: OwnerId, removalId: string): Promise<void> {
      await store.refreshWords(tx, owner, await store.followRestored(tx, owner, removalId))
    },

    /** For organizations: a member leaves. */
    unassign: (tx: Db, owner: OwnerId, person: string): Promise<void> =>
      store.unassign(tx, owner, person, isoNow(clock)),

    /** Creates one for somebody who never wrote, so that they can have notes and drafts. Refuses an unknown id. */
    async getOrCreate(tx: Db, owner: OwnerId, id: string): Promise<store.ConversationRow> {
      const found = isRowId(id) ? await store.findConversation(tx, owner, id) : null
      if (found) return found
      const email = isRowId(id) ? await store.findEmail(tx, owner, id) : null
      if (email === null) return refuse('replies.no_conversation')
      await store.insertEmpty(tx, owner, { email, prospect_id: null, at: isoNow(clock) })
      return (await store.findByEmail(tx, owner, email))!
    },

    /**
     * A message came in: a person's opens the conversation and ends a snooze; automatic mail changes no state. A proven
     * wish to get no more mail is done.
     */
    async receive(
      tx: Db,
      owner: OwnerId,
      mail: store.Received,
      { isStop }: { isStop: boolean },
    ): Promise<store.ConversationRow> {
      const row = await store.addReceived(tx, owner, mail)
      if (mail.kind === 'auto-reply' && !isStop) return row
      const snooze = { snoozed_until: null, snoozed_before: row.snoozed_until ?? row.snoozed_before }
      const change = isStop
        ? ({ state: 'done', unread: false, ...snooze } as const)
        : ({ state: 'open', unread: true, ...snooze } as const)
      await store.setFields(tx, owner, [row.id], change)
      return { ...row, ...change }
    },

    /** A member answered. */
    async close(
      tx: Db,
      owner: OwnerId,
      id: string,
      then: { state: 'done' | 'open' } | { state: 'snoozed'; until: string },
    ): Promise<void> {
      const snoozed_until = then.state === 'snoozed' ? then.until : null
      const { state } = then
      await store.setFields(tx, owner, [id], {
        state,
        snoozed_until,
        snoozed_before: null,
        unread: false,
        updated_at: isoNow(clock),
      })
    },

    /** Takes back an answer's change of the state, unless it was changed again since. */
    restore: store.restoreState,
  }
}

export type Conversations = ReturnType<typeof createConversations>

/** For the do-not-contact list: whom entries name, an address or '@domain', no longer wait for an answer. */
export const createConversationCloser =
  (clock: Clock) =>
  (tx: Db, owner: OwnerId, entries: readonly string[]): Promise<void> =>
    store.closeNamed(tx, owner, {
      emails: entries.filter((entry) => !entry.startsWith('@')),
      domains: entries.flatMap((entry) => (entry.startsWith('@') ? entry.slice(1) : [])),
      at: isoNow(clock),
    })
