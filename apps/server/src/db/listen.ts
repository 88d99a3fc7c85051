import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, DatabaseClient } from './connection.ts'

const PING_MS = 10_000
const PING_WAIT_MS = 5000
const RECONNECT_MS = 1000

interface Listener {
  onNotification: (payload: string) => void
  /** Also after a break: notifications may have been missed. */
  onConnect: () => void
  onError: (error: unknown) => void
}

/** Listens to a channel on a session of its own, which is replaced when it breaks or no longer responds. */
export async function listen(
  connection: Connection,
  channel: string,
  { onNotification, onConnect, onError }: Listener,
): Promise<{ close(): Promise<void> }> {
  const stopped = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopped.signal }).catch(() => undefined)

  async function listenOnce(): Promise<void> {
    const client = new DatabaseClient({
      ...connection,
      application_name: 'goldpan-jobs',
      keepAlive: true,
      connectionTimeoutMillis: PING_MS,
      query_timeout: PING_WAIT_MS,
    })
    let stop = () => {}
    const broken = new Promise<never>((_, reject) => {
      client.once('error', reject)
      client.once('end', () => reject(new Error('The connection that listens for jobs was closed')))
      stop = () => reject(new Error('Listening was stopped'))
      stopped.signal.addEventListener('abort', stop)
    })
    broken.catch(() => undefined)
    client.on('error', () => undefined)
    client.on('notification', ({ payload = '' }) => onNotification(payload))
    let isConnected = false
    try {
      await Promise.race([client.connect(), broken])
      isConnected = true
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      onConnect()
      while (!stopped.signal.aborted) {
        await Promise.race([pause(PING_MS), broken])
        await Promise.race([client.query('select 1'), broken])
      }
    } finally {
      stopped.signal.removeEventListener('abort', stop)
      // Otherwise it would wait for a server that doesn't answer.
      if (!isConnected) client.connection.stream.destroy()
      await client.end().catch(() => undefined)
    }
  }

  async function listenAlways(): Promise<void> {
    while (!stopped.signal.aborted) {
      await listenOnce().catch((error: unknown) => {
        if (!stopped.signal.aborted) onError(error)
      })
      await pause(RECONNECT_MS)
    }
  }

  const listening = listenAlways()
  return {
    async close() {
      stopped.abort()
      await listening
    },
  }
}
