/** So many pieces of work at a time; the others wait their turn, first come, first served. */
export function atOnce(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // Whoever is next takes over this place, so that nobody who comes meanwhile passes by.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
