import { z } from 'zod'
import { parseJson } from '../mailboxes/provider-api.ts'
import {
  type ApiReader,
  type ApiReadingOptions,
  byTime,
  createApiReading,
  HEADS_PER_LIST,
  MAX_HEAD_JSON_BYTES,
} from './api-reading.ts'
import {
  findMessageId,
  headerBlock,
  MAX_TEXT_SOURCE_BYTES,
  namesOriginal,
  withoutFiles,
} from './message-parts.rules.ts'
import { type Cursors, type FoundHead, type Listed, type MailboxReading, MessageTooLarge } from './port.ts'

const ME = '/gmail/v1/users/me'
const LABELS = { inbox: 'INBOX', junk: 'SPAM' } as const
type Folder = keyof typeof LABELS
const folders: Folder[] = ['inbox', 'junk']

/** Messages listed in a folder after a cursor was lost, newest first; older ones are not read. */
const MAX_LISTED = 50_000
/** Messages that arrived within the same seconds. */
const MAX_DONE = 5000
/** Pages of a history without a new message that are passed over in one list. */
const MAX_EMPTY_PAGES = 100
/** Messages in Sent to compare with ours if the copy has another Message-ID. */
const MAX_SENT_COMPARED = 10

const messageId = z.string().regex(/^[\w-]{1,200}$/)
const number = z.union([z.string().regex(/^\d{1,30}$/), z.number().int().min(0)]).transform(String)

/** Where a folder is read by date. `done`: messages of its last seconds that were listed. */
const backlog = z.object({ from: z.number().int().min(0), done: z.array(messageId).max(MAX_DONE) })
const cursorShape = z.object({
  history: number,
  backlog: z.object({ inbox: backlog, junk: backlog }).partial().default({}),
})
type Cursor = z.infer<typeof cursorShape>
type Backlog = z.infer<typeof backlog>

const profile = z.object({ historyId: number })
const pageToken = z.string().min(1).max(2000).optional()
const labels = z.array(z.string().max(300)).max(1000).default([])
const list = z.object({
  messages: z
    .array(z.object({ id: messageId }))
    .max(1000)
    .default([]),
  nextPageToken: pageToken,
})
const history = z.object({
  history: z
    .array(
      z.object({
        id: number,
        messagesAdded: z
          .array(z.object({ message: z.object({ id: messageId, labelIds: labels }) }))
          .max(1000)
          .default([]),
      }),
    )
    .max(10_000)
    .default([]),
  nextPageToken: pageToken,
  historyId: number,
})
const metadata = z.object({
  labelIds: labels,
  internalDate: number.optional(),
  sizeEstimate: z.number().int().min(0).nullable().default(null),
  payload: z.object({
    headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  }),
})
const whole = z.object({ raw: z.string() })

/**
 * Reads by the Gmail API. The cursor is a history id; a first visit, or one whose history id has expired, lists the folders
 * by date: https://developers.google.com/workspace/gmail/api/guides/sync
 */
export const createGmailReading = (options: ApiReadingOptions): MailboxReading =>
  createApiReading({ provider: 'Gmail', testPath: () => `${ME}/messages?labelIds=INBOX`, session }, options)

