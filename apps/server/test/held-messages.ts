type Query = (text: string, values: unknown[]) => Promise<unknown>

/** Messages of a job as a worker holds them. */
export interface Held {
  jobId: string
  /** By their addresses; of `leaving` the body is on its way. */
  claimed?: string[]
  leaving?: string[]
  at: string
}

export async function claimBy(query: Query, worker: string, { jobId, claimed = [], leaving = [], at }: Held) {
  await query(
    `insert into claims (owner_id, recipient_id, job_id, campaign_id, worker_id, attempts, claimed_at, first_tried_at, transmitting_at)
     select owner_id, id, job_id, campaign_id, $2, 1, $5, $5, case when email = any($4) then $5::timestamptz end
     from recipients where job_id = $1 and email = any($3)`,
    [jobId, worker, [...claimed, ...leaving], leaving, at],
  )
}

/** The same as a worker of the release before claims left it: in the rows of the messages. */
export async function markBy(query: Query, worker: string, { jobId, claimed = [], leaving = [] }: Held) {
  await query(
    `update recipients set state = case when email = any($4) then 'transmitting' else 'claimed' end,
       worker_id = $2, is_charged = true where job_id = $1 and email = any($3)`,
    [jobId, worker, [...claimed, ...leaving], leaving],
  )
}
