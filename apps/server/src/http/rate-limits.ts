import type { Route } from '@goldpan/contract/route'
import type pg from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { refuse } from './refuse.ts'

export interface RateLimits {
  /** Counts a request to a route, or to routes that share a limit. Refuses with Retry-After beyond the route's limit. */
  spend(route: Route, key: string): Promise<void>
  /** A feature's own limit, such as logins per address. Returns the seconds to wait, or null if allowed. */
  take(name: string, key: string, limit: { points: number; seconds: number }): Promise<number | null>
  /** Takes back one count, for example of a login that succeeded. */
  giveBack(name: string, key: string): Promise<void>
  /** Resets a counter, for example after a successful login. */
  forget(name: string, key: string): Promise<void>
}

interface LimiterOptions {
  keyPrefix: string
  points: number
  /** In seconds. */
  duration: number
}

/** Counts in PostgreSQL, so that limits hold across all web processes. */
export const createRateLimits = (pool: pg.Pool): RateLimits =>
  createLimits(
    (options) =>
      new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
  )

/** Counts in this process alone: for what has to be answered without the database. */
export const createProcessLimits = (): RateLimits => createLimits((options) => new RateLimiterMemory(options))

function createLimits(createLimiter: (options: LimiterOptions) => RateLimiterAbstract): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>()
  const limiterOf = (name: string, { points, seconds }: { points: number; seconds: number }) => {
    const limiter = limiters.get(name) ?? createLimiter({ keyPrefix: name, points, duration: seconds })
    limiters.set(name, limiter)
    return limiter
  }
  const take: RateLimits['take'] = async (name, key, limit) => {
    try {
      await limiterOf(name, limit).consume(key)
      return null
    } catch (rejected) {
      if (rejected instanceof RateLimiterRes) return Math.max(1, Math.ceil(rejected.msBeforeNext / 1000))
      throw rejected
    }
  }
  return {
    take,
    async spend(route, key) {
      const limit = route.limit
      if (!limit) return
      const wait = await take(limit.shared ?? `${route.method} ${route.path}`, key, limit)
      if (wait !== null) refuse('request.too_many', { retryAfterSeconds: wait })
    },
    async giveBack(name, key) {
      await limiters.get(name)?.reward(key, 1)
    },
    async forget(name, key) {
      await limiters.get(name)?.delete(key)
    },
  }
}
