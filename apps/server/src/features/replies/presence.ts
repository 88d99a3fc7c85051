import { PRESENT_SECONDS } from '@goldpan/contract/answering'
import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import type { Conversations } from '../inbox/conversations.ts'
import * as store from './presence.store.ts'

export const forgetPresenceJob = defineJob({
  name: 'forget-presence',
  payload: z.object({}),
  every: { seconds: 60, payload: {} },
})

export interface PresenceDeps {
  db: Database
  systemClock: Clock
  conversations: Pick<Conversations, 'getOrCreate'>
}

const scope = systemScope('who had a conversation open is forgotten for all owners')

/** Which members have a conversation open, until 30 seconds after they last said so. */
export function createPresence({ db, systemClock, conversations }: PresenceDeps) {
  const since = () => new Date(systemClock.now().getTime() - PRESENT_SECONDS * 1000).toISOString()

  /** The other members. */
  const list = (owner: OwnerId, person: OwnerId, conversationId: string) =>
    store.listPresent(db, owner, { conversationId, except: person, since: since() })

  return {
    list,

    async post(owner: OwnerId, person: OwnerId, id: string, { writing }: { writing: boolean }) {
      const { id: conversation_id } = await db.transaction(async (tx) => {
        const conversation = await conversations.getOrCreate(tx, owner, id)
        const seen_at = isoNow(systemClock)
        const row = { conversation_id: conversation.id, user_id: person, is_writing: writing, seen_at }
        await store.setPresent(tx, owner, row)
        return conversation
      })
      return { present: await list(owner, person, conversation_id) }
    },

    forgetOld: () => store.deleteBefore(db, scope, since()),
  }
}

export type Presence = ReturnType<typeof createPresence>
