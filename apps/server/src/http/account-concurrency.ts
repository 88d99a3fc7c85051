import { finished, Readable } from 'node:stream'

/** A browser opens 6 connections per host, so no user's own browser waits here. */
const MAX_REQUESTS = 6

/** For a visitor, both are the network address. */
interface SlotKeys {
  person: string
  /** For an organization its owner, whose rows and ledger all members share. */
  payer: string
}

export type AccountConcurrency = <Answer>(
  slotKeys: SlotKeys,
  work: () => Promise<Answer> | Answer,
) => Promise<Answer>

/**
 * Limits the concurrent requests of a person or visitor, and of all who work for one payer, in this process. The rest
 * wait in order without a database connection, so nobody can use up the pool with requests that wait for locks or the
 * network.
 */
export function createAccountConcurrency({ options }: { options: { max: number } }): AccountConcurrency {
  const max = Math.max(1, Math.min(MAX_REQUESTS, Math.floor(options.max / 2)))
  const [personSlots, payerSlots] = [createSlots(max), createSlots(max)]

  /** Holds the payer's slot until there is an answer, not until it is read: a slow reader must not block colleagues. */
  async function workFor<Answer>(payer: string, work: () => Promise<Answer> | Answer): Promise<Answer> {
    const free = await payerSlots(payer)
    try {
      return await work()
    } finally {
      free()
    }
  }

  return async ({ person, payer }, work) => {
    const free = await personSlots(person)
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

/** Returns a function that waits for a slot of `key` and returns a function to free it. */
function createSlots(max: number): (key: string) => Promise<() => void> {
  const all = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (key) => {
    const slots = all.get(key) ?? { running: 0, waiting: [] }
    all.set(key, slots)
    if (slots.running < max) slots.running += 1
    else await new Promise<void>((resolve) => slots.waiting.push(resolve))
    return () => {
      const next = slots.waiting.shift()
      if (next) return next()
      slots.running -= 1
      if (slots.running === 0) all.delete(key)
    }
  }
}

/** Streams read from the database while they are sent, so the reader's slot is held until their end. */
function findStream(answer: unknown): Readable | null {
  if (answer instanceof Readable) return answer
  const file = answer as { content?: unknown; isOpenEnded?: boolean } | null | undefined
  return file?.content instanceof Readable && !file.isOpenEnded ? file.content : null
}
