import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

/** Processor time in milliseconds: of the whole machine, and of this process with all that it has started. Linux only. */
export interface MachineTime {
  all: number
  ours: number
  cores: number
}

export function readMachineTime(): MachineTime {
  const lines = readFileSync('/proc/stat', 'utf8').split('\n')
  // user, nice, system, then idle and iowait, which are not work, then irq and softirq.
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = lines[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return {
    all: (user + nice + system + irq + softirq) * TICK_MS,
    ours: ticksOf(process.pid, readProcesses()) * TICK_MS,
    cores: lines.filter((line) => /^cpu\d/.test(line)).length,
  }
}

/** How much of the machine other programs took between two moments, in percent. */
export function shareOfOthers(from: MachineTime, to: MachineTime, ms: number): number {
  const others = to.all - from.all - (to.ours - from.ours)
  return (100 * Math.max(0, others)) / (ms * to.cores)
}

/** Processor time in milliseconds of a process and all that it has started. Linux only. */
export const processorTimeOf = (pid: number): number => ticksOf(pid, readProcesses()) * TICK_MS

interface Known {
  parent: number
  ticks: number
}

/** Of a process and all below it, those that have ended included. */
function ticksOf(pid: number, known: Map<number, Known>): number {
  const children = [...known].filter(([, { parent }]) => parent === pid)
  return (known.get(pid)?.ticks ?? 0) + children.reduce((sum, [child]) => sum + ticksOf(child, known), 0)
}

function readProcesses(): Map<number, Known> {
  const found = readdirSync('/proc').flatMap((pid): [number, Known][] => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // Behind the name, which may hold anything.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      return [[Number(pid), { parent: Number(fields[1]), ticks }]]
    } catch {
      return []
    }
  })
  return new Map(found)
}
