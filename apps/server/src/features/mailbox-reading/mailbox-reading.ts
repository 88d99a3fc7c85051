import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { asOwner, systemScope } from '../../db/owner.ts'
import type { Heartbeat } from '../../jobs/heartbeat.ts'
import { createWorkerLoop, type WorkerLoop } from '../../jobs/worker-loop.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import type { MailboxReading } from '../../providers/mailbox-reading/port.ts'
import { type MailboxAccess, MailboxFailed } from '../../providers/mailboxes/port.ts'
import { inStep } from '../../providers/steps/port.ts'
import type { MailboxAccesses } from '../own-mailboxes/access.ts'
import type { FoundMail } from '../replies/found-mail.ts'
import type { SentFolder } from '../sending/sent-folder.ts'
import { createLook, type Lease } from './look.ts'
import * as store from './mailbox-reading.store.ts'
import { visitSent } from './sent-visit.ts'

export interface MailboxReadingDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  heartbeat: Heartbeat
  access: Pick<MailboxAccesses, 'use'>
  reading: Pick<MailboxReading, 'open'>
  foundMail: FoundMail
  sentFolder: SentFolder
  replyDomain: string
  pollSeconds: number
  /** Of larger messages only the text is read. */
  readBytes: number
  onError: (error: unknown) => void
}

/** Wakes the readers of own mailboxes; each mailbox's row says when its next look is due. */
export const mailboxReadingJob = defineJob({
  name: 'mailbox-reading',
  payload: z.object({}),
  every: { seconds: 2, payload: {} },
})

/** Mailboxes that a process reads side by side, so that a slow one delays no other. */
const CONCURRENCY = 8
const LEASE_MS = 30_000
const RENEW_MS = 10_000
const LIMIT_WAIT_MS = 10 * 60_000
const MAX_WAIT_MS = 60 * 60_000
/** Looks are spread by a fifth either way. */
const SPREAD = 0.2

const scope = systemScope('workers read the mailboxes of all owners')

/** Ends a visit when the process stops or its lease is lost. Says nothing about the mailbox. */
class Interrupted extends Error {}

/**
 * Reads own mailboxes for what concerns their owners' messages, over one connection a mailbox. A mailbox is leased in
 * system time, since a killed process must not keep it.
 */
export function createMailboxReading(deps: MailboxReadingDeps): WorkerLoop {
  const { db, clock, systemClock, heartbeat, sentFolder } = deps
  const reader_id = heartbeat.id
  const look = createLook(deps)

  const leaseEnd = () => new Date(systemClock.now().getTime() + LEASE_MS).toISOString()

  async function visit(mailbox: store.ReadMailbox, signal: AbortSignal): Promise<void> {
    const owner = asOwner(mailbox.owner_id)
    const held = { id: mailbox.id, reader_id }
    const lost = new AbortController()
    const lease: Lease = {
      signal: AbortSignal.any([signal, lost.signal]),
      async renew(tx, change) {
        if (!(await store.renewLease(tx, owner, held, { reading_until: leaseEnd(), ...change })))
          throw new Interrupted('another process reads this mailbox')
      },
    }
    // A failed renewal is made up for by the next, or the lease is found lost.
    const timer = setInterval(
      () => void lease.renew(db).catch((error: unknown) => error instanceof Interrupted && lost.abort()),
      RENEW_MS,
    )
    let waitMs = 0
    try {
      await deps.access.use(owner, mailbox.id, (access) => visitOnce(mailbox, access, lease))
    } catch (error) {
      if (error instanceof MailboxFailed) waitMs = waitOf(error)
      // A mailbox's failure is in its row.
      else if (!(error instanceof Interrupted)) deps.onError(error)
      await sentFolder.postponeAll(owner, mailbox.id)
    } finally {
      clearInterval(timer)
      await store.endLease(db, owner, held, nextLookOf(mailbox, waitMs))
    }
  }

  async function visitOnce(mailbox: store.ReadMailbox, access: MailboxAccess, lease: Lease): Promise<void> {
    try {
      const session = await deps.reading.open(access, lease.signal)
      try {
        if (isLookDue(mailbox)) await look(mailbox, session, lease)
        await visitSent(deps, mailbox, session, {
          canAppend: access.kind === 'password',
          signal: lease.signal,
        })
      } finally {
        // What was read is stored; a session that can't be ended is dropped.
        await session.close().catch(() => undefined)
      }
    } catch (error) {
      if (lease.signal.aborted) throw new Interrupted('reading was interrupted')
      // A copy that can't be kept harms neither sending nor the mailbox.
      if (mailbox.reads === 'nothing' && error instanceof MailboxFailed)
        throw new Interrupted('the Sent folder could not be visited')
      throw error
    }
  }

  const isLookDue = ({ reads, next_look_at }: store.ReadMailbox): boolean =>
    reads === 'answers' && (next_look_at === null || next_look_at <= isoNow(systemClock))

  function nextLookOf(mailbox: store.ReadMailbox, waitMs: number): string | null {
    if (waitMs === 0 && mailbox.next_look_at !== null && !isLookDue(mailbox)) return mailbox.next_look_at
    const pollMs = deps.pollSeconds * 1000 * (1 - SPREAD + 2 * SPREAD * Math.random())
    return new Date(systemClock.now().getTime() + Math.max(pollMs, waitMs)).toISOString()
  }

  return createWorkerLoop<store.ReadMailbox>({
    systemClock,
    heartbeat,
    concurrency: CONCURRENCY,
    claim: async (limit) => ({
      rows: await store.claimDue(db, scope, {
        reader_id,
        now: systemClock.now(),
        until: leaseEnd(),
        clockNow: isoNow(clock),
        limit,
      }),
      retryInMs: null,
    }),
    process: (mailbox, signal) =>
      inStep({ name: 'mailbox look', kind: 'item' }, { owner: mailbox.owner_id, item: mailbox.id }, () =>
        visit(mailbox, signal).catch(deps.onError),
      ),
    // Leases of dead processes end by themselves.
    recover: async () => undefined,
  })
}

/** What a provider demands after too many requests, within what a look may be planned ahead. */
const waitOf = ({ failure: { kind, wait_ms } }: MailboxFailed): number =>
  kind === 'limit' ? Math.min(wait_ms ?? LIMIT_WAIT_MS, MAX_WAIT_MS) : 0
