import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface PausableProxy {
  port: number
  /** Open connections. */
  countOpen(): number
  /** Connections since the start. */
  countOpened(): number
  /** Bytes that clients got. */
  countBytes(): number
  /** From now on nothing reaches clients; their connections stay open. */
  pause(): void
  /** Ends paused connections and passes new ones on. */
  resume(): void
  close(): Promise<void>
}

/** Passes TCP connections on to a port of this machine, until it is paused. */
export async function startPausableProxy(target: number): Promise<PausableProxy> {
  const clients = new Set<Socket>()
  let opened = 0
  let bytes = 0
  let isPaused = false
  const server = createServer((client) => {
    opened += 1
    clients.add(client)
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) socket.setNoDelay()
    upstream.on('data', (chunk: Buffer) => {
      if (isPaused) return
      bytes += chunk.length
      client.write(chunk)
    })
    client.on('data', (chunk: Buffer) => upstream.write(chunk))
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clients.delete(client)
        client.destroy()
        upstream.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endAll = () => {
    for (const client of clients) client.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    countOpen: () => clients.size,
    countOpened: () => opened,
    countBytes: () => bytes,
    pause() {
      isPaused = true
    },
    resume() {
      endAll()
      isPaused = false
    },
    async close() {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}
