import { oauthProviders } from '@goldpan/contract/own-mailboxes'
import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { OAuth } from '../../providers/oauth/port.ts'
import type { Vault } from '../../providers/vault/port.ts'
import { SECRET_PURPOSE } from './access-tokens.ts'
import type { MailboxRow } from './own-mailboxes.rules.ts'
import * as store from './own-mailboxes.store.ts'

export const revokeJob = defineJob({
  name: 'revoke-mailbox',
  retryLimit: 8,
  isSealed: true,
  payload: z.object({ provider: z.enum(oauthProviders), account: z.string(), sealed: z.string() }),
})

export interface RevocationDeps {
  db: Database
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  vault: Vault
  oauth: Pick<OAuth, 'revoke'>
}

const scope = systemScope('Google withdraws all access to an account at once')

/** Erases secrets, and withdraws the access they gave in the background. */
export function createRevocation({ db, clock, jobs, vault, oauth }: RevocationDeps) {
  async function erase(tx: Db, row: MailboxRow): Promise<void> {
    const owner = asOwner(row.owner_id)
    const { kind, account, sealed_secret: sealed } = row
    if (kind === 'google' && sealed !== '')
      await jobs.enqueue(tx, revokeJob, { provider: kind, account, sealed })
    await store.eraseSecret(tx, owner, row.id, isoNow(clock))
    if (kind === 'password') await store.deleteOldMailbox(tx, owner)
  }

  /** Access that was given, but isn't kept. */
  async function discard(provider: MailboxRow['kind'], account: string | null, token: string): Promise<void> {
    if (provider !== 'google') return
    const sealed = await vault.seal(SECRET_PURPOSE, token)
    await jobs.enqueue(db, revokeJob, { provider, account: account ?? '', sealed })
  }

  return {
    /** Turns the mailbox off, too. */
    erase,

    /** An account is deleted: its mailboxes, and those that its person connected for organizations. */
    async eraseOfPerson(tx: Db, owner: OwnerId): Promise<void> {
      for (const one of await store.listOwnersOf(tx, owner)) await store.lockOwner(tx, one)
      for (const row of await store.listOfPerson(tx, owner)) await erase(tx, row)
    },

    /** A member leaves an organization. */
    async eraseOfMember(tx: Db, owner: OwnerId, person: string): Promise<void> {
      await store.lockOwner(tx, owner)
      for (const row of await store.listOfMember(tx, owner, person)) await erase(tx, row)
      await store.forgetMember(tx, owner, person)
    },

    discard,

    /**
     * The same for an account that couldn't be found out. It may be that of any mailbox here, and Google would end its
     * access, too.
     */
    async discardUnknown(owner: OwnerId, provider: MailboxRow['kind'], token: string): Promise<void> {
      const mailboxes = await store.listMailboxes(db, owner)
      if (!mailboxes.some(({ kind }) => kind === provider)) await discard(provider, null, token)
    },

    /** Leaves an account alone that another mailbox is signed in to. */
    async revoke({ provider, account, sealed }: z.infer<typeof revokeJob.payload>): Promise<void> {
      if (account !== '' && (await store.isAccountInUse(db, scope, { kind: provider, account }))) return
      await oauth.revoke(provider, await vault.open(SECRET_PURPOSE, sealed))
    },
  }
}

export type Revocation = ReturnType<typeof createRevocation>
