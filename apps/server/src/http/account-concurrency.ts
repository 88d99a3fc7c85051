import { finished, Readable } from 'node:stream'

/** A browser opens 6 connections to a host, so nobody's own browser waits here. */
const MAX_REQUESTS = 6

export type AccountConcurrency = <Answer>(
  person: string | null,
  work: () => Promise<Answer> | Answer,
) => Promise<Answer>

/**
 * Limits how many requests of one person are handled at the same time in this process. The others wait in order and
 * without a database connection, so no account can use up the pool, whatever its requests wait for.
 */
export function createAccountConcurrency({ options }: { options: { max: number } }): AccountConcurrency {
  const max = Math.max(1, Math.min(MAX_REQUESTS, Math.floor(options.max / 2)))
  const accounts = new Map<string, { running: number; waiting: (() => void)[] }>()

  /** Waits for a free slot; returns a function that frees it. */
  async function acquire(person: string): Promise<() => void> {
    const account = accounts.get(person) ?? { running: 0, waiting: [] }
    accounts.set(person, account)
    if (account.running < max) account.running += 1
    else await new Promise<void>((resolve) => account.waiting.push(resolve))
    return () => {
      const next = account.waiting.shift()
      if (next) return next()
      account.running -= 1
      if (account.running === 0) accounts.delete(person)
    }
  }

  return async (person, work) => {
    if (!person) return work()
    const free = await acquire(person)
    let stream: Readable | null = null
    try {
      const answer = await work()
      stream = findStream(answer)
      return answer
    } finally {
      if (stream) finished(stream, free)
      else free()
    }
  }
}

/** Lines and files are read from the database while they are sent, so they keep their slot until then. */
function findStream(answer: unknown): Readable | null {
  if (answer instanceof Readable) return answer
  const file = answer as { content?: unknown; isOpenEnded?: boolean } | null | undefined
  return file?.content instanceof Readable && !file.isOpenEnded ? file.content : null
}
