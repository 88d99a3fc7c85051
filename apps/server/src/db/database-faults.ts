import pg from 'pg'

/** Errors thrown by the pool or a client. */
const faults = new WeakSet<object>()

/** A lost connection throws a plain socket error, so remember where it was thrown. */
export function isDatabaseFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  return error instanceof pg.DatabaseError || faults.has(error) || isDatabaseFault((error as Error).cause)
}

/** A call with a callback returns nothing; its caller notes the error. */
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

/** Marks every error as one of the database. */
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
