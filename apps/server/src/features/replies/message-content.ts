import { readIncomingMail } from '@goldpan/campaign-mail/incoming-mail'
import { readMime } from '@goldpan/campaign-mail/read-mime'

const MAX_TEXT = 20_000
const MAX_NAMES = 50

/** The text of a message, for those of which no visible part was kept. */
export async function textOf(raw: Buffer): Promise<string> {
  return (await readIncomingMail(raw)).text.trim().slice(0, MAX_TEXT)
}

/** Of a message, or of its beginning. */
export async function namesOfAttachments(raw: Buffer): Promise<string[]> {
  if (!/^content-type:\s*(?!text\/(?:plain|html))/im.test(raw.toString('latin1', 0, 50_000))) return []
  const parsed = await readMime(raw, 50).catch(() => null)
  return (parsed?.attachments ?? [])
    .slice(0, MAX_NAMES)
    .map(({ filename, mimeType }) => (filename ?? mimeType).replace(/[\u0000-\u001f]+/g, ' ').slice(0, 200))
}
