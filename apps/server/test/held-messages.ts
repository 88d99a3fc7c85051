type Query = (text: string, values: unknown[]) => Promise<unknown>

/** The messages of a job that a worker holds. */
export interface Held {
  jobId: string
  /** Addresses of claimed messages. */
  claimed?: string[]
  /** Addresses of messages whose bodies are being transmitted. */
  leaving?: string[]
  at: string
}

export async function claimBy(query: Query, worker: string, { jobId, claimed = [], leaving = [], at }: Held) {
  await query(
    `update recipients set worker_id = $2, is_charged = true, attempts = 1, first_tried_at = $5,
       state = case when email = any($4) then 'transmitting' else 'claimed' end,
       transmitting_at = case when email = any($4) then $5::timestamptz end
     where job_id = $1 and email = any($3)`,
    [jobId, worker, [...claimed, ...leaving], leaving, at],
  )
}
