import type { FastifyInstance } from 'fastify'

export interface Readiness {
  database: boolean
  migrations: boolean
  queue: boolean
}

/** For supervisors and load balancers: is the process up, and can it work? */
export function bindHealth(server: FastifyInstance, checkReadiness: () => Promise<Readiness>): void {
  server.get('/api/health', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'up' }),
  )
  server.get('/api/health/ready', async (_request, reply) => {
    const checks = await checkReadiness()
    const isReady = Object.values(checks).every(Boolean)
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready', ...checks })
  })
}
