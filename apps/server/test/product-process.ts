import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { SECRET_KEY } from './secret-key.ts'

const MAIN = path.join(import.meta.dirname, '../dist/main.js')

/** The product as a separate process, which can be killed. */
export interface ProductProcess {
  /** Empty unless it is a web process. */
  url: string
  pid: number
  kill(): Promise<void>
  /** Sends SIGTERM, as a supervisor does. Returns the exit code. */
  stop(): Promise<number | null>
}

/** Processes started here that have not ended. */
export const running = new Set<ChildProcess>()

const SETTINGS = {
  NODE_ENV: 'test',
  DEMO: 'off',
  INBOUND_SMTP_PORT: 'off',
  DRAIN_SECONDS: '0',
  SEND_CONNECTIONS_PER_GROUP: '0',
  DOMAIN_CHECK: 'off',
  SECRET_KEY,
  LOG_LEVEL: 'error',
  REPLY_DOMAIN: 'reply.test.example',
  BOT_CHECK: 'off',
}

export interface Run {
  /** A shell line that runs the program, for example under a limit. */
  within?: string | undefined
  /** Log lines that the test causes on purpose; all others are printed. */
  provokes?: RegExp | undefined
  /** Receives every log line. */
  log?: ((line: string) => void) | undefined
}

/** Starts the real program and waits until it is ready. */
export async function startProduct(
  environment: Record<string, string>,
  { within, provokes, log }: Run = {},
): Promise<ProductProcess> {
  const [command, args] = within
    ? ['sh', ['-c', within, 'sh', process.execPath, MAIN]]
    : [process.execPath, [MAIN]]
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, ...SETTINGS, ...environment },
    // The process stops when the IPC channel closes, so a killed test run leaves nothing behind.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  createInterface({ input: child.stderr! }).on('line', (line) => {
    log?.(line)
    if (!provokes?.test(line)) process.stderr.write(`${line}\n`)
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  for await (const line of createInterface({ input: child.stdout! }))
    if (line.startsWith('Goldpan is ready'))
      return { url: /http:\S+/.exec(line)?.[0] ?? '', pid: child.pid!, ...createStops(child) }
  throw new Error('the process ended before it was ready')
}

function createStops(child: ChildProcess): Pick<ProductProcess, 'kill' | 'stop'> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    if (!hasEnded()) await once(child, 'exit')
    return child.exitCode
  }
  return {
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}
