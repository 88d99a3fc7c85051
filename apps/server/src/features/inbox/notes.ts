import { NOTES_MAX, type Note } from '@goldpan/contract/inbox'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { listMembers } from '../organizations/members.ts'
import { lockConversations } from './changes.store.ts'
import type { Conversations } from './conversations.ts'
import * as store from './notes.store.ts'

export interface NotesDeps {
  db: Database
  clock: Clock
  conversations: Pick<Conversations, 'find' | 'getOrCreate' | 'refreshWords'>
}

/** Notes of members on a conversation. They never leave in mail. */
export function createNotes({ db, clock, conversations }: NotesDeps) {
  /** Others' notes are refused like unknown ones. */
  async function getOwn(tx: Db, owner: OwnerId, person: OwnerId, id: string): Promise<store.NoteRow> {
    const row = isRowId(id) ? await store.findNote(tx, owner, id) : null
    return row?.author_id === person ? row : refuse('inbox.note_not_found')
  }

  async function refresh(tx: Db, owner: OwnerId, conversationId: string): Promise<void> {
    const conversation = await conversations.find(tx, owner, conversationId)
    if (conversation) await conversations.refreshWords(tx, owner, [conversation.email])
  }

  return {
    async list(owner: OwnerId, conversationId: string): Promise<Note[]> {
      return (await store.listNotes(db, owner, conversationId)).map(toNote)
    },

    async add(owner: OwnerId, person: OwnerId, id: string, text: string): Promise<Note> {
      const author = (await listMembers(db, owner)).find((member) => member.id === person)
      return db.transaction(async (tx) => {
        const conversation = await conversations.getOrCreate(tx, owner, id)
        await lockConversations(tx, owner, [conversation.id])
        const notes = await store.listNotes(tx, owner, conversation.id)
        if (notes.length >= NOTES_MAX) refuse('inbox.too_many_notes')
        const at = isoNow(clock)
        const note = await store.insertNote(tx, owner, {
          conversation_id: conversation.id,
          author_id: person,
          author_name: author?.name ?? '',
          text,
          created_at: at,
          updated_at: at,
        })
        await refresh(tx, owner, conversation.id)
        return toNote(note)
      })
    },

    change: (owner: OwnerId, person: OwnerId, id: string, text: string): Promise<Note> =>
      db.transaction(async (tx) => {
        const { conversation_id } = await getOwn(tx, owner, person, id)
        const note = await store.updateNote(tx, owner, id, { text, updated_at: isoNow(clock) })
        await refresh(tx, owner, conversation_id)
        return toNote(note)
      }),

    remove: (owner: OwnerId, person: OwnerId, id: string): Promise<{ message: string }> =>
      db.transaction(async (tx) => {
        const { conversation_id } = await getOwn(tx, owner, person, id)
        await store.deleteNote(tx, owner, id)
        await refresh(tx, owner, conversation_id)
        return { message: 'Note deleted' }
      }),
  }
}

/** The id of an author who left with their account is that of nobody. */
const toNote = ({ id, author_id, author_name, text, created_at, updated_at }: store.NoteRow): Note => ({
  id,
  author: { id: author_id ?? NOBODY, name: author_name },
  text,
  created_at,
  updated_at,
})

const NOBODY = '00000000-0000-0000-0000-000000000000'
