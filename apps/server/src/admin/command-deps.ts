import { hostname, userInfo } from 'node:os'
import { type App, compose } from '../compose.ts'
import type { Database } from '../db/database.ts'
import type { AccountCaps } from '../features/billing/account-caps.ts'
import type { OperatorBilling } from '../features/billing/operator-billing.ts'
import type { AuditLog, Operator } from '../features/operator/audit-log.ts'
import type { FailedJobs } from '../features/operator/failed-jobs.ts'
import type { OperatorAccounts } from '../features/operator/operator-accounts.ts'
import type { OperatorSending } from '../features/operator/operator-sending.ts'
import type { Support } from '../features/support/support.ts'
import type { Writing } from '../features/writing/writing.ts'
import type { Installation } from '../open-installation.ts'
import type { ExcludedSites } from '../providers/crawling/port.ts'

/** The dependencies of commands. */
export type CommandDeps = OperatorBilling &
  AccountCaps & {
    db: Database
    /** The day of product time in UTC. */
    today: () => string
    /** The operator's name in the audit log. */
    operator: Operator
    auditLog: Pick<AuditLog, 'record'>
    accounts: OperatorAccounts
    jobs: FailedJobs
    support: Support
    sites: ExcludedSites
    sending: OperatorSending
  } & Pick<Writing, 'describeGenerations'>

export const terminalOperator = (): Operator => `${userName()}@${hostname()} (terminal)`

/** In a container the user may have a number and no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

export async function openCommandDeps(
  installation: Installation,
): Promise<{ deps: CommandDeps; close(): Promise<void> }> {
  const { config } = installation
  const app = await compose({
    ...installation,
    config: { ...config, roles: [] },
    publicUrl: () => config.publicUrl,
  })
  await app.start()
  return { deps: createCommandDeps(app, terminalOperator()), close: () => app.stop() }
}

export function createCommandDeps(
  { database: { db }, features, ports }: App,
  operator: Operator,
): CommandDeps {
  return {
    ...features.operatorBilling,
    ...features.accountCaps,
    db,
    today: () => ports.clock.now().toISOString().slice(0, 10),
    operator,
    auditLog: features.auditLog,
    accounts: features.operatorAccounts,
    jobs: features.failedJobs,
    support: features.support,
    describeGenerations: features.writing.describeGenerations,
    sites: ports.excludedSites,
    sending: features.operatorSending,
  }
}
