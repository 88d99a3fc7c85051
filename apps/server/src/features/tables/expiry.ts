import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { type Directory, DirectoryUnavailable, type FoundBusiness } from '../../providers/directory/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import * as store from './tables.store.ts'

/** Refreshes expired details every hour. */
export const expiryJob = defineJob({
  name: 'directory-expiry',
  payload: z.object({}),
  every: { seconds: 3600, payload: {} },
})

const scope = systemScope('details expire for all owners')
/** Places per request to the directory. */
const BATCH = 100

export interface ExpiryDeps {
  db: Database
  clock: Clock
  directory: Pick<Directory, 'refresh'>
}

export function createExpiry({ db, clock, directory }: ExpiryDeps) {
  return {
    /**
     * Refreshes details whose retention has expired. Businesses no longer listed lose them; the user's edits stay. If
     * the directory is unavailable, the next run tries again.
     */
    async refreshExpired(signal?: AbortSignal): Promise<void> {
      const now = isoNow(clock)
      for (let after = ''; !signal?.aborted; ) {
        const places = await store.listExpiredPlaces(db, scope, { now, after, limit: BATCH })
        after = places.at(-1) ?? ''
        if (after === '') return
        const found = await directory.refresh(places, signal).catch(nullIfUnavailable)
        if (found === null) return
        for (const [placeId, business] of found)
          await store.replaceExpired(db, scope, { placeId, now }, detailsOf(business, now))
      }
    },
  }
}

function nullIfUnavailable(error: unknown): null {
  if (error instanceof DirectoryUnavailable) return null
  throw error
}

function detailsOf(business: FoundBusiness | null, now: string) {
  const { name, address, website, phone, expires_at } = business ?? GONE
  return { name, address, website, phone, expires_at, updated_at: now }
}

const GONE = {
  name: 'No longer listed',
  address: 'The directory no longer lists this business',
  website: null,
  phone: null,
  expires_at: null,
}
