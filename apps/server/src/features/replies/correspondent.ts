import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { refuse } from '../../http/refuse.ts'
import type { ConversationRow, Conversations } from '../inbox/conversations.ts'
import { CHOSEN_IN_INBOX } from '../inbox/label-effects.ts'
import { findAddress } from './correspondent.store.ts'

export interface Correspondent {
  /** In lower case. */
  email: string
  /** The prospect of the message that the person answered. Null if they answered none. */
  prospect_id: string | null
  /** Null for somebody who neither wrote nor was acted on. */
  conversation: ConversationRow | null
}

/** By the id of a conversation, a message, a recipient or a prospect. Refuses an unknown one. */
export async function getCorrespondent(
  { db, conversations }: { db: Database; conversations: Pick<Conversations, 'find'> },
  owner: OwnerId,
  id: string,
): Promise<Correspondent> {
  const conversation = await conversations.find(db, owner, id)
  if (conversation) return { email: conversation.email, prospect_id: conversation.prospect_id, conversation }
  const email = isRowId(id) ? await findAddress(db, owner, id) : null
  return email === null ? refuse('replies.no_conversation') : { email, prospect_id: null, conversation: null }
}

/** First and last name. Null if neither is known. */
export const nameOf = (
  person: { first_name: string | null; last_name: string | null } | null | undefined,
): string | null => [person?.first_name, person?.last_name].filter(Boolean).join(' ').trim() || null

/** Null if the person may be answered: not suppressed, or has written since. */
export function closedReason(
  entry: { reason: string; source: string | null; created_at: string } | null,
  newestAt: string,
): string | null {
  if (entry === null || newestAt > entry.created_at) return null
  if (entry.reason === 'bounced') return 'The address no longer exists, so an answer would not arrive.'
  if (entry.reason === 'manual' || entry.source === CHOSEN_IN_INBOX)
    return 'This person is on your do-not-contact list.'
  return 'This person asked not to be contacted.'
}
