import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartUpError } from '../start-up-error.ts'
import { explainFailure, isPortTaken, isStillInUse } from './explain-failure.ts'
import { spawnAs } from './run-as.ts'
import type { ServerFiles } from './server-files.ts'

interface Server {
  port: number
  /** Resolves when the process has ended. */
  ended: Promise<void>
  stop(): Promise<void>
}

interface LaunchOptions {
  files: ServerFiles
  durable: boolean
  log(line: string): void
  /** The port of the last run, to reuse it. */
  port?: number
}

const READY = 'database system is ready to accept connections'
const ATTEMPTS = 8

/** Starts the server and waits until it accepts connections, crash recovery included. */
export async function launch(options: LaunchOptions): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    const child = spawnServer(options, port)
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
    endWithApplication(child)
    let isStopping = false
    const log = (line: string) => isStopping || options.log(line)
    const failure = await readyOrFailure(child, ended, log)
    if (failure === undefined) {
      const stop = () => {
        isStopping = true
        return stopServer(child)
      }
      return { port, ended, stop }
    }
    // Another program may take a free port before we do, and children of a killed server take a moment to exit.
    const isTransient = (options.port === undefined && isPortTaken(failure)) || isStillInUse(failure)
    if (!isTransient || attempt === ATTEMPTS) throw explainFailure(failure, options.files.home)
    await sleep(100 * attempt)
  }
}

function spawnServer({ files, durable }: LaunchOptions, port: number): ChildProcess {
  const settings = { ...common, ...(durable ? {} : careless), port: String(port) }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawnAs(files.runAs, path.join(files.bin, 'postgres'), ['-D', files.data, ...flags])
}

/** Stops the server when the application exits without doing so, where the kernel can't. */
function endWithApplication(child: ChildProcess): void {
  const end = () => child.kill('SIGINT')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

const MiB = 2 ** 20

/** A sixteenth of the machine's memory: searches among a million places read pages all over the table. */
function sharedBuffers(): string {
  return `${Math.round(Math.min(1024, Math.max(64, totalmem() / MiB / 16)))}MB`
}

/** Passed on every start, so that no file in the data folder can be outdated. */
const common = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  // A read without a bound of time locks each month of a table.
  max_locks_per_transaction: '256',
  shared_buffers: sharedBuffers(),
  huge_pages: 'off',
  // Disks of today have no seek time.
  random_page_cost: '1.1',
  // Pages are mostly in the system's cache, where worker processes cost more than they save.
  io_method: 'sync',
  max_wal_size: '512MB',
  // Nothing replicates from the bundled server, and bulk loads are faster without WAL for replication.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  authentication_timeout: '10s',
  idle_in_transaction_session_timeout: '5min',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '',
  // The driver reports errors of statements; in a log they would contain user data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** For tests, which start many servers side by side. */
const careless = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '400',
  authentication_timeout: '60s',
}

async function readyOrFailure(
  child: ChildProcess,
  ended: Promise<void>,
  log: (line: string) => unknown,
): Promise<string | undefined> {
  const early: string[] = []
  let isReady = false
  const ready = new Promise<true>((resolve) => {
    createInterface({ input: child.stderr! }).on('line', (line) => {
      if (isReady) return log(line)
      early.push(line)
      if (line.includes('automatic recovery in progress'))
        log('The database is recovering from an unclean stop.')
      isReady = line.includes(READY)
      if (isReady) resolve(true)
    })
  })
  child.stdout?.resume()
  child.once('error', (error) => early.push(error.message))
  return (await Promise.race([ready, ended])) ? undefined : early.join('\n')
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return
  await endServer(child.pid, () => child.exitCode === null && child.signalCode === null)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Stops a server that outlived its application and removes a stale PID file. */
export async function stopOrphan(data: string, log: (line: string) => void): Promise<void> {
  const record = path.join(data, 'postmaster.pid')
  if (!existsSync(record)) return
  const pid = Number.parseInt(readFileSync(record, 'utf8'), 10)
  if (isServerOf(pid, data)) {
    log('A database server left over from a killed start is being stopped.')
    await endServer(pid, () => isServerOf(pid, data))
  }
  // After a reboot or in a new container, the PID may belong to any process.
  rmSync(record, { force: true })
}

/** Stops a server: fast shutdown, then immediate, then SIGKILL. Committed data survive each of them. */
async function endServer(pid: number, isRunning: () => boolean): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 3000],
    ['SIGQUIT', 1000],
    ['SIGKILL', 1000],
  ] as const) {
    if (!isRunning() || !sendSignal(pid, signal)) return
    const deadline = performance.now() + patienceMs
    while (isRunning() && performance.now() < deadline) await sleep(10)
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw new StartUpError(
      `A PostgreSQL server of another user (process ${pid}) still runs on these data: end it.`,
    )
  }
}

function isServerOf(pid: number, data: string): boolean {
  const [program, ...args] = commandOf(pid)
  return program !== undefined && path.basename(program) === 'postgres' && args.includes(data)
}

function commandOf(pid: number): string[] {
  if (!(pid > 1)) return []
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(' ')
  } catch {
    return []
  }
}

const MAX_PAUSE_MS = 30_000

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
  for (let pauseMs = 200; !stopping.aborted; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      await stopOrphan(options.files.data, options.log)
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
