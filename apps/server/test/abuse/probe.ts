import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'

// Started by prober.ts in a separate process, with the address to request and the pid of the server.
const [url, server] = process.argv.slice(2)
const EVERY_MS = 20
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/**
 * Time in ms that a process waited for a CPU. Left out of the measurement: it depends on the machine's load, not on
 * the server.
 */
const queuedMs = (pid: string) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
const now = () => performance.now() - queuedMs(server!) - queuedMs('self')

/** Returns how long a response takes in ms, or a refusal of the connection. */
async function ask(): Promise<number> {
  const start = now()
  const { promise, resolve } = Promise.withResolvers<void>()
  get(url!, { agent }, (response) => response.resume().once('close', resolve)).once('error', () => resolve())
  await promise
  return now() - start
}

let longest = 0
let isLooked = false
let wake = () => {}
process.on('message', () => {
  isLooked = true
  wake()
})
process.on('disconnect', () => process.exit())

for (;;) {
  const isLast = isLooked
  longest = Math.max(longest, await ask())
  if (isLast) {
    process.send?.(longest)
    longest = 0
    isLooked = false
  }
  if (isLooked) continue
  const { promise, resolve } = Promise.withResolvers<void>()
  wake = resolve
  const timer = setTimeout(resolve, EVERY_MS)
  await promise
  clearTimeout(timer)
}
