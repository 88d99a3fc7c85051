import type { CrawlReport } from '@goldpan/crawler'
import type { Database, Db } from '../../../db/database.ts'
import { asOwner, type OwnerId } from '../../../db/owner.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import type { Notifications } from '../../notifications/notifications.ts'
import type { Prospects } from '../../prospects/prospects.ts'
import type { Tables } from '../../tables/tables.ts'
import type { Tracking } from '../../tracking/tracking.ts'
import { endOf, explainVisit, toGathered } from '../gathering.rules.ts'
import { endJob, type JobRow, type JobTally, tallyJobs } from '../gathering.store.ts'
import * as store from './worker.store.ts'

export interface RecordDeps {
  db: Database
  clock: Clock
  tables: Pick<Tables, 'findBusinessById' | 'findTable' | 'holdTable' | 'recordOutcome' | 'recordGathering'>
  prospects: Pick<Prospects, 'addGathered'>
  notifications: Pick<Notifications, 'jobFinished'>
  tracking: Pick<Tracking, 'findSuppressed'>
}

/** What a visit came to. Without contacts and facts where the website was never read to the end. */
export type Visited = Pick<CrawlReport, 'outcome' | 'explanation' | 'contacts' | 'facts'> | GivenUp
export interface GivenUp {
  outcome: 'interrupted' | 'business_deleted'
  explanation: string
}

const NOTHING_FOUND: store.FoundCounts = {
  ...{ prospects_found: 0, prospects_added: 0, left_out_suppressed: 0, left_out_deleted: 0 },
}

/** Writes down what was found at a business, once, and ends the job with its last business. */
export function createVisitRecords(deps: RecordDeps) {
  const { db, clock, tables } = deps

  async function addContacts(
    tx: Db,
    owner: OwnerId,
    business: { table_id: string; place_id: string; name: string },
    contacts: CrawlReport['contacts'],
  ): Promise<store.FoundCounts> {
    if (contacts.length === 0) return NOTHING_FOUND
    const emails = contacts.map(({ email }) => email)
    const suppressed = await deps.tracking.findSuppressed(tx, owner, emails)
    const allowed = contacts.filter(({ email }) => !suppressed.has(email.toLowerCase()))
    const added = await deps.prospects.addGathered(tx, owner, business, allowed.map(toGathered))
    return {
      prospects_found: added.kept,
      prospects_added: added.added,
      left_out_suppressed: contacts.length - allowed.length,
      left_out_deleted: allowed.length - added.kept,
    }
  }

  async function finishJob(tx: Db, owner: OwnerId, jobId: string): Promise<void> {
    if (await store.hasUnfinished(owner, tx, jobId)) return
    const tally = (await tallyJobs(owner, tx, [jobId])).get(jobId)
    const at = isoNow(clock)
    const end = endOf(tally)
    const ended = await endJob(owner, tx, jobId, { ...end, completed_at: at })
    if (!ended) return
    await tables.recordGathering(tx, owner, ended.table_id, end.status, at)
    await tellOfEnd(tx, owner, ended, tally)
  }

  async function tellOfEnd(tx: Db, owner: OwnerId, job: JobRow, tally: JobTally | undefined): Promise<void> {
    const table = await tables.findTable(owner, job.table_id, tx)
    if (!table) return
    await deps.notifications.jobFinished(tx, owner, `gathering:${job.id}`, {
      title: `Gathering prospects for "${table.name}"`,
      outcome: `${tally?.prospects_found ?? 0} prospects were found at ${job.total} businesses.`,
      path: `/tables/${job.table_id}`,
    })
  }

  return {
    async record(item: store.ClaimedItem, visited: Visited, isCancelled: boolean): Promise<void> {
      const owner = asOwner(item.owner_id)
      await db.transaction(async (tx) => {
        const business = item.business_id && (await tables.findBusinessById(tx, owner, item.business_id))
        // Deleting a table takes these rows in the same order, so the two never wait for each other.
        if (business) await tables.holdTable(tx, owner, business.table_id)
        const finished_at = isoNow(clock)
        const state = isCancelled ? ('cancelled' as const) : ('done' as const)
        // The claim is checked before anything is added; a lost one rolls nothing forward.
        const isOurs = await store.finishItem(owner, tx, item, {
          state,
          outcome: visited.outcome,
          finished_at,
        })
        if (!isOurs) return
        if (business) {
          const found = await addContacts(tx, owner, business, 'contacts' in visited ? visited.contacts : [])
          if (found !== NOTHING_FOUND) await store.setFound(owner, tx, item.id, found)
          if (!isCancelled)
            await tables.recordOutcome(tx, owner, business.id, {
              gathering_outcome: visited.outcome,
              gathering_explanation: explainVisit(visited.explanation, found),
              gathered_at: finished_at,
              ...('facts' in visited ? { site_facts: { ...visited.facts } } : {}),
            })
        }
        await finishJob(tx, owner, item.job_id)
      })
    },

    /** For a job whose last worker died after its last business. */
    finishJob: (owner: OwnerId, jobId: string) => db.transaction((tx) => finishJob(tx, owner, jobId)),
  }
}
