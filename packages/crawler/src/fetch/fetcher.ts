/** One request of the crawler. Only GET exists. */
export interface FetchRequest {
  url: URL
  signal: AbortSignal
  /** Decoded bytes to read at most. */
  maxBytes: number
  /** Whether a redirect may be followed to this URL; every hop asks again. */
  mayFollow(url: URL): boolean
  /** Content types worth reading; others are dropped at their headers. */
  accepts: RegExp
  /** Least distance to the request before, in milliseconds, where the site's robots.txt asks for one. */
  crawlDelayMs?: number
  /** Called when the request's turn has come, before it is sent. */
  onTurn?(): void
}

export interface FetchAnswer {
  /** After redirects. */
  url: URL
  status: number
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** The body was longer than what is here, or of a type that is not read. */
  truncated: boolean
}

/** The whole of what the crawler asks of the network; every rule of politeness and safety wraps one. */
export interface Fetcher {
  fetch(request: FetchRequest): Promise<FetchAnswer>
}

export type FailureKind =
  /** The name does not exist. */
  | 'domain_gone'
  /** No connection, no answer, broken off, too slow. */
  | 'unreachable'
  /** Private address, port or scheme that is never visited. */
  | 'forbidden'
  | 'robots'
  /** robots.txt could not be read: by RFC 9309 as if it forbade everything. */
  | 'robots_unreachable'
  | 'redirects'
  /** It asked to be left alone for a while. */
  | 'busy'
  /** Its owner asked the operator of the crawler to stay away. */
  | 'excluded'
  | 'cancelled'

export class FetchFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'FetchFailure'
    this.kind = kind
  }
}

export async function readBody(answer: FetchAnswer): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of answer.body) parts.push(part)
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}
