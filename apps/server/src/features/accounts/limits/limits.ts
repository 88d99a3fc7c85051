import {
  accountLimits,
  FILES_MAX_BYTES,
  filesFullSentence,
  fullSentence,
} from '@goldpan/contract/account-limits'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Countable, countRows, sumFiles } from './limits.store.ts'

/**
 * Refuses when an account would hold more than it can. Asked before rows are written: many calls at once may pass by as
 * many rows as there are calls.
 */
export async function requireRoom(owner: OwnerId, db: Db, what: Countable, more = 1): Promise<void> {
  const { most } = accountLimits[what]
  const room = most - more
  if (room < 0 || (await countRows(db, owner, what, room + 1)) > room)
    refuse('account.full', { message: fullSentence(what) })
}

/** The same for a file of so many bytes. */
export async function requireRoomForFile(owner: OwnerId, db: Db, bytes: number): Promise<void> {
  const kept = await sumFiles(db, owner)
  if (kept.files >= accountLimits.files.most) refuse('account.full', { message: fullSentence('files') })
  if (kept.bytes + bytes > FILES_MAX_BYTES) refuse('account.full', { message: filesFullSentence })
}
