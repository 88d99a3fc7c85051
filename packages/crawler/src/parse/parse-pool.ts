import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PageFindings } from './findings.ts'
import type { Resource } from './read-resource.ts'

export interface ParsePool {
  /** Resolves to undefined if reading failed or took too long. Never rejects. */
  read(resource: Resource): Promise<PageFindings | undefined>
  close(): Promise<void>
}

interface Job {
  id: number
  resource: Resource
  done(findings: PageFindings | undefined): void
}

interface Slot {
  worker: Worker
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
  /** Has read a page, so its modules are loaded. */
  isWarm: boolean
}

/** Extra time for a thread's first page, which waits until modules are loaded: seconds on a busy machine. */
const START_MS = 15_000
/** Next to this file, in the sources and in a bundle. */
const PROGRAM = new URL(`./parse-worker${extname(import.meta.url)}`, import.meta.url)

const MAX_HEAP_MB = 256
/** Pages are short-lived: collecting often keeps memory low. */
const MAX_YOUNG_MB = 32

/** Starts threads on demand. A thread that takes too long is terminated and replaced, so no page blocks the others. */
export function createParsePool(threads: number, timeoutMs: number): ParsePool {
  const slots = new Set<Slot>()
  const waiting: Job[] = []
  let ids = 0
  let closed = false

  const finish = (slot: Slot, findings: PageFindings | undefined): void => {
    clearTimeout(slot.timer)
    const { job } = slot
    slot.job = undefined
    job?.done(findings)
    pump()
  }
  const discard = (slot: Slot): void => {
    if (!slots.delete(slot)) return
    void slot.worker.terminate()
    finish(slot, undefined)
  }
  const open = (): Slot => {
    const worker = new Worker(PROGRAM, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    })
    const slot: Slot = { worker, job: undefined, timer: undefined, isWarm: false }
    worker.on('message', ({ id, json }: { id: number; json?: string }) => {
      slot.isWarm = true
      if (slot.job?.id === id)
        finish(slot, json === undefined ? undefined : (JSON.parse(json) as PageFindings))
    })
    worker.on('error', () => discard(slot))
    worker.on('exit', () => discard(slot))
    worker.unref()
    slots.add(slot)
    return slot
  }
  const start = (slot: Slot, job: Job): void => {
    slot.job = job
    slot.timer = setTimeout(() => discard(slot), slot.isWarm ? timeoutMs : timeoutMs + START_MS)
    slot.worker.postMessage({ id: job.id, resource: job.resource })
  }
  const pump = (): void => {
    while (waiting.length > 0 && !closed) {
      const free = [...slots].find((slot) => !slot.job) ?? (slots.size < threads ? open() : undefined)
      if (!free) return
      start(free, waiting.shift()!)
    }
  }
  return {
    read(resource) {
      if (closed) return Promise.resolve(undefined)
      return new Promise((done) => {
        waiting.push({ id: ++ids, resource, done })
        pump()
      })
    },
    async close() {
      closed = true
      for (const job of waiting.splice(0)) job.done(undefined)
      const workers = [...slots].map(({ worker }) => worker)
      for (const slot of [...slots]) discard(slot)
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
