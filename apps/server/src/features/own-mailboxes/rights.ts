import { MAILBOXES_MAX } from '@goldpan/contract/own-mailboxes'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import * as store from './own-mailboxes.store.ts'

/** In an organization, members change only the mailboxes that they connected themselves. */
export async function requireManage(
  db: Db,
  owner: OwnerId,
  person: OwnerId,
  row: Pick<store.ListedMailbox, 'connected_by' | 'connected_by_name'>,
): Promise<void> {
  if (owner === person || row.connected_by === person) return
  const role = await store.findRole(db, owner, person)
  if (role === 'owner' || role === 'admin') return
  const name = row.connected_by_name || 'the owner'
  refuse('mailboxes.not_yours', { message: `Only ${name} or an admin can change this mailbox` })
}

/** Under the owner's lock: refuses a person who left the organization or deleted their account meanwhile. */
export async function requirePresent(tx: Db, owner: OwnerId, person: OwnerId): Promise<void> {
  const isMember = owner === person || (await store.findRole(tx, owner, person)) !== null
  if (!isMember) refuse('organizations.not_found')
  if (!(await store.isPresent(tx, person))) refuse('accounts.signed_out')
}

/** Refuses an address that is connected already, and one mailbox too many. */
export async function requireConnectable(db: Db, owner: OwnerId, address: string): Promise<void> {
  const found = await store.findByAddress(db, owner, address)
  if (found && found.removed_at === null) refuseExisting(address)
  await requireBelowLimit(db, owner)
}

export async function requireBelowLimit(db: Db, owner: OwnerId): Promise<void> {
  if ((await store.countMailboxes(db, owner)) >= MAILBOXES_MAX) refuse('mailboxes.too_many')
}

/** For a mailbox that exists: refuses an address that another one has, or had before it was removed. */
export async function requireFreeAddress(tx: Db, owner: OwnerId, id: string, address: string): Promise<void> {
  const found = await store.findByAddress(tx, owner, address)
  if (!found || found.id === id) return
  if (found.removed_at === null) refuseExisting(address)
  refuse('mailboxes.exists', {
    message: `${address} was connected before. Add it as a mailbox of its own, so that its people come back.`,
  })
}

const refuseExisting = (address: string): never =>
  refuse('mailboxes.exists', { message: `${address} is already connected` })
