import pg from 'pg'

/** Errors that came out of the database's door: its own, and those of the connection to it. */
const faults = new WeakSet<object>()

/** A lost connection says what any lost socket says; only where it was thrown tells that it was the database's. */
export function isDatabaseFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  return error instanceof pg.DatabaseError || faults.has(error) || isDatabaseFault((error as Error).cause)
}

/** Notes what a call rejects with. A call with a callback returns nothing; its caller notes. */
function noting<Result>(result: Result): Result {
  if (result instanceof Promise)
    result.catch((error: unknown) => {
      if (typeof error === 'object' && error !== null) faults.add(error)
    })
  return result
}

type Call = (...given: unknown[]) => never

class NotingClient extends pg.Client {
  override query(...given: unknown[]): never {
    return noting((super.query as Call)(...given))
  }
}

/** A pool that notes every error of the database. */
export class NotingPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: NotingClient } as pg.PoolConfig)
  }
  override connect(...given: unknown[]): never {
    return noting((super.connect as Call)(...given))
  }
  override query(...given: unknown[]): never {
    return noting((super.query as Call)(...given))
  }
}
