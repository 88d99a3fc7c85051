import type { HandlerInput } from '@goldpan/contract/route'
import type {
  SenderMailbox as SenderMailboxAnswer,
  senderMailboxRoutes,
} from '@goldpan/contract/sender-mailbox'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Vault } from '../../providers/vault/port.ts'
import { updateMailbox } from './access.store.ts'
import { SECRET_PURPOSE } from './access-tokens.ts'
import type { ConnectionTests } from './connection-tests.ts'
import { type MailboxRow, newRow } from './own-mailboxes.rules.ts'
import * as store from './own-mailboxes.store.ts'
import type { OwnMailboxes } from './own-mailboxes.ts'
import { requireConnectable, requireFreeAddress, requireManage, requirePresent } from './rights.ts'

export interface SenderMailboxDeps {
  db: Database
  clock: Clock
  vault: Vault
  tests: ConnectionTests
  mailboxes: Pick<OwnMailboxes, 'remove'>
}

type Form = HandlerInput<typeof senderMailboxRoutes.save>['body']

/** The calls from when there was one mailbox. They are about the first one with a password. */
export function createSenderMailbox({ db, clock, vault, tests, mailboxes }: SenderMailboxDeps) {
  async function get(owner: OwnerId): Promise<{ mailbox: SenderMailboxAnswer | null }> {
    const row = await store.findFirstByPassword(db, owner)
    return { mailbox: row && toAnswer(row) }
  }

  const check = async (owner: OwnerId, row: MailboxRow): Promise<void> =>
    tests.record(owner, row, await tests.testStored(owner, row))

  /** Null if there is none. Refuses a person who may not change it. */
  async function findManaged(owner: OwnerId, person: OwnerId): Promise<store.ListedMailbox | null> {
    const first = await store.findFirstByPassword(db, owner)
    const row = first && (await store.findListed(db, owner, first.id))
    if (row) await requireManage(db, owner, person, row)
    return row
  }

  const getManaged = async (owner: OwnerId, person: OwnerId) =>
    (await findManaged(owner, person)) ?? refuse('sending.no_mailbox')

  return {
    get,

    /** Also saves what fails its test. Until that works, nothing is sent from it. */
    async save(owner: OwnerId, person: OwnerId, form: Form) {
      const before = await findManaged(owner, person)
      const { host, port, security, username, address, name, is_used } = form
      const isSame = before?.smtp?.host === host && before.smtp.username === username
      const kept = isSame ? before.sealed_secret : ''
      const sealed_secret = form.password ? await vault.seal(SECRET_PURPOSE, form.password) : kept
      if (sealed_secret === '') return refuse('sending.mailbox_password')
      const now = isoNow(clock)
      const { connected_at, connected_by, ...fresh } = newRow(person, now)
      const change = {
        ...fresh,
        // If this process dies before the test, the mailbox is tested like others that fail.
        state: 'failing' as const,
        failing_since: now,
        next_try_at: now,
        // The person sees what comes of the test.
        told_at: now,
        checked_at: null,
        address,
        name: name || null,
        is_used,
        account: username,
        provider: isSame ? before.provider : null,
        smtp: { host, port, security, username },
        sealed_secret,
        // Its password isn't for the server of another provider.
        ...(!isSame && { imap: null, reads: 'nothing' as const, held_until: null }),
      }
      const id = await db.transaction(async (tx) => {
        await store.lockOwner(tx, owner)
        await requirePresent(tx, owner, person)
        await store.deleteOldMailbox(tx, owner)
        if (!before) {
          await requireConnectable(tx, owner, address)
          return store.insertMailbox(tx, owner, { ...change, kind: 'password', connected_at, connected_by })
        }
        await requireFreeAddress(tx, owner, before.id, address)
        await updateMailbox(tx, owner, before.id, change)
        return before.id
      })
      const saved = await store.findListed(db, owner, id)
      if (saved) await check(owner, saved)
      return get(owner)
    },

    async test(owner: OwnerId, person: OwnerId) {
      const row = await getManaged(owner, person)
      if (row.sealed_secret === '') return refuse('sending.mailbox_password')
      await check(owner, row)
      return get(owner)
    },

    async remove(owner: OwnerId, person: OwnerId): Promise<{ message: string }> {
      const { id } = await getManaged(owner, person)
      await mailboxes.remove(owner, person, id, { isConfirmed: true })
      return { message: 'Mailbox removed. Campaigns are sent from your return address again.' }
    },
  }
}

export type SenderMailbox = ReturnType<typeof createSenderMailbox>

function toAnswer({
  address,
  name,
  smtp,
  is_used,
  checked_at,
  failure,
  state,
}: MailboxRow): SenderMailboxAnswer {
  const { host, port, security, username } = smtp ?? refuse('sending.no_mailbox')
  const reason = state === 'off' ? 'This mailbox is turned off.' : 'This mailbox is being tested.'
  const check_error = state === 'connected' ? null : (failure ?? reason)
  return { address, name, host, port, security, username, is_used, checked_at, check_error }
}
