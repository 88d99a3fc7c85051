import type { FastifyInstance } from 'fastify'

export interface Readiness {
  /** False until everything that the process serves is open. */
  started: boolean
  database: boolean
  /** False if the database takes no changes, such as a primary that became a standby. */
  writable: boolean
  migrations: boolean
  queue: boolean
}

export interface HealthSource {
  version: string
  /** True once the process is about to stop. */
  isStopping: () => boolean
  checkReadiness: () => Promise<Readiness>
}

/** For supervisors and load balancers: is the process up, ready, and not about to stop? */
export function bindHealth(
  server: FastifyInstance,
  { version, isStopping, checkReadiness }: HealthSource,
): void {
  server.get('/api/health', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'up', version }),
  )
  server.get('/api/health/ready', async (_request, reply) => {
    const checks = isStopping() ? null : await checkReadiness()
    const isReady = checks !== null && Object.values(checks).every(Boolean)
    const status = checks === null ? 'stopping' : isReady ? 'ready' : 'not ready'
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, ...checks })
  })
}
