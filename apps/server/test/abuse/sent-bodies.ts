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

/** Sends a body over a connection of its own; the answer may come before its end. Status 0 for a connection that breaks. */
export async function sendBody(url: string, sent: Sent): Promise<{ status: number; body: string }> {
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: string }>()
  const asking = open(url, sent)
  asking.once('response', async (response) => {
    let body = ''
    for await (const part of response.setEncoding('utf8')) body += part
    resolve({ status: response.statusCode ?? 0, body })
    asking.destroy()
  })
  asking.on('error', (error) => resolve({ status: 0, body: error.message }))
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
