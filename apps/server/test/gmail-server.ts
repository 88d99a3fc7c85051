import {
  type ApiAnswer,
  type ApiRequest,
  headerOf,
  messageIdOf,
  readHeaders,
  renameMessage,
  startProviderServer,
  type TokenOf,
} from './provider-server.ts'

const SEND = 'https://www.googleapis.com/auth/gmail.send'
const READ = 'https://www.googleapis.com/auth/gmail.readonly'
const LABELS = { inbox: ['INBOX', 'UNREAD'], junk: ['SPAM', 'UNREAD'], sent: ['SENT'] }
export type GmailFolder = keyof typeof LABELS

interface GmailMessage {
  id: string
  raw: Buffer
  labelIds: string[]
  at: number
  historyId: number
}

interface GmailAccount {
  messages: GmailMessage[]
  historyId: number
  /** Older history ids are unknown. */
  oldest: number
}

const HISTORY_PAGE = 100
const LIST_PAGE = 100

/** The calls of the Gmail API that Goldpan makes, for any number of accounts. */
export async function startGmailServer({ tokenOf, port }: { tokenOf: TokenOf; port?: number }) {
  const accounts = new Map<string, GmailAccount>()
  const sent: { account: string; raw: Buffer; messageId: string }[] = []
  const settings = { changesMessageIds: false }
  let counter = 0

  const server = await startProviderServer({
    tokenOf,
    port,
    unauthorized: refusal(401, 'authError', 'Request had invalid authentication credentials.'),
    answer,
  })

  function accountOf(name: string): GmailAccount {
    const known = accounts.get(name) ?? { messages: [], historyId: 1000, oldest: 0 }
    accounts.set(name, known)
    return known
  }

  function add(name: string, raw: Buffer, folder: GmailFolder, at: Date): GmailMessage {
    const account = accountOf(name)
    counter += 1
    account.historyId += 7
    const message = {
      id: (0x18c0_0000_0000 + counter).toString(16),
      raw,
      labelIds: [...LABELS[folder]],
      at: at.getTime(),
      historyId: account.historyId,
    }
    account.messages.push(message)
    return message
  }

  function answer(request: ApiRequest): ApiAnswer | null {
    const { method, path, query, scopes } = request
    const [, call = '', id] =
      /^\/gmail\/v1\/users\/me\/(profile|history|messages)(?:\/([\w-]+))?$/.exec(path) ?? []
    if (method === 'POST' && call === 'messages' && id === 'send')
      return scopes.includes(SEND) ? take(request) : insufficient
    const allowed = ALLOWED[id ? 'message' : call]
    if (method !== 'GET' || !allowed || Object.keys(query).some((key) => !allowed.includes(key))) return null
    if (!scopes.includes(READ)) return insufficient
    const account = accountOf(request.account)
    if (call === 'profile') return ok({ emailAddress: request.account, historyId: String(account.historyId) })
    if (call === 'history') return history(account, query)
    return id ? message(account, id, query) : list(account, query)
  }

  function take({ account, body }: ApiRequest): ApiAnswer {
    const { raw } = JSON.parse(body) as { raw?: unknown }
    if (typeof raw !== 'string' || !/^[\w-]+={0,2}$/.test(raw))
      return refusal(400, 'invalidArgument', 'Invalid value for ByteString')
    const given = Buffer.from(raw, 'base64url')
    if (headerOf(given, 'To') === '') return refusal(400, 'invalidArgument', 'Recipient address required')
    const kept = settings.changesMessageIds
      ? renameMessage(given, `CA+${counter + 1}@mail.gmail.com`, 'X-Google-Original-Message-ID')
      : given
    const { id, labelIds } = add(account, kept, 'sent', new Date())
    sent.push({ account, raw: given, messageId: messageIdOf(kept) })
    return ok({ id, threadId: id, labelIds })
  }

  return {
    ...server,
    sent,
    settings,
    deliver(account: string, raw: Buffer, folder: GmailFolder = 'inbox', at = new Date()) {
      return add(account, raw, folder, at).id
    },
    remove(account: string, messageId: string) {
      const { messages } = accountOf(account)
      const at = messages.findIndex(({ raw }) => messageIdOf(raw) === messageId)
      if (at >= 0) messages.splice(at, 1)
    },
    /** History ids given so far are no longer known. */
    expireHistory(account: string) {
      const known = accountOf(account)
      known.historyId += 1
      known.oldest = known.historyId
    },
    snapshot: (account: string) =>
      accountOf(account).messages.map(({ id, labelIds, raw }) => ({ id, labelIds, raw: raw.toString() })),
  }
}

