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
import { type ApiError, errorOfAnswer, errorOfFailure } from './api-error.ts'
import type { RefreshOutcome } from './session-refresh.ts'

export const API_TIMEOUT_MS = 10_000
/** Files on a slow line take longer than any JSON. */
export const FILE_TIMEOUT_MS = 120_000

export interface CallOptions {
  signal?: AbortSignal
  timeoutMs?: number
}

export interface RequestOptions extends CallOptions {
  query?: Record<string, unknown>
  body?: unknown
  /** Sends the body as a form with this file instead of as JSON. */
  form?: FormData
  /** Login, register and everything for signed-out visitors: a 401 is an answer like any other. */
  isPublic?: boolean
  answer?: 'json' | 'file' | 'nothing' | 'page' | 'stream'
}

export interface ApiParts {
  fetch: typeof fetch
  /** Renews the session after a 401; several calls that fail at once share one. */
  renewSession: () => Promise<RefreshOutcome>
  onSessionLost: () => void
}

type Verb = <Answer>(path: string, options?: RequestOptions) => Promise<Answer>
type BodyVerb = <Answer>(path: string, body?: unknown, options?: RequestOptions) => Promise<Answer>

/** A route that needs nothing is called without a second argument. */
type Given<R> =
  unknown extends CallInput<R>
    ? [input?: Record<string, never>, options?: CallOptions]
    : Record<never, never> extends CallInput<R>
      ? [input?: CallInput<R>, options?: CallOptions]
      : [input: CallInput<R>, options?: CallOptions]

export interface Api {
  /** Calls a route of the contract with its path parameters, query, body and file; what it needs is checked by type. */
  call: <R extends Route>(route: R, ...given: Given<R>) => Promise<CallAnswer<R>>
  /** The same for a route whose answer is read while it comes, as lines of JSON. */
  stream: <R extends Route>(route: R, ...given: Given<R>) => Promise<ReadableStream<Uint8Array>>
  /** One page of a list: the answer, where the next page begins, and how many there are. */
  callPage: <R extends Route & { isPaged: true }>(
    route: R,
    ...given: Given<R>
  ) => Promise<Paged<CallAnswer<R>>>
  get: Verb
  delete: Verb
  post: BodyVerb
  put: BodyVerb
  patch: BodyVerb
  /** Runs calls side by side and answers in their order; the first failure fails all. */
  batch: <const Calls extends readonly (() => Promise<unknown>)[]>(
    calls: Calls,
  ) => Promise<{ -readonly [K in keyof Calls]: Awaited<ReturnType<Calls[K]>> }>
}

/** The caller that all screens share: own origin, session cookie, JSON, 10 s. Failures are thrown as ApiError. */
export function createApi(parts: ApiParts): Api {
  async function request(method: Method, path: string, options: RequestOptions = {}) {
    const answer = await attempt(parts.fetch, method, path, options)
    if (answer.status !== 401 || options.isPublic) return readAnswer(answer, options)
    const refused = await errorOfAnswer(answer)
    const outcome = await parts.renewSession()
    if (outcome.kind === 'signed-in') {
      const again = await attempt(parts.fetch, method, path, options)
      // A session that was just renewed and is refused all the same has been ended on the server.
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

/** Every part that a route may ask for; which of them it does ask for is CallInput's business. */
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
  // The file comes last, so that the server knows every field before it reads it.
  if (input.file) form.append(field, input.file, input.fileName)
  return form
}

async function attempt(send: typeof fetch, method: Method, path: string, options: RequestOptions) {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? API_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    return await send(path + queryOf(options.query), {
      method,
      signal,
      credentials: 'include',
      headers: headersOf(method, options),
      body: bodyOf(method, options),
    })
  } catch (failure) {
    throw errorOfFailure(failure, timeout.aborted)
  }
}

const hasBody = (method: Method) => method !== 'GET' && method !== 'DELETE'

function headersOf(method: Method, options: RequestOptions): Record<string, string> {
  const accept = { Accept: options.answer === 'stream' ? LINES_TYPE : 'application/json' }
  // A form's content type carries its boundary, which only the browser knows.
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

/** The server may be back in a moment, so nobody is sent away from what they were typing. */
function isPassing(error: ApiError): boolean {
  return error.status === 0 || error.status === 429 || error.status === 503
}
