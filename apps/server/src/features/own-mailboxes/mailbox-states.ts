import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { MailboxFailure } from '../../providers/mailboxes/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import * as store from './access.store.ts'
import { mailboxLetter } from './own-mailboxes.mail.ts'
import {
  afterFailure,
  afterSuccess,
  type MailboxRow,
  type MailboxUse,
  WORKING,
} from './own-mailboxes.rules.ts'

export interface MailboxStatesDeps {
  db: Database
  clock: Clock
  accounts: Pick<Accounts, 'findUser'>
  letters: Pick<Letters, 'send'>
  publicUrl: () => string
  /** The opening of the owner's next working day. */
  nextWorkingDay: (owner: OwnerId) => Promise<Date>
}

const DAY_MS = 86_400_000
const scope = systemScope('mailboxes of all owners are watched')

/** Records what became of sign-ins and hand-overs. Ignores outcomes of a password or consent that was replaced. */
export function createMailboxStates(deps: MailboxStatesDeps) {
  const { db, clock } = deps

  async function tell(tx: Db, row: MailboxRow, state: 'needs_login' | 'failing', failure: string) {
    const owner = asOwner(row.owner_id)
    const user =
      (row.connected_by && (await deps.accounts.findUser(tx, asOwner(row.connected_by)))) ||
      (await deps.accounts.findUser(tx, owner))
    await store.updateMailbox(tx, owner, row.id, { told_at: isoNow(clock) })
    if (!user) return
    const letter = mailboxLetter(
      { publicUrl: deps.publicUrl(), user },
      { state, address: row.address, failure },
    )
    await deps.letters.send(tx, letter, { askedBy: owner })
  }

  return {
    /** Ends a row of failures of this use. */
    async recordSuccess(
      owner: OwnerId,
      { id, grant_id, failures, reading_failures }: MailboxRow,
      use: MailboxUse,
    ): Promise<void> {
      if ((use === 'sending' ? failures : reading_failures) === 0) return
      await db.transaction(async (tx) => {
        const row = await store.lockMailbox(tx, owner, id)
        if (row?.grant_id !== grant_id || !['connected', 'failing'].includes(row.state)) return
        await store.updateMailbox(tx, owner, id, afterSuccess(row, use))
      })
    },

    /** A test that a person asked for worked. */
    async recordRecovery(owner: OwnerId, { id, grant_id }: MailboxRow): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await store.lockMailbox(tx, owner, id)
        if (row?.grant_id === grant_id && row.state !== 'off')
          await store.updateMailbox(tx, owner, id, WORKING)
      })
    },

    async recordFailure(
      owner: OwnerId,
      { id, grant_id }: Pick<MailboxRow, 'id' | 'grant_id'>,
      failure: MailboxFailure,
      use: MailboxUse,
    ): Promise<void> {
      if (failure.kind === 'limit' || failure.kind === 'busy') return
      await db.transaction(async (tx) => {
        const row = await store.lockMailbox(tx, owner, id)
        if (row?.grant_id !== grant_id || !['connected', 'failing'].includes(row.state)) return
        const change = afterFailure(row, failure, use, clock.now())
        await store.updateMailbox(tx, owner, id, change)
        if (change.state === 'needs_login' && !row.told_at)
          await tell(tx, row, 'needs_login', failure.sentence)
      })
    },

    /** Its provider takes no more mail for now. The longest hold counts. */
    async recordLimit(owner: OwnerId, id: string, { wait_ms }: MailboxFailure): Promise<void> {
      const until =
        typeof wait_ms === 'number'
          ? new Date(clock.now().getTime() + wait_ms)
          : await deps.nextWorkingDay(owner)
      await store.holdUntil(db, owner, id, until.toISOString())
    },

    /** Tells those who connected a mailbox that has been failing for a day. */
    async tellLongFailing(): Promise<void> {
      const since = new Date(clock.now().getTime() - DAY_MS).toISOString()
      for (const found of await store.listLongFailing(db, scope, since))
        await db.transaction(async (tx) => {
          const row = await store.lockMailbox(tx, asOwner(found.owner_id), found.id)
          if (row?.state === 'failing' && !row.told_at) await tell(tx, row, 'failing', row.failure ?? '')
        })
    },
  }
}

export type MailboxStates = ReturnType<typeof createMailboxStates>
