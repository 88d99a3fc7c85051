import {
  accountLimits,
  FILES_MAX_BYTES,
  filesFullSentence,
  fullSentence,
} from '@goldpan/contract/account-limits'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Countable, countRows, sumFiles } from './accounts.store.ts'

/** Checked before rows are written, so concurrent calls can exceed the limit by one row each. */
export async function requireRoom(db: Db, owner: OwnerId, what: Countable, more = 1): Promise<void> {
  const { most } = accountLimits[what]
  const room = most - more
  if (room < 0 || (await countRows(db, owner, what, room + 1)) > room)
    refuse('account.full', { message: fullSentence(what) })
}

export async function requireRoomForFile(db: Db, owner: OwnerId, bytes: number): Promise<void> {
  const stored = await sumFiles(db, owner)
  if (stored.files >= accountLimits.files.most) refuse('account.full', { message: fullSentence('files') })
  if (stored.bytes + bytes > FILES_MAX_BYTES) refuse('account.full', { message: filesFullSentence })
}
