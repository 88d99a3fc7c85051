import { z } from 'zod'
import { CursorLost, DirectoryUnavailable } from './port.ts'

export interface GoogleCallSettings {
  apiKey: string
  url?: string
  timeoutMs?: number
}

const MAX_ANSWER_BYTES = 4 * 1024 * 1024
const NOTHING_CHARGED = 'Nothing was charged; please try again later.'
const TELL = 'Nothing was charged; please tell whoever runs this installation.'

const errorAnswer = z.object({ error: z.object({ status: z.string().optional(), message: z.string() }) })

interface Failure {
  status: number
  /** Google's code, such as RESOURCE_EXHAUSTED. */
  reason: string
  message: string
}

/** Calls the Places API. Every failure is a DirectoryUnavailable, whose sentence never contains the key. */
export function createGoogleCall({
  apiKey,
  url = 'https://places.googleapis.com',
  timeoutMs = 10_000,
}: GoogleCallSettings) {
  async function send(
    path: string,
    mask: string,
    init: RequestInit,
    signal?: AbortSignal,
  ): Promise<Response> {
    const tooLate = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
        ...init,
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          'X-Goog-Api-Key': apiKey,
          'X-Goog-FieldMask': mask,
        },
        signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
      })
      const body = await readBody(response)
      return new Response(body.length === 0 ? null : body, { status: response.status })
    } catch (error) {
      if (error instanceof DirectoryUnavailable) throw error
      signal?.throwIfAborted()
      throw new DirectoryUnavailable(
        tooLate.aborted
          ? `Google Places did not answer within ${Math.round(timeoutMs / 1000)} seconds. ${NOTHING_CHARGED}`
          : `Google Places cannot be reached. ${NOTHING_CHARGED}`,
      )
    }
  }

  return {
    async post<Shape extends z.ZodType>(
      path: string,
      mask: string,
      shape: Shape,
      {
        body,
        signal,
      }: { body: { textQuery: string; pageSize: number; pageToken?: string }; signal?: AbortSignal },
    ): Promise<z.infer<Shape>> {
      const response = await send(path, mask, { method: 'POST', body: JSON.stringify(body) }, signal)
      if (response.ok) return parse(response, shape)
      const failure = await failureOf(response)
      if (body.pageToken !== undefined && isAboutTheToken(failure)) throw new CursorLost()
      throw unavailable(failure)
    },

    /** Null if Google doesn't know the place any more. */
    async find<Shape extends z.ZodType>(
      path: string,
      mask: string,
      shape: Shape,
      signal?: AbortSignal,
    ): Promise<z.infer<Shape> | null> {
      const response = await send(path, mask, { method: 'GET' }, signal)
      if (response.ok) return parse(response, shape)
      const failure = await failureOf(response)
      if (failure.status === 404 || isUnknownId(failure)) return null
      throw unavailable(failure)
    },
  }
}

async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > MAX_ANSWER_BYTES)
      throw new DirectoryUnavailable(`Google Places answered far too much. ${NOTHING_CHARGED}`, 'refused')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

async function parse<Shape extends z.ZodType>(response: Response, shape: Shape): Promise<z.infer<Shape>> {
  const parsed = shape.safeParse(await response.json().catch(() => null))
  if (parsed.success) return parsed.data
  throw new DirectoryUnavailable(
    `Google Places gave an answer that makes no sense. ${NOTHING_CHARGED}`,
    'refused',
  )
}

async function failureOf(response: Response): Promise<Failure> {
  const parsed = errorAnswer.safeParse(await response.json().catch(() => null))
  const { status: reason = '', message = '' } = parsed.data?.error ?? {}
  return { status: response.status, reason, message }
}

const isAboutTheKey = ({ message }: Failure) => /api[ _-]?key/i.test(message)
const isAboutTheToken = (failure: Failure) => failure.status === 400 && !isAboutTheKey(failure)
const isUnknownId = (failure: Failure) => failure.status === 400 && /place id/i.test(failure.message)

/** Maps Google's errors: https://cloud.google.com/apis/design/errors */
function unavailable(failure: Failure): DirectoryUnavailable {
  const { status, reason } = failure
  if (status === 429 || reason === 'RESOURCE_EXHAUSTED')
    return new DirectoryUnavailable(`The quota of Google Places is used up for now. ${NOTHING_CHARGED}`)
  if (status === 401 || status === 403 || isAboutTheKey(failure))
    return new DirectoryUnavailable(
      `Google Places refuses the key of this installation (${reason || status}). ${TELL}`,
      'refused',
    )
  if (status >= 500)
    return new DirectoryUnavailable(`Google Places has a problem of its own (${status}). ${NOTHING_CHARGED}`)
  return new DirectoryUnavailable(
    `Google Places refused this search (${reason || status}). ${TELL}`,
    'refused',
  )
}
