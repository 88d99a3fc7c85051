import type { IncomingStorage } from '@goldpan/contract/replies'
import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import type { Clock } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import { MAX_ATTEMPTS } from './replies.rules.ts'
import * as store from './storage.store.ts'

export interface InboundStorageDeps {
  db: Database
  clock: Clock
  quotaBytes: number
  keepDays: number
}

export const deleteOldMailJob = defineJob({
  name: 'delete-old-mail',
  payload: z.object({}),
  every: { seconds: 24 * 60 * 60, payload: {} },
})

const DAY_MS = 24 * 60 * 60_000
/** Messages deleted by one statement. */
const BATCH = 200
/** Unhandled mail and texts can't be trimmed; mail is deferred only at twice the quota. */
const FULL_QUOTAS = 2

const scope = systemScope('old mail of all owners is deleted')

/**
 * Limits size and age of stored mail. Over the quota, deletes the oldest originals, but never the text of a reply or
 * a message still to be read or forwarded.
 */
export function createInboundStorage({ db, clock, quotaBytes, keepDays }: InboundStorageDeps) {
  async function trim(owner: OwnerId): Promise<void> {
    for (;;) {
      const excess = (await store.recountBytes(db, owner)) - quotaBytes
      if (excess <= 0) return
      const batch = { bytes: excess, maxAttempts: MAX_ATTEMPTS, limit: BATCH }
      if ((await store.deleteOldestOriginals(db, owner, batch)) === 0) return
    }
  }

  async function deleteOld(signal: AbortSignal, days: number, owner?: OwnerId): Promise<void> {
    const before = new Date(clock.now().getTime() - days * DAY_MS).toISOString()
    const batch = { before, maxAttempts: MAX_ATTEMPTS, limit: BATCH, ...(owner && { owner }) }
    const owners = new Set<string>()
    for (const deleteBatch of [store.deleteMessagesBefore, store.deleteOriginalsBefore])
      while (!signal.aborted) {
        const touched = await deleteBatch(db, scope, batch)
        for (const owner of touched) if (owner !== null) owners.add(owner)
        if (touched.length < BATCH) break
      }
    for (const owner of owners) await store.recountBytes(db, asOwner(owner))
  }

  return {
    trim,
    add: (tx: Db, owner: OwnerId, bytes: number): Promise<void> => store.addBytes(tx, owner, bytes),
    isFull: async (owner: OwnerId): Promise<boolean> =>
      (await store.findBytes(db, owner)) >= FULL_QUOTAS * quotaBytes,

    /** For removals: a conversation is deleted. */
    async removeMailOf(tx: Db, owner: OwnerId, email: string): Promise<void> {
      await store.deleteMailOf(tx, owner, email)
      await store.recountBytes(tx, owner)
    },
    /** For removals: a conversation is back. */
    recount: (tx: Db, owner: OwnerId): Promise<number> => store.recountBytes(tx, owner),

    async get(owner: OwnerId): Promise<IncomingStorage> {
      return { used_bytes: await store.findBytes(db, owner), limit_bytes: quotaBytes, keep_days: keepDays }
    },

    deleteOld: (signal: AbortSignal): Promise<void> => deleteOld(signal, keepDays),

    /** For an owner who keeps it for less time than the installation. */
    deleteOldOf: (owner: OwnerId, days: number, signal: AbortSignal): Promise<void> =>
      deleteOld(signal, days, owner),
  }
}

export type InboundStorage = ReturnType<typeof createInboundStorage>
