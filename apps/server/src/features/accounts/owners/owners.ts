import type { Database, Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { refuse } from '../../../http/refuse.ts'
import { getUser, type User } from '../accounts.store.ts'
import * as store from './owners.store.ts'

/** Owners of rows: each person, and what a person answers for beside themselves. */
export function createOwners({ db }: { db: Database }) {
  return {
    /**
     * The person who answers for an owner's rows, in the caller's transaction: the owner themselves, or who owns the
     * organization. Refuses when the account is gone.
     */
    async getUser(owner: OwnerId, tx: Db = db): Promise<User> {
      return (await getUser(tx, owner)) ?? refuse('accounts.signed_out')
    },

    addOwner: (tx: Db, person: OwnerId, id: string): Promise<void> => store.insertOwner(tx, person, id),
    handOver: (tx: Db, owner: OwnerId, person: OwnerId): Promise<void> => store.handOver(tx, owner, person),
    eraseOwner: (tx: Db, owner: OwnerId): Promise<void> => store.deleteOwner(tx, owner),
  }
}
