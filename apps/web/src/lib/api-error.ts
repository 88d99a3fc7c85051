import type { RefusalBody } from '@goldpan/contract/refusal'

/** Codes for calls without an answer; all others come from the server. */
export const NO_ANSWER = { network: 'NETWORK', timeout: 'TIMEOUT', aborted: 'ABORTED' } as const

/** The code of calls of a suspended account. */
export const SUSPENDED = 'accounts.suspended'

/** A failed call. `status` is 0 without an answer; `message` is the server's, or empty. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly body: Partial<RefusalBody>

  constructor(status: number, code: string, message: string, body: Partial<RefusalBody> = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.body = body
  }
}

/** The error of an answer that isn't a success. Without JSON its message is empty. */
export async function errorOfAnswer(answer: Response): Promise<ApiError> {
  const body: unknown = await answer.json().catch(() => null)
  const known: Partial<RefusalBody> = typeof body === 'object' && body !== null ? body : {}
  const message = typeof known.message === 'string' ? known.message : ''
  const code = typeof known.code === 'string' ? known.code : `HTTP_${answer.status}`
  return new ApiError(answer.status, code, message, known)
}

/** The error of a call without an answer. */
export function errorOfFailure(failure: unknown, hasTimedOut: boolean): ApiError {
  if (hasTimedOut) {
    return new ApiError(0, NO_ANSWER.timeout, 'The server took too long to answer. Please try again.')
  }
  if (failure instanceof DOMException && failure.name === 'AbortError') {
    return new ApiError(0, NO_ANSWER.aborted, 'The request was cancelled.')
  }
  return new ApiError(
    0,
    NO_ANSWER.network,
    'Network error: the server could not be reached. Please check your internet connection.',
  )
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError
}
