import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { BusinessInput, Crawler, CrawlReport } from '@goldpan/crawler'
import type { Database, Db } from '../../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../../db/owner.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import type { Notifications } from '../../notifications/notifications.ts'
import type { Prospects } from '../../prospects/prospects.ts'
import type { Tables } from '../../tables/tables.ts'
import type { Tracking } from '../../tracking/tracking.ts'
import { CANCEL_POLL_MS, LEASE_MS, MAX_ATTEMPTS, RENEW_MS } from '../gathering.rules.ts'
import * as store from '../gathering.store.ts'

export interface GatheringWorkerDeps {
  db: Database
  clock: Clock
  crawler: Pick<Crawler, 'findContacts'>
  tables: Pick<Tables, 'findBusinessById' | 'getTable' | 'recordOutcome' | 'recordGathering'>
  prospects: Pick<Prospects, 'addGathered'>
  notifications: Pick<Notifications, 'jobFinished'>
  tracking: Pick<Tracking, 'findSuppressed'>
  /** Websites read at once. */
  concurrency: number
  onError: (error: unknown) => void
}

export interface GatheringWorker {
  /** Works until the queue is empty or the signal comes. A second call while one runs makes it look again. */
  work(signal: AbortSignal): Promise<void>
}

interface Visit {
  item: store.ItemRow
  stop: AbortController
  done: Promise<void>
}

const scope = systemScope('workers gather for all owners')
/** Why a visit is broken off when its process stops, rather than its job. */
const STOPPING = 'stopping'

const GIVEN_UP = { outcome: 'unreachable', explanation: 'Reading this website was interrupted several times' }

