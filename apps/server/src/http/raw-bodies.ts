import type { FastifyInstance } from 'fastify'

/** Routes bound inside get the body as raw bytes, whatever its content type. For signed webhooks. */
export async function withRawBodies(
  server: FastifyInstance,
  bindRoutes: (server: FastifyInstance) => void,
): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    bindRoutes(scope)
  })
}
