import type { FastifyInstance } from 'fastify'
import { type Facts, factsUnderWay, inStep } from '../providers/steps/port.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Facts for the line at the request's end. */
    facts: Readonly<Facts>
    /** For traces: call when the response was sent or the client has gone. */
    endStep: ((status: number) => void) | null
  }
}

const REQUEST_ID_HEADER = 'x-request-id'
/** Proxies' status for a client that disconnected. */
const CLIENT_CLOSED = 499

/**
 * Makes each request a step with an id, which is in its log lines, its response header, and the body of a failure.
 * Logs the route, never the URL, which may contain a token.
 */
export function logRequests(server: FastifyInstance): void {
  server.decorateRequest('facts', null as unknown as Facts)
  server.decorateRequest('endStep', null)
  server.addHook('onRequest', async (request, reply) => {
    request.facts = { request_id: request.id }
    reply.header(REQUEST_ID_HEADER, request.id)
  })
  server.addHook('onRoute', (route) => {
    const { handler, url } = route
    const name = `${[route.method].flat()[0]} ${url}`
    route.handler = function (request, reply) {
      const onEnd = (end: (status: number) => void) => {
        request.endStep = end
      }
      return inStep({ name, kind: 'request', onEnd }, { request_id: request.id }, () => {
        request.facts = factsUnderWay()
        return handler.call(this, request, reply)
      })
    }
  })
  server.addHook('onRequestAbort', async (request) => request.endStep?.(CLIENT_CLOSED))
  server.addHook('onResponse', async (request, reply) => {
    request.endStep?.(reply.statusCode)
    const { request_id: _, ...facts } = request.facts
    request.log.info(
      {
        ...facts,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
  })
}
