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

const FOLDERS = { inbox: 'inbox', junkemail: 'junk', sentitems: 'sent' } as const
export type GraphFolder = (typeof FOLDERS)[keyof typeof FOLDERS]

interface GraphMessage {
  id: string
  raw: Buffer
  folder: GraphFolder
  at: Date
}

interface GraphMailbox {
  address: string
  /** As they arrived; null for one that is gone. */
  arrivals: (GraphMessage | null)[]
  /** Links of other epochs are lost. */
  epoch: number
}

interface Shared {
  address: string
  /** Accounts that may open it. */
  members: string[]
  /** Of them, those that may send as it. */
  senders: string[]
}

const PAGE = 10

/** The calls of Microsoft Graph that Goldpan makes, for any number of mailboxes. */
export async function startGraphServer({ tokenOf }: { tokenOf: TokenOf }) {
  const mailboxes = new Map<string, GraphMailbox>()
  const shared: Shared[] = []
  const sent: { account: string; address: string; raw: Buffer; messageId: string }[] = []
  const settings: { changesMessageIds: boolean; evilLink: string | null } = {
    changesMessageIds: false,
    evilLink: null,
  }
  let counter = 0

  const server = await startProviderServer({
    tokenOf,
    unauthorized: graphRefusal(401, 'InvalidAuthenticationToken', 'Access token is empty or expired.'),
    answer,
  })

  function mailboxOf(address: string): GraphMailbox {
    const known = mailboxes.get(address) ?? { address, arrivals: [], epoch: 1 }
    mailboxes.set(address, known)
    return known
  }

  function add(address: string, raw: Buffer, folder: GraphFolder, at: Date): GraphMessage {
    counter += 1
    const message = { id: `AAkALg${counter}==`, raw, folder, at }
    mailboxOf(address).arrivals.push(message)
    return message
  }

  function answer(request: ApiRequest): ApiAnswer | null {
    const [, user, path = ''] = /^\/v1\.0\/(?:me|users\/([^/]+))(\/.*)?$/.exec(request.path) ?? []
    const address = user ? decodeURIComponent(user) : request.account
    if (!request.path.startsWith('/v1.0/')) return null
    const place = shared.find((one) => one.address === address)
    const isOwn = address === request.account
    if (!isOwn && !place?.members.includes(request.account)) return denied
    const may = (right: string) =>
      request.scopes.includes(isOwn ? right : `${right}.Shared`) ||
      (isOwn && request.scopes.includes(`${right}.Shared`))
    if (request.method === 'POST' && path === '/sendMail')
      return may('Mail.Send') ? take(request, address) : denied
    if (request.method !== 'GET') return null
    if (path === '') return about(address, request)
    if (!may('Mail.Read')) return denied
    // Ids that change when a message is moved are no use.
    if (request.headers.prefer !== 'IdType="ImmutableId"') return null
    return read(mailboxOf(address), path, request)
  }

  function take({ account, body, headers }: ApiRequest, address: string): ApiAnswer {
    if (headers['content-type'] !== 'text/plain' || !/^[A-Za-z\d+/]+={0,2}$/.test(body))
      return graphRefusal(
        400,
        'ErrorMimeContentInvalidBase64String',
        'Invalid base64 string for MIME content.',
      )
    const given = Buffer.from(body, 'base64')
    const from = /([^\s<>"]+@[^\s<>"]+)>?$/.exec(headerOf(given, 'From'))?.[1] ?? ''
    const mayBe =
      from === account || shared.some((one) => one.address === from && one.senders.includes(account))
    if (!mayBe)
      return graphRefusal(
        403,
        'ErrorSendAsDenied',
        'The user account which was used to submit this request does not have the right to send mail on behalf of the specified sending account.',
      )
    if (headerOf(given, 'To') === '')
      return graphRefusal(400, 'ErrorInvalidRecipients', 'At least one recipient is not valid.')
    const kept = settings.changesMessageIds
      ? renameMessage(given, `AM${counter + 1}@eurprd01.prod.outlook.com`, 'X-Microsoft-Original-Message-ID')
      : given
    add(address, kept, 'sent', new Date())
    sent.push({ account, address, raw: given, messageId: messageIdOf(kept) })
    return { status: 202 }
  }

  function read(mailbox: GraphMailbox, path: string, { query, path: whole }: ApiRequest): ApiAnswer | null {
    const [, folderName = '', isDelta] =
      /^\/mailFolders\/(inbox|junkemail|sentitems)\/messages(\/delta)?$/.exec(path) ?? []
    const folder = FOLDERS[folderName as keyof typeof FOLDERS]
    if (folder && isDelta) return delta(mailbox, folder, query, whole)
    if (folder) return list(mailbox, folder, query)
    const [, id, isRaw] = /^\/messages\/([^/]+)(\/\$value)?$/.exec(path) ?? []
    if (!id) return null
    const found = mailbox.arrivals.find((one) => one?.id === decodeURIComponent(id))
    if (!found)
      return graphRefusal(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')
    if (isRaw) return { status: 200, headers: { 'content-type': 'text/plain' }, body: found.raw }
    return ok(selected(found, query.$select))
  }

  function delta(
    { arrivals, epoch }: GraphMailbox,
    folder: GraphFolder,
    query: Record<string, string>,
    path: string,
  ): ApiAnswer | null {
    const { $deltatoken, $skiptoken, $filter = '', $select } = query
    const token = $deltatoken ?? $skiptoken
    if (!token && (!$select || ($filter && !sinceOf($filter)))) return null
    const [was, offset = 0, end = 0, since = 0] = token?.split('_').map(Number) ?? [
      epoch,
      0,
      arrivals.length,
      sinceOf($filter) ?? 0,
    ]
    if (was !== epoch)
      return graphRefusal(410, 'syncStateNotFound', 'The sync state generation is not found.')
    const until = $deltatoken ? arrivals.length : end
    const found = arrivals
      .slice($skiptoken ? 0 : offset, until)
      .filter((one) => one?.folder === folder && one.at.getTime() >= since)
      .toSorted((one, other) => Number(other?.at) - Number(one?.at))
    const start = $skiptoken ? offset : 0
    const page = found.slice(start, start + PAGE)
    const linkOf = (name: string, ...state: unknown[]) =>
      `${server.url}${path}?${name}=${[epoch, ...state].join('_')}`
    const hasMore = start + PAGE < found.length
    // A round of changes comes in one page.
    const value = $deltatoken ? found : page
    const next = settings.evilLink ?? linkOf('$skiptoken', start + PAGE, until, since)
    return ok({
      value: value.map((one) => ({ '@odata.type': '#microsoft.graph.message', id: one?.id })),
      ...(hasMore && !$deltatoken
        ? { '@odata.nextLink': next }
        : { '@odata.deltaLink': settings.evilLink ?? linkOf('$deltatoken', until, 0, 0) }),
    })
  }

  function about(address: string, { query }: ApiRequest): ApiAnswer | null {
    if (!query.$select) return null
    return ok({ id: `id-of-${address}`, mail: address, userPrincipalName: address })
  }

  return {
    ...server,
    sent,
    settings,
    shared,
    deliver(address: string, raw: Buffer, folder: GraphFolder = 'inbox', at = new Date()) {
      return add(address, raw, folder, at).id
    },
    remove(address: string, messageId: string) {
      const { arrivals } = mailboxOf(address)
      const at = arrivals.findIndex((one) => one && messageIdOf(one.raw) === messageId)
      if (at >= 0) arrivals[at] = null
    },
    /** Links given so far are answered with 410. */
    expireDelta(address: string) {
      mailboxOf(address).epoch += 1
    },
    snapshot: (address: string) =>
      mailboxOf(address).arrivals.flatMap((one) => (one ? [{ ...one, raw: one.raw.toString() }] : [])),
  }
}

export type GraphServer = Awaited<ReturnType<typeof startGraphServer>>

function list(
  { arrivals }: GraphMailbox,
  folder: GraphFolder,
  query: Record<string, string>,
): ApiAnswer | null {
  const { $filter = '', $select } = query
  const since = sinceOf($filter)
  const [, messageId] = /^internetMessageId eq '<(.+)>'$/.exec($filter) ?? []
  if (since === null && !messageId) return null
  const found = arrivals
    .flatMap((one) => (one ? [one] : []))
    .filter((one) => one.folder === folder)
    .filter((one) => (messageId ? messageIdOf(one.raw) === messageId : one.at.getTime() >= Number(since)))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
  return ok({ value: found.slice(0, PAGE).map((one) => selected(one, $select)) })
}

const sinceOf = (filter: string): number | null => {
  const [, time] = /^receivedDateTime ge (\d{4}-\d\d-\d\dT[\d:.]+Z)$/.exec(filter) ?? []
  return time ? Date.parse(time) : null
}

function selected({ id, raw, at }: GraphMessage, select = ''): Record<string, unknown> {
  const [, name = '', address = ''] =
    /^(?:"?([^"<]*?)"?\s*)?<?([^\s<>]+@[^\s<>]+)>?$/.exec(headerOf(raw, 'From')) ?? []
  const all: Record<string, unknown> = {
    internetMessageId: headerOf(raw, 'Message-ID'),
    internetMessageHeaders: readHeaders(raw),
    from: { emailAddress: { name, address } },
    receivedDateTime: at.toISOString(),
    subject: headerOf(raw, 'Subject'),
  }
  const wanted = select.split(',')
  return { id, ...Object.fromEntries(Object.entries(all).filter(([key]) => wanted.includes(key))) }
}

const ok = (body: unknown): ApiAnswer => ({ status: 200, body })

/** An error as Microsoft Graph writes it. */
export const graphRefusal = (status: number, code: string, message: string, headers = {}): ApiAnswer => ({
  status,
  headers,
  body: { error: { code, message, innerError: { 'request-id': 'd7c8' } } },
})

const denied = graphRefusal(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')