/** Takes businesses from the queue, reads their websites, and writes down what was found: once each. */
export function createGatheringWorker(deps: GatheringWorkerDeps): GatheringWorker {
  const { db, clock, tables } = deps
  const workerId = randomUUID()
  const visits = new Map<string, Visit>()
  let running: Promise<void> | null = null
  let isWokenAgain = false

  async function record(
    item: store.ItemRow,
    report: CrawlReport | typeof GIVEN_UP,
    isCancelled: boolean,
  ): Promise<void> {
    const owner = asOwner(item.owner_id)
    await db.transaction(async (tx) => {
      const business = await tables.findBusinessById(tx, owner, item.business_id)
      const contacts = 'contacts' in report ? await dropSuppressed(tx, owner, report.contacts) : []
      const finished_at = isoNow(clock)
      const end = {
        state: isCancelled ? ('cancelled' as const) : ('done' as const),
        outcome: report.outcome,
        finished_at,
      }
      // The claim is checked before anything is added; a lost one rolls nothing forward.
      if (!(await store.finishItem(owner, tx, item, { ...end, prospects_found: 0 }))) return
      if (business) {
        const { kept } = await deps.prospects.addGathered(tx, owner, business, contacts)
        await store.setFound(owner, tx, item.id, kept)
        if (!isCancelled)
          await tables.recordOutcome(tx, owner, business.id, {
            gathering_outcome: report.outcome,
            gathering_explanation: report.explanation,
            gathered_at: finished_at,
            ...('facts' in report ? { site_facts: { ...report.facts } } : {}),
          })
      }
      await finishJob(tx, owner, item.job_id)
    })
  }

  /** Whoever asked not to be written to is not found again. */
  async function dropSuppressed(tx: Db, owner: OwnerId, contacts: CrawlReport['contacts']) {
    const suppressed = await deps.tracking.findSuppressed(
      tx,
      owner,
      contacts.map(({ email }) => email),
    )
    return contacts.filter(({ email }) => !suppressed.has(email.toLowerCase())).map(toGathered)
  }

  async function finishJob(tx: Db, owner: OwnerId, jobId: string): Promise<void> {
    if ((await store.countUnfinished(owner, tx, jobId)) > 0) return
    const at = isoNow(clock)
    const ended = await store.endJob(owner, tx, jobId, { status: 'completed', completed_at: at })
    if (!ended) return
    await tables.recordGathering(tx, owner, ended.table_id, 'completed', at)
    await tellOfEnd(tx, owner, ended)
  }

  async function tellOfEnd(tx: Db, owner: OwnerId, job: store.JobRow): Promise<void> {
    const { name } = await tables.getTable(owner, job.table_id, tx)
    const tally = (await store.tallyJobs(owner, tx, [job.id])).get(job.id)
    await deps.notifications.jobFinished(tx, owner, `gathering:${job.id}`, {
      title: `Gathering prospects for "${name}"`,
      outcome: `${tally?.prospects_found ?? 0} prospects were found at ${job.total} businesses.`,
      path: `/tables/${job.table_id}`,
    })
  }

  async function visit(item: store.ItemRow, stop: AbortController): Promise<void> {
    const owner = asOwner(item.owner_id)
    if (await store.markProcessing(owner, db, item.job_id)) {
      const job = await store.findJob(owner, db, item.job_id)
      if (job) await tables.recordGathering(db, owner, job.table_id, 'processing')
    }
    const business = await tables.findBusinessById(db, owner, item.business_id)
    const input: BusinessInput = business ?? { name: '' }
    const report = await deps.crawler.findContacts(input, { signal: stop.signal })
    if (stop.signal.reason === STOPPING) await store.releaseItem(owner, db, item)
    else await record(item, report, stop.signal.aborted)
  }

  function begin(item: store.ItemRow): void {
    const stop = new AbortController()
    const done = visit(item, stop)
      // What failed stays claimed: its lease ends and another try is made.
      .catch(deps.onError)
      .finally(() => visits.delete(item.id))
      .then(() => undefined)
    visits.set(item.id, { item, stop, done })
  }

  async function recover(): Promise<void> {
    const lost = await store.releaseExpired(scope, db, isoNow(clock), MAX_ATTEMPTS)
    for (const item of lost) await record(item, GIVEN_UP, false)
    for (const job of await store.listDoneJobs(scope, db))
      await db.transaction((tx) => finishJob(tx, asOwner(job.owner_id), job.id))
  }

  /** While websites are read: renews the claims and stops what was cancelled. */
  async function watch(signal: AbortSignal): Promise<void> {
    let renewedAt = 0
    while (!signal.aborted) {
      const at = clock.now().getTime()
      if (at - renewedAt >= RENEW_MS && visits.size > 0) {
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
    await recover()
    for (;;) {
      const free = deps.concurrency - visits.size
      const lease_until = new Date(clock.now().getTime() + LEASE_MS).toISOString()
      const claimed =
        signal.aborted || free <= 0
          ? []
          : await store.claimItems(scope, db, { worker_id: workerId, lease_until, limit: free })
      for (const item of claimed) begin(item)
      if (visits.size === 0) return
      await Promise.race([...visits.values()].map(({ done }) => done))
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    const watching = new AbortController()
    const stopVisits = () => {
      for (const { stop } of visits.values()) stop.abort(STOPPING)
    }
    signal.addEventListener('abort', stopVisits)
    const watcher = watch(watching.signal)
    try {
      do {
        isWokenAgain = false
        await emptyQueue(signal)
      } while (isWokenAgain && !signal.aborted)
    } finally {
      watching.abort()
      await watcher
      signal.removeEventListener('abort', stopVisits)
    }
  }

  return {
    async work(signal) {
      if (running) {
        isWokenAgain = true
        return running
      }
      running = run(signal).finally(() => {
        running = null
      })
      return running
    },
  }
}

const toGathered = (contact: CrawlReport['contacts'][number]) => ({
  email: contact.email,
  first_name: contact.first_name,
  last_name: contact.last_name,
  phone: contact.phone,
  title: contact.title,
  source_url: contact.source_url,
  source_method: contact.method,
  source_snippet: contact.snippet,
  found_at: contact.found_at,
  confidence: contact.confidence,
  no_solicitation: contact.no_solicitation,
})
