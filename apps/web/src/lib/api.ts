import {
  type CallAnswer,
  type CallInput,
  LINES_TYPE,
  type Method,
  PAGE_HEADERS,
  type Paged,
  pathOf,
  type Route,
} from '@goldpan/contract/route'
import { type ApiError, errorOfAnswer, errorOfFailure, isApiError, SUSPENDED } from './api-error.ts'
import { noteClockOffset } from './product-time.ts'
import type { RefreshOutcome } from './session-refresh.ts'

export const API_TIMEOUT_MS = 10_000
/** Uploads over slow connections take longer than JSON. */
export const FILE_TIMEOUT_MS = 120_000

export interface CallOptions {
  signal?: AbortSignal
  timeoutMs?: number
  /** In place of fetch. */
  send?: (url: string, request: RequestInit) => Promise<Response>
}

export interface RequestOptions extends CallOptions {
  query?: Record<string, unknown>
  body?: unknown
  /** Sends the body as a form with this file instead of as JSON. */
  form?: FormData
  /** For signed-out visitors: a 401 doesn't refresh the session. */
  isPublic?: boolean
  answer?: 'json' | 'file' | 'nothing' | 'page' | 'stream'
}

export interface ApiParts {
  fetch: typeof fetch
  /** Refreshes the session after a 401. Concurrent failures share one refresh. */
  renewSession: () => Promise<RefreshOutcome>
  onSessionLost: () => void
  onSuspended: (sentence: string) => void
}

type Verb = <Answer>(path: string, options?: RequestOptions) => Promise<Answer>
type BodyVerb = <Answer>(path: string, body?: unknown, options?: RequestOptions) => Promise<Answer>

type Given<R> =
  unknown extends CallInput<R>
    ? [input?: Record<string, never>, options?: CallOptions]
    : Record<never, never> extends CallInput<R>
      ? [input?: CallInput<R>, options?: CallOptions]
      : [input: CallInput<R>, options?: CallOptions]

export interface Api {
  /** Calls a route of the contract. Its type says which of params, query, body and file it needs. */
  call: <R extends Route>(route: R, ...given: Given<R>) => Promise<CallAnswer<R>>
  /** Calls a route that streams lines of JSON. */
  stream: <R extends Route>(route: R, ...given: Given<R>) => Promise<ReadableStream<Uint8Array>>
  /** Calls a paged route: the answer, the next cursor and the total. */
  callPage: <R extends Route & { isPaged: true }>(
    route: R,
    ...given: Given<R>
  ) => Promise<Paged<CallAnswer<R>>>
  get: Verb
  delete: Verb
  post: BodyVerb
  put: BodyVerb
  patch: BodyVerb
  /** Runs calls in parallel; fails if one fails. */
  batch: <const Calls extends readonly (() => Promise<unknown>)[]>(
    calls: Calls,
  ) => Promise<{ -readonly [K in keyof Calls]: Awaited<ReturnType<Calls[K]>> }>
}

/** The API client: own origin, session cookie, JSON, 10 s timeout. Throws ApiError. */
export function createApi(parts: ApiParts): Api {
  const request = (method: Method, path: string, options: RequestOptions = {}) =>
    requestAndRenew(method, path, options).catch((error: unknown) => {
      if (isApiError(error) && error.code === SUSPENDED) parts.onSuspended(error.message)
      throw error
    })

  async function requestAndRenew(method: Method, path: string, options: RequestOptions) {
    const answer = await attempt(parts.fetch, method, path, options)
    if (answer.status !== 401 || options.isPublic) return readAnswer(answer, options)
    const refused = await errorOfAnswer(answer)
    const outcome = await parts.renewSession()
    if (outcome.kind === 'signed-in') {
      const again = await attempt(parts.fetch, method, path, options)
      // A 401 right after a refresh means that the server has ended the session.
      if (again.status === 401) parts.onSessionLost()
      return readAnswer(again, options)
    }
    if (outcome.kind === 'unreachable' && isPassing(outcome.error)) throw outcome.error
    parts.onSessionLost()
    throw refused
  }
  const verb = (method: Method) =>
    ((path: string, options?: RequestOptions) => request(method, path, options)) as Verb
  const bodyVerb = (method: Method) =>
    ((path: string, body?: unknown, options?: RequestOptions) =>
      request(method, path, { ...options, body })) as BodyVerb

  return {
    call: ((route: Route, input: CallParts = {}, options?: CallOptions) =>
      request(
        route.method,
        pathOf(route.path, input.params),
        optionsOf(route, input, options),
      )) as Api['call'],
    stream: ((route: Route, input: CallParts = {}, options?: CallOptions) =>
      request(route.method, pathOf(route.path, input.params), {
        ...optionsOf(route, input, options),
        answer: 'stream',
      })) as Api['stream'],
    callPage: ((route: Route, input: CallParts = {}, options?: CallOptions) =>
      request(route.method, pathOf(route.path, input.params), {
        ...optionsOf(route, input, options),
        answer: 'page',
      })) as Api['callPage'],
    get: verb('GET'),
    delete: verb('DELETE'),
    post: bodyVerb('POST'),
    put: bodyVerb('PUT'),
    patch: bodyVerb('PATCH'),
    batch: ((calls: (() => Promise<unknown>)[]) => Promise.all(calls.map((run) => run()))) as Api['batch'],
  }
}

