import type { FastifyInstance } from 'fastify'
import { type Frame, type Ports, readSecret } from './compose-ports.ts'
import type { OwnerId } from './db/owner.ts'
import { billingEventsJob } from './features/billing/billing-events.ts'
import type { Gathering } from './features/gathering/gathering.ts'
import { type Imports, importJob } from './features/imports/imports.ts'
import type { AuditLog } from './features/operator/audit-log.ts'
import { createFailedJobs } from './features/operator/failed-jobs.ts'
import { bindOperatorPages } from './features/operator-pages/operator-pages.routes.ts'
import { createOperatorPages, type OperatorPagesDeps } from './features/operator-pages/operator-pages.ts'
import { eraseOrganizationJob } from './features/organizations/organizations.ts'
import { eraseAccountJob } from './features/own-data/own-data.ts'
import { inboundJob } from './features/replies/replies.ts'
import type { InstallationEpoch } from './features/sending/epoch.ts'
import type { KnownHosts } from './http/known-hosts.ts'
import type { MetricsSource } from './http/operator/metrics.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { Heartbeat } from './jobs/heartbeat.ts'

/** Failed work of all features, for the operator. */
export function createFailedJobsOf(
  { database }: Frame,
  { clock, systemClock, jobs }: Ports,
  { auditLog, gathering, imports }: { auditLog: AuditLog; gathering: Gathering; imports: Imports },
) {
  return createFailedJobs({
    db: database.db,
    clock,
    systemClock,
    jobs,
    auditLog,
    wake: {
      imports: (tx) => jobs.enqueue(tx, importJob, {}, { key: 'imports' }),
      paymentEvents: (tx) => jobs.enqueue(tx, billingEventsJob, {}),
      incomingMail: (tx) => jobs.enqueue(tx, inboundJob, {}),
    },
    eraseAccount: (tx, owner) => jobs.enqueue(tx, eraseAccountJob, { owner }, { key: owner }),
    eraseOrganization: (tx, organization) =>
      jobs.enqueue(tx, eraseOrganizationJob, { organization }, { key: organization }),
    retryGathering: (owner: OwnerId, tableId) => gathering.retryFailed(owner, tableId),
    cancelImport: (owner, id) => imports.cancel(owner, id),
  })
}

interface OperatedFeatures
  extends Pick<
    OperatorPagesDeps,
    'accounts' | 'operatorAccounts' | 'operatorBilling' | 'operatorSending' | 'failedJobs' | 'auditLog'
  > {
  limits: RateLimits
  heartbeat: Heartbeat
  sendingCare: { epoch: InstallationEpoch }
}

/** `/operator`, if OPERATOR_TOKEN or METRICS_TOKEN is set. */
export async function bindOperator(
  server: FastifyInstance,
  frame: Frame,
  { clock, systemClock }: Ports,
  { features, source, hosts }: { features: OperatedFeatures; source: MetricsSource; hosts: KnownHosts },
): Promise<void> {
  const { config, database } = frame
  const token = config.operatorToken ?? config.metricsToken
  if (token === null) return
  const pages = createOperatorPages({
    ...features,
    ...source,
    db: database.db,
    systemClock,
    operatorEmail: config.operatorEmail,
    findHold: features.sendingCare.epoch.findHold,
    listWorkers: features.heartbeat.listLive,
  })
  const secret = await readSecret(frame, clock, 'operator-forms')
  await bindOperatorPages(server, pages, { token, limits: features.limits, hosts, secret })
}
