import * as oauth from 'oauth4webapi'
import { OAuthRefused } from './port.ts'

/** Answers of these providers have a few kB. */
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_DETAIL_LENGTH = 300
/** Such as invalid_grant. */
const CODE = /^[a-z]+(_[a-z]+){0,5}$/
/** Errors that say 'try again later'. */
const TRANSIENT = ['server_error', 'temporarily_unavailable', 'internal_failure', 'rate_limit_exceeded']
/** Microsoft's number for a consent that was declined; the code beside it varies. */
const DECLINED = /AADSTS65004\b/

type Init = oauth.CustomFetchOptions<string, oauth.ProtectedResourceRequestBody | undefined>

/**
 * Asks a provider, within the time limit. Of the answer, only its status, its kind and a bounded body are kept. Throws
 * OAuthRefused when there is no answer that is about this request.
 */
export function request(name: string, timeoutMs: number) {
  return async (url: string, { method, headers, body }: Init): Promise<Response> => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
      if (response.status >= 500 || response.status === 429) {
        await response.body?.cancel()
        throw new OAuthRefused('unreachable', `${name} answered ${response.status}`)
      }
      const text = withoutIdToken(await readBody(response, name))
      const type = response.headers.get('content-type')
      return new Response(text || null, {
        status: response.status,
        headers: type ? { 'content-type': type } : {},
      })
    } catch (error) {
      if (error instanceof OAuthRefused) throw error
      throw new OAuthRefused(
        'unreachable',
        signal.aborted
          ? `${name} did not answer within ${timeoutMs / 1000} seconds`
          : `${name} could not be reached${systemCode(error)}`,
      )
    }
  }
}

async function readBody(response: Response, name: string): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > MAX_ANSWER_BYTES) throw new OAuthRefused('invalid_response', `${name} answered with too much`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/**
 * The account comes from the provider's API. An id_token would be checked against an issuer, which isn't known in
 * advance for all tenants of Microsoft, and against this machine's time.
 */
function withoutIdToken(text: string): string {
  try {
    const { id_token, ...others } = JSON.parse(text)
    return id_token === undefined ? text : JSON.stringify(others)
  } catch {
    // The library says what is wrong with it.
    return text
  }
}

/** Such as ECONNREFUSED. */
function systemCode(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? ` (${cause.code})` : ''
}

/** Keeps only the parameters of a callback that OAuth defines. */
export function readCallback(callback: URLSearchParams): URLSearchParams {
  const known = new URLSearchParams()
  for (const name of ['code', 'state', 'error', 'error_description'])
    for (const value of callback.getAll(name)) known.append(name, value)
  return known
}

/** Errors of the library as refusals. They may hold whole answers, so nothing but checked texts is taken from them. */
export function toRefused(error: unknown, name: string, secrets: string[]): OAuthRefused {
  if (error instanceof OAuthRefused) return error
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
    const detail = toDetail(error.error_description, secrets)
    return new OAuthRefused(toCode(error.error, detail), detail || toDetail(error.error, secrets))
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return new OAuthRefused(
      'invalid_response',
      `${name} gave an answer that can't be read: ${whatIsWrong(error)}`,
    )
  throw error
}

const whatIsWrong = ({ code, cause, message }: oauth.OperationProcessingError): string =>
  code === oauth.RESPONSE_IS_NOT_CONFORM && cause instanceof Response ? `status ${cause.status}` : message

function toCode(code: unknown, detail: string): string {
  if (DECLINED.test(detail)) return 'access_denied'
  if (typeof code !== 'string' || code.length > 60 || !CODE.test(code)) return 'invalid_response'
  return TRANSIENT.includes(code) ? 'unreachable' : code
}

function toDetail(text: unknown, secrets: string[]): string {
  if (typeof text !== 'string') return ''
  const clean = secrets.filter(Boolean).reduce((part, secret) => part.replaceAll(secret, '…'), text)
  return clean
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_DETAIL_LENGTH)
}
