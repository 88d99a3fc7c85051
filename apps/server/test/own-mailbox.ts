import { createAesVault, keysOfText } from '../src/providers/vault/aes-vault.ts'
import type { TestApp } from './harness.ts'
import { SECRET_KEY } from './secret-key.ts'

interface Form {
  owner: string
  address: string
  reads?: 'answers' | 'nothing'
  keep_copy?: boolean
  password?: string
  imap?: object | null
}

const server = { host: 'mail.own.example', port: 993, security: 'tls', username: 'pat' }

/** A connected mailbox with a password, as the form leaves it. Returns its id. */
export async function addMailbox(
  { query, clock }: Pick<TestApp, 'query' | 'clock'>,
  { owner, address, reads = 'answers', keep_copy = false, password = 'secret', imap = server }: Form,
): Promise<string> {
  const sealed = await createAesVault(keysOfText(SECRET_KEY)[0]!).seal('sender-mailbox', password)
  const [row] = await query<{ id: string }>(
    `with added as (insert into mailboxes (owner_id, kind, address, account, smtp, imap, sealed_secret, reads, keep_copy,
       connected_by, connected_at, updated_at)
     values ($1, 'password', $2, $2, $3, $4, $5, $6, $7, null, $8, $8) returning id, owner_id)
     insert into mailbox_looks (mailbox_id, owner_id) select id, owner_id from added returning mailbox_id as id`,
    [
      owner,
      address,
      JSON.stringify({ ...server, port: 587 }),
      imap && JSON.stringify(imap),
      sealed,
      reads,
      keep_copy,
      clock.now().toISOString(),
    ],
  )
  return row!.id
}
