import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartUpError } from '../start-up-error.ts'

/** Stops a server that outlived its application and removes a stale PID file. */
export async function stopLeftOver(data: string, log: (line: string) => void): Promise<void> {
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
export async function endServer(pid: number, isRunning: () => boolean): Promise<void> {
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
