import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

const PROGRAM = fileURLToPath(new URL('probe.ts', import.meta.url))

/**
 * Requests the address every 20 ms from a separate process over one connection. Returns a function that reads the
 * longest wait in ms since its last call, including a request that began after it.
 */
export async function startProber(url: string, pid: number): Promise<() => Promise<number>> {
  const child = fork(PROGRAM, [url, String(pid)])
  afterAll(() => void child.kill())
  const look = async () => {
    child.send('look')
    const [longest] = await once(child, 'message')
    return longest as number
  }
  await look()
  return look
}
