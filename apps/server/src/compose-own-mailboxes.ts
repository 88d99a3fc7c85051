import type { Frame, Ports } from './compose-ports.ts'
import type { Accounts } from './features/accounts/accounts.ts'
import { createMailboxAccess } from './features/own-mailboxes/access.ts'
import { createAccessTokens } from './features/own-mailboxes/access-tokens.ts'
import { createMailboxStates } from './features/own-mailboxes/mailbox-states.ts'
import type { Letters } from './letters/letters.ts'

const LEASE_MARGIN_MS = 10_000

/** Builds the mailboxes of users. */
export function createOwnMailboxFeatures(
  { config, database, publicUrl }: Frame,
  { clock, systemClock, vault, oauth, mailboxes }: Ports,
  parts: { accounts: Accounts; letters: Letters },
) {
  const { db } = database
  const nextWorkingDay = async () => clock.now()
  const states = createMailboxStates({ ...parts, db, clock, publicUrl, nextWorkingDay })
  const leaseMs = config.mailboxTimeoutSeconds * 1000 + LEASE_MARGIN_MS
  const tokens = createAccessTokens({ db, systemClock, vault, oauth, leaseMs })
  return { mailboxAccess: createMailboxAccess({ db, vault, tokens, states, mailboxes }) }
}
