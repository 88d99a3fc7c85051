import type { OwnerId } from '../../../db/owner.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { ReturnAddresses } from '../../signatures/return-address/return-address.ts'
import type { JobRow } from '../sending.store.ts'

/** Whom a message comes from. */
export interface Sender {
  name: string
  address: string
  /** The user's own mailbox, and not the shared domain. */
  is_mailbox: boolean
}

export interface SendersDeps {
  accounts: Pick<Accounts, 'getUser'>
  returnAddresses: Pick<ReturnAddresses, 'get'>
}

/** Whom messages come from; asked once for many messages of an owner. */
export function createSenders(deps: SendersDeps) {
  const known = new Map<string, Promise<Sender>>()

  async function find(owner: OwnerId): Promise<Sender> {
    const user = await deps.accounts.getUser(owner)
    const { emailId, reply_domain } = await deps.returnAddresses.get(owner)
    const name = `${user.first_name} ${user.last_name}`.trim()
    return { name, address: `${emailId}@${reply_domain}`, is_mailbox: false }
  }

  return {
    /** Asked for anew from here on: names and addresses may have changed. */
    refresh: (): void => known.clear(),

    get(owner: OwnerId, kind: JobRow['sender']): Promise<Sender> {
      const key = `${kind} ${owner}`
      const sender = known.get(key) ?? find(owner)
      known.set(key, sender)
      sender.catch(() => known.delete(key))
      return sender
    },
  }
}

export type Senders = ReturnType<typeof createSenders>
