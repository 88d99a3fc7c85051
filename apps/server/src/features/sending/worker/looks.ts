import type { RecipientRow } from '../sending.store.ts'

type Refusal = 'address' | 'policy' | 'other'

/** Jobs of which a refusal is looked at: their next messages wait for what comes of it. */
export function createLooks(afterRefusal: (row: RecipientRow, refusal: Refusal) => Promise<void>) {
  const looking = new Map<string, Promise<unknown>>()
  return {
    async wait({ job_id }: RecipientRow): Promise<void> {
      while (looking.has(job_id ?? '')) await looking.get(job_id ?? '')
    },
    async look(row: RecipientRow, refusal: Refusal): Promise<void> {
      const job = row.job_id ?? ''
      const look = afterRefusal(row, refusal)
      const all = Promise.allSettled([looking.get(job), look])
      looking.set(job, all)
      void all.then(() => looking.get(job) === all && looking.delete(job))
      return look
    },
  }
}
