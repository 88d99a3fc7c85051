import type { FastifyInstance } from 'fastify'
import { currentAttributes, inStep, type StepAttributes } from '../providers/steps/port.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Attributes for the line at the request's end. */
    attributes: Readonly<StepAttributes>
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
  server.decorateRequest('attributes', null as unknown as StepAttributes)
  server.decorateRequest('endStep', null)
  server.addHook('onRequest', async (request, reply) => {
    request.attributes = { request_id: request.id }
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
        request.attributes = currentAttributes()
        return handler.call(this, request, reply)
      })
    }
  })
  server.addHook('onRequestAbort', async (request) => request.endStep?.(CLIENT_CLOSED))
  server.addHook('onResponse', async (request, reply) => {
    request.endStep?.(reply.statusCode)
    const { request_id: _, ...attributes } = request.attributes
    request.log.info(
      {
        ...attributes,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
  })
}
