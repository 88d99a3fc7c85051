import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'

/** A request as it came, with the address of whoever sent it. */
export interface EarlyRequest {
  url: string
  headers: IncomingMessage['headers']
  ip: string
}

export type AnswerEarly = (
  prefix: string,
  answer: (request: EarlyRequest, response: ServerResponse) => void,
) => void

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Answers GET requests below a path before the framework sees them: for what is asked for thousands of times a
     * second and needs nothing of it. A route of the same path must exist for requests that come in another way.
     */
    answerEarly: AnswerEarly
  }
}

export function addEarlyAnswers(
  server: FastifyInstance,
  trustProxy: string[],
  isKnownHost: (host: string | undefined) => boolean,
): void {
  const isTrusted = proxyAddr.compile(trustProxy)
  const addressOf = (request: IncomingMessage) =>
    trustProxy.length === 0
      ? (request.socket.remoteAddress ?? '')
      : (proxyAddr.all(request, isTrusted).at(-1) ?? '')

  server.decorate('answerEarly', (prefix, answer) => {
    const { server: http } = server
    const others = http.listeners('request') as ((
      request: IncomingMessage,
      response: ServerResponse,
    ) => void)[]
    http.removeAllListeners('request')
    http.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { method, url = '' } = request
      if (method !== 'GET' || !url.startsWith(prefix) || !isKnownHost(request.headers.host)) {
        for (const other of others) other.call(http, request, response)
        return
      }
      // While the server stops, nobody is to ask again over this connection.
      if (server.isDraining()) response.setHeader('connection', 'close')
      answer({ url, headers: request.headers, ip: addressOf(request) }, response)
    })
  })
}
