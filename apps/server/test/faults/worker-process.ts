import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll } from 'vitest'
import { SECRET_KEY } from '../harness.ts'

const MAIN = path.join(import.meta.dirname, '../../src/main.ts')
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** The product as a process of its own, on this database, which can be killed. */
export interface ProductProcess {
  /** The address of a web process. */
  url: string
  pid: number
  kill(): Promise<void>
  /** Asks it to stop, as a supervisor does, and answers its exit code. */
  stop(): Promise<number | null>
}

/** Starts the real program with the role of a worker and waits until it is ready. */
export const startWorker = (environment: Record<string, string>): Promise<ProductProcess> =>
  startProcess({ ROLES: 'worker', ...environment })

/** Starts the real program with a listener for mail, and the work that mail makes. */
export const startInbound = (environment: Record<string, string>): Promise<ProductProcess> =>
  startProcess({ ROLES: 'inbound,worker', ...environment })

/** Starts the real program as one more web process, on a free port; `within` is a shell line that runs it. */
export const startWeb = (environment: Record<string, string>, within?: string): Promise<ProductProcess> =>
  startProcess({ ROLES: 'web', PORT: '0', ...environment }, within)

async function startProcess(environment: Record<string, string>, within?: string): Promise<ProductProcess> {
  const [command, args] = within
    ? ['sh', ['-c', within, 'sh', process.execPath, MAIN]]
    : [process.execPath, [MAIN]]
  const child = spawn(command, args, {
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: 'test', DEMO: 'off', INBOUND_SMTP_PORT: 'off' },
      ...{ SEND_CONNECTIONS_PER_GROUP: '0', DOMAIN_CHECK: 'off', SECRET_KEY },
      ...{ LOG_LEVEL: 'error', REPLY_DOMAIN: 'reply.test.example', BOT_CHECK: 'off', ...environment },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  for await (const line of createInterface({ input: child.stdout! }))
    if (line.startsWith('Goldpan is ready'))
      return {
        url: /http:\S+/.exec(line)?.[0] ?? '',
        pid: child.pid!,
        async kill() {
          child.kill('SIGKILL')
          if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
        },
        async stop() {
          child.kill('SIGTERM')
          if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
          return child.exitCode
        },
      }
  throw new Error('the process ended before it was ready')
}

/** Waits for a fact, looking often. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, timeoutMs = 90_000) {
  const end = performance.now() + timeoutMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`It did not come to pass that ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
