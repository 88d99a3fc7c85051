import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { endWith } from '../../../../tools/run-node.mjs'
import { until } from '../faults/worker-process.ts'
import { newFolder } from '../start/folders-for-tests.ts'
import { findFreePorts } from './free-ports.ts'

const SERVE = path.join(import.meta.dirname, 'serve.ts')

test('an installation of many processes leaves none behind when the tests that use it are killed by force', async () => {
  const tests = start(['-e', 'setInterval(() => {}, 1000)'])
  const pids = await startInstallation([...endWith([tests.pid!]), SERVE])
  expect(pids.length).toBeGreaterThan(7)
  tests.kill('SIGKILL')
  await until('all of them have ended', () => pids.every(hasEnded))
}, 150_000)

/** Answers its processes, the database's included. */
async function startInstallation(args: string[]): Promise<number[]> {
  const [port = 0] = await findFreePorts(1)
  const installation = start(args, {
    ...{ PORT: String(port), DATA_DIR: newFolder(), BOT_CHECK: 'off', NODE_ENV: 'test', LOG_LEVEL: 'error' },
  })
  for await (const line of createInterface({ input: installation.stdout! }))
    if (line.startsWith('Goldpan is ready')) return treeOf(installation.pid!)
  throw new Error('the installation ended before it was ready')
}

function start(args: string[], environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  return child
}

/** A process with all that it has started. */
function treeOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && parentOf(other) === pid)
  return [pid, ...children.flatMap(treeOf)]
}

const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)$/m.exec(statusOf(pid))?.[1])

/** One whose parent is gone may stay for a moment as a name without a process. */
const hasEnded = (pid: number) => {
  const status = statusOf(pid)
  return status === '' || /^State:\s+Z/m.test(status)
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