function session(reader: ApiReader, { clock, readBytes }: ApiReadingOptions) {
  /** The ids of a backlog still to be listed, oldest first, for the cursor that was returned last. */
  let queue: { cursor: string; ids: string[] } | null = null
  let hasBegun = false

  async function begin(since: Date): Promise<Cursor> {
    if (hasBegun) throw reader.fail('it forgets its places at once')
    hasBegun = true
    // The history id comes first: what arrives while the folders are listed is in the history, too.
    const found = await reader.getJson(`${ME}/profile`, profile)
    if (!found) throw reader.fail('it has no such mailbox')
    const start = () => ({ from: Math.floor(since.getTime() / 1000), done: [] })
    return { history: found.historyId, backlog: { inbox: start(), junk: start() } }
  }

  /** Lists what is left of the folders, the inbox first. */
  async function listByDate(begun: Cursor): Promise<Listed> {
    let cursor = begun
    const heads: FoundHead[] = []
    for (const folder of folders) {
      const left = cursor.backlog[folder]
      if (!left || heads.length >= HEADS_PER_LIST) continue
      const ids = queue?.cursor === JSON.stringify(cursor) ? queue.ids : await idsSince(reader, folder, left)
      const room = HEADS_PER_LIST - heads.length
      const listed = await readHeads(ids.slice(0, room).map((id) => ({ id, folder })))
      const rest = ids.slice(room)
      const { [folder]: _listed, ...others } = cursor.backlog
      const backlog = rest.length > 0 ? { ...cursor.backlog, [folder]: continueAfter(left, listed) } : others
      cursor = { ...cursor, backlog }
      queue = rest.length > 0 ? { cursor: JSON.stringify(cursor), ids: rest } : null
      heads.push(...listed)
    }
    return { heads: byTime(heads), cursors: cursor, has_more: Object.keys(cursor.backlog).length > 0 }
  }

  /** Null if the cursor is lost: the history id has expired, or is followed by too many pages without a message. */
  async function listHistory(cursor: Cursor): Promise<Listed | null> {
    let at = cursor.history
    let token: string | undefined
    for (let pages = 0; pages < MAX_EMPTY_PAGES; pages += 1) {
      const query = new URLSearchParams({ startHistoryId: at, historyTypes: 'messageAdded' })
      if (token) query.set('pageToken', token)
      const page = await reader.getJson(`${ME}/history?${query}`, history)
      if (!page) return null
      const records = firstRecords(page.history)
      const isWhole = records.length === page.history.length && !page.nextPageToken
      const heads = await readHeads(records.flatMap(messagesOf))
      at = isWhole ? page.historyId : (records.at(-1)?.id ?? at)
      const hasMoved = at !== cursor.history
      token = hasMoved ? undefined : page.nextPageToken
      if (isWhole || heads.length > 0)
        return { heads: byTime(heads), cursors: { history: at }, has_more: !isWhole && hasMoved }
    }
    // From the same cursor, the next visit would come no further.
    return at === cursor.history ? null : { heads: [], cursors: { history: at }, has_more: false }
  }

  async function readHeads(messages: { id: string; folder: Folder | null }[]): Promise<FoundHead[]> {
    const heads = new Map<string, FoundHead>()
    for (const { id, folder } of messages) {
      if (heads.has(id)) continue
      const head = await readHead(id, folder)
      if (head) heads.set(id, head)
    }
    return [...heads.values()]
  }

  async function readHead(id: string, listedIn: Folder | null): Promise<FoundHead | null> {
    const found = await readMetadata(id)
    const folder = listedIn ?? (found && folderOf(found.labelIds))
    if (!found || !folder) return null
    const at = new Date(Number(found.internalDate ?? Number.NaN))
    return {
      ref: id,
      folder,
      headers: headerBlock(found.payload.headers),
      size: found.sizeEstimate,
      received_at: (Number.isNaN(at.getTime()) ? clock.now() : at).toISOString(),
    }
  }

  /** Null if it is gone, or unreadable as no person's mail is. */
  async function readMetadata(id: string): Promise<z.infer<typeof metadata> | null> {
    const answer = await reader.get(`${ME}/messages/${id}?format=metadata`, { maxBytes: MAX_HEAD_JSON_BYTES })
    return (answer && metadata.safeParse(parseJson(answer.body)).data) ?? null
  }

  /** Header blocks of the newest messages in Sent that match. */
  async function searchSent(q: string, limit: number): Promise<Buffer[]> {
    const query = new URLSearchParams({ labelIds: 'SENT', q })
    const { messages = [] } = (await reader.getJson(`${ME}/messages?${query}`, list)) ?? {}
    const found: Buffer[] = []
    for (const { id } of messages.slice(0, limit)) {
      const message = await readMetadata(id)
      if (message) found.push(headerBlock(message.payload.headers))
    }
    return found
  }

  return {
    async list(cursors: Cursors, since: Date): Promise<Listed> {
      const known = cursorShape.safeParse(cursors)
      let cursor = known.success ? known.data : await begin(since)
      if (folders.every((folder) => !cursor.backlog[folder])) {
        const listed = await listHistory(cursor)
        if (listed) return listed
        cursor = await begin(since)
      }
      return listByDate(cursor)
    },

    async fetch(ref: string): Promise<Buffer | null> {
      const answer = await reader.get(rawPath(ref), { maxBytes: base64Length(readBytes) })
      if (!answer) return null
      if (answer.end === 'cut') throw new MessageTooLarge()
      const parsed = whole.safeParse(parseJson(answer.body))
      if (!parsed.success) throw reader.fail('its answer could not be read')
      return Buffer.from(parsed.data.raw, 'base64url')
    },

    /** Reads only the beginning of the message. */
    async fetchText(ref: string): Promise<Buffer | null> {
      const answer = await reader.get(rawPath(ref), { maxBytes: base64Length(MAX_TEXT_SOURCE_BYTES) })
      if (!answer) return null
      const [, raw] = /"raw"\s*:\s*"([\w=+/-]*)/.exec(answer.body.toString('latin1')) ?? []
      if (raw === undefined) throw reader.fail('its answer could not be read')
      return withoutFiles(Buffer.from(raw, 'base64url'))
    },

    async findSent(id: string): Promise<string | null> {
      const [exact] = await searchSent(`rfc822msgid:${id}`, 1)
      if (exact) return findMessageId(exact) ?? id
      // Gmail keeps an id that it replaced in X-Google-Original-Message-ID.
      const yesterday = Math.floor(clock.now().getTime() / 1000) - 24 * 60 * 60
      const newest = await searchSent(`after:${yesterday}`, MAX_SENT_COMPARED)
      const renamed = newest.find((headers) => namesOriginal(headers, id))
      return renamed ? findMessageId(renamed) : null
    },
  }
}

