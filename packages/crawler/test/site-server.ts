import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type Answer =
  | string
  | { status?: number; headers?: Record<string, string>; body?: string | Uint8Array }
  | ((request: IncomingMessage, response: ServerResponse) => void)

/** Host name → path (with its query, or '*') → response. */
export type Sites = Record<string, Record<string, Answer>>

export interface SiteServer {
  connectTo: () => { host: string; port: number }
  port: number
  /** Requested paths as 'host/path', in order. */
  requests: string[]
  /** Highest number of concurrent requests to one host. */
  mostAtOnce: number
  close(): Promise<void>
}

/** Serves websites by their host name on one local port. */
export async function serveSites(sites: Sites): Promise<SiteServer> {
  const open = new Map<string, number>()
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    result.requests.push(`${host}${request.url}`)
    open.set(host, (open.get(host) ?? 0) + 1)
    result.mostAtOnce = Math.max(result.mostAtOnce, open.get(host)!)
    response.on('close', () => open.set(host, open.get(host)! - 1))
    const site = sites[host] ?? {}
    answer(
      request,
      response,
      site[request.url ?? ''] ??
        site[request.url?.split('?')[0] ?? ''] ??
        (request.url === '/robots.txt' ? undefined : site['*']),
    )
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const result: SiteServer = {
    port,
    connectTo: () => ({ host: '127.0.0.1', port }),
    requests: [],
    mostAtOnce: 0,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return result
}

function answer(request: IncomingMessage, response: ServerResponse, found: Answer | undefined): void {
  if (typeof found === 'function') {
    found(request, response)
    return
  }
  const {
    status = 200,
    headers = {},
    body = '',
  } = found === undefined ? { status: 404 } : typeof found === 'string' ? { body: found } : found
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
  response.end(body)
}
