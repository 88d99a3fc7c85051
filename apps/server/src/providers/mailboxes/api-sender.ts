import type { Clock } from '../clock/port.ts'
import type { HandOver, HandOverResult, OutgoingMail } from '../mail/port.ts'
import type { MailboxCredentials, Mailboxes, MailboxFailure } from './port.ts'
import {
  type ApiAnswer,
  type ApiCall,
  type ApiSettings,
  explainRefusal,
  NoAnswer,
  openApi,
  unreachable,
} from './provider-api.ts'

export type ApiCredentials = Exclude<MailboxCredentials, { kind: 'password' }>

const MAX_ANSWER_BYTES = 64 * 1024
/** For questions about an accepted message, whose outcome waits for them. */
const AFTERWARDS_MS = 5000

export interface ApiSenderOptions extends ApiSettings {
  /** The system's. */
  clock: Clock
}

/** How a provider's API sends. */
export interface SendingApi {
  /** As users know it. */
  provider: string
  /** A call that any valid token may make. */
  test: Pick<ApiCall, 'path'>
  send(credentials: ApiCredentials, raw: Buffer): Pick<ApiCall, 'path' | 'headers' | 'body'>
  /** Reads what to store of an acceptance: the answer, and the Message-ID if the provider gives its own. */
  accepted?(
    answer: ApiAnswer,
    get: (path: string) => Promise<ApiAnswer>,
    credentials: ApiCredentials,
  ): Promise<Pick<HandOverResult, 'answer' | 'message_id'>>
}

/**
 * Sends over a provider's API, over a connection of its own for each message: a kept one may be closed by the other side
 * just as the message leaves, and its outcome would be unknown.
 */
export function createApiSender(api: SendingApi, { clock, ...settings }: ApiSenderOptions): Mailboxes {
  const explain = (answer: ApiAnswer, credentials: ApiCredentials, host: string) =>
    explainRefusal(answer.refusal, { provider: api.provider, host, ...credentials }, clock.now())

  return {
    async testSending(credentials) {
      const connection = openApi(settings, tokenOf(credentials))
      try {
        const answer = await connection.call({ method: 'GET', ...api.test, maxBytes: MAX_ANSWER_BYTES })
        // A scope for sending alone may make no other call; the token was accepted.
        if (answer.status < 300 || isOutOfScope(answer.refusal)) return null
        const failure = explain(answer, apiOnly(credentials), connection.host)
        return failure ?? unreachable(connection.host, `it answered ${answer.status}`)
      } catch (error) {
        return whileCalling(error, connection.host)
      } finally {
        await connection.close()
      }
    },

    async handOver(credentials, mail, options = {}) {
      const connection = openApi(settings, tokenOf(credentials))
      try {
        if (await isWithdrawn(options)) return { outcome: 'not_sent', code: null, answer: 'withdrawn' }
        const answer = await send(connection, apiOnly(credentials), mail)
        if (answer.status >= 300)
          return settle(answer, explain(answer, apiOnly(credentials), connection.host))
        const signal = AbortSignal.timeout(AFTERWARDS_MS)
        const get = (path: string) =>
          connection.call({ method: 'GET', path, maxBytes: MAX_ANSWER_BYTES, signal })
        const kept = await api.accepted?.(answer, get, apiOnly(credentials)).catch(() => null)
        return { outcome: 'accepted', code: answer.status, answer: `${answer.status}`, ...kept }
      } catch (error) {
        const failure = whileCalling(error, connection.host)
        const hasLeft = error instanceof NoAnswer && error.mayHaveLeft
        const outcome = hasLeft ? 'unconfirmed' : 'not_sent'
        return {
          outcome,
          code: null,
          answer: failure.sentence,
          ...(hasLeft ? { trouble: failure } : { failure }),
        }
      } finally {
        await connection.close()
      }
    },

    async close() {},
  }

  function send(connection: ReturnType<typeof openApi>, credentials: ApiCredentials, { raw }: OutgoingMail) {
    return connection.call({ method: 'POST', ...api.send(credentials, raw), maxBytes: MAX_ANSWER_BYTES })
  }
}

function apiOnly(credentials: MailboxCredentials): ApiCredentials {
  if (credentials.kind === 'password') throw new Error('not by an API')
  return credentials
}

const tokenOf = (credentials: MailboxCredentials) => apiOnly(credentials).access_token

async function isWithdrawn({ beforeBody, signal }: HandOver): Promise<boolean> {
  if (signal?.aborted) return true
  // A message that could not be marked stays here, too.
  return beforeBody !== undefined && !(await beforeBody().catch(() => false))
}

function whileCalling(error: unknown, host: string): MailboxFailure {
  if (error instanceof NoAnswer) return unreachable(host, error.message)
  throw error
}

/** https://developers.google.com/workspace/gmail/api/guides/handle-errors and https://learn.microsoft.com/graph/errors */
const OUT_OF_SCOPE = [
  'insufficientPermissions',
  'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  'Authorization_RequestDenied',
]

const isOutOfScope = ({ status, reason }: ApiAnswer['refusal']) =>
  status === 403 && OUT_OF_SCOPE.includes(reason)

/** The outcome behind a refusal of the message or its mailbox. */
function settle({ status, refusal }: ApiAnswer, failure: MailboxFailure | null): HandOverResult {
  const result = { code: status, answer: refusal.text }
  if (failure?.kind === 'limit') return { ...result, outcome: 'deferred', failure }
  const trouble = failure ?? undefined
  if (status === 503) return { ...result, outcome: 'deferred', trouble }
  // The message may have been taken before the fault.
  if (status >= 500) return { ...result, outcome: 'unconfirmed', trouble }
  return failure ? { ...result, outcome: 'not_sent', failure } : { ...result, outcome: 'rejected' }
}
