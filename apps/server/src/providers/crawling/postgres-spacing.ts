import type { Spacing } from '@goldpan/crawler'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import * as store from './crawling.store.ts'

const scope = systemScope('requests to one website are spaced, whoever asked for them')
const FORGET_EVERY = 1000

/** Spaces requests to a site across all worker processes. */
export function createPostgresSpacing(db: Database): Spacing {
  let booked = 0
  return {
    async reserve(keys, intervalMs) {
      booked += 1
      if (booked % FORGET_EVERY === 0) await store.forgetTurns(db, scope)
      return store.bookTurn(db, scope, keys, intervalMs)
    },
  }
}
