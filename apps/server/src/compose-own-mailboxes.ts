import type { Frame, Ports } from './compose-ports.ts'
import type { OwnerId } from './db/owner.ts'
import type { Accounts } from './features/accounts/accounts.ts'
import type { Sessions } from './features/accounts/sessions.ts'
import type { Enrolments } from './features/enrolments/enrolments.ts'
import { createMailboxAccess } from './features/own-mailboxes/access.ts'
import { createAccessTokens } from './features/own-mailboxes/access-tokens.ts'
import { createConnectionTests, testMailboxesJob } from './features/own-mailboxes/connection-tests.ts'
import { createMailboxStates } from './features/own-mailboxes/mailbox-states.ts'
import { createOwnMailboxes } from './features/own-mailboxes/own-mailboxes.ts'
import { createRevocation, revokeJob } from './features/own-mailboxes/revocation.ts'
import { createSenderMailbox } from './features/own-mailboxes/sender-mailbox.ts'
import { createSignIns } from './features/own-mailboxes/sign-ins.ts'
import { openTomorrow } from './features/sending/pace.rules.ts'
import type { PaceCare } from './features/sending/pace.ts'
import { dayOf, startOfDay } from './features/sending/zoned-time.ts'
import type { Letters } from './letters/letters.ts'

export interface OwnMailboxParts {
  accounts: Accounts
  sessions: Sessions
  letters: Letters
  enrolments: Enrolments
  pace: PaceCare
}

/** Beyond the provider's time limit, for the database. */
const LEASE_MARGIN_MS = 5000

/** Builds users' own mailboxes: connecting and testing them, signing in at their providers, and their states. */
export function createOwnMailboxFeatures(frame: Frame, ports: Ports, parts: OwnMailboxParts) {
  const { config, logger, publicUrl } = frame
  const { db } = frame.database
  const { clock, systemClock, vault, jobs, oauth, mailboxes, mailboxReading, mailboxPresets } = ports
  const { pace } = parts

  async function todayOf(owner: OwnerId) {
    const { time_zone } = await pace.find(db, owner, 'mailbox')
    const day = dayOf(clock.now(), time_zone)
    return { time_zone, day, from: startOfDay(clock.now(), time_zone).toISOString() }
  }

  async function nextWorkingDay(owner: OwnerId): Promise<Date> {
    return openTomorrow(await pace.find(db, owner, 'mailbox'), clock.now())
  }

  const states = createMailboxStates({ ...parts, db, clock, publicUrl, nextWorkingDay })
  const tokens = createAccessTokens({
    db,
    systemClock,
    vault,
    oauth,
    leaseMs: config.mailboxTimeoutSeconds * 1000 + LEASE_MARGIN_MS,
  })
  const access = createMailboxAccess({
    db,
    clock,
    vault,
    tokens,
    states,
    mailboxes,
    onError: (error) => logger.error({ err: error }, 'the state of a mailbox could not be recorded'),
  })
  const tests = createConnectionTests({ db, clock, access, states, mailboxes, mailboxReading })
  jobs.handle(testMailboxesJob, () => tests.testDue())
  const revocation = createRevocation({ db, clock, jobs, vault, oauth })
  jobs.handle(revokeJob, (access) => revocation.revoke(access))
  const ownMailboxes = createOwnMailboxes({
    ...parts,
    db,
    clock,
    vault,
    tests,
    revocation,
    presets: mailboxPresets,
    oauth,
    todayOf,
  })
  const signIns = createSignIns({
    ...parts,
    db,
    clock,
    systemClock,
    vault,
    oauth,
    revocation,
    onError: (error) => logger.error({ err: error }, 'a sign-in to a mailbox broke off'),
  })
  const senderMailbox = createSenderMailbox({
    db,
    clock,
    vault,
    tests,
    mailboxes: ownMailboxes,
  })
  return {
    mailboxAccess: access,
    ownMailboxes,
    mailboxSignIns: signIns,
    senderMailbox,
    mailboxRevocation: revocation,
  }
}
