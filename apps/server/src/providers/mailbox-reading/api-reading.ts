import type { z } from 'zod'
import type { Clock } from '../clock/port.ts'
import type { ApiCredentials } from '../mailboxes/api-sender.ts'
import { type MailboxCredentials, MailboxFailed, type MailboxFailure } from '../mailboxes/port.ts'
import {
  type ApiAnswer,
  type ApiConnection,
  type ApiSettings,
  explainRefusal,
  NoAnswer,
  openApi,
  parseJson,
  unreachable,
} from '../mailboxes/provider-api.ts'
import type { FoundHead, MailboxReading, ReadingSession } from './port.ts'

/** For every JSON answer except messages. */
const MAX_JSON_BYTES = 8 * 1024 * 1024
/** For the headers of one message. */
export const MAX_HEAD_JSON_BYTES = 1024 * 1024
/** A list ends after the provider's page that reaches this number. */
export const HEADS_PER_LIST = 250

export interface ApiReadingOptions extends ApiSettings {
  /** The system's. */
  clock: Clock
  /** The largest message that is read whole. */
  readBytes: number
}

type Headers = Record<string, string>
interface GetOptions {
  maxBytes?: number
  /** Refusals that mean that something is gone: the result is null. */
  isGone?: (refusal: ApiAnswer['refusal']) => boolean
}

/** Reads over one connection, by GET alone. Every failure but an abort is a MailboxFailed. */
export interface ApiReader {
  credentials: ApiCredentials
  /** Null if it is gone; 404 by default. */
  get(path: string, options?: GetOptions): Promise<ApiAnswer | null>
  getJson<Shape extends z.ZodType>(
    path: string,
    shape: Shape,
    options?: GetOptions,
  ): Promise<z.infer<Shape> | null>
  /** The path of a link of the provider's; throws for one that leads elsewhere. */
  follow(link: string): string
  pathOf: ApiConnection['pathOf']
  fail(what: string): MailboxFailed
}

interface ReadingApi {
  provider: string
  headers?: Headers
  /** The path of a small request that needs the right to read. */
  testPath(credentials: ApiCredentials): string
  session(reader: ApiReader, options: ApiReadingOptions): Omit<ReadingSession, 'appendSent' | 'close'>
}

export function createApiReading(api: ReadingApi, options: ApiReadingOptions): MailboxReading {
  const open = (credentials: MailboxCredentials, signal?: AbortSignal) => {
    if (credentials.kind === 'password') throw new Error('not by an API')
    const connection = openApi(options, credentials.access_token)
    return {
      connection,
      reader: createReader(api, connection, credentials, options.clock, signal),
      credentials,
    }
  }

  return {
    async open(credentials, signal) {
      const { connection, reader } = open(credentials, signal)
      return {
        ...api.session(reader, options),
        async appendSent() {
          throw new Error('This provider keeps a copy by itself')
        },
        close: () => connection.close(),
      }
    },

    async test(mailbox) {
      const { connection, reader, credentials } = open(mailbox)
      try {
        const answer = await reader.get(api.testPath(credentials))
        return answer ? null : unreachable(connection.host, 'it has no such mailbox')
      } catch (error) {
        if (error instanceof MailboxFailed) return error.failure
        throw error
      } finally {
        await connection.close()
      }
    },
  }
}

function createReader(
  { provider, headers }: ReadingApi,
  connection: ApiConnection,
  credentials: ApiCredentials,
  clock: Clock,
  signal?: AbortSignal,
): ApiReader {
  const { host } = connection
  const failed = (failure: MailboxFailure, cause?: unknown) => new MailboxFailed(failure, { cause })
  const fail = (what: string) => failed(unreachable(host, what))

  async function get(path: string, { maxBytes = MAX_JSON_BYTES, isGone = isNotFound }: GetOptions = {}) {
    const answer = await connection
      .call({ method: 'GET', path, maxBytes, ...(headers && { headers }), ...(signal && { signal }) })
      .catch((error: unknown) => {
        throw error instanceof NoAnswer ? fail(error.message) : error
      })
    if (answer.status >= 300) {
      if (isGone(answer.refusal)) return null
      const about = { provider, host, ...credentials }
      throw failed(
        explainRefusal(answer.refusal, about, clock.now()) ??
          unreachable(host, `it answered ${answer.status}`),
      )
    }
    if (answer.end === 'broken') throw fail('its answer broke off')
    return answer
  }

  return {
    credentials,
    get,
    async getJson(path, shape, options) {
      const answer = await get(path, options)
      if (!answer) return null
      const parsed = shape.safeParse(parseJson(answer.body))
      if (!parsed.success) throw fail('its answer could not be read')
      return parsed.data
    },
    follow(link) {
      const path = connection.pathOf(link)
      if (path === null) throw fail('it named an address that is not its own')
      return path
    },
    pathOf: connection.pathOf,
    fail,
  }
}

const isNotFound = ({ status }: { status: number }) => status === 404

/** Oldest first. */
export const byTime = (heads: FoundHead[]): FoundHead[] =>
  heads.toSorted((one, other) => one.received_at.localeCompare(other.received_at))