/** Ids are checked when they come in; they are the session's refs. */
const rawPath = (ref: string) => `${ME}/messages/${encodeURIComponent(ref)}?format=raw`
/** With the fields around it. */
const base64Length = (bytes: number) => Math.ceil((bytes * 4) / 3) + 16 * 1024
const secondOf = ({ received_at }: FoundHead) => Math.floor(Date.parse(received_at) / 1000)

function folderOf(labelIds: readonly string[]): Folder | null {
  return folders.find((folder) => labelIds.includes(LABELS[folder])) ?? null
}

type HistoryRecord = z.infer<typeof history>['history'][number]

/** Sent messages and drafts are left out by their labels. */
function messagesOf({ messagesAdded }: HistoryRecord): { id: string; folder: Folder | null }[] {
  return messagesAdded
    .map(({ message: { id, labelIds } }) => ({
      id,
      folder: folderOf(labelIds),
      isLabelled: labelIds.length > 0,
    }))
    .filter(({ folder, isLabelled }) => folder !== null || !isLabelled)
}

/** Records with at most 250 messages; a single larger one stays whole. */
function firstRecords(records: HistoryRecord[]): HistoryRecord[] {
  let messages = 0
  const end = records.findIndex(({ messagesAdded }, index) => {
    messages += messagesAdded.length
    return index > 0 && messages > HEADS_PER_LIST
  })
  return end < 0 ? records : records.slice(0, end)
}

/** `after:` is in seconds: the last ones are listed again, without what was listed. */
function continueAfter({ from, done }: Backlog, listed: readonly FoundHead[]): Backlog {
  const last = Math.max(from, ...listed.map(secondOf))
  const again = listed.filter((head) => secondOf(head) >= last - 1).map(({ ref }) => ref)
  return { from: last, done: last - from > 1 ? again : [...done, ...again].slice(-MAX_DONE) }
}

/** Oldest first, without those that are done. */
async function idsSince(reader: ApiReader, folder: Folder, { from, done }: Backlog): Promise<string[]> {
  const ids = new Set<string>()
  let token: string | undefined
  do {
    const query = new URLSearchParams({ labelIds: LABELS[folder], q: `after:${Math.max(0, from - 1)}` })
    if (folder === 'junk') query.set('includeSpamTrash', 'true')
    if (token) query.set('pageToken', token)
    const page = await reader.getJson(`${ME}/messages?${query}`, list)
    const before = ids.size
    for (const { id } of page?.messages ?? []) ids.add(id)
    // A page that brings nothing new would be followed without end.
    token = ids.size > before ? page?.nextPageToken : undefined
  } while (token && ids.size < MAX_LISTED)
  const known = new Set(done)
  return [...ids].filter((id) => !known.has(id)).reverse()
}
