import type { SendJob } from '@goldpan/contract/sending'
import type { Database } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { shareLooks } from '../../../db/share-looks.ts'
import { refuse } from '../../../http/refuse.ts'
import type { InstallationEpoch } from '../epoch/epoch.ts'
import { toJob } from '../sending.rules.ts'
import * as store from '../sending.store.ts'
import { rememberMany } from './recent-counts.ts'

/** Shorter than what passes between two looks at who asks, so that nobody waits for both. */
const REST_MS = 50

export interface ProgressDeps {
  db: Database
  epoch: Pick<InstallationEpoch, 'findHold'>
}

/** How far jobs are, counted from the rows of their recipients. */
export function createProgress({ db, epoch }: ProgressDeps) {
  const countOf = async (owner: OwnerId, id: string) =>
    (await store.countStates(owner, db, [id])).get(id) ?? []
  const countNowAndThen = rememberMany(countOf)

  async function ofJobs(owner: OwnerId, rows: store.JobRow[]): Promise<SendJob[]> {
    const ids = rows.map(({ id }) => id)
    const counts = await store.countStates(owner, db, ids)
    const held = rows.some(({ completed_at }) => completed_at === null) ? await epoch.findHold() : null
    return rows.map((row) => toJob(row, counts.get(row.id) ?? [], held))
  }

  const getRow = async (owner: OwnerId, id: string) =>
    (await store.findJob(owner, db, id)) ?? refuse('sending.job_not_found')

  /** Whether a job is over is looked at each time, and then its last figures are counted; on the way to it only now and then. */
  async function look(owner: OwnerId, id: string): Promise<SendJob> {
    const row = await getRow(owner, id)
    if (row.completed_at !== null) return toJob(row, await countOf(owner, id))
    const [counts, held] = await Promise.all([countNowAndThen(owner, id), epoch.findHold()])
    return toJob(row, counts, held)
  }

  return {
    ofJobs,
    ofJob: async (owner: OwnerId, id: string): Promise<SendJob> =>
      (await ofJobs(owner, [await getRow(owner, id)]))[0]!,
    /** For screens that watch a job, however many do. */
    watch: shareLooks(REST_MS, look),
  }
}
