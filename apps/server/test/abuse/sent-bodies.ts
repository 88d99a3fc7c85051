import { type ClientRequest, request } from 'node:http'

export interface Sent {
  method: string
  headers?: Record<string, string>
  /** As it is declared; less than that may be sent. */
  length?: number
  /** Declares none. */
  isChunked?: boolean
  body: Buffer
}

/** Sends a body over a connection of its own; returns the status, which may come before the end. 0 if the connection breaks. */
export async function sendBody(url: string, sent: Sent): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const asking = open(url, sent)
  asking.once('response', (response) => {
    resolve(response.statusCode ?? 0)
    asking.destroy()
  })
  asking.on('error', () => resolve(0))
  asking.end(sent.body)
  return promise
}

/** Sends a body without its end, and keeps the connection. */
export function sendUnfinished(url: string, sent: Sent): Promise<ClientRequest> {
  const { promise, resolve } = Promise.withResolvers<ClientRequest>()
  const asking = open(url, sent)
  asking.on('error', () => resolve(asking))
  asking.on('response', (response) => response.resume())
  asking.write(sent.body, () => resolve(asking))
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
