import { setTimeout as sleep } from 'node:timers/promises'
import { stopLeftOver } from './left-over.ts'
import { type LaunchOptions, launch, type Server } from './server.ts'

const LONGEST_PAUSE_MS = 30_000

/** Starts the server, and restarts it on the same port if it ends unasked. */
export async function keepRunning(options: LaunchOptions): Promise<Pick<Server, 'port' | 'stop'>> {
  const first = await launch(options)
  const stopping = new AbortController()
  let current: Server | undefined = first
  const supervise = async () => {
    while (current) {
      await current.ended
      if (stopping.signal.aborted) return
      options.log('The database server ended unexpectedly and is started again.')
      current = await relaunch({ ...options, port: first.port }, stopping.signal)
    }
  }
  const supervised = supervise()
  return {
    port: first.port,
    async stop() {
      stopping.abort()
      await current?.stop()
      await supervised
    },
  }
}

/** Retries forever: a full disk or a lack of memory may pass. */
async function relaunch(options: LaunchOptions, stopping: AbortSignal): Promise<Server | undefined> {
  for (let pauseMs = 200; !stopping.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      await stopLeftOver(options.place.data, options.log)
      const server = await launch(options)
      if (!stopping.aborted) return server
      await server.stop()
    } catch (error) {
      options.log(error instanceof Error ? error.message : String(error))
    }
    await sleep(pauseMs, undefined, { signal: stopping }).catch(() => {})
  }
  return undefined
}
