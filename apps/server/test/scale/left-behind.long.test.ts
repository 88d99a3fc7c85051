import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../faults/worker-process.ts'
import { newFolder } from '../start/folders-for-tests.ts'
import { findFreePorts } from './free-ports.ts'

const RUN = path.join(import.meta.dirname, '../../../../tools/run.mjs')
const SERVE = path.join(import.meta.dirname, 'serve.ts')

/** A program that starts the installation as Playwright does; the test kills it. */
const TESTS = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([RUN, SERVE])}, { stdio: 'inherit' })`

test('an installation of many processes leaves none behind when the tests that use it are killed', async () => {
  const { tests, pids } = await startTests()
  expect(pids.length).toBeGreaterThan(8)
  tests.kill('SIGKILL')
  await until('all of them have ended', () => pids.every(hasEnded))
}, 150_000)

/** Returns the tests' process and the pids of the installation, PostgreSQL included. */
async function startTests(): Promise<{ tests: ChildProcess; pids: number[] }> {
  const [port = 0] = await findFreePorts(1)
  const tests = start({
    PORT: String(port),
    DATA_DIR: newFolder(),
    BOT_CHECK: 'off',
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
  })
  for await (const line of createInterface({ input: tests.stdout! }))
    if (line.startsWith('Goldpan is ready')) return { tests, pids: treeOf(tests.pid!).slice(1) }
  throw new Error('the installation ended before it was ready')
}

function start(environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['-e', TESTS], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  return child
}

/** The process and all its descendants. */
function treeOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && parentOf(other) === pid)
  return [pid, ...children.flatMap(treeOf)]
}

const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)$/m.exec(statusOf(pid))?.[1])

/** A process whose parent is gone may stay as a zombie for a moment. */
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
