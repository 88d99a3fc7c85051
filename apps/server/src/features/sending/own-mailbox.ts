import type { HandlerInput } from '@goldpan/contract/route'
import type { SenderMailbox, senderMailboxRoutes } from '@goldpan/contract/sender-mailbox'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { HandOver, HandOverResult, OutgoingMail } from '../../providers/mail/port.ts'
import type { MailboxAccess, Mailboxes } from '../../providers/mailboxes/port.ts'
import type { Vault } from '../../providers/vault/port.ts'
import * as store from './own-mailbox.store.ts'

export interface OwnMailboxDeps {
  db: Database
  clock: Clock
  vault: Vault
  mailboxes: Pick<Mailboxes, 'testSending' | 'handOver'>
}

type Form = HandlerInput<typeof senderMailboxRoutes.save>['body']

const PURPOSE = 'sender-mailbox'

/** A user's own mailbox as sender. Its password is sealed with the installation's key and never returned. */
export function createOwnMailbox({ db, clock, vault, mailboxes }: OwnMailboxDeps) {
  async function serverOf(row: store.MailboxRow): Promise<MailboxAccess> {
    const { address, host, port, username } = row
    const smtp = { host, port, username, security: row.security === 'tls' ? 'tls' : 'starttls' } as const
    const password = await vault.open(PURPOSE, row.sealed_password)
    return { kind: 'password', address, provider: null, smtp, imap: null, password }
  }

  /** A mailbox that fails is disabled until a test succeeds. */
  async function check(owner: OwnerId, row: store.MailboxRow) {
    const check_error = (await mailboxes.testSending(await serverOf(row)))?.sentence ?? null
    const { owner_id: _owner, ...kept } = row
    const checked_at = isoNow(clock)
    return store.saveMailbox(db, owner, { ...kept, check_error, checked_at })
  }

  const getRow = async (owner: OwnerId) =>
    (await store.findMailbox(db, owner)) ?? refuse('sending.no_mailbox')

  /** The password was lost with the key; see forgetSealed. */
  const lacksPassword = (row: store.MailboxRow) => row.sealed_password === ''

  return {
    async get(owner: OwnerId): Promise<{ mailbox: SenderMailbox | null }> {
      const row = await store.findMailbox(db, owner)
      return { mailbox: row && toAnswer(row) }
    },

    async save(owner: OwnerId, { password, ...form }: Form): Promise<{ mailbox: SenderMailbox }> {
      const before = await store.findMailbox(db, owner)
      // Never send the stored password to another server than it was entered for.
      const isSame = before?.host === form.host && before.username === form.username
      const kept = isSame ? before.sealed_password : null
      const sealed_password = password ? await vault.seal(PURPOSE, password) : kept
      if (!sealed_password) return refuse('sending.mailbox_password')
      const fresh = { checked_at: null, check_error: null, updated_at: isoNow(clock) }
      const row = await store.saveMailbox(db, owner, { ...form, sealed_password, ...fresh })
      return { mailbox: toAnswer(await check(owner, row)) }
    },

    async test(owner: OwnerId): Promise<{ mailbox: SenderMailbox }> {
      const row = await getRow(owner)
      if (lacksPassword(row)) return refuse('sending.mailbox_password')
      return { mailbox: toAnswer(await check(owner, row)) }
    },

    async remove(owner: OwnerId): Promise<{ message: string }> {
      await getRow(owner)
      await store.deleteMailbox(db, owner)
      return { message: 'Mailbox removed. Campaigns are sent from your return address again.' }
    },

    /** The mailbox that campaigns are sent from; null if they use the return address. */
    async findUsed(owner: OwnerId): Promise<{ address: string; name: string | null } | null> {
      const row = await store.findMailbox(db, owner)
      return row?.is_used && row.check_error === null ? { address: row.address, name: row.name } : null
    },

    find: (owner: OwnerId) => store.findMailbox(db, owner),

    async handOver(owner: OwnerId, mail: OutgoingMail, options: HandOver): Promise<HandOverResult> {
      const row = await store.findMailbox(db, owner)
      if (!row || lacksPassword(row))
        return { outcome: 'not_sent', code: null, answer: 'your own mailbox is no longer set up' }
      return mailboxes.handOver(await serverOf(row), mail, options)
    },
  }
}

export type OwnMailbox = ReturnType<typeof createOwnMailbox>

function toAnswer(row: store.MailboxRow): SenderMailbox {
  const { address, name, host, port, username, is_used, checked_at, check_error } = row
  const security = row.security === 'tls' ? 'tls' : 'starttls'
  return { address, name, host, port, security, username, is_used, checked_at, check_error }
}
