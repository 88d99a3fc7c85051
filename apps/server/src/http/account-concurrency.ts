import { finished, Readable } from 'node:stream'

/** A browser opens 6 connections to a host, so nobody's own browser waits here. */
const MAX_REQUESTS = 6

/** Both are the network address for a visitor. */
interface Askers {
  person: string
  /** The person who pays: of an organization its owner, whose rows and ledger all members share. */
  payer: string
}

export type AccountConcurrency = <Answer>(
  askers: Askers,
  work: () => Promise<Answer> | Answer,
) => Promise<Answer>

/**
 * Limits how many requests of one person or visitor, and of all who work for one payer, are handled at the same time in
 * this process. The others wait in order and without a database connection, so none of them can use up the pool, whatever
 * lock or network their requests wait for.
 */
export function createAccountConcurrency({ options }: { options: { max: number } }): AccountConcurrency {
  const max = Math.max(1, Math.min(MAX_REQUESTS, Math.floor(options.max / 2)))
  const [people, payers] = [createSlots(max), createSlots(max)]

  /** Until there is an answer, not until it is read: slow readers are no colleague's fault. */
  async function workFor<Answer>(payer: string, work: () => Promise<Answer> | Answer): Promise<Answer> {
    const free = await payers(payer)
    try {
      return await work()
    } finally {
      free()
    }
  }

  return async ({ person, payer }, work) => {
    const free = await people(person)
    let stream: Readable | null = null
    try {
      const answer = await workFor(payer, work)
      stream = findStream(answer)
      return answer
    } finally {
      if (stream) finished(stream, free)
      else free()
    }
  }
}

/** Returns how to wait for a free slot of somebody, which returns how to free it. */
function createSlots(max: number): (whose: string) => Promise<() => void> {
  const all = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (whose) => {
    const slots = all.get(whose) ?? { running: 0, waiting: [] }
    all.set(whose, slots)
    if (slots.running < max) slots.running += 1
    else await new Promise<void>((resolve) => slots.waiting.push(resolve))
    return () => {
      const next = slots.waiting.shift()
      if (next) return next()
      slots.running -= 1
      if (slots.running === 0) all.delete(whose)
    }
  }
}

/** Lines and files are read from the database while they are sent, so their reader's slot is kept until then. */
function findStream(answer: unknown): Readable | null {
  if (answer instanceof Readable) return answer
  const file = answer as { content?: unknown; isOpenEnded?: boolean } | null | undefined
  return file?.content instanceof Readable && !file.isOpenEnded ? file.content : null
}
