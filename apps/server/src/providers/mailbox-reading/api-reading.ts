import type { z } from 'zod'
import type { Clock } from '../clock/port.ts'
import type { ApiAccess } from '../mailboxes/api-sender.ts'
import { type MailboxAccess, MailboxFailed, type MailboxFailure } from '../mailboxes/port.ts'
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

/** Of answers in JSON, but for messages. */
const MAX_JSON_BYTES = 4 * 1024 * 1024
/** Of one message's headers. */
export const MAX_HEAD_JSON_BYTES = 1024 * 1024
/** Of one list; a page of the provider may go beyond. */
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
  access: ApiAccess
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
  /** A small request that needs the right to read. */
  look(access: ApiAccess): string
  session(reader: ApiReader, options: ApiReadingOptions): Omit<ReadingSession, 'appendSent' | 'close'>
}

export function createApiReading(api: ReadingApi, options: ApiReadingOptions): MailboxReading {
  const open = (access: MailboxAccess, signal?: AbortSignal) => {
    if (access.kind === 'password') throw new Error('not by an API')
    const connection = openApi(options, access.access_token)
    return { connection, reader: createReader(api, connection, access, options.clock, signal), access }
  }

  return {
    async open(access, signal) {
      const { connection, reader } = open(access, signal)
      return {
        ...api.session(reader, options),
        async appendSent() {
          throw new Error('This provider keeps a copy by itself')
        },
        close: () => connection.close(),
      }
    },

    async test(mailbox) {
      const { connection, reader, access } = open(mailbox)
      try {
        const answer = await reader.get(api.look(access))
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
  access: ApiAccess,
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
      const about = { provider, host, ...access }
      throw failed(
        explainRefusal(answer.refusal, about, clock.now()) ??
          unreachable(host, `it answered ${answer.status}`),
      )
    }
    if (answer.end === 'broken') throw fail('its answer broke off')
    return answer
  }

  return {
    access,
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
