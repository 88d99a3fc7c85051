import { z } from 'zod'
import { graphMailbox } from '../mailboxes/graph.ts'
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

const FOLDERS = { inbox: 'inbox', junk: 'junkemail' } as const
type Folder = keyof typeof FOLDERS

/** Pages read for one list. The provider's pages have 10 messages, or none. */
const MAX_PAGES = 100
const ENOUGH_HEADS = 200
/** Messages in Sent Items to compare with ours if the copy has another Message-ID. */
const MAX_SENT_COMPARED = 10
const HOUR_MS = 60 * 60 * 1000

/** Ids are parts of paths. */
const graphId = z
  .string()
  .min(1)
  .max(1000)
  .refine((id) => !/^\.+$/.test(id))
const link = z.string().min(1).max(20_000)
const text = z.string().max(2000).nullish().catch(null)

const page = z.object({
  value: z.array(z.object({ id: graphId, '@removed': z.unknown().optional() })).max(10_000),
  '@odata.nextLink': link.optional(),
  '@odata.deltaLink': link.optional(),
})
const message = z.object({
  internetMessageId: text,
  receivedDateTime: text,
  from: z
    .object({ emailAddress: z.object({ name: text, address: text }) })
    .nullish()
    .catch(null),
  internetMessageHeaders: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .nullish()
    .catch(null),
})
type Page = z.infer<typeof page>
type Message = z.infer<typeof message>

interface FolderList {
  heads: FoundHead[]
  /** The link that comes next; null to begin anew. */
  cursor: string | null
  hasMore: boolean
}

const HEAD = '$select=internetMessageId,internetMessageHeaders,from,receivedDateTime'
const sentItems = z.object({ value: z.array(z.object({ id: graphId, internetMessageId: text })).max(1000) })

/**
 * Reads by Microsoft Graph. The cursor of a folder is the link that its delta query returned last:
 * https://learn.microsoft.com/graph/delta-query-messages. Headers are read message by message, because a delta query
 * leaves them out. Graph doesn't tell the size of a message.
 */
export const createGraphReading = (options: ApiReadingOptions): MailboxReading =>
  createApiReading(
    {
      provider: 'Microsoft 365',
      // Ids that survive a move to another folder.
      headers: { prefer: 'IdType="ImmutableId"' },
      testPath: (credentials) =>
        `${graphMailbox(credentials)}/mailFolders/inbox/messages?${odata({ filter: isSince(options.clock.now()), select: 'id' })}`,
      session,
    },
    options,
  )

