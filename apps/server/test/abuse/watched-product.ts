import { createServer } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { startWeb } from '../faults/worker-process.ts'

/** The real program as a web process, with its longest main-thread stretch since the last call. */
export interface WatchedProduct {
  url: string
  look(): Promise<{ longest: number; rss: number }>
  stop(): Promise<number | null>
}

const WATCH = pathToFileURL(path.join(import.meta.dirname, 'main-thread-watch.ts')).href

export async function startWatchedProduct(environment: Record<string, string>): Promise<WatchedProduct> {
  const port = await findFreePort()
  const web = await startWeb({
    ...environment,
    ...{ WATCH_PORT: String(port), NODE_OPTIONS: `--import ${WATCH}` },
  })
  const look: WatchedProduct['look'] = async () =>
    (await fetch(`http://127.0.0.1:${port}`)).json() as ReturnType<WatchedProduct['look']>
  await look()
  return { url: web.url, look, stop: web.stop }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
