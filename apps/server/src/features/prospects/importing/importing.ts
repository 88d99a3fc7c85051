import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import * as store from './importing.store.ts'

export interface ImportOutcome {
  state: 'added' | 'updated' | 'problem'
  problem?: string
}

/** Prospects out of a file, in the import's transaction. */
export function createImporting({
  clock,
  hashEmail,
}: {
  clock: Clock
  hashEmail: (email: string) => string
}) {
  return {
    /** Which of these addresses (in lower case) the owner has already, for whatever business. */
    findKnownEmails: async (tx: Db, owner: OwnerId, emails: string[]): Promise<Set<string>> =>
      new Set(await store.listKnown(tx, owner, emails)),

    /** What became of each, by its address in lower case. One that is known is left alone unless told. */
    async importMany(
      tx: Db,
      owner: OwnerId,
      rows: store.ImportedProspect[],
      { tableId, doesUpdate }: { tableId: string | null; doesUpdate: boolean },
    ): Promise<Map<string, ImportOutcome>> {
      const at = isoNow(clock)
      const emails = rows.map(({ email }) => email.toLowerCase())
      const known = new Set(await store.listKnown(tx, owner, emails))
      const isKnown = ({ email }: store.ImportedProspect) => known.has(email.toLowerCase())
      await store.forgetDeletedOf(tx, owner, emails.map(hashEmail))
      const fresh = rows.filter((row) => !isKnown(row))
      const added = await store.insertImported(tx, owner, fresh, { tableId, at })
      const outcomes = new Map<string, ImportOutcome>(added.map((email) => [email, { state: 'added' }]))
      if (!doesUpdate) return outcomes
      await store.updateImported(tx, owner, rows.filter(isKnown), at)
      for (const email of known) outcomes.set(email, { state: 'updated' })
      return outcomes
    },
  }
}
