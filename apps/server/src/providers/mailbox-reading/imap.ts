import { isIP } from 'node:net'
import type { MailboxPreset } from '@goldpan/contract/own-mailboxes'
import type { FetchMessageObject, ImapFlow, ListResponse } from 'imapflow'
import type { Clock } from '../clock/port.ts'
import { type MailboxCredentials, MailboxFailed } from '../mailboxes/port.ts'
import { describeFault, type PasswordCredentials, type ServerFault } from '../mailboxes/sentences.ts'
import { type AddressRules, locate, ServerNotFound } from '../mailboxes/server-address.ts'
import { composeText, readTextParts } from './imap-text.ts'
import { cutHeader, MAX_HEADER_BYTES, MAX_TEXT_BYTES } from './message-parts.rules.ts'
import {
  type Cursors,
  type FoundHead,
  type Listed,
  type MailboxReading,
  MessageTooLarge,
  type ReadingSession,
} from './port.ts'

const PORTS = new Set([143, 993])
const HEADS_AT_ONCE = 250
/** Heads of one command, so that a slow server can answer it within the time limit. */
const HEADS_A_COMMAND = 50
const SENT_LOOKED_AT = 10
const DAY_MS = 24 * 60 * 60 * 1000
/** Bytes of a response around the part that was asked for. */
const RESPONSE_MARGIN = 256 * 1024
const LINE_MAX = 4 * 1024 * 1024
/** Limit of a server's responses to one command, unless a whole message was asked for. */
const COMMAND_BYTES = 8 * 1024 * 1024
const COUNT_EVERY_MS = 100

const JUNK_NAMES = ['Junk', 'Spam', 'Junk E-mail', 'Bulk Mail']
const SENT_NAMES = ['Sent', 'Sent Items', 'Sent Messages']

export interface ImapOptions {
  clock: Clock
  /** Private servers that are allowed, as `host:port`. */
  allowPrivate: readonly string[]
  /** For what failures say. */
  presets: readonly MailboxPreset[]
  /** For signing in, and for each command. */
  timeoutMs: number
  /** Longer messages are read by their text parts alone. */
  readBytes: number
}

/** How far a folder was read. */
interface Cursor {
  uidvalidity: string
  uid: number
  /** While a first visit isn't at its end: what arrived before is left out. */
  since?: string
}

type FolderName = FoundHead['folder']

interface FolderPaths {
  inbox: string
  junk: string | null
  sent: string | null
}

/** imapflow's LIST without its LSUB, and the folders that it needn't list before EXAMINE. Neither is in its types. */
type Client = ImapFlow & {
  run(command: 'LIST', reference: '', name: '*', options: { listOnly: true }): Promise<ListResponse[]>
  folders: Map<string, Partial<ListResponse>>
}

/** Reads mailboxes over IMAP4rev1, without extensions and without changing anything there but Sent. */
export function createImapReading(options: ImapOptions): MailboxReading {
  const rules: AddressRules = { ports: PORTS, allowPrivate: options.allowPrivate }

  async function open(credentials: MailboxCredentials, signal?: AbortSignal): Promise<ImapSession> {
    if (credentials.kind !== 'password') throw new Error('not by IMAP')
    const server = credentials.imap
    if (!server) throw new Error('This mailbox has no IMAP server')
    const fail = (error: unknown): never => {
      const failure = describeFault(findFault(error as ImapError), credentials, server, options.presets)
      throw new MailboxFailed(failure, { cause: error })
    }
    let client: Client | null = null
    const limit = startLimit(options.timeoutMs, () => client?.stats().received ?? 0)
    try {
      const { address, isTrusted } = await Promise.race([locate(server, rules), limit.exceeded])
      client = await createClient({ ...options, credentials, server, address, isTrusted })
      const session = new ImapSession(client, options, fail, signal)
      try {
        signal?.throwIfAborted()
        await Promise.race([client.connect(), limit.exceeded])
        await session.findFolders()
        return session
      } catch (error) {
        session.drop()
        throw error
      }
    } catch (error) {
      return error instanceof MailboxFailed ? Promise.reject(error) : fail(error)
    } finally {
      limit.clear()
    }
  }

  return {
    open,
    async test(credentials) {
      try {
        const session = await open(credentials)
        await session.examineInbox()
        await session.close()
        return null
      } catch (error) {
        if (error instanceof MailboxFailed) return error.failure
        throw error
      }
    },
  }
}

class ImapSession implements ReadingSession {
  readonly #client: Client
  readonly #options: ImapOptions
  readonly #fail: (error: unknown) => never
  #paths: FolderPaths = { inbox: 'INBOX', junk: null, sent: null }
  #isDropped = false
  readonly #signal: AbortSignal | undefined
  readonly #onAbort = () => this.drop()

