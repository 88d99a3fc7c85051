import { finished, Readable } from 'node:stream'
import { createKeyedLimit } from '../db/keyed-limit.ts'

/** A browser opens 6 connections to a host, so nobody's own browser waits here. */
const MAX_REQUESTS = 6

export type AccountConcurrency = <Answer>(
  person: string | null,
  work: () => Promise<Answer> | Answer,
) => Promise<Answer>

/**
 * Limits how many requests of one person are handled at the same time. The others wait without a database connection,
 * so that no account can use up the pool, whatever its requests wait for.
 */
export function createAccountConcurrency(connections: number): AccountConcurrency {
  const limit = createKeyedLimit(Math.max(1, Math.min(MAX_REQUESTS, Math.floor(connections / 2))))
  return async (person, work) => {
    if (!person) return work()
    const free = await limit.acquire(person)
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

/** An answer in lines or a file is read from the database while it is sent. */
function findStream(answer: unknown): Readable | null {
  const content = (answer as { content?: unknown } | null | undefined)?.content
  if (answer instanceof Readable) return answer
  return content instanceof Readable ? content : null
}
