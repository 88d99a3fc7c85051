import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import type { Heartbeat } from '../../jobs/heartbeat.ts'
import { createWorkerLoop, type WorkerLoop } from '../../jobs/worker-loop.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import type { MailboxReading } from '../../providers/mailbox-reading/port.ts'
import { type MailboxCredentials, MailboxFailed } from '../../providers/mailboxes/port.ts'
import { inStep } from '../../providers/steps/port.ts'
import type { MailboxAccess } from '../own-mailboxes/access.ts'
import type { FoundMail } from '../replies/found-mail.ts'
import type { SentFolder } from '../sending/sent-folder.ts'
import { createInboxVisit, type Lease } from './inbox-visit.ts'
import * as store from './mailbox-reading.store.ts'
import { visitSent } from './sent-visit.ts'

export interface MailboxReadingDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  heartbeat: Heartbeat
  access: Pick<MailboxAccess, 'use'>
  reading: Pick<MailboxReading, 'open'>
  foundMail: FoundMail
  sentFolder: SentFolder
  replyDomain: string
  pollSeconds: number
  /** Larger messages are read without their files. */
  readBytes: number
  onError: (error: unknown) => void
}

/** Wakes the readers of own mailboxes; a row of `mailbox_looks` says when a mailbox is due. */
export const mailboxReadingJob = defineJob({
  name: 'mailbox-reading',
  payload: z.object({}),
  every: { seconds: 2, payload: {} },
})

/** Mailboxes that a process reads side by side, so that a slow one delays no other. */
const CONCURRENCY = 8
const LEASE_MS = 30_000
const RENEW_MS = 10_000
/** After a provider's limit that doesn't say for how long. */
const LIMIT_WAIT_MS = 10 * 60_000
/** After a refused sign-in that is no state of the mailbox, since repeated ones lock accounts. */
const REFUSED_WAIT_MS = 60 * 60_000
/** Visits are spread by a fifth either way. */
const SPREAD = 0.2

const scope = systemScope('workers read the mailboxes of all owners')

/** Ends a visit when the process stops or its lease is lost. Says nothing about the mailbox. */
class Interrupted extends Error {
  readonly waitMs: number
  constructor(message: string, { waitMs = 0 } = {}) {
    super(message)
    this.waitMs = waitMs
  }
}

/**
 * Visits own mailboxes: reads what concerns their owners' messages, and does what is due in Sent, over one connection a
 * mailbox. A mailbox is leased in system time, since a killed process must not keep it.
 */
export function createMailboxReading(deps: MailboxReadingDeps): WorkerLoop {
  const { db, systemClock, heartbeat, sentFolder } = deps
  const visitInbox = createInboxVisit(deps)

  const inMs = (ms: number) => new Date(systemClock.now().getTime() + ms).toISOString()

  async function visit(mailbox: store.LeasedMailbox, signal: AbortSignal): Promise<void> {
    const owner = asOwner(mailbox.owner_id)
    if (mailbox.removed_at !== null) {
      await sentFolder.giveUp(owner, mailbox.id)
      return store.endVisits(db, owner, mailbox)
    }
    const lost = new AbortController()
    const lease: Lease = {
      signal: AbortSignal.any([signal, lost.signal]),
      async renew(tx) {
        if (!(await store.renewLease(tx, owner, mailbox, inMs(LEASE_MS))))
          throw new Interrupted('another visit began')
      },
    }
    // A failed renewal is made up for by the next, or the lease is found lost.
    const timer = setInterval(
      () => void lease.renew(db).catch((error: unknown) => error instanceof Interrupted && lost.abort()),
      RENEW_MS,
    )
    let waitMs = 0
    try {
      if (await hasWork(owner, mailbox))
        await deps.access.use(owner, mailbox.id, (credentials) => visitOnce(mailbox, credentials, lease))
    } catch (error) {
      waitMs = waitOf(error)
      // A mailbox's failure is in its row.
      if (!(error instanceof Interrupted || error instanceof MailboxFailed)) deps.onError(error)
      await sentFolder.postponeAll(owner, mailbox.id)
    } finally {
      clearInterval(timer)
      const held_until = waitMs > 0 ? inMs(waitMs) : null
      await store.endLease(db, owner, mailbox, { due_at: await nextVisit(owner, mailbox.id), held_until })
    }
  }

  const hasWork = async (owner: OwnerId, { id, reads }: store.ReadMailbox): Promise<boolean> =>
    reads === 'answers' || ((await sentFolder.dueInMs(owner, id)) ?? 1) <= 0

  async function visitOnce(
    mailbox: store.ReadMailbox,
    credentials: MailboxCredentials,
    lease: Lease,
  ): Promise<void> {
    try {
      const session = await deps.reading.open(credentials, lease.signal)
      try {
        if (mailbox.reads === 'answers') await visitInbox(mailbox, session, lease)
        await visitSent(deps, mailbox, session, {
          canAppend: credentials.kind === 'password' && mailbox.keep_copy,
          signal: lease.signal,
        })
      } finally {
        // The messages are stored already, so a failing logout changes nothing.
        await session.close().catch(() => undefined)
      }
    } catch (error) {
      if (lease.signal.aborted) throw new Interrupted('reading was interrupted')
      if (mailbox.reads === 'nothing' && error instanceof MailboxFailed)
        throw await afterFailedCopy(mailbox, error)
      throw error
    }
  }

  /** A copy that can't be kept harms neither sending nor the mailbox. */
  async function afterFailedCopy(mailbox: store.ReadMailbox, error: MailboxFailed): Promise<Interrupted> {
    const isRefused = error.failure.kind === 'login'
    if (isRefused) await sentFolder.giveUp(asOwner(mailbox.owner_id), mailbox.id)
    const waitMs = isRefused ? REFUSED_WAIT_MS : waitOf(error)
    return new Interrupted('the Sent folder could not be visited', { waitMs })
  }

  /** Earlier than usual if something is due in Sent before. */
  async function nextVisit(owner: OwnerId, id: string): Promise<string> {
    const pollMs = deps.pollSeconds * 1000 * (1 - SPREAD + 2 * SPREAD * Math.random())
    const sentMs = await sentFolder.dueInMs(owner, id)
    return inMs(sentMs === null ? pollMs : Math.max(0, Math.min(pollMs, sentMs)))
  }

  return createWorkerLoop<store.LeasedMailbox>({
    systemClock,
    heartbeat,
    concurrency: CONCURRENCY,
    claim: async (limit) => ({
      rows: await store.claimDue(db, scope, {
        now: isoNow(systemClock),
        until: inMs(LEASE_MS),
        limit,
      }),
      retryInMs: null,
    }),
    process: (mailbox, signal) =>
      inStep({ name: 'mailbox look', kind: 'item' }, { owner: mailbox.owner_id, item: mailbox.id }, () =>
        visit(mailbox, signal).catch(deps.onError),
      ),
    // Leases of dead processes end by themselves.
    recover: async () => 0,
  })
}

/** The provider's Retry-After. */
function waitOf(error: unknown): number {
  if (error instanceof Interrupted) return error.waitMs
  if (!(error instanceof MailboxFailed) || error.failure.kind !== 'limit') return 0
  return error.failure.wait_ms ?? LIMIT_WAIT_MS
}
