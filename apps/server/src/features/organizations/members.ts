import type { Member } from '@goldpan/contract/inbox'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import * as store from './organizations.store.ts'

/** Who works for an owner: the members of an organization; a person alone is their own only member. */
export async function listMembers(tx: Db, owner: OwnerId): Promise<Member[]> {
  const members = await store.listMembers(tx, owner)
  if (members.length > 0) return members.map(({ user_id, name }) => ({ id: user_id, name }))
  const alone = await store.findPerson(tx, owner)
  return alone ? [alone] : []
}

/** Like `listMembers`, of whom nobody leaves until the transaction ends. */
export async function lockMembers(tx: Db, owner: OwnerId): Promise<Member[]> {
  await store.lockMembers(tx, owner)
  return listMembers(tx, owner)
}
