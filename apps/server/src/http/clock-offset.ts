import { CLOCK_HEADER } from '@goldpan/contract/route'
import type { FastifyInstance } from 'fastify'
import type { DemoClock } from '../providers/clock/port.ts'

/** Names in every answer how far the demo clock is ahead, so that screens count '2 minutes ago' from its time. */
export function tellClockOffset(server: FastifyInstance, clock: Pick<DemoClock, 'read'>): void {
  server.addHook('onSend', async (_request, reply) => {
    const { offset_seconds } = clock.read()
    if (offset_seconds > 0) reply.header(CLOCK_HEADER, String(offset_seconds))
  })
}
