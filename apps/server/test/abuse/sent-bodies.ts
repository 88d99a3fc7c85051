import { type ClientRequest, request } from 'node:http'

export interface Sent {
  method: string
  headers?: Record<string, string>
  /** Declared length in bytes; the body may be shorter. */
  length?: number
  /** Declares no length. */
  isChunked?: boolean
  body: Buffer
}

/**
 * Sends a body over a separate connection. Returns the status, possibly before the body has ended, or 0 if the
 * connection breaks.
 */
export async function sendBody(url: string, sent: Sent): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const outgoing = open(url, sent)
  outgoing.once('response', (response) => {
    resolve(response.statusCode ?? 0)
    outgoing.destroy()
  })
  outgoing.on('error', () => resolve(0))
  outgoing.end(sent.body)
  return promise
}

/** Sends a body without its end and keeps the connection open. */
export function sendUnfinished(url: string, sent: Sent): Promise<ClientRequest> {
  const { promise, resolve } = Promise.withResolvers<ClientRequest>()
  const outgoing = open(url, sent)
  outgoing.on('error', () => resolve(outgoing))
  outgoing.on('response', (response) => response.resume())
  outgoing.write(sent.body, () => resolve(outgoing))
  return promise
}

function open(url: string, { method, headers, length, isChunked, body }: Sent): ClientRequest {
  return request(url, {
    method,
    agent: false,
    headers: {
      'content-type': 'application/json',
      ...(isChunked
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': String(length ?? body.length) }),
      ...headers,
    },
  })
}