function session(reader: ApiReader, { clock, readBytes }: ApiReadingOptions) {
  const mailbox = graphMailbox(reader.credentials)
  const pathOf = (ref: string) => `${mailbox}/messages/${encodeURIComponent(ref)}`
  /** The unread rest of a page that was larger than a list, and the path of that page. */
  let rest: { path: string; ids: string[] } | null = null

  const firstPage = (folder: Folder, since: Date) =>
    `${mailbox}/mailFolders/${FOLDERS[folder]}/messages/delta?${odata({ select: 'id', filter: isSince(since) })}`

  async function listFolder(
    folder: Folder,
    cursor: unknown,
    since: Date,
    limit = HEADS_PER_LIST,
  ): Promise<FolderList> {
    let at = typeof cursor === 'string' && reader.pathOf(cursor) ? cursor : null
    const heads: FoundHead[] = []
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const path = at === null ? firstPage(folder, since) : reader.follow(at)
      const found: Page | null = await reader.getJson(path, page, { isGone: isLost })
      if (!found) {
        // Not every mailbox has a junk folder.
        if (at === null && folder === 'junk') return { heads, cursor: null, hasMore: false }
        if (at === null) throw reader.fail('it has no such mailbox')
        at = null
        continue
      }
      const ids = rest?.path === path ? rest.ids : idsOf(found)
      const room = limit - heads.length
      heads.push(...(await readHeads(folder, ids.slice(0, room))))
      rest = ids.length > room ? { path, ids: ids.slice(room) } : null
      if (rest) return { heads, cursor: at, hasMore: true }
      const next: string | undefined = found['@odata.nextLink']
      const end = next ?? found['@odata.deltaLink']
      if (!end || (next && reader.follow(next) === path)) throw reader.fail('its answer could not be read')
      reader.follow(end)
      at = end
      if (heads.length >= Math.min(ENOUGH_HEADS, limit) || !next)
        return { heads, cursor: at, hasMore: next !== undefined }
    }
    return { heads, cursor: at, hasMore: heads.length > 0 }
  }

  async function readHeads(folder: Folder, ids: readonly string[]): Promise<FoundHead[]> {
    const heads: FoundHead[] = []
    for (const ref of new Set(ids)) {
      const found = await readMessage(ref)
      if (!found) continue
      const at = new Date(found.receivedDateTime ?? Number.NaN)
      heads.push({
        ref,
        folder,
        headers: headersOf(found),
        size: null,
        received_at: (Number.isNaN(at.getTime()) ? clock.now() : at).toISOString(),
      })
    }
    return heads
  }

  /** Null if it is gone, or unreadable as no person's mail is. */
  async function readMessage(ref: string): Promise<Message | null> {
    const answer = await reader.get(`${pathOf(ref)}?${HEAD}`, { maxBytes: MAX_HEAD_JSON_BYTES })
    return (answer && message.safeParse(parseJson(answer.body)).data) ?? null
  }

  async function searchSent(filter: string) {
    const query = odata({ filter, select: 'id,internetMessageId' })
    const found = await reader.getJson(`${mailbox}/mailFolders/sentitems/messages?${query}`, sentItems)
    return found?.value ?? []
  }

  return {
    async list(cursors: Cursors, since: Date): Promise<Listed> {
      const inbox = await listFolder('inbox', cursors.inbox, since)
      const room = HEADS_PER_LIST - inbox.heads.length
      if (inbox.hasMore || room === 0)
        return { heads: byTime(inbox.heads), cursors: { ...cursors, inbox: inbox.cursor }, has_more: true }
      const junk = await listFolder('junk', cursors.junk, since, room)
      return {
        heads: byTime([...inbox.heads, ...junk.heads]),
        cursors: { inbox: inbox.cursor, junk: junk.cursor },
        has_more: junk.hasMore,
      }
    },

    async fetch(ref: string): Promise<Buffer | null> {
      const answer = await reader.get(`${pathOf(ref)}/$value`, { maxBytes: readBytes })
      if (answer?.end === 'cut') throw new MessageTooLarge()
      return answer?.body ?? null
    },

    /** Reads only the beginning of the message. */
    async fetchText(ref: string): Promise<Buffer | null> {
      const answer = await reader.get(`${pathOf(ref)}/$value`, { maxBytes: MAX_TEXT_SOURCE_BYTES })
      return answer && withoutFiles(answer.body)
    },

    async findSent(id: string): Promise<string | null> {
      const [exact] = await searchSent(`internetMessageId eq '<${id.replaceAll("'", "''")}>'`)
      if (exact) return withoutBrackets(exact.internetMessageId) ?? id
      // Outlook keeps an id that it replaced in X-Microsoft-Original-Message-ID.
      const newest = await searchSent(isSince(new Date(clock.now().getTime() - 24 * HOUR_MS)))
      for (const sent of newest.slice(0, MAX_SENT_COMPARED)) {
        const found = await readMessage(sent.id)
        if (found && namesOriginal(headersOf(found), id)) return findMessageId(headersOf(found))
      }
      return null
    },
  }
}

const idsOf = ({ value }: Page) => value.filter((one) => !('@removed' in one)).map(({ id }) => id)

const isSince = (date: Date) => `receivedDateTime ge ${date.toISOString().replace(/\.\d+Z$/, 'Z')}`

const odata = ({ select, filter }: { select: string; filter: string }) =>
  `$select=${select}&$filter=${encodeURIComponent(filter)}`

/** 410, or the codes that Graph gives along with others. */
const isLost = ({ status, reason }: { status: number; reason: string }) =>
  status === 404 || status === 410 || /^(?:syncState\w+|resyncRequired)$/i.test(reason)

const withoutBrackets = (id: string | null | undefined) => id?.trim().replace(/^<|>$/g, '') || null

/** Messages within one organization may lack headers, or some of them. */
function headersOf({ internetMessageHeaders, internetMessageId, from }: Message): Buffer {
  const headers = internetMessageHeaders ?? []
  const has = (name: string) => headers.some((header) => header.name.toLowerCase() === name)
  const { name, address } = from?.emailAddress ?? {}
  const added = [
    ...(internetMessageId && !has('message-id') ? [{ name: 'Message-ID', value: internetMessageId }] : []),
    ...(address && !has('from')
      ? [{ name: 'From', value: name ? `"${name.replace(/["\\]/g, '')}" <${address}>` : `<${address}>` }]
      : []),
  ]
  return headerBlock([...added, ...headers])
}
