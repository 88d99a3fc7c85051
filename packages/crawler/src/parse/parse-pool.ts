import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PageFindings } from './findings.ts'
import type { Resource } from './read-resource.ts'

/** Reads pages off the main thread. */
export interface ParsePool {
  /** Undefined where the page could not be read in time, or not at all. */
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
  /** Has answered once: its modules are loaded. */
  isWarm: boolean
}

/** A thread's first page waits for its modules to load, on a busy machine for seconds. */
const START_MS = 15_000
/** Beside this file in the sources as in a bundle. */
const PROGRAM = new URL(`./parse-worker${extname(import.meta.url)}`, import.meta.url)

const MAX_HEAP_MB = 256
/** Pages come and go: a small nursery is emptied often and keeps the whole small. */
const MAX_YOUNG_MB = 32

/** Threads start with the first page. One that takes too long is ended and replaced: no page can hold up the others. */
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
