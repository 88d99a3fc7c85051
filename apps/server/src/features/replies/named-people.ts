import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Conversations } from '../inbox/conversations.ts'
import type { Prospects } from '../prospects/prospects.ts'
import { findProspectOf } from './correspondent.store.ts'
import { getCorrespondent } from './correspondent.ts'

export interface NamedPeopleDeps {
  db: Database
  conversations: Pick<Conversations, 'find'>
  prospects: Pick<Prospects, 'addNamed'>
}

/** People whom a correspondent names, as prospects of the same company. */
export function createNamedPeople({ db, conversations, prospects }: NamedPeopleDeps) {
  return {
    async add(owner: OwnerId, id: string, { email }: { email: string }) {
      const correspondent = await getCorrespondent({ db, conversations }, owner, id)
      const colleague = await findProspectOf(db, owner, correspondent)
      return prospects.addNamed(owner, { email, named_by: correspondent.email, colleague })
    },
  }
}

export type NamedPeople = ReturnType<typeof createNamedPeople>
