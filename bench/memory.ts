import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * `npm run bench -- memory [seconds]`: what an idle installation takes, started as a person starts it, with `npm start`:
 * every process but PostgreSQL's, at its first start, which fills the database, and at later ones. RSS counts what several processes share in each of them, PSS
 * shares it out. Linux only.
 */
const IDLE_SECONDS = Number(process.argv[2] ?? 30)
const ROUNDS = 3
const TARGET_MB = 250
const dataDir = mkdtempSync(join(tmpdir(), 'goldpan-memory-'))
chmodSync(dataDir, 0o755)
const root = join(import.meta.dirname, '..')

interface Taken {
  name: string
  rss: number
  pss: number
}

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
const megabytes = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024

/** A process with all that it has started. */
function treeOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && megabytes(read(other, 'status'), 'PPid') * 1024 === pid)
  return [pid, ...children.flatMap(treeOf)]
}

const takenBy = (pid: number): Taken => ({
  name: read(pid, 'cmdline').replaceAll('\0', ' ').trim().slice(0, 60),
  rss: megabytes(read(pid, 'status'), 'VmRSS'),
  pss: megabytes(read(pid, 'smaps_rollup'), 'Pss'),
})

async function start(): Promise<Taken[]> {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: '0', INBOUND_SMTP_PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  for await (const chunk of child.stdout) if (String(chunk).includes('Goldpan is ready')) break
  await pause(IDLE_SECONDS * 1000)
  const taken = treeOf(child.pid!).map(takenBy)
  process.kill(-child.pid!, 'SIGINT')
  if (child.exitCode === null) await once(child, 'exit')
  return taken.filter(({ name }) => !/postgres/.test(name))
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const sumOf = (taken: Taken[], kind: 'rss' | 'pss') => taken.reduce((sum, one) => sum + one[kind], 0)

try {
  const first = await start()
  const rounds: Taken[][] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await start())
  for (const { name, rss, pss } of rounds.at(-1)!)
    process.stdout.write(`${name.padEnd(62)} RSS ${rss.toFixed(0)} MB, PSS ${pss.toFixed(0)} MB\n`)
  const say = (which: string, rss: number, pss: number) =>
    process.stdout.write(
      `${which}: RSS ${rss.toFixed(0)} MB, PSS ${pss.toFixed(0)} MB (target ${TARGET_MB} MB)\n`,
    )
  process.stdout.write(`an idle installation without PostgreSQL, ${IDLE_SECONDS} s after its start\n`)
  say('the first start', sumOf(first, 'rss'), sumOf(first, 'pss'))
  const of = (kind: 'rss' | 'pss') => median(rounds.map((taken) => sumOf(taken, kind)))
  say(`later starts, medians of ${ROUNDS}`, of('rss'), of('pss'))
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
