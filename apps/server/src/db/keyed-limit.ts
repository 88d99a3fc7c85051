export interface KeyedLimit {
  /** Waits for a free slot of the key; returns a function that frees it. */
  acquire(key: string): Promise<() => void>
  run<Answer>(key: string, work: () => Promise<Answer>): Promise<Answer>
}

/**
 * Lets `max` pieces of work for each key run at the same time in this process; the others queue in order. Queue here
 * before waiting for a lock of the database: waiting here holds no connection.
 */
export function createKeyedLimit(max: number): KeyedLimit {
  const slots = new Map<string, { used: number; waiting: (() => void)[] }>()

  async function acquire(key: string): Promise<() => void> {
    const slot = slots.get(key) ?? { used: 0, waiting: [] }
    slots.set(key, slot)
    if (slot.used < max) slot.used += 1
    else await new Promise<void>((resolve) => slot.waiting.push(resolve))
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      const next = slot.waiting.shift()
      if (next) return next()
      slot.used -= 1
      if (slot.used === 0) slots.delete(key)
    }
  }

  return {
    acquire,
    async run(key, work) {
      const free = await acquire(key)
      try {
        return await work()
      } finally {
        free()
      }
    },
  }
}
