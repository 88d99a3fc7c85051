import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Run {
  pages: number
  seconds: number
  cpuSeconds: number
  peakMb: number
  /** The program's output. */
  output: string
}

const SAMPLE_MS = 50
const CLOCK_TICKS = 100

/** Runs a program to its end. CPU and peak memory are Linux's figures for its process, threads included. */
export async function measure(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Omit<Run, 'pages'>> {
  const start = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const usage = { cpuSeconds: 0, peakMb: 0 }
  const timer = setInterval(() => sample(child, usage), SAMPLE_MS)
  let output = ''
  let errors = ''
  child.stdout.on('data', (data) => {
    output += data
    sample(child, usage)
  })
  child.stderr.on('data', (data) => {
    errors = `${errors}${data}`.slice(-4000)
  })
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  clearInterval(timer)
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}:\n${errors}`)
  return { seconds: (performance.now() - start) / 1000, ...usage, output }
}

function sample({ pid }: ChildProcess, usage: { cpuSeconds: number; peakMb: number }): void {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    usage.cpuSeconds = Math.max(usage.cpuSeconds, (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS)
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    usage.peakMb = Math.max(usage.peakMb, Number(peak ?? 0) / 1024)
  } catch {
    // The process has just ended; the last sample is at most 50 ms old.
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
