import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Whose an access token is, and what it may do; null for an invalid one. */
export type TokenOf = (token: string) => { account: string; scopes: readonly string[] } | null

export interface ApiAnswer {
  status: number
  headers?: Record<string, string>
  /** JSON, or bytes as they are. */
  body?: unknown
}

/**
 * taken: the request takes effect, then the connection ends without an answer. dropped: it ends before. silent: no answer
 * comes. slow: the answer comes after this time.
 */
export type Fault = ApiAnswer | 'taken' | 'dropped' | 'silent' | { slow_ms: number }

export interface ReceivedCall {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingMessage['headers']
  body: string
  account: string | null
  status: number | null
}

export interface ApiRequest extends Omit<ReceivedCall, 'account' | 'status'> {
  account: string
  scopes: readonly string[]
}

interface ApiOptions {
  tokenOf: TokenOf
  unauthorized: ApiAnswer
  /** Default: a free one. */
  port?: number | undefined
  /** Null for a call that Goldpan has no reason to make: 404, and listed in `forbidden`. */
  answer(request: ApiRequest): ApiAnswer | null
}

/** The frame of a provider's API on 127.0.0.1: tokens, faults, and a list of calls. */
export async function startProviderServer({ tokenOf, unauthorized, port = 0, answer }: ApiOptions) {
  const calls: ReceivedCall[] = []
  const forbidden: string[] = []
  const faults: { path: RegExp; fault: Fault }[] = []
  let lasting: Fault | null = null
  let atOnce = 0
  let mostAtOnce = 0
  let connections = 0

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    response.once('close', () => {
      atOnce -= 1
    })
    const { method = '', url = '', headers } = request
    const { pathname: path, searchParams } = new URL(url, 'http://provider')
    const body = await text(request)
    const call: ReceivedCall = {
      method,
      path,
      query: Object.fromEntries(searchParams),
      headers,
      body,
      account: null,
      status: null,
    }
    calls.push(call)
    const at = faults.findIndex((one) => one.path.test(path))
    const fault = at < 0 ? lasting : (faults.splice(at, 1)[0]?.fault ?? null)
    if (fault === 'dropped') return void request.socket.destroy()
    if (fault === 'silent') return
    if (fault && typeof fault === 'object' && 'status' in fault) return send(response, call, fault)

    const who = tokenOf(/^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
    if (!who) return send(response, call, unauthorized)
    call.account = who.account
    const found = answer({ ...call, ...who })
    if (!found) forbidden.push(`${method} ${url}`)
    if (fault === 'taken') return void request.socket.destroy()
    if (fault) await new Promise((resolve) => setTimeout(resolve, fault.slow_ms))
    send(
      response,
      call,
      found ?? { status: 404, body: { error: { code: 'unknown', message: 'No such call' } } },
    )
  }

  const server = createServer((request, response) => void handle(request, response))
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** Calls that a provider doesn't offer, or Goldpan has no reason to make. */
    forbidden,
    /** For the next request to a path. */
    failNext(fault: Fault, path = /^/) {
      faults.push({ path, fault })
    },
    /** For all requests until null. */
    failAll(fault: Fault | null) {
      lasting = fault
    },
    mostAtOnce: () => mostAtOnce,
    connections: () => connections,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, call: ReceivedCall, { status, headers, body }: ApiAnswer): void {
  call.status = status
  const isBytes = Buffer.isBuffer(body)
  const bytes = isBytes ? body : body === undefined ? '' : JSON.stringify(body)
  response.writeHead(status, { ...(!isBytes && { 'content-type': 'application/json' }), ...headers })
  response.end(bytes)
}

/** The header fields of a raw message, unfolded. */
export function readHeaders(raw: Buffer): { name: string; value: string }[] {
  const source = raw.toString()
  const head = source.slice(0, source.search(/\r?\n\r?\n/) >>> 0)
  return head
    .split(/\r?\n(?![ \t])/)
    .map((line) => /^([!-9;-~]+):\s*([\s\S]*)$/.exec(line))
    .flatMap((field) =>
      field?.[1] ? [{ name: field[1], value: (field[2] ?? '').replace(/\r?\n/g, '') }] : [],
    )
}

export const headerOf = (raw: Buffer, name: string): string =>
  readHeaders(raw).find((header) => header.name.toLowerCase() === name.toLowerCase())?.value ?? ''

/** Without brackets. */
export const messageIdOf = (raw: Buffer): string => headerOf(raw, 'Message-ID').replace(/^<|>$/g, '')

/** Replaces the Message-ID; the old one stays in another header. */
export function renameMessage(raw: Buffer, messageId: string, original: string): Buffer {
  const source = raw.toString('latin1')
  return Buffer.from(
    source.replace(/^Message-ID:[ \t]*(\S+)/im, `Message-ID: <${messageId}>\r\n${original}: $1`),
    'latin1',
  )
}
