import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Below those that the system gives to connections: one of them could take a port while its server is down. */
const [FIRST, LAST] = [20_000, 32_000]

/** Free ports for servers that are stopped and started again at the same address. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenSomewhere))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

async function listenSomewhere(): Promise<Server> {
  for (;;) {
    const server = createServer()
    try {
      server.listen(randomInt(FIRST, LAST), '127.0.0.1')
      await once(server, 'listening')
      return server
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}