/** All optional parts of a call; CallInput says which ones a route needs. */
interface CallParts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  file?: Blob | null
  fileName?: string
}

function optionsOf(route: Route, input: CallParts, options: CallOptions = {}): RequestOptions {
  const isFile = route.upload !== undefined || route.answer === 'file'
  return {
    timeoutMs: isFile ? FILE_TIMEOUT_MS : API_TIMEOUT_MS,
    ...options,
    query: input.query,
    body: input.body,
    form: route.upload && formOf(route.upload.field, input),
    isPublic: route.access === 'public',
    answer: typeof route.answer === 'string' ? route.answer : 'json',
  }
}

function formOf(field: string, input: CallParts): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input.body ?? {})) {
    if (value === undefined || value === null) continue
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  // The file comes last, so that the server has all fields before it reads the file.
  if (input.file) form.append(field, input.file, input.fileName)
  return form
}

async function attempt(send: typeof fetch, method: Method, path: string, options: RequestOptions) {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? API_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    const answer = await (options.send ?? send)(path + queryOf(options.query), {
      method,
      signal,
      credentials: 'include',
      headers: headersOf(method, options),
      body: bodyOf(method, options),
    })
    noteClockOffset(answer.headers)
    return answer
  } catch (failure) {
    throw errorOfFailure(failure, timeout.aborted)
  }
}

const hasBody = (method: Method) => method !== 'GET' && method !== 'DELETE'

function headersOf(method: Method, options: RequestOptions): Record<string, string> {
  const accept = { Accept: options.answer === 'stream' ? LINES_TYPE : 'application/json' }
  // The browser sets a form's content type with its boundary.
  if (options.form || !(hasBody(method) || options.body !== undefined)) return accept
  return { ...accept, 'Content-Type': 'application/json' }
}

function bodyOf(method: Method, options: RequestOptions): BodyInit | undefined {
  if (options.form) return options.form
  if (options.body !== undefined) return JSON.stringify(options.body)
  return hasBody(method) ? '{}' : undefined
}

function queryOf(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.size > 0 ? `?${search}` : ''
}

async function readAnswer(answer: Response, options: RequestOptions): Promise<unknown> {
  if (!answer.ok) throw await errorOfAnswer(answer)
  if (options.answer === 'file') return answer.blob()
  if (options.answer === 'stream') return answer.body ?? new Blob().stream()
  if (options.answer === 'nothing' || answer.status === 204) return undefined
  try {
    const body = await answer.json()
    return options.answer === 'page' ? pageOf(answer.headers, body) : body
  } catch (failure) {
    throw errorOfFailure(failure, false)
  }
}

function pageOf(headers: Headers, answer: unknown): Paged<unknown> {
  const total = headers.get(PAGE_HEADERS.total)
  return { answer, next_cursor: headers.get(PAGE_HEADERS.next), total: total === null ? null : Number(total) }
}

/** The server may be back in a moment, so keep the screen and its forms. */
function isPassing(error: ApiError): boolean {
  return error.status === 0 || error.status === 429 || error.status === 503
}
