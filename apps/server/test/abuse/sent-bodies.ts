import { type ClientRequest, request } from 'node:http'

export interface Sent {
  method: string
  headers?: Record<string, string>
  /** The declared length; less may be sent. */
  length?: number
  /** Declares no length. */
  isChunked?: boolean
  body: Buffer
}

/** Sends a body on its own connection; the response may precede its end. Status 0 if the connection breaks. */
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

/** Sends an incomplete body and keeps the connection open. */
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
