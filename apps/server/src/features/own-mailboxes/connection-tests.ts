import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import type { MailboxReading } from '../../providers/mailbox-reading/port.ts'
import {
  type MailboxCredentials,
  type Mailboxes,
  MailboxFailed,
  type MailboxFailure,
} from '../../providers/mailboxes/port.ts'
import * as store from './access.store.ts'
import type { MailboxAccess } from './access.ts'
import type { MailboxStates } from './mailbox-states.ts'
import type { MailboxRow } from './own-mailboxes.rules.ts'

export const testMailboxesJob = defineJob({
  name: 'test-mailboxes',
  payload: z.object({}),
  every: { seconds: 20, payload: {} },
})

export interface ConnectionTestsDeps {
  db: Database
  clock: Clock
  access: Pick<MailboxAccess, 'useWithoutRecording'>
  states: MailboxStates
  mailboxes: Pick<Mailboxes, 'testSending'>
  mailboxReading: Pick<MailboxReading, 'test'>
}

/** Null where it works, or isn't tested. */
export interface TestResult {
  sending: MailboxFailure | null
  reading: MailboxFailure | null
}

const CONCURRENCY = 5
/** In one run of the job. */
const MAX_DUE = 100
/** If a process dies while it tests. */
const AGAIN_AFTER_MS = 10 * 60_000
const scope = systemScope('failing mailboxes of all owners are tested again')

/** Signs in to mailboxes without sending anything or reading a message. */
export function createConnectionTests(deps: ConnectionTestsDeps) {
  const { db, clock, access, states, mailboxes, mailboxReading } = deps

  /** With a password or token that is at hand. */
  async function testCredentials(
    credentials: MailboxCredentials,
    reads: MailboxRow['reads'],
  ): Promise<TestResult> {
    const sending = await mailboxes.testSending(credentials)
    const reading = reads === 'answers' ? await mailboxReading.test(credentials) : null
    return { sending, reading }
  }

  /** With the stored secret. */
  async function testStored(owner: OwnerId, row: MailboxRow): Promise<TestResult> {
    const run = (test: (credentials: MailboxCredentials) => Promise<MailboxFailure | null>) =>
      access
        .useWithoutRecording(owner, row, async (credentials) => {
          const failure = await test(credentials)
          if (failure) throw new MailboxFailed(failure)
          return null
        })
        .catch((error: unknown) => {
          if (error instanceof MailboxFailed) return error.failure
          throw error
        })
    const sending = await run((credentials) => mailboxes.testSending(credentials))
    const reading =
      row.reads === 'answers' ? await run((credentials) => mailboxReading.test(credentials)) : null
    return { sending, reading }
  }

  async function record(owner: OwnerId, row: MailboxRow, { sending, reading }: TestResult): Promise<void> {
    const failure = sending ?? reading
    await store.updateMailbox(db, owner, row.id, { checked_at: isoNow(clock) })
    if (failure) await states.recordFailure(owner, row, failure, sending ? 'sending' : 'reading')
    else await states.recordRecovery(owner, row)
  }

  return {
    testCredentials,
    testStored,
    record,

    /** Tests failing mailboxes that are due, and tells those who connected one that has failed for a day. */
    async testDue(): Promise<void> {
      const now = clock.now()
      const next = new Date(now.getTime() + AGAIN_AFTER_MS).toISOString()
      const due = await store.claimTests(db, scope, { now: now.toISOString(), next, limit: MAX_DUE })
      const errors: unknown[] = []
      const testOne = async (row: MailboxRow) => {
        const owner = asOwner(row.owner_id)
        await record(owner, row, await testStored(owner, row))
      }
      const testNext = async () => {
        for (let row = due.shift(); row; row = due.shift())
          await testOne(row).catch((error: unknown) => errors.push(error))
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, testNext))
      await states.tellLongFailing()
      // Thrown last, so that one mailbox that can't be tested doesn't keep others from their tests.
      if (errors.length > 0) throw new AggregateError(errors, 'Mailboxes could not be tested')
    },
  }
}

export type ConnectionTests = ReturnType<typeof createConnectionTests>