  constructor(
    client: Client,
    options: ImapOptions,
    fail: (error: unknown) => never,
    signal: AbortSignal | undefined,
  ) {
    this.#client = client
    this.#options = options
    this.#fail = fail
    this.#signal = signal
    signal?.addEventListener('abort', this.#onAbort)
  }

  /** Ends the connection at once. */
  drop(): void {
    this.#isDropped = true
    this.#signal?.removeEventListener('abort', this.#onAbort)
    this.#client.close()
  }

  async findFolders(): Promise<void> {
    const listed = await this.#command((client) => client.run('LIST', '', '*', { listOnly: true }))
    const folders = listed.filter(({ flags }) => !hasFlag(flags, '\\Noselect'))
    this.#client.folders.set('INBOX', { path: 'INBOX' })
    for (const folder of folders) this.#client.folders.set(folder.path, folder)
    this.#paths = {
      inbox: 'INBOX',
      junk: findFolder(folders, '\\Junk', JUNK_NAMES),
      sent: findFolder(folders, '\\Sent', SENT_NAMES),
    }
  }

  async examineInbox(): Promise<void> {
    await this.#examine(this.#paths.inbox)
  }

  async list(cursors: Cursors, since: Date): Promise<Listed> {
    const listed: Listed = { heads: [], cursors: {}, has_more: false }
    for (const folder of ['inbox', 'junk'] as const) {
      const path = this.#paths[folder]
      if (path === null) continue
      const room = HEADS_AT_ONCE - listed.heads.length
      const part = await this.#listFolder(folder, path, { cursor: cursorOf(cursors[path]), since, room })
      listed.heads.push(...part.heads)
      listed.cursors[path] = part.cursor
      listed.has_more ||= part.has_more
    }
    return listed
  }

