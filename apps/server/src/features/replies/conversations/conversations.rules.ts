import { readIncomingMail } from '@goldpan/campaign-mail/incoming-mail'
import type { ConversationMessage } from '@goldpan/contract/replies'
import PostalMime from 'postal-mime'

const MAX_TEXT = 20_000
const MAX_NAMES = 50

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

/** The text of a message, for those of which no visible part was kept. */
export async function textOf(raw: Buffer): Promise<string> {
  return (await readIncomingMail(raw)).text.trim().slice(0, MAX_TEXT)
}

/** Of a whole message. */
export async function namesOfAttachments(raw: Buffer): Promise<string[]> {
  if (!/^content-type:\s*multipart\//im.test(raw.toString('latin1', 0, 50_000))) return []
  const parsed = await PostalMime.parse(raw, { maxNestingDepth: 50 }).catch(() => null)
  return (parsed?.attachments ?? [])
    .slice(0, MAX_NAMES)
    .map(({ filename, mimeType }) => (filename ?? mimeType).replace(/[\u0000-\u001f]+/g, ' ').slice(0, 200))
}
