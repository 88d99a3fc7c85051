import type { allRefusals } from '@goldpan/contract/refusals'
import type { FastifyRequest } from 'fastify'
import { isDatabaseFault } from '../db/database.ts'
import { isDiskFault } from '../providers/files/port.ts'
import { Refusal } from './refuse.ts'

const FASTIFY_REFUSALS: Record<string, keyof typeof allRefusals> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_REQ_FILE_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.wrong_content_type',
}

/** PostgreSQL takes no NUL in a text, nor half a surrogate pair in JSON. */
const INVALID_TEXT = new Set(['22021', '22P05'])

/** Codes that PostgreSQL and Node give while the database is away, restarting or out of connections. */
const DATABASE_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53200',
  '53300',
  '53400',
])

/** Two that wait for each other, a snapshot that came too late, a lock or an answer that took too long. */
const GIVEN_WAY = new Set(['40P01', '40001', '55P03', '57014'])

/** No file could be opened: the process has too many open, and closes them again in a moment. */
const OUT_OF_FILES = new Set(['EMFILE', 'ENFILE'])

/** Our disk or the database's is full, worn or may only be read; or the database is a copy that may only be read. */
const UNWRITABLE = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  '53100',
  '58030',
  '25006',
])
/** PostgreSQL has no code of its own for some of them. */
const UNWRITABLE_WORDS = /No space left on device|File too large|Read-only file system/

/** Messages of the multipart parser for a body that is cut off or malformed; it has no codes. */
const BROKEN_UPLOAD = /[Uu]nexpected end of multipart data|Multipart: Boundary not found/

/** The one way errors become answers: refusals say what the contract says, anything else is logged. */
export function toAnswer(error: unknown, request: FastifyRequest) {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  const known = FASTIFY_REFUSALS[code]
  if (known) return new Refusal(known, {})
  if (BROKEN_UPLOAD.test(wordsOf(error))) return new Refusal('request.broken_upload', {})
  const isDatabases = isDatabaseFault(error)
  if (isDatabases && INVALID_TEXT.has(code)) return new Refusal('request.invalid', {})
  if (isDiskFault(error) ? UNWRITABLE.has(code) : isDatabases && isUnwritable(error, code)) {
    log(error, request)
    return new Refusal('server.unwritable', { retryAfterSeconds: 60 })
  }
  const isAway = isDatabases && isDatabaseAway(error, code)
  if (isAway || (isDatabases && GIVEN_WAY.has(code))) {
    log(error, request, 'warn')
    return new Refusal('server.unavailable', { retryAfterSeconds: isAway ? 5 : 1 })
  }
  if (isClientFault(error)) return new Refusal('request.invalid', {})
  log(error, request)
  if (OUT_OF_FILES.has(code)) return new Refusal('server.unavailable', { retryAfterSeconds: 5 })
  const message = 'Something went wrong on our side. Nothing else was changed; please try again.'
  return {
    status: 500,
    body: { message, code: 'server.failed' },
    retryAfterSeconds: undefined,
  }
}

const log = (error: unknown, request: FastifyRequest, level: 'warn' | 'error' = 'error') =>
  request.log[level]({ err: error, route: request.routeOptions.url }, 'request failed')

const codeOf = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } }
  return code ?? cause?.code ?? ''
}

const AWAY = /Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout/

/** Drizzle wraps what the database said. */
const wordsOf = (error: unknown): string => String((error as { cause?: unknown })?.cause ?? error)

const isDatabaseAway = (error: unknown, code: string): boolean =>
  DATABASE_AWAY.has(code) || AWAY.test(wordsOf(error))

const isUnwritable = (error: unknown, code: string): boolean =>
  UNWRITABLE.has(code) || UNWRITABLE_WORDS.test(wordsOf(error))

const isClientFault = (error: unknown): boolean => {
  const { statusCode } = (error ?? {}) as { statusCode?: number }
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
}
