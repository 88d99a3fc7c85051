import type { z } from 'zod'

/** 'user': a logged-in user. 'public': anyone. 'local': only from this machine or with the start-up token. */
export type Access = 'user' | 'public' | 'local'

/** How often a caller may use a route; counted in the database, so the limit holds across web processes. */
export interface RouteLimit {
  points: number
  seconds: number
  by: 'user' | 'source'
  /** Routes of the same name are counted together. */
  shared?: string
}

/** For a route that takes a file: the multipart field's name and the largest size in bytes. */
export interface Upload {
  field: string
  maxBytes: number
  required: boolean
  /** Streamed to the handler; its fields come first. */
  isStreamed?: true
}

export const LINES_TYPE = 'application/x-ndjson'

export interface RouteParts {
  query?: z.ZodType
  body?: z.ZodType
  upload?: Upload
  answer: z.ZodType | 'file' | 'nothing'
  /** For clients that accept `application/x-ndjson`: the response is streamed as lines of this shape. */
  lines?: z.ZodType
  /** The response may be a page of a list; headers have the next cursor and the total. */
  isPaged?: true
  access?: Access
  /** A list or report that changes nothing: a replica of the database may answer it. */
  replica?: true
  /** 'person': acts for the user, whatever organization the session works for. */
  whose?: 'person'
  limit?: RouteLimit
  /** Largest JSON body in bytes; see maxBytesOf. */
  maxBytes?: number
  summary?: string
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Route<Path extends string = string, Parts extends RouteParts = RouteParts> = Parts & {
  method: Method
  path: Path
}

/** Declares a call for server and browser. Path parameters are written `:name`. */
export function route<const Path extends string, Parts extends RouteParts>(
  method: Method,
  path: Path,
  parts: Parts,
): Route<Path, Parts> {
  return { ...parts, method, path }
}

/** The largest body in bytes that is read: small for visitors, none if none is expected. */
export function maxBytesOf({ maxBytes, upload, body, access }: Route): number {
  if (upload) return upload.maxBytes + 64 * 1024
  return maxBytes ?? (body && access !== 'public' ? 1024 * 1024 : 64 * 1024)
}

/** Path parameters that are not UUIDs. */
const TEXT_PARAMS = new Set(['placeId', 'pageId', 'key', 'provider', 'partId'])

/** 'text' may be anything; a 'uuid' that isn't valid matches nothing. */
export const kindOfParam = (name: string): 'uuid' | 'text' => (TEXT_PARAMS.has(name) ? 'text' : 'uuid')

export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [key in Name]: string } & PathParams<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { [key in Name]: string }
    : unknown

type Sent<Schema, Key extends string> = Schema extends z.ZodType ? { [key in Key]: z.input<Schema> } : unknown
/** A query without required fields may be left out. */
type SentQuery<Schema> = Schema extends z.ZodType
  ? Record<never, never> extends z.input<Schema>
    ? { query?: z.input<Schema> }
    : { query: z.input<Schema> }
  : unknown
type Received<Schema, Key extends string> = Schema extends z.ZodType
  ? { [key in Key]: z.output<Schema> }
  : unknown

/** The input of a caller: path parameters, query and body before validation, and a file. */
export type CallInput<R> =
  R extends Route<infer Path, infer Parts>
    ? (keyof PathParams<Path> extends never ? unknown : { params: PathParams<Path> }) &
        SentQuery<Parts['query']> &
        Sent<Parts['body'], 'body'> &
        (Parts extends { upload: Upload } ? { file: Blob | null; fileName?: string } : unknown)
    : never

/** The input of a handler: the same after validation. */
export type HandlerInput<R> =
  R extends Route<infer Path, infer Parts>
    ? { params: PathParams<Path> } & Received<Parts['query'], 'query'> & Received<Parts['body'], 'body'>
    : never

/** One page of a list, and the cursor of the next. */
export interface Paged<Answer> {
  answer: Answer
  /** Null on the last page. */
  next_cursor: string | null
  /** For all pages. Null if it wasn't counted again. */
  total: number | null
}

export const PAGE_HEADERS = { next: 'next-cursor', total: 'total-count' } as const
/** Seconds that the demo clock is ahead; absent if it isn't. */
export const CLOCK_HEADER = 'clock-offset-seconds'

/** The result of a handler, before the schema trims it. */
export type HandlerAnswer<R> = R extends { answer: infer A }
  ? A extends z.ZodType
    ? R extends { isPaged: true }
      ? Paged<z.input<A>>
      : z.input<A>
    : unknown
  : never

/** The result for a caller. A file is a Blob. */
export type CallAnswer<R> = R extends { answer: infer A }
  ? A extends z.ZodType
    ? z.output<A>
    : A extends 'file'
      ? Blob
      : undefined
  : never

/** Fills in the path parameters, URL-encoded: place ids contain '/' and ':'. */
export function pathOf(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:([a-z_][a-z0-9_]*)/gi, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`The path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}
