import type { HandlerInput } from '@goldpan/contract/route'
import type {
  SenderMailbox as SenderMailboxAnswer,
  senderMailboxRoutes,
} from '@goldpan/contract/sender-mailbox'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Vault } from '../../providers/vault/port.ts'
import { lockMailbox, updateMailbox } from './access.store.ts'
import { SECRET } from './access-tokens.ts'
import type { MailboxTrials } from './mailbox-trials.ts'
import { afterFailure, type MailboxRow, WORKING } from './own-mailboxes.rules.ts'
import * as store from './own-mailboxes.store.ts'
import { newRow, type OwnMailboxes } from './own-mailboxes.ts'
import { requireManage, requireRoom } from './rights.ts'

export interface SenderMailboxDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  vault: Vault
  trials: MailboxTrials
  mailboxes: Pick<OwnMailboxes, 'remove'>
}

type Form = HandlerInput<typeof senderMailboxRoutes.save>['body']

/** The calls from when there was one mailbox. They are about the first one with a password. */
export function createSenderMailbox({ db, clock, systemClock, vault, trials, mailboxes }: SenderMailboxDeps) {
  const getFirst = async (owner: OwnerId) =>
    (await store.findFirstByPassword(db, owner)) ?? refuse('sending.no_mailbox')

  async function get(owner: OwnerId): Promise<{ mailbox: SenderMailboxAnswer | null }> {
    const row = await store.findFirstByPassword(db, owner)
    return { mailbox: row && toAnswer(row) }
  }

  /** Tests what was saved. Until it works, nothing is sent from it. */
  async function check(owner: OwnerId, row: MailboxRow): Promise<void> {
    const { sending, reading } = await trials.tryStored(owner, row)
    const failure = sending ?? reading
    await db.transaction(async (tx) => {
      const now = await lockMailbox(tx, owner, row.id)
      if (now?.grant_id !== row.grant_id) return
      const change = failure ? afterFailure({ ...now, state: 'failing' }, failure, clock.now()) : WORKING
      await updateMailbox(tx, owner, row.id, change)
    })
  }

  return {
    get,

    /** Also saves what fails its test. */
    async save(owner: OwnerId, person: OwnerId, form: Form) {
      const before = await store.findFirstByPassword(db, owner)
      const { host, port, security, username, address, name, is_used } = form
      const isSame = before?.smtp?.host === host && before.smtp.username === username
      const kept = isSame ? before.sealed_secret : ''
      const sealed_secret = form.password ? await vault.seal(SECRET, form.password) : kept
      if (sealed_secret === '') return refuse('sending.mailbox_password')
      const listed = before && (await store.findListed(db, owner, before.id))
      if (listed) await requireManage(db, owner, person, listed)
      const { connected_at, connected_by, ...fresh } = newRow(person, { clock, systemClock })
      const change = {
        ...fresh,
        address,
        name: name || null,
        is_used,
        account: username,
        provider: isSame ? before.provider : null,
        smtp: { host, port, security, username },
        sealed_secret,
        // Its password isn't for the server of another provider.
        ...(!isSame && { imap: null, reads: 'nothing' as const }),
      }
      const id = await db.transaction(async (tx) => {
        await store.lockOwner(tx, owner)
        await store.deleteOldMailbox(tx, owner)
        if (before?.address.toLowerCase() !== address.toLowerCase()) await requireRoom(tx, owner, address)
        if (!before)
          return store.insertMailbox(tx, owner, { ...change, kind: 'password', connected_at, connected_by })
        await updateMailbox(tx, owner, before.id, change)
        return before.id
      })
      const saved = await store.findListed(db, owner, id)
      if (saved) await check(owner, saved)
      return get(owner)
    },

    async test(owner: OwnerId) {
      const row = await getFirst(owner)
      if (row.sealed_secret === '') return refuse('sending.mailbox_password')
      await check(owner, row)
      return get(owner)
    },

    async remove(owner: OwnerId, person: OwnerId): Promise<{ message: string }> {
      const { id } = await getFirst(owner)
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
  updated_at,
  failure,
  state,
}: MailboxRow): SenderMailboxAnswer {
  const { host, port, security, username } = smtp ?? refuse('sending.no_mailbox')
  const check_error = state === 'connected' ? null : (failure ?? 'This mailbox is turned off.')
  return { address, name, host, port, security, username, is_used, checked_at: updated_at, check_error }
}
