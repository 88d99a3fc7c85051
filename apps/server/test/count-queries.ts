import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'

/** Counts the statements of the work itself, not those of background work that runs meanwhile. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const running = new AsyncLocalStorage<true>()
  const { query } = pg.Client.prototype
  let count = 0
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    if (running.getStore()) count += 1
    return (query as (...given: unknown[]) => void).apply(this, given)
  })
  await running.run(true, work)
  spy.mockRestore()
  return count
}
