import type { Attachment, Email } from 'postal-mime'
import { type InertHtml, toInertHtml } from './inert-html.ts'
import { hasLongHead, hasManyParts, hasShortLines } from './message-bytes.ts'
import { pictureDataUrl, pictureType } from './pictures.ts'
import { plainFileName } from './plain-name.ts'
import { readMime } from './read-mime.ts'

/** A file of an incoming message. */
export interface MailFile {
  /** The same whenever the message is read. */
  id: string
  /** Safe as a file name on any system, at most 200 characters. */
  name: string
  /** PNG, JPEG, GIF and WebP are proven by content and may be shown; anything else is only the sender's word. */
  type: string
  /** In bytes. */
  size: number
}

const MAX_FILES = 100
const MAX_NESTING = 25
const MAX_TYPE = 100
/** How a file is served that isn't a proven picture. */
const DOWNLOAD_TYPE = 'application/octet-stream'

/** The files of a raw message, pictures within its HTML included, at most 100; none if it can't be parsed. */
export const listFiles = async (raw: Buffer): Promise<MailFile[]> => (await describeContent(raw)).files

/** Its files as {@link listFiles} returns them, and whether it has a formatted part. */
export async function describeContent(raw: Buffer): Promise<{ files: MailFile[]; has_html: boolean }> {
  const email = await parse(raw)
  return { files: email ? filesOf(email).map(toMailFile) : [], has_html: Boolean(email?.html?.trim()) }
}

/** A file to be served with its `type`: a proven picture's, else application/octet-stream. Null for an unknown id. */
export async function readFile(
  raw: Buffer,
  id: string,
): Promise<{ name: string; type: string; bytes: Buffer } | null> {
  const email = await parse(raw)
  const files = email ? filesOf(email) : []
  const at = files.findIndex((_, index) => idOf(index) === id)
  if (at < 0) return null
  const bytes = bytesOf(files[at]!)
  return { name: toMailFile(files[at]!, at).name, type: pictureType(bytes) ?? DOWNLOAD_TYPE, bytes }
}

/** The formatted part of a raw message with its attached pictures; null if it has none or can't be parsed. */
export async function readInertHtml(
  raw: Buffer,
  { pictures }: { pictures: boolean },
): Promise<InertHtml | null> {
  const email = await parse(raw)
  if (!email?.html?.trim()) return null
  const files = filesOf(email)
  const urls = new Map<string, string | null>()
  const cid = (id: string) => {
    if (!urls.has(id)) urls.set(id, attachedPicture(files, id))
    return urls.get(id) ?? null
  }
  return toInertHtml(email.html, { pictures, cid })
}

function attachedPicture(files: Attachment[], id: string): string | null {
  const file = files.find(({ contentId }) => contentId?.replace(/[<>\s]/g, '') === id)
  return file ? pictureDataUrl(bytesOf(file)) : null
}

/** Null if the message isn't MIME or was made to overload a parser. */
async function parse(raw: Buffer): Promise<Email | null> {
  if (hasLongHead(raw) || hasManyParts(raw) || hasShortLines(raw)) return null
  return readMime(raw, MAX_NESTING).catch(() => null)
}

const filesOf = (email: Email): Attachment[] => email.attachments.slice(0, MAX_FILES)

const idOf = (index: number): string => String(index + 1)

function toMailFile(file: Attachment, index: number): MailFile {
  const bytes = bytesOf(file)
  const proven = pictureType(bytes)
  return {
    id: idOf(index),
    name: plainFileName(file.filename ?? '') || nameFor(proven ?? file.mimeType),
    type: proven ?? claimedType(file.mimeType),
    size: bytes.length,
  }
}

/** The type that the sender names, unless it is a picture's, which would have been proven. */
function claimedType(type: string): string {
  const isPlain = type.length <= MAX_TYPE && /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(type)
  return isPlain && !type.startsWith('image/') ? type : DOWNLOAD_TYPE
}

const NAMES: Record<string, string> = {
  'message/rfc822': 'message.eml',
  'text/calendar': 'invitation.ics',
  'image/png': 'picture.png',
  'image/jpeg': 'picture.jpg',
  'image/gif': 'picture.gif',
  'image/webp': 'picture.webp',
}

const nameFor = (type: string): string => NAMES[type] ?? 'attachment'

function bytesOf({ content }: Attachment): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  const bytes = content instanceof Uint8Array ? content : new Uint8Array(content)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
