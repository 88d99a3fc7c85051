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

/** PostgreSQL rejects NUL in text and unpaired surrogates in JSON. */
const INVALID_TEXT_CODES = new Set(['22021', '22P05'])

/** Codes of PostgreSQL and Node while the database is down, restarting or out of connections. */
const UNAVAILABLE_CODES = new Set([
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

/** Deadlock, serialization failure, lock timeout, query timeout. */
const RETRYABLE_CODES = new Set(['40P01', '40001', '55P03', '57014'])

/** The process has too many open files. Passes within moments. */
const OUT_OF_FILES_CODES = new Set(['EMFILE', 'ENFILE'])

/** PostgreSQL's `read_only_sql_transaction`: the database is a standby, or was set read-only. */
const READ_ONLY_CODE = '25006'

/** Our disk or the database's is full, broken or read-only. */
const UNWRITABLE_CODES = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  '53100',
  '58030',
])
/** For errors without a code of their own. */
const UNWRITABLE_MESSAGE = /No space left on device|File too large|Read-only file system/

/** Messages of the multipart parser, which has no codes, for truncated or malformed bodies. */
const BROKEN_UPLOAD = /[Uu]nexpected end of multipart data|Multipart: Boundary not found/

/** Turns every error into a response: refusals as the contract says, anything else logged. */
export function toAnswer(error: unknown, request: FastifyRequest) {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  const known = FASTIFY_REFUSALS[code]
  if (known) return new Refusal(known, {})
  if (BROKEN_UPLOAD.test(messageOf(error))) return new Refusal('request.broken_upload', {})
  const isFromDatabase = isDatabaseFault(error)
  if (isFromDatabase && INVALID_TEXT_CODES.has(code)) return new Refusal('request.invalid', {})
  if (isFromDatabase && code === READ_ONLY_CODE) {
    log(error, request)
    return new Refusal('server.read_only', { retryAfterSeconds: 5 })
  }
  if (isDiskFault(error) ? UNWRITABLE_CODES.has(code) : isFromDatabase && isUnwritable(error, code)) {
    log(error, request)
    return new Refusal('server.unwritable', { retryAfterSeconds: 60 })
  }
  const isUnavailable = isFromDatabase && isDatabaseUnavailable(error, code)
  if (isUnavailable || (isFromDatabase && RETRYABLE_CODES.has(code))) {
    log(error, request, 'warn')
    return new Refusal('server.unavailable', { retryAfterSeconds: isUnavailable ? 5 : 1 })
  }
  if (isClientFault(error)) return new Refusal('request.invalid', {})
  log(error, request)
  if (OUT_OF_FILES_CODES.has(code)) return new Refusal('server.unavailable', { retryAfterSeconds: 5 })
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

const UNAVAILABLE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout/

/** Drizzle wraps the database's error. */
const messageOf = (error: unknown): string => String((error as { cause?: unknown })?.cause ?? error)

const isDatabaseUnavailable = (error: unknown, code: string): boolean =>
  UNAVAILABLE_CODES.has(code) || UNAVAILABLE_MESSAGE.test(messageOf(error))

const isUnwritable = (error: unknown, code: string): boolean =>
  UNWRITABLE_CODES.has(code) || UNWRITABLE_MESSAGE.test(messageOf(error))

const isClientFault = (error: unknown): boolean => {
  const { statusCode } = (error ?? {}) as { statusCode?: number }
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
}
