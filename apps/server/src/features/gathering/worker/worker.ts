import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Crawler } from '@goldpan/crawler'
import { asOwner, systemScope } from '../../../db/owner.ts'
import { isoNow } from '../../../providers/clock/port.ts'
import { inStep } from '../../../providers/steps/port.ts'
import {
  CANCEL_POLL_MS,
  LATEST_LEASE_MS,
  LEASE_MS,
  LOOK_MS,
  MAX_ATTEMPTS,
  RENEW_MS,
} from '../gathering.rules.ts'
import { findJob } from '../gathering.store.ts'
import { createVisitRecords, type GivenUp, type RecordDeps } from './record-visit.ts'
import * as store from './worker.store.ts'

export interface GatheringWorkerDeps extends RecordDeps {
  crawler: Pick<Crawler, 'findContacts'>
  /** Websites read at once. */
  concurrency: number
  onError: (error: unknown) => void
}

export interface GatheringWorker {
  /** Works until the queue is empty or the signal comes. A second call while one runs makes it look again. */
  work(signal: AbortSignal): Promise<void>
}

interface Visit {
  item: store.ClaimedItem
  stop: AbortController
  done: Promise<void>
}

const scope = systemScope('workers gather for all owners')
/** Why a visit is broken off when its process stops, rather than its job. */
const STOPPING = 'stopping'

const GIVEN_UP: GivenUp = {
  outcome: 'interrupted',
  explanation: 'Reading this website was interrupted several times.',
}
const DELETED: GivenUp = {
  outcome: 'business_deleted',
  explanation: 'The business was deleted before its website was read.',
}

/** Takes businesses from the queue, reads their websites, and writes down what was found: once each. */
export function createGatheringWorker(deps: GatheringWorkerDeps): GatheringWorker {
  const { db, clock, tables } = deps
  const { record, finishJob } = createVisitRecords(deps)
  const workerId = randomUUID()
  const visits = new Map<string, Visit>()
  /** Known not to be pending any more. */
  const seenJobs = new Set<string>()
  let running: Promise<void> | null = null
  let wake = Promise.withResolvers<void>()
  let isWoken = false

  const findBusiness = async ({ owner_id, business_id }: store.ClaimedItem) =>
    business_id ? tables.findBusinessById(db, asOwner(owner_id), business_id) : null

  async function visit(item: store.ClaimedItem, stop: AbortController): Promise<void> {
    const owner = asOwner(item.owner_id)
    if (!seenJobs.has(item.job_id) && (await store.markProcessing(owner, db, item.job_id))) {
      const job = await findJob(owner, db, item.job_id)
      if (job) await tables.recordGathering(db, owner, job.table_id, 'processing')
    }
    seenJobs.add(item.job_id)
    const business = await findBusiness(item)
    if (!business) return record(item, DELETED, false)
    const report = await deps.crawler.findContacts(business, { signal: stop.signal })
    const now = await findBusiness(item)
    // What was read is not the website that the user means now.
    const isOutdated = now !== null && now.website !== business.website && !stop.signal.aborted
    if (isOutdated || stop.signal.reason === STOPPING) await store.releaseItem(owner, db, item)
    else await record(item, report, stop.signal.aborted)
  }

  function begin(item: store.ClaimedItem): void {
    const stop = new AbortController()
    const facts = { owner: item.owner_id, work: item.job_id, item: item.id }
    // What failed stays claimed: its lease ends and another try is made.
    const run = () => visit(item, stop).catch(deps.onError)
    const done = inStep({ name: 'website', kind: 'item' }, facts, run)
      .finally(() => visits.delete(item.id))
      .then(() => undefined)
    visits.set(item.id, { item, stop, done })
  }

  async function recover(): Promise<void> {
    const latest = new Date(clock.now().getTime() + LATEST_LEASE_MS).toISOString()
    const lost = await store.releaseExpired(scope, db, { now: isoNow(clock), latest }, MAX_ATTEMPTS)
    for (const item of lost) await record(item, GIVEN_UP, false)
    for (const job of await store.listDoneJobs(scope, db)) await finishJob(asOwner(job.owner_id), job.id)
  }

  /** While websites are read: renews the claims and stops what was cancelled. */
  async function watch(signal: AbortSignal): Promise<void> {
    let renewedAt = 0
    while (!signal.aborted) {
      const at = clock.now().getTime()
      if (Math.abs(at - renewedAt) >= RENEW_MS && visits.size > 0) {
        await store
          .renewLeases(scope, db, [...visits.keys()], new Date(at + LEASE_MS).toISOString())
          .catch(() => undefined)
        renewedAt = at
      }
      const jobIds = [...new Set([...visits.values()].map(({ item }) => item.job_id))]
      const over =
        jobIds.length > 0
          ? await store.listOverJobs(scope, db, jobIds).catch(() => new Set<string>())
          : new Set<string>()
      for (const { item, stop } of visits.values()) if (over.has(item.job_id)) stop.abort()
      await pause(CANCEL_POLL_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  async function emptyQueue(signal: AbortSignal): Promise<void> {
    let recoveredAt = Number.NEGATIVE_INFINITY
    for (;;) {
      wake = Promise.withResolvers()
      isWoken = false
      const at = clock.now().getTime()
      if (Math.abs(at - recoveredAt) >= RENEW_MS) {
        await recover()
        recoveredAt = at
      }
      const free = deps.concurrency - visits.size
      const lease_until = new Date(at + LEASE_MS).toISOString()
      const claimed =
        signal.aborted || free <= 0
          ? []
          : await store.claimItems(scope, db, { worker_id: workerId, lease_until, limit: free })
      for (const item of claimed) begin(item)
      if (visits.size > 0) await somethingNew()
      else if (!isWoken || signal.aborted) return
    }
  }

  /** A website is finished, a job came, or it is time to look for free places and lost businesses. */
  async function somethingNew(): Promise<void> {
    const looking = new AbortController()
    const timer = pause(LOOK_MS, undefined, { signal: looking.signal }).catch(() => undefined)
    await Promise.race([wake.promise, timer, ...[...visits.values()].map(({ done }) => done)])
    looking.abort()
  }

  async function run(signal: AbortSignal): Promise<void> {
    const watching = new AbortController()
    const stopVisits = () => {
      for (const { stop } of visits.values()) stop.abort(STOPPING)
    }
    signal.addEventListener('abort', stopVisits)
    const watcher = watch(watching.signal)
    try {
      await emptyQueue(signal)
    } finally {
      seenJobs.clear()
      watching.abort()
      await watcher
      signal.removeEventListener('abort', stopVisits)
    }
  }

  return {
    async work(signal) {
      if (running) {
        isWoken = true
        wake.resolve()
        return running
      }
      running = run(signal).finally(() => {
        running = null
      })
      return running
    },
  }
}