  async #listFolder(
    folder: FolderName,
    path: string,
    { cursor, since, room }: { cursor: Cursor | null; since: Date; room: number },
  ): Promise<{ heads: FoundHead[]; cursor: Cursor; has_more: boolean }> {
    const { uidvalidity, nextUid, exists } = await this.#examine(path)
    const known = cursor?.uidvalidity === uidvalidity ? cursor : null
    const from = known ? (known.since ? new Date(known.since) : null) : since
    const after = known?.uid ?? 0
    const uids = exists === 0 ? [] : await this.#search({ after, from })
    const taken = uids.slice(0, room)
    const heads = (await this.#fetchHeads(folder, uidvalidity, taken)).filter(
      ({ received_at }) => from === null || new Date(received_at) >= from,
    )
    if (taken.length < uids.length) {
      const uid = taken.at(-1) ?? after
      return {
        heads,
        has_more: true,
        cursor: { uidvalidity, uid, ...(from && { since: from.toISOString() }) },
      }
    }
    const uid = Math.max(after, taken.at(-1) ?? 0, known ? 0 : await this.#lastUid(nextUid, exists))
    return { heads, has_more: false, cursor: { uidvalidity, uid } }
  }

  /** The UID before the next one, so that a first visit isn't repeated if it found nothing. */
  async #lastUid(nextUid: number | undefined, exists: number): Promise<number> {
    if (nextUid) return nextUid - 1
    if (exists === 0) return 0
    return (await this.#searchFor({ seq: '*' })).at(-1) ?? 0
  }

  /** UIDs after one, in ascending order. */
  async #search({ after, from }: { after: number; from: Date | null }): Promise<number[]> {
    const found = await this.#searchFor({
      uid: `${after + 1}:*`,
      // SINCE compares days in the server's time zone.
      ...(from && { since: new Date(from.getTime() - DAY_MS) }),
    })
    // A range that ends with * always includes the last message.
    return found.filter((uid) => uid > after)
  }

  async #searchFor(query: object): Promise<number[]> {
    return this.#command(async (client) => {
      const found = await client.search(query, { uid: true })
      if (!found) throw new Error('The search failed')
      return found
    })
  }

  async #fetchHeads(folder: FolderName, uidvalidity: string, uids: readonly number[]): Promise<FoundHead[]> {
    const heads: FoundHead[] = []
    for (let start = 0; start < uids.length; start += HEADS_A_COMMAND) {
      const some = uids.slice(start, start + HEADS_A_COMMAND)
      const found = await this.#fetchAll(some, {
        size: true,
        internalDate: true,
        bodyParts: [{ key: 'HEADER', maxLength: MAX_HEADER_BYTES }],
      })
      for (const { uid, size, internalDate, headers } of found)
        heads.push({
          ref: `${folder}:${uidvalidity}:${uid}`,
          folder,
          headers: cutHeader(headers ?? Buffer.alloc(0)),
          size: size ?? null,
          received_at: (internalDate instanceof Date
            ? internalDate
            : this.#options.clock.now()
          ).toISOString(),
        })
    }
    return heads
  }

  /** In ascending order, each once, whatever else the server sends. */
  async #fetchAll(uids: readonly number[], query: object, maxBytes?: number): Promise<FetchMessageObject[]> {
    if (uids.length === 0) return []
    const found = await this.#command(
      (client) => client.fetchAll(uids.join(','), query, { uid: true }),
      maxBytes,
    )
    const byUid = new Map(found.map((message) => [message.uid, message]))
    return uids.flatMap((uid) => byUid.get(uid) ?? [])
  }

  async fetch(ref: string): Promise<Buffer | null> {
    const uid = await this.#select(ref)
    if (uid === null) return null
    const { readBytes } = this.#options
    const whole = { source: { start: 0, maxLength: readBytes + 1 } }
    const [message] = await this.#fetchAll([uid], whole, readBytes + RESPONSE_MARGIN)
    if (!message?.source) return null
    if (message.source.length > readBytes) throw new MessageTooLarge('The message is too large')
    return message.source
  }

  async fetchText(ref: string): Promise<Buffer | null> {
    const uid = await this.#select(ref)
    if (uid === null) return null
    const [message] = await this.#fetchAll([uid], {
      bodyStructure: true,
      bodyParts: [{ key: 'HEADER', maxLength: MAX_HEADER_BYTES }],
    })
    if (!message?.headers) return null
    const parts = readTextParts(message.bodyStructure)
    let room = MAX_TEXT_BYTES - MAX_HEADER_BYTES
    const bodies = new Map<string, Buffer>()
    for (const { section } of parts) {
      if (room <= 0) break
      const key = section.toLowerCase()
      const [found] = await this.#fetchAll([uid], { bodyParts: [{ key: section, maxLength: room }] })
      const body = (found?.bodyParts?.get(key) ?? Buffer.alloc(0)).subarray(0, room)
      bodies.set(section, body)
      room -= body.length
    }
    return composeText(message.headers, message.bodyStructure, bodies)
  }

  async findSent(messageId: string): Promise<string | null> {
    const path = this.#paths.sent
    if (path === null) return null
    const { exists } = await this.#examine(path)
    if (exists === 0) return null
    const found = await this.#searchFor({ header: { 'Message-ID': messageId } })
    // HEADER finds parts of a header, too.
    const heads = await this.#fetchAll(found.slice(-SENT_LOOKED_AT), { headers: ['message-id'] })
    const isThere = heads.some(({ headers }) => headers?.toString('latin1').includes(`<${messageId}>`))
    return isThere ? messageId : null
  }

  /** Without a folder for sent mail there is nothing to do. */
  async appendSent(raw: Buffer): Promise<void> {
    const path = this.#paths.sent
    if (path === null) return
    await this.#command(async (client) => {
      // imapflow drops flags that the open folder, which is read-only, doesn't take.
      if (client.mailbox) client.mailbox.permanentFlags = undefined
      if (!(await client.append(path, raw, ['\\Seen']))) throw new Error('The message was not stored')
    })
  }

  async close(): Promise<void> {
    if (this.#isDropped) return
    try {
      await this.#command((client) => client.logout())
    } catch {
      // Everything was read: it doesn't matter how the server ends the session.
    }
    this.drop()
  }

  /** Opens the folder of a ref. Null if its UIDs changed, so that the message is unknown. */
  async #select(ref: string): Promise<number | null> {
    const [folder, uidvalidity, uid] = ref.split(':')
    const path = this.#paths[folder as FolderName]
    if (path === null) return null
    const { mailbox } = this.#client
    const current =
      mailbox && mailbox.path === path ? String(mailbox.uidValidity) : (await this.#examine(path)).uidvalidity
    return current === uidvalidity ? Number(uid) : null
  }

  async #examine(path: string) {
    const opened = await this.#command((client) => client.mailboxOpen(path, { readOnly: true }))
    if (!opened) throw new Error('The folder could not be opened')
    const { uidValidity, uidNext, exists } = opened
    return {
      uidvalidity: String(uidValidity),
      nextUid: uidNext as number | undefined,
      exists: exists ?? 0,
    }
  }

  /** Runs one command. If it fails, takes too long or brings too much, the session ends. */
  async #command<Result>(run: (client: Client) => Promise<Result>, maxBytes?: number): Promise<Result> {
    const limit = startLimit(this.#options.timeoutMs, () => this.#client.stats().received, maxBytes)
    try {
      if (this.#isDropped) throw new Error('The connection was closed')
      const running = run(this.#client)
      // Once the limit has won the race, nobody awaits this promise.
      running.catch(() => undefined)
      return await Promise.race([running, limit.exceeded])
    } catch (error) {
      this.drop()
      return this.#fail(error)
    } finally {
      limit.clear()
    }
  }
}

interface ClientOptions extends ImapOptions {
  credentials: PasswordCredentials
  server: NonNullable<PasswordCredentials['imap']>
  address: string
  isTrusted: boolean
}

/** Loads imapflow only in processes that read mailboxes: it takes 30 MB. */
async function createClient(options: ClientOptions): Promise<Client> {
  const { credentials, server, address, isTrusted, timeoutMs, readBytes } = options
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: address,
    ...(!isIP(server.host) && { servername: server.host }),
    port: server.port,
    secure: server.security === 'tls',
    ...(server.security === 'starttls' && { doSTARTTLS: true }),
    auth: { user: server.username, pass: credentials.password },
    tls: { rejectUnauthorized: !isTrusted },
    clientInfo: { name: 'Goldpan' },
    // Its log would hold headers of other people's mail.
    logger: false,
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableCompression: true,
    disableIMAP4rev2: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs * 2,
    maxLineLength: LINE_MAX,
    maxLiteralSize: Math.max(readBytes, MAX_TEXT_BYTES) + RESPONSE_MARGIN,
    maxResponseSize: Math.max(readBytes, MAX_TEXT_BYTES) + LINE_MAX + RESPONSE_MARGIN,
  }) as Client
  // Every command reports its own failure.
  client.on('error', () => undefined)
  return client
}

