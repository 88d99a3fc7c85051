import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { Refusal } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { FailedJob, Jobs } from '../../providers/jobs/port.ts'
import type { AuditInfo, AuditLog, Operator } from './audit-log.ts'
import {
  adviceFor,
  canCancelJob,
  jobWords,
  LASTING_ADVICE,
  reasonFor,
  type stateWords,
  withoutAddresses,
  workWords,
} from './failed-jobs.rules.ts'
import * as store from './failed-jobs.store.ts'
import { checkReason, OperatorError } from './operator-error.ts'

export interface FailedJobsDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  jobs: Pick<Jobs, 'listFailed' | 'retryFailed' | 'deleteFailed'>
  auditLog: Pick<AuditLog, 'record'>
  /** Enqueues the job that works on the rows. */
  wake: Record<'imports' | 'paymentEvents' | 'incomingMail', (tx: Db) => Promise<void>>
  eraseAccount: (tx: Db, owner: OwnerId) => Promise<void>
  eraseOrganization: (tx: Db, owner: OwnerId) => Promise<void>
  retryGathering: (owner: OwnerId, tableId: string) => Promise<unknown>
  cancelImport: (owner: OwnerId, id: string) => Promise<unknown>
}

/** Work that failed, or that waits for longer than it should. Never says what it worked on. */
export interface FailedWork {
  id: string
  /** In plain words. */
  kind: string
  state: keyof typeof stateWords
  account: { id: string; email: string } | null
  reason: string
  /** When it failed last, or since when it waits. */
  at: string
  tries: number | null
  /** When it is tried again by itself. */
  next_at: string | null
  can_retry: boolean
  can_cancel: boolean
  /** Advice before acting, or an alternative. */
  advice: string | null
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const SHOWN_MS = 30 * DAY_MS
const WAITS_MS = 10 * MINUTE_MS
const ERASES_MS = 60 * MINUTE_MS
const LISTED = 200

const scope = systemScope('the operator sees failed work of all accounts')

type WorkAction = (tx: Db, work: store.Work) => Promise<void>

/** Failed work of the installation, which the operator lists, retries or cancels. */
export function createFailedJobs(deps: FailedJobsDeps) {
  const { db, clock, systemClock, jobs, auditLog, wake } = deps

  const retries: Partial<Record<store.WorkKind, WorkAction>> = {
    import: (tx) => wake.imports(tx),
    'payment event': (tx) => wake.paymentEvents(tx),
    'account erasure': (tx, { id }) => deps.eraseAccount(tx, asOwner(id)),
    'organization erasure': (tx, { id }) => deps.eraseOrganization(tx, asOwner(id)),
    async 'incoming mail'(tx, { id }) {
      await store.resetHandling(tx, scope, id)
      await wake.incomingMail(tx)
    },
    async forward(tx, { id }) {
      await store.queueForward(tx, scope, id, isoNow(clock))
      await wake.incomingMail(tx)
    },
  }
  const cancellations: Partial<Record<store.WorkKind, WorkAction>> = {
    'payment event': (tx, { id }) => store.endPaymentEvent(tx, scope, id, isoNow(clock)),
    'incoming mail': (tx, { id }) => store.endHandling(tx, scope, id, isoNow(clock)),
    forward: (tx, { id }) => store.endForward(tx, scope, id),
  }
  /** These open transactions of their own; the action is recorded right after. */
  const ownRetries: Partial<Record<store.WorkKind, (work: store.Work) => Promise<unknown>>> = {
    gathering: ({ owner, table_id }) => deps.retryGathering(asOwner(owner ?? ''), table_id ?? ''),
  }
  const ownCancellations: typeof ownRetries = {
    import: ({ owner, id }) => deps.cancelImport(asOwner(owner ?? ''), id),
  }

  function limits(): store.WorkLimits {
    const before = (at: Clock, ms: number) => new Date(at.now().getTime() - ms).toISOString()
    return {
      failedSince: before(clock, SHOWN_MS),
      waitingSince: before(clock, WAITS_MS),
      erasingSince: before(clock, ERASES_MS),
      untouchedSince: before(systemClock, WAITS_MS),
    }
  }

  async function findAccount(tx: Db, owner: string | null) {
    if (owner === null) return null
    return (await store.findAccounts(tx, scope, [owner])).get(owner) ?? null
  }

  const ofJob = ({ id, kind, state, reason, failed_at, tries, next_at }: FailedJob): UnownedWork => ({
    id,
    kind: jobWords[kind] ?? kind,
    state: state === 'failed' ? 'failed' : 'retrying',
    reason: withoutAddresses(reason) || 'No reason was recorded.',
    at: failed_at,
    tries,
    next_at,
    can_retry: true,
    can_cancel: canCancelJob(kind),
    advice: canCancelJob(kind) ? null : LASTING_ADVICE,
  })

  const ofWork = (work: store.Work): UnownedWork => ({
    id: work.id,
    kind: workWords[work.kind].name,
    state: workWords[work.kind].isWaiting ? 'waiting' : 'failed',
    reason: reasonFor(work),
    at: work.at,
    tries: work.tries,
    next_at: null,
    can_retry: work.kind in retries || work.kind in ownRetries,
    can_cancel: work.kind in cancellations || work.kind in ownCancellations,
    advice: adviceFor(work.kind),
  })

  async function record(
    tx: Db,
    action: JobAction,
    { id, kind, owner }: { id: string; kind: string; owner: string | null },
    { operator, reason }: JobAuditInfo,
  ): Promise<void> {
    const account = await findAccount(tx, owner)
    await auditLog.record(tx, {
      operator,
      action,
      account: account && asOwner(account.id),
      subject: account?.email ?? null,
      detail: `${kind}, ${id}`,
      ...(reason && { reason }),
    })
  }

  /** In the transaction of its record where the work allows it. Returns what it was, in plain words. */
  async function perform(action: JobAction, id: string, audit: JobAuditInfo): Promise<string> {
    const isRetry = action === 'retry-job'
    const kind = await db.transaction(async (tx) => {
      const job = await (isRetry ? jobs.retryFailed(tx, id) : jobs.deleteFailed(tx, id))
      if (!job) return null
      // Rolls the deletion back.
      if (!isRetry && !canCancelJob(job.kind)) throw new OperatorError(LASTING_ADVICE)
      const words = jobWords[job.kind] ?? job.kind
      await record(tx, action, { id, kind: words, owner: job.owner }, audit)
      return words
    })
    return kind ?? performOnWork(action, id, audit)
  }

  async function performOnWork(action: JobAction, id: string, audit: JobAuditInfo): Promise<string> {
    const isRetry = action === 'retry-job'
    const work = await store.findWork(db, scope, limits(), id)
    if (!work) throw new OperatorError(`No failed work has the id ${id}. It may be done by now.`)
    const kind = workWords[work.kind].name
    const entry = { id, kind, owner: work.owner }
    const inTransaction = (isRetry ? retries : cancellations)[work.kind]
    const own = (isRetry ? ownRetries : ownCancellations)[work.kind]
    if (inTransaction)
      await db.transaction(async (tx) => {
        await inTransaction(tx, work)
        await record(tx, action, entry, audit)
      })
    else if (own) {
      await own(work).catch(explain)
      await record(db, action, entry, audit)
    } else throw new OperatorError(adviceFor(work.kind) ?? 'This can’t be done here.')
    return kind
  }

  return {
    /** Newest first. `has_more` if more failed than are listed. */
    async list(): Promise<{ jobs: FailedWork[]; has_more: boolean }> {
      const failed = await jobs.listFailed(db, LISTED + 1)
      const work = await store.listWork(db, scope, limits(), LISTED + 1)
      // A failed job that erases stands for the erasure.
      const erasing = new Set(failed.flatMap(({ kind, owner }) => (kind.startsWith('erase-') ? [owner] : [])))
      const all = [
        ...failed.map((job) => ({ owner: job.owner, seen: ofJob(job) })),
        ...work
          .filter(({ kind, id }) => !(kind.endsWith('erasure') && erasing.has(id)))
          .map((one) => ({ owner: one.owner, seen: ofWork(one) })),
      ].sort((a, b) => (a.seen.at < b.seen.at ? 1 : -1))
      const shown = all.slice(0, LISTED)
      const owners = [...new Set(shown.flatMap(({ owner }) => owner ?? []))]
      const accounts = await store.findAccounts(db, scope, owners)
      return {
        jobs: shown.map(({ owner, seen }) => ({ ...seen, account: accounts.get(owner ?? '') ?? null })),
        has_more: all.length > LISTED,
      }
    },

    retry: (id: string, audit: JobAuditInfo): Promise<string> => perform('retry-job', id, audit),

    async cancel(id: string, { operator, reason }: AuditInfo): Promise<string> {
      return perform('cancel-job', id, { operator, reason: checkReason(reason) })
    },
  }
}

export type FailedJobs = ReturnType<typeof createFailedJobs>

type JobAction = 'retry-job' | 'cancel-job'

interface JobAuditInfo {
  operator: Operator
  reason?: string
}

type UnownedWork = Omit<FailedWork, 'account'>

function explain(error: unknown): never {
  if (error instanceof Refusal) throw new OperatorError(`Nothing was changed. ${error.message}`)
  throw error
}
