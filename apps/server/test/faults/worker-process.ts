import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestApp } from '../harness.ts'
import { type ProductProcess, type Run, running, startProduct } from '../product-process.ts'

export type { ProductProcess } from '../product-process.ts'

/** By database: a data folder used with two databases looks like a restored backup, which sends nothing. */
const dataFolders = new Map<string | undefined, string>()

/** Kills what the tests of a file started and left running. */
export function endProcesses(): void {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of dataFolders.values()) rmSync(folder, { recursive: true, force: true })
  dataFolders.clear()
}

/** Log lines that a stopped or starting database causes. */
export const DATABASE_AWAY =
  /"code":"(ECONN\w+|EPIPE|57P0\d|08\w{3})"|Connection terminated|connection to server|timeout exceeded when trying to connect/

/** Log lines that a full disk causes. */
export const DISK_FULL = new RegExp(`ENOSPC|EFBIG|No space left|File too large|53100|${DATABASE_AWAY.source}`)

/** Starts the real program as a worker and waits until it is ready. */
export const startWorker = (environment: Record<string, string>, run?: Run): Promise<ProductProcess> =>
  start({ ROLES: 'worker', ...environment }, run)

/** Starts the real program as an inbound mail server with a worker for its jobs. */
export const startInbound = (environment: Record<string, string>, run?: Run): Promise<ProductProcess> =>
  start({ ROLES: 'inbound,worker', ...environment }, run)

/** Starts the real program as a web process on a free port. */
export const startWeb = (environment: Record<string, string>, run?: Run): Promise<ProductProcess> =>
  start({ ROLES: 'web', PORT: '0', ...environment }, run)

function start(environment: Record<string, string>, run?: Run): Promise<ProductProcess> {
  const { DATABASE_URL } = environment
  const folder = dataFolders.get(DATABASE_URL) ?? mkdtempSync(path.join(tmpdir(), 'goldpan-process-'))
  dataFolders.set(DATABASE_URL, folder)
  return startProduct({ DATA_DIR: folder, ...environment }, run)
}

/** Tells the others at once that a worker is dead; they find out after 15 seconds without a heartbeat. */
export const ageHeartbeats = (query: TestApp['query']) =>
  query("update workers set beat_at = beat_at - interval '1 minute'")

/** Longer than the five minutes after which a message is tried again, such as after a lost connection. */
const WAIT_MS = 420_000

/** Polls every 10 ms until the condition holds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>) {
  const end = performance.now() + WAIT_MS
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Timed out waiting until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
