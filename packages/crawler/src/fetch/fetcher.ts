export interface FetchRequest {
  url: URL
  signal: AbortSignal
  /** Maximum size of the decoded body. */
  maxBytes: number
  /** Asked before each redirect. */
  mayFollow(url: URL): boolean
  /** Content types to read. The body of any other type is dropped. */
  accepts: RegExp
  /** Minimum interval to the previous request, if the site's robots.txt sets one. */
  crawlDelayMs?: number
  /** Called right before the request is sent. */
  onSend?(): void
}

export interface FetchResponse {
  /** The final URL, after redirects. */
  url: URL
  status: number
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** The body was cut off, or dropped for its type. */
  truncated: boolean
}

/** The crawler's only access to the network. Each rule of politeness and safety wraps one. */
export interface Fetcher {
  fetch(request: FetchRequest): Promise<FetchResponse>
}

export type FailureKind =
  /** The name does not exist. */
  | 'domain_gone'
  /** No connection, no response, connection lost, timeout. */
  | 'unreachable'
  /** Private address, or a port or scheme that is never requested. */
  | 'forbidden'
  | 'robots'
  /** robots.txt could not be read, which RFC 9309 treats as if it disallowed everything. */
  | 'robots_unreachable'
  | 'redirects'
  /** The site sent a Retry-After longer than the crawler waits. */
  | 'busy'
  /** The owner asked the operator of this crawler to stay away. */
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

export async function readBody(response: FetchResponse): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of response.body) parts.push(part)
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}
