import type { Database } from '../../db/database.ts'
import type { QueueDepth } from '../../db/health.ts'
import { asOwner, type OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import type { LiveWorker } from '../../jobs/heartbeat.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { OperatorBilling } from '../billing/operator-billing.ts'
import type { AuditInfo, AuditLog } from '../operator/audit-log.ts'
import type { FailedJobs } from '../operator/failed-jobs.ts'
import type { OperatorAccounts } from '../operator/operator-accounts.ts'
import { OperatorError } from '../operator/operator-error.ts'
import type { OperatorSending } from '../operator/operator-sending.ts'

export interface OperatorPagesDeps {
  db: Database
  systemClock: Clock
  version: string
  operatorEmail: string
  accounts: Pick<Accounts, 'findUser'>
  operatorAccounts: OperatorAccounts
  operatorBilling: Pick<OperatorBilling, 'describeUser' | 'findUser'>
  operatorSending: OperatorSending
  failedJobs: FailedJobs
  auditLog: Pick<AuditLog, 'list'>
  /** Why all sending is held. */
  findHold: () => Promise<string | null>
  listWorkers: () => Promise<LiveWorker[]>
  readQueues: () => Promise<QueueDepth[]>
  /** Refused logins of the last 24 hours, by reason. */
  readRefusedLogins: () => Promise<{ reason: string; logins: number }[]>
  /** Database connections of this process: all, idle, and callers waiting for one. */
  countConnections: () => { total: number; idle: number; waiting: number }
}

const ACTIONS_ON_ACCOUNT = 20
const ACTIONS_ON_PAGE = 50

/**
 * Data and actions of the operator's pages, which identify accounts by id.
 * @throws OperatorError with a sentence for the page
 */
export function createOperatorPages(deps: OperatorPagesDeps) {
  const { operatorAccounts, operatorBilling, operatorSending, failedJobs } = deps

  async function getEmail(id: string): Promise<string> {
    const user = isRowId(id) ? await deps.accounts.findUser(deps.db, asOwner(id)) : null
    if (!user) throw new OperatorError('There is no such account. It may have been deleted.')
    return user.email
  }

  /** Entries outlive their account, which then has its id only. */
  async function findOwner(account: string): Promise<OwnerId> {
    return isRowId(account) ? asOwner(account) : operatorBilling.findUser(account)
  }

  return {
    async readOverview() {
      const failed = await failedJobs.list()
      return {
        version: deps.version,
        at: isoNow(deps.systemClock),
        queues: await deps.readQueues(),
        connections: deps.countConnections(),
        refused_logins: await deps.readRefusedLogins(),
        workers: await deps.listWorkers(),
        failed: { count: failed.jobs.length, has_more: failed.has_more },
        hold: await deps.findHold(),
        pauses: await operatorSending.listPauses(),
      }
    },

    listAccounts: operatorAccounts.list,

    async getAccount(id: string) {
      const email = await getEmail(id)
      const account = await operatorAccounts.describe(email)
      const { usage, tokens, subscription } = await operatorBilling.describeUser(email)
      return {
        ...account,
        actions: account.actions.slice(0, ACTIONS_ON_ACCOUNT),
        is_operators: email.toLowerCase() === deps.operatorEmail.toLowerCase(),
        tokens,
        subscription,
        pauses: await operatorSending.listPauses(asOwner(id)),
        usage: [
          { name: 'Searches', used: usage.business_searches_count, limit: usage.business_searches_limit },
          { name: 'Generations', used: usage.email_generations_count, limit: usage.email_generations_limit },
          { name: 'Emails', used: usage.emails_sent_count, limit: usage.emails_sent_limit },
        ],
        usage_resets_at: usage.resets_at,
      }
    },

    /** These return false if nothing had to be changed. */
    suspend: async (id: string, audit: AuditInfo & { isConfirmed: boolean }): Promise<boolean> =>
      (await operatorAccounts.suspend(await getEmail(id), audit)).hasChanged,
    unsuspend: async (id: string, audit: AuditInfo): Promise<boolean> =>
      (await operatorAccounts.unsuspend(await getEmail(id), audit)).hasChanged,
    liftPauses: async (id: string, audit: AuditInfo): Promise<boolean> =>
      (await operatorSending.liftPauses({ account: asOwner(id), email: await getEmail(id) }, audit)) > 0,
    resumeSending: operatorSending.resumeSending,

    deleteAccount: async (id: string, audit: AuditInfo): Promise<void> =>
      operatorAccounts.delete(await getEmail(id), audit),

    listJobs: failedJobs.list,
    retryJob: failedJobs.retry,
    cancelJob: failedJobs.cancel,

    /** Newest first. `account` is an address or id; null lists every account's. */
    async listActions({ account, page }: { account: string | null; page: number }) {
      const limit = page * ACTIONS_ON_PAGE
      const found = await deps.auditLog.list({
        limit: limit + 1,
        ...(account !== null && { account: await findOwner(account) }),
      })
      return { entries: found.slice(limit - ACTIONS_ON_PAGE, limit), has_more: found.length > limit }
    },
  }
}

export type OperatorPages = ReturnType<typeof createOperatorPages>
export type Overview = Awaited<ReturnType<OperatorPages['readOverview']>>
export type Account = Awaited<ReturnType<OperatorPages['getAccount']>>
