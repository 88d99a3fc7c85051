import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import type { MailboxReading } from '../../providers/mailbox-reading/port.ts'
import {
  type MailboxAccess,
  type Mailboxes,
  MailboxFailed,
  type MailboxFailure,
} from '../../providers/mailboxes/port.ts'
import * as store from './access.store.ts'
import type { MailboxAccesses } from './access.ts'
import type { MailboxStates } from './mailbox-states.ts'
import type { MailboxRow } from './own-mailboxes.rules.ts'

export const tryMailboxesJob = defineJob({
  name: 'try-mailboxes',
  payload: z.object({}),
  every: { seconds: 20, payload: {} },
})

export interface MailboxTrialsDeps {
  db: Database
  clock: Clock
  access: Pick<MailboxAccesses, 'trial'>
  states: MailboxStates
  mailboxes: Pick<Mailboxes, 'testSending'>
  mailboxReading: Pick<MailboxReading, 'test'>
}

/** Null where it works, or isn't tried. */
export interface Trial {
  sending: MailboxFailure | null
  reading: MailboxFailure | null
}

/** At the same time. */
const TRIES = 5
/** In one run of the job. */
const MAX_DUE = 100
/** If a process dies while it tries. */
const AGAIN_AFTER_MS = 10 * 60_000
const scope = systemScope('failing mailboxes of all owners are tried again')

/** Signs in to mailboxes without sending anything or reading a message. */
export function createMailboxTrials(deps: MailboxTrialsDeps) {
  const { db, clock, access, states, mailboxes, mailboxReading } = deps

  /** With a password or token that is at hand. */
  async function tryAccess(given: MailboxAccess, reads: MailboxRow['reads']): Promise<Trial> {
    const sending = await mailboxes.testSending(given)
    const reading = reads === 'answers' ? await mailboxReading.test(given) : null
    return { sending, reading }
  }

  /** With the stored secret. */
  async function tryStored(owner: OwnerId, row: MailboxRow): Promise<Trial> {
    const attempt = (test: (given: MailboxAccess) => Promise<MailboxFailure | null>) =>
      access
        .trial(owner, row, async (given) => {
          const failure = await test(given)
          if (failure) throw new MailboxFailed(failure)
          return null
        })
        .catch((error: unknown) => {
          if (error instanceof MailboxFailed) return error.failure
          throw error
        })
    const sending = await attempt((given) => mailboxes.testSending(given))
    const reading = row.reads === 'answers' ? await attempt((given) => mailboxReading.test(given)) : null
    return { sending, reading }
  }

  async function record(owner: OwnerId, row: MailboxRow, { sending, reading }: Trial): Promise<void> {
    const failure = sending ?? reading
    await store.updateMailbox(db, owner, row.id, { checked_at: isoNow(clock) })
    if (failure) await states.failed(owner, row, failure, sending ? 'sending' : 'reading')
    else await states.recovered(owner, row)
  }

  return {
    tryAccess,
    tryStored,
    record,

    /** Tries failing mailboxes that are due, and tells those who connected one that has failed for a day. */
    async tryDue(): Promise<void> {
      const now = clock.now()
      const next = new Date(now.getTime() + AGAIN_AFTER_MS).toISOString()
      const due = await store.claimTries(db, scope, { now: now.toISOString(), next, limit: MAX_DUE })
      const errors: unknown[] = []
      const tryOne = async (row: MailboxRow) => {
        const owner = asOwner(row.owner_id)
        await record(owner, row, await tryStored(owner, row))
      }
      const tryNext = async () => {
        for (let row = due.shift(); row; row = due.shift())
          await tryOne(row).catch((error: unknown) => errors.push(error))
      }
      await Promise.all(Array.from({ length: TRIES }, tryNext))
      await states.tellLongFailing()
      // One that can't be tested keeps no other one from its test.
      if (errors.length > 0) throw new AggregateError(errors, 'Mailboxes could not be tested')
    },
  }
}

export type MailboxTrials = ReturnType<typeof createMailboxTrials>
