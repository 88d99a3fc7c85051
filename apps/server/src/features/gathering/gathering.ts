import type { GatheringJob } from '@goldpan/contract/gathering'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Jobs } from '../../providers/jobs/port.ts'
import { requireRoom } from '../accounts/limits/limits.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { Tables } from '../tables/tables.ts'
import { gatheringJob } from './gathering.jobs.ts'
import { toJob, turnsOf } from './gathering.rules.ts'
import * as store from './gathering.store.ts'

export interface GatheringDeps {
  db: Database
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  tables: Pick<Tables, 'getTable' | 'listChosen' | 'recordGathering'>
  prospects: Pick<Prospects, 'countByTable'>
}

const JOBS_SHOWN = 50

const NOTHING: store.JobTally = {
  ...{ processed: 0, prospects_found: 0, prospects_added: 0, left_out_suppressed: 0, left_out_deleted: 0 },
  ...{ interrupted: 0, with_contacts: 0, without_websites: 0 },
}

/** What a user does with gathering: start, watch, cancel. The work itself is in worker/. */
export function createGathering({ db, clock, jobs, tables, prospects }: GatheringDeps) {
  const toAnswer = async (owner: OwnerId, rows: store.JobRow[]): Promise<GatheringJob[]> => {
    const tallies = await store.tallyJobs(
      owner,
      db,
      rows.map((row) => row.id),
    )
    return rows.map((row) => toJob(row, tallies.get(row.id) ?? NOTHING))
  }

  async function getJob(owner: OwnerId, id: string): Promise<GatheringJob> {
    const row = (await store.findJob(owner, db, id)) ?? refuse('gathering.job_not_found')
    return (await toAnswer(owner, [row]))[0]!
  }

  return {
    getJob,

    async start(
      owner: OwnerId,
      form: { businessTableId: string; businessIds: string[] },
    ): Promise<{ job_id: string }> {
      return db.transaction(async (tx) => {
        const table = await tables.getTable(owner, form.businessTableId, tx)
        const chosen = await tables.listChosen(tx, owner, table.id, [...new Set(form.businessIds)])
        if (chosen.length === 0) refuse('gathering.no_businesses')
        await requireRoom(owner, tx, 'prospects')
        const job = await store.insertJob(owner, tx, {
          table_id: table.id,
          total: chosen.length,
          created_at: isoNow(clock),
        })
        if (!job) return refuse('gathering.already_running')
        await store.insertItems(owner, tx, job.id, turnsOf(chosen))
        await tables.recordGathering(tx, owner, table.id, 'pending')
        await jobs.enqueue(tx, gatheringJob, {}, { key: 'gathering' })
        return { job_id: job.id }
      })
    },

    /** Ends an active job at once; a worker that reads a website for it stops within 2 s. What was found stays. */
    async cancel(owner: OwnerId, id: string): Promise<GatheringJob> {
      await db.transaction(async (tx) => {
        const job = (await store.findJob(owner, tx, id)) ?? refuse('gathering.job_not_found')
        const at = isoNow(clock)
        const ended = await store.endJob(owner, tx, id, { status: 'cancelled', completed_at: at })
        if (!ended) return
        await store.cancelQueuedItems(owner, tx, id)
        await tables.recordGathering(tx, owner, job.table_id, 'cancelled', at)
      })
      return getJob(owner, id)
    },

    /** Ends every active job of an owner who leaves, in the caller's transaction. */
    async cancelAll(tx: Db, owner: OwnerId): Promise<void> {
      await store.endActiveJobs(owner, tx, isoNow(clock))
    },

    /** The newest jobs of a table. */
    async listHistory(owner: OwnerId, tableId: string): Promise<GatheringJob[]> {
      await tables.getTable(owner, tableId)
      return toAnswer(owner, await store.listJobs(owner, db, tableId, JOBS_SHOWN))
    },

    /** What is under way, for the places that show all work at once. */
    async listActive(owner: OwnerId): Promise<GatheringJob[]> {
      return toAnswer(owner, await store.listActiveJobs(owner, db))
    },

    async countProspects(owner: OwnerId, tableId: string): Promise<{ count: number }> {
      await tables.getTable(owner, tableId)
      return { count: (await prospects.countByTable(owner)).get(tableId) ?? 0 }
    },
  }
}

export type Gathering = ReturnType<typeof createGathering>
