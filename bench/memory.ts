import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * `npm run bench -- memory [seconds]`: start-up time of `npm start` and memory of an idle installation without
 * PostgreSQL. PSS divides shared memory between processes. Linux only.
 */
const IDLE_SECONDS = Number(process.argv[2] ?? 30)
const ROUNDS = 3
const MAX_START_SECONDS = 4
const MAX_MB = 300
const dataDir = mkdtempSync(join(tmpdir(), 'goldpan-memory-'))
chmodSync(dataDir, 0o755)

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
const numberIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)

/** A process and its descendants. */
function treeOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && numberIn(read(other, 'status'), 'PPid') === pid)
  return [pid, ...children.flatMap(treeOf)]
}

interface Start {
  seconds: number
  mb: number
}

async function start(): Promise<Start> {
  const begun = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: '0', INBOUND_SMTP_PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  for await (const chunk of child.stdout) if (String(chunk).includes('Goldpan is ready')) break
  const seconds = (performance.now() - begun) / 1000
  await pause(IDLE_SECONDS * 1000)
  const ours = treeOf(child.pid!).filter((pid) => !/postgres/.test(read(pid, 'cmdline')))
  const kb = ours.reduce((sum, pid) => sum + numberIn(read(pid, 'smaps_rollup'), 'Pss'), 0)
  process.kill(-child.pid!, 'SIGINT')
  if (child.exitCode === null) await once(child, 'exit')
  return { seconds, mb: kb / 1024 }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const show = (name: string, { seconds, mb }: Start) =>
  console.log(
    `${name}: ready after ${seconds.toFixed(1)} s (floor ${MAX_START_SECONDS} s), ${mb.toFixed(0)} MB after ${IDLE_SECONDS} s (floor ${MAX_MB} MB)`,
  )

try {
  show('first start', await start())
  const later: Start[] = []
  for (let round = 0; round < ROUNDS; round++) later.push(await start())
  const middle = {
    seconds: median(later.map(({ seconds }) => seconds)),
    mb: median(later.map(({ mb }) => mb)),
  }
  show(`later starts, median of ${ROUNDS}`, middle)
  if (middle.seconds > MAX_START_SECONDS || middle.mb > MAX_MB) process.exitCode = 1
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
