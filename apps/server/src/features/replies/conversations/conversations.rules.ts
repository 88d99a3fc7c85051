import type { ConversationMessage } from '@goldpan/contract/replies'

export const byTime = (a: ConversationMessage, b: ConversationMessage): number =>
  a.at.localeCompare(b.at) || a.id.localeCompare(b.id)

/** Where a message that goes out is, in the words of the screen. */
export function stateOf(state: string): ConversationMessage['state'] {
  if (state === 'sent' || state === 'failed' || state === 'unconfirmed') return state
  return state === 'transmitting' || state === 'queued' || state === 'claimed' ? 'waiting' : 'failed'
}

/** Why somebody must not be answered: they asked for silence and have not written since. */
export function closedReason(
  entry: { reason: string; created_at: string } | null,
  newestAt: string,
): string | null {
  if (entry === null || newestAt > entry.created_at) return null
  if (entry.reason === 'bounced') return 'The address does not exist any more, so an answer would not arrive.'
  return 'This person asked not to be written to, so the conversation ends here.'
}
