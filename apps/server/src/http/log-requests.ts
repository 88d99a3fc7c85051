import type { FastifyInstance } from 'fastify'
import { type Facts, factsUnderWay, inStep } from '../providers/steps/port.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Ids of what the request turned out to be about, for the line that tells its end. */
    facts: Readonly<Facts>
    /** For traces: the answer has left, or nobody waits for it any more. */
    endStep: ((status: number) => void) | null
  }
}

const REQUEST_ID_HEADER = 'x-request-id'
/** As proxies write it for a browser that has gone. */
const NOBODY_WAITS = 499

/**
 * Every request is a step with an id: on each of its lines in the log, in the answer's header, and in the answer
 * itself when something failed. A line says the route, never the address, which may hold a token.
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
  server.addHook('onRequestAbort', async (request) => request.endStep?.(NOBODY_WAITS))
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