interface Limit {
  /** Rejects when time or bytes are used up. */
  exceeded: Promise<never>
  clear(): void
}

/** Limits a command. `received` counts the bytes of its connection. */
function startLimit(ms: number, received: () => number, maxBytes = COMMAND_BYTES): Limit {
  const last = received() + maxBytes
  let fail: (error: Error) => void = () => undefined
  const exceeded = new Promise<never>((_, reject) => {
    fail = reject
  })
  exceeded.catch(() => undefined)
  const timer = setTimeout(() => fail(new Error(`no answer within ${ms / 1000} s`)), ms)
  const watch = setInterval(() => {
    if (received() > last) fail(new Error('it sent more than it was asked for'))
  }, COUNT_EVERY_MS)
  return {
    exceeded,
    clear() {
      clearTimeout(timer)
      clearInterval(watch)
    },
  }
}

type ImapError = Error & {
  /** Set for any failure while signing in, even a broken connection. */
  authenticationFailed?: boolean
  responseStatus?: string
  serverResponseCode?: string
  responseText?: string
  tlsFailed?: boolean
  /** Why the server said goodbye. */
  reason?: string
}

/** Response codes and words of a server that is busy: they refuse nobody. */
const BUSY_CODES = new Set(['UNAVAILABLE', 'LIMIT', 'INUSE', 'SERVERBUG', 'OVERQUOTA'])
const BUSY_WORDS =
  /too many|maximum number of|simultaneous|try again|temporar|unavailable|internal (server )?error|not connected/i

function findFault(error: ImapError): ServerFault {
  if (error instanceof ServerNotFound) return { kind: 'not_found' }
  const what = error.responseText || error.reason || error.message
  if (error.tlsFailed === true || /wrong version number|packet length too long/i.test(error.message))
    return { kind: 'no_tls' }
  const code = error.serverResponseCode ?? ''
  const isBusy = BUSY_CODES.has(code) || (code !== 'AUTHENTICATIONFAILED' && BUSY_WORDS.test(what))
  if (error.authenticationFailed && error.responseStatus === 'NO' && !isBusy)
    return { kind: 'login', answer: what }
  return { kind: 'unreachable', what }
}

function cursorOf(stored: unknown): Cursor | null {
  const { uidvalidity, uid, since } = (stored ?? {}) as Record<string, unknown>
  if (typeof uidvalidity !== 'string' || !Number.isSafeInteger(uid)) return null
  const isDate = typeof since === 'string' && !Number.isNaN(Date.parse(since))
  return { uidvalidity, uid: uid as number, ...(isDate && { since }) }
}

function findFolder(folders: readonly ListResponse[], use: string, names: readonly string[]): string | null {
  const marked = folders.find(({ flags }) => hasFlag(flags, use))
  if (marked) return marked.path
  const paths = names.flatMap((name) => [name, `INBOX.${name}`, `INBOX/${name}`])
  for (const path of paths) {
    const found = folders.find((folder) => folder.path.toLowerCase() === path.toLowerCase())
    if (found) return found.path
  }
  return null
}

const hasFlag = (flags: ReadonlySet<string>, flag: string) =>
  [...flags].some((one) => one.toLowerCase() === flag.toLowerCase())
