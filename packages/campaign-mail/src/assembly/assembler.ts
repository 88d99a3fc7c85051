import { Worker } from 'node:worker_threads'
import type { CampaignMessage } from '../campaign-message.ts'
import { type Assembled, assemble } from './assemble.ts'
import { type Parcel, packMessages, unpackAssembled } from './parcel.ts'

/** Assembles messages: a few at once here, many in a thread beside the one that talks to mail servers. */
export interface Assembler {
  assemble(message: CampaignMessage): Promise<Assembled>
  /** Whether a thread has begun to take them. */
  hasThread(): boolean
  /** Ends the thread. What is asked for afterwards is assembled here. */
  close(): Promise<void>
}

interface Order {
  message: CampaignMessage
  resolve: (assembled: Assembled) => void
  reject: (error: unknown) => void
}

interface Thread {
  worker: Worker
  isWarm: boolean
  /** Sent to it and not answered yet, by the number of the parcel. */
  under_way: Map<number, Order[]>
}

/** So many in a second are worth a thread, which takes a tenth of a second to start and some 20 MB. */
const MANY_A_SECOND = 100
const SECOND_MS = 1000
/** A thread without work for so long is ended. */
const IDLE_MS = 10_000
/** After a thread has ended by itself. */
const REST_MS = 60_000
const MAX_HEAP_MB = 256
const MAX_YOUNG_MB = 16

/** Building and checking takes a fifth of what sending a message costs, signing it far more: another core does both. */
export function createAssembler(manyASecond = MANY_A_SECOND): Assembler {
  let thread: Thread | null = null
  let idle: NodeJS.Timeout | undefined
  let restsUntil = 0
  let isClosed = false
  let parcels = 0
  let waiting: Order[] = []
  const recent = { since: 0, count: 0 }

  function isBusy(): boolean {
    const now = performance.now()
    if (now - recent.since > SECOND_MS) Object.assign(recent, { since: now, count: 0 })
    recent.count += 1
    return recent.count > manyASecond && now >= restsUntil && !isClosed
  }

  const here = ({ message, resolve, reject }: Order) => void assemble(message).then(resolve, reject)

  function open(): void {
    const worker = new Worker(new URL('./assembly-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    })
    const opened: Thread = { worker, isWarm: false, under_way: new Map() }
    worker.on('message', (told: { isWarm: true } | { id: number; parcel: Parcel }) => {
      if ('isWarm' in told) opened.isWarm = true
      else settle(opened, told.id, told.parcel)
    })
    worker.on('error', () => undefined)
    worker.on('exit', () => lose(opened))
    worker.unref()
    thread = opened
  }

  function settle(from: Thread, id: number, parcel: Parcel): void {
    const orders = from.under_way.get(id) ?? []
    from.under_way.delete(id)
    if (from.under_way.size === 0) from.worker.unref()
    for (const [index, one] of unpackAssembled(parcel).entries())
      if ('fault' in one) orders[index]!.reject(new Error(one.fault))
      else orders[index]!.resolve(one)
  }

  /** What it had is assembled here: nothing of it has left yet. */
  function lose(lost: Thread): void {
    if (thread === lost) {
      thread = null
      restsUntil = performance.now() + REST_MS
    }
    for (const orders of lost.under_way.values()) orders.forEach(here)
    lost.under_way.clear()
  }

  /** All that came in one turn of the event loop crosses in one parcel. */
  function dispatch(): void {
    const orders = waiting
    waiting = []
    if (!thread) {
      orders.forEach(here)
      return
    }
    const id = ++parcels
    thread.under_way.set(id, orders)
    thread.worker.ref()
    thread.worker.postMessage({ id, json: packMessages(orders.map(({ message }) => message)) })
    idle?.refresh()
    idle ??= setTimeout(() => void end(), IDLE_MS).unref()
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    idle = undefined
    const ending = thread
    thread = null
    await ending?.worker.terminate()
  }

  return {
    assemble(message) {
      return new Promise((resolve, reject) => {
        const order = { message, resolve, reject }
        const isMany = isBusy()
        if (isMany && !thread) open()
        if (!thread?.isWarm) return here(order)
        if (waiting.push(order) === 1) setImmediate(dispatch)
      })
    },

    hasThread: () => thread?.isWarm === true,

    async close() {
      isClosed = true
      await end()
    },
  }
}