const ALLOWED: Record<string, string[]> = {
  profile: [],
  history: ['startHistoryId', 'historyTypes', 'pageToken'],
  messages: ['q', 'labelIds', 'includeSpamTrash', 'pageToken'],
  message: ['format', 'metadataHeaders'],
}

function history(
  { messages, historyId, oldest }: GmailAccount,
  query: Record<string, string>,
): ApiAnswer | null {
  if (query.historyTypes !== 'messageAdded') return null
  const start = Number(query.startHistoryId)
  if (!(start >= oldest)) return refusal(404, 'notFound', 'Requested entity was not found.')
  const added = messages.filter((one) => one.historyId > start)
  const offset = Number(query.pageToken ?? 0)
  const page = added.slice(offset, offset + HISTORY_PAGE)
  return ok({
    ...(page.length > 0 && {
      history: page.map((one) => ({
        id: String(one.historyId),
        messages: [{ id: one.id, threadId: one.id }],
        messagesAdded: [{ message: { id: one.id, threadId: one.id, labelIds: one.labelIds } }],
      })),
    }),
    ...(offset + HISTORY_PAGE < added.length && { nextPageToken: String(offset + HISTORY_PAGE) }),
    historyId: String(historyId),
  })
}

function list(
  { messages }: GmailAccount,
  { q = '', labelIds, includeSpamTrash, pageToken }: Record<string, string>,
) {
  const [, after] = /^after:(\d+)$/.exec(q) ?? []
  const [, messageId] = /^rfc822msgid:(\S+)$/.exec(q) ?? []
  if (q !== '' && !after && !messageId) return null
  const found = messages
    .filter(
      (one) =>
        (!labelIds || one.labelIds.includes(labelIds)) &&
        (includeSpamTrash === 'true' || !one.labelIds.includes('SPAM')) &&
        (!after || one.at / 1000 > Number(after)) &&
        (!messageId || messageIdOf(one.raw) === messageId),
    )
    .toSorted((one, other) => other.at - one.at || other.historyId - one.historyId)
  const offset = Number(pageToken ?? 0)
  const page = found.slice(offset, offset + LIST_PAGE)
  return ok({
    ...(page.length > 0 && { messages: page.map(({ id }) => ({ id, threadId: id })) }),
    ...(offset + LIST_PAGE < found.length && { nextPageToken: String(offset + LIST_PAGE) }),
    resultSizeEstimate: found.length,
  })
}

function message({ messages }: GmailAccount, id: string, query: Record<string, string>): ApiAnswer | null {
  const { format, metadataHeaders } = query
  if (format !== 'metadata' && (format !== 'raw' || metadataHeaders)) return null
  const found = messages.find((one) => one.id === id)
  if (!found) return refusal(404, 'notFound', 'Requested entity was not found.')
  const { raw, labelIds, at, historyId } = found
  const about = {
    id,
    threadId: id,
    labelIds,
    snippet: '',
    historyId: String(historyId),
    internalDate: String(at),
    sizeEstimate: raw.length,
  }
  if (format === 'raw') return ok({ ...about, raw: raw.toString('base64url') })
  const headers = readHeaders(raw).filter(
    ({ name }) => !metadataHeaders || name.toLowerCase() === metadataHeaders.toLowerCase(),
  )
  return ok({ ...about, payload: { partId: '', mimeType: 'text/plain', headers } })
}

const ok = (body: unknown): ApiAnswer => ({ status: 200, body })

/** An error as Google writes it. */
export const refusal = (status: number, reason: string, message: string, headers = {}): ApiAnswer => ({
  status,
  headers,
  body: { error: { code: status, message, errors: [{ domain: 'global', reason, message }] } },
})

const insufficient = refusal(
  403,
  'insufficientPermissions',
  'Request had insufficient authentication scopes.',
)
