import { buildConnector, Client } from 'undici'
import { z } from 'zod'
import type { MailboxFailure } from './port.ts'
import { type ApiRefusal, findApiLimit } from './provider-limit.rules.ts'
import { limitFailure } from './sentences.ts'

/** The rest of a refusal is not read. */
const MAX_REFUSAL_BYTES = 64 * 1024
const MAX_ANSWER_LENGTH = 500

export interface ApiCall {
  method: 'GET' | 'POST'
  /** Below the provider's address, with its query. */
  path: string
  headers?: Record<string, string>
  body?: string
  /** Longer answers are cut. */
  maxBytes: number
  signal?: AbortSignal
}

export interface ApiAnswer {
  status: number
  body: Buffer
  /** cut: longer than maxBytes. broken: it ended too early. */
  end: 'whole' | 'cut' | 'broken'
  /** For a status of 300 and more: the provider's words, without the token. */
  refusal: ApiRefusal & { text: string }
}

/** No answer came. */
export class NoAnswer extends Error {
  /** False if no connection came about, so that the request can't have left. */
  readonly mayHaveLeft: boolean
  constructor(message: string, mayHaveLeft: boolean) {
    super(message)
    this.mayHaveLeft = mayHaveLeft
  }
}

export interface ApiConnection {
  /** The host, for sentences. */
  host: string
  /** Throws NoAnswer, or the signal's reason. Redirects are not followed. */
  call(call: ApiCall): Promise<ApiAnswer>
  /** The path of an absolute link that is below the provider's address; null for any other. */
  pathOf(link: string): string | null
  close(): Promise<void>
}

export interface ApiSettings {
  url: string
  /** For each call as a whole. */
  timeoutMs: number
}

/** One connection to a provider's API, for one call at a time. */
export function openApi(settings: ApiSettings, token: string): ApiConnection {
  const base = new URL(settings.url)
  const root = base.pathname.replace(/\/+$/, '')
  const connect = buildConnector({ timeout: settings.timeoutMs })
  let isConnected = false
  const client = new Client(base.origin, {
    connect: (options, done) =>
      connect(options, (...outcome) => {
        isConnected = outcome[0] === null
        done(...outcome)
      }),
  })

  return {
    host: base.hostname,
    async call({ method, path, headers = {}, body, maxBytes, signal }) {
      const tooLate = AbortSignal.timeout(settings.timeoutMs)
      try {
        const response = await client.request({
          method,
          path: `${root}${path}`,
          headers: { ...headers, authorization: `Bearer ${token}` },
          body: body ?? null,
          signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
        })
        const isRefusal = response.statusCode >= 300
        const read = await readUpTo(response.body, isRefusal ? MAX_REFUSAL_BYTES : maxBytes)
        const retryAfter = response.headers['retry-after']
        return {
          status: response.statusCode,
          ...read,
          refusal: readRefusal(response.statusCode, read.body, retryAfter, token),
        }
      } catch (error) {
        signal?.throwIfAborted()
        const { code, name } = error as Error & { code?: string }
        throw new NoAnswer(tooLate.aborted ? 'it did not answer in time' : (code ?? name), isConnected)
      }
    },
    pathOf(link) {
      const url = URL.parse(link)
      const isBelow =
        url?.origin === base.origin && url.username === '' && url.pathname.startsWith(`${root}/`)
      return isBelow ? `${url.pathname.slice(root.length)}${url.search}` : null
    },
    close: () => client.destroy(),
  }
}

async function readUpTo(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Pick<ApiAnswer, 'body' | 'end'>> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of body) {
      parts.push(part)
      bytes += part.length
      // Leaving the loop ends the connection.
      if (bytes > maxBytes) return { body: Buffer.concat(parts).subarray(0, maxBytes), end: 'cut' }
    }
    return { body: Buffer.concat(parts), end: 'whole' }
  } catch {
    // The status is known, and says more than the end of the connection.
    return { body: Buffer.concat(parts), end: 'broken' }
  }
}

const word = z.string().max(100).catch('')
const sentence = z.string().max(20_000).catch('')
const reasons = z
  .array(z.object({ reason: word }))
  .max(50)
  .catch([])
const refusalShape = z.object({
  error: z.object({
    /** Google's is the status. */
    code: word,
    message: sentence,
    errors: reasons,
    details: reasons,
  }),
})

function readRefusal(
  status: number,
  body: Buffer,
  retryAfter: string | string[] | undefined,
  token: string,
): ApiAnswer['refusal'] {
  const { error } = refusalShape.safeParse(parseJson(body)).data ?? {}
  const named = [...(error?.errors ?? []), ...(error?.details ?? [])].find((one) => one.reason !== '')
  const reason = named?.reason ?? error?.code ?? ''
  const message = error?.message ?? ''
  const words = [status, reason, message].filter(Boolean).join(' ')
  return {
    status,
    reason,
    message,
    retryAfter: (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null,
    text: words
      .replaceAll(token, '…')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .slice(0, MAX_ANSWER_LENGTH),
  }
}

/** Null for what is no JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

interface Failing {
  /** The provider's name. */
  provider: string
  host: string
  address: string
  account: string
}

export const unreachable = (host: string, what: string): MailboxFailure => ({
  kind: 'unreachable',
  sentence: `${host} could not be reached: ${what}`,
})

/** The mailbox's failure behind a refusal; null if the refusal is about the message. */
export function explainRefusal(
  refusal: ApiAnswer['refusal'],
  { provider, host, address, account }: Failing,
  now: Date,
): MailboxFailure | null {
  const limit = findApiLimit(refusal, now)
  if (limit) return limitFailure(provider, address, limit)
  const { status, reason, message } = refusal
  if (/SendAsDenied/i.test(`${reason} ${message}`))
    return {
      kind: 'login',
      sentence: `${account} may not send as ${address}. Your Microsoft 365 administrator gives the right "Send as".`,
    }
  if (status === 401 || status === 403)
    return {
      kind: 'login',
      sentence: `${address} needs you to sign in again`,
      ...(status === 401 && { is_unauthorized: true }),
    }
  if (status === 400 || status === 413) return null
  return unreachable(host, `it answered ${status}`)
}
