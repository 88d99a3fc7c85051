import type { FastifyInstance } from 'fastify'
import { type Frame, type Ports, readSecret } from './compose-ports.ts'
import { asOwner, type OwnerId } from './db/owner.ts'
import { isRowId } from './db/row-id.ts'
import type { Accounts } from './features/accounts/accounts.ts'
import { billingEventsJob } from './features/billing/billing-events.ts'
import type { OperatorDesk } from './features/billing/operator-desk.ts'
import type { Gathering } from './features/gathering/gathering.ts'
import { type Imports, importJob } from './features/imports/imports.ts'
import type { AccountsDesk } from './features/operator/accounts-desk.ts'
import { createFailedJobs, type FailedJobs } from './features/operator/failed-jobs.ts'
import type { OperatorActs } from './features/operator/operator-acts.ts'
import { OperatorError } from './features/operator/operator-error.ts'
import { createOverview } from './features/operator/overview.ts'
import type { SendingDesk } from './features/operator/sending-desk.ts'
import { eraseOrganizationJob, type Organizations } from './features/organizations/organizations.ts'
import { eraseAccountJob } from './features/own-data/own-data.ts'
import { inboundJob } from './features/replies/replies.ts'
import type { InstallationEpoch } from './features/sending/epoch.ts'
import type { KnownHosts } from './http/known-hosts.ts'
import type { MetricsSource } from './http/operator/metrics.ts'
import type { OperatorPagesDesk } from './http/operator/operator-desk.ts'
import { bindOperatorPages } from './http/operator/operator-pages.ts'
import type { RateLimits } from './http/rate-limits.ts'
import { isoNow } from './providers/clock/port.ts'

/** Failed work of all features, for the operator. */
export function createFailedJobsOf(
  { database }: Frame,
  { clock, systemClock, jobs }: Ports,
  {
    operatorActs,
    gathering,
    imports,
  }: { operatorActs: OperatorActs; gathering: Gathering; imports: Imports },
) {
  return createFailedJobs({
    db: database.db,
    clock,
    systemClock,
    jobs,
    acts: operatorActs,
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

interface OperatedFeatures {
  limits: RateLimits
  accounts: Accounts
  organizations: Organizations
  accountsDesk: AccountsDesk
  operatorActs: OperatorActs
  operatorDesk: OperatorDesk
  failedJobs: FailedJobs
  sendingCare: { epoch: InstallationEpoch }
  sendingDesk: SendingDesk
}

/** `/operator`, if OPERATOR_TOKEN or METRICS_TOKEN is set. */
export async function bindOperator(
  server: FastifyInstance,
  frame: Frame,
  ports: Ports,
  { features, source, hosts }: { features: OperatedFeatures; source: MetricsSource; hosts: KnownHosts },
): Promise<void> {
  const token = frame.config.operatorToken ?? frame.config.metricsToken
  if (token === null) return
  await bindOperatorPages(server, {
    token,
    limits: features.limits,
    hosts,
    secret: await readSecret(frame, ports.clock, 'operator-forms'),
    desk: createPagesDesk(frame, ports, features, source),
  })
}

const ACTS_SHOWN = 20
const ACTS_ON_PAGE = 50

/** Refuses with one sentence, like all of the operator's acts. */
function createPagesDesk(
  { config, database: { db } }: Frame,
  { systemClock }: Ports,
  features: OperatedFeatures,
  source: MetricsSource,
): OperatorPagesDesk {
  const { accounts, accountsDesk, operatorActs, operatorDesk, failedJobs } = features
  const { epoch } = features.sendingCare
  const overview = createOverview({ db, systemClock })

  async function findEmail(id: string): Promise<string | null> {
    const user = isRowId(id) ? await accounts.findUser(db, asOwner(id)) : null
    return user?.email ?? null
  }

  async function getEmail(id: string): Promise<string> {
    const email = await findEmail(id)
    if (email === null) throw new OperatorError('There is no such account. It may have been deleted.')
    return email
  }

  /** Acts outlive their account, which then has its id only. */
  async function findActed(account: string): Promise<OwnerId> {
    if (isRowId(account)) return asOwner(account)
    return operatorDesk.findUser(account)
  }

  return {
    async readOverview() {
      const failed = await failedJobs.list()
      return {
        version: source.version,
        at: isoNow(systemClock),
        queues: await source.readQueues(),
        connections: source.countConnections(),
        refused_logins: await source.readRefusedLogins(),
        workers: await overview.listWorkers(),
        failed: { count: failed.jobs.length, has_more: failed.has_more },
        hold: await epoch.findHold(),
        pauses: await overview.listPauses(),
      }
    },

    listAccounts: (wanted) => accountsDesk.list(wanted),

    async findAccount(id) {
      const email = await findEmail(id)
      if (email === null) return null
      const account = await accountsDesk.describe(email)
      const { usage, tokens, subscription } = await operatorDesk.describeUser(email)
      return {
        ...account,
        acts: account.acts.slice(0, ACTS_SHOWN),
        is_operators: email.toLowerCase() === config.operatorEmail.toLowerCase(),
        tokens,
        subscription,
        pauses: await overview.listPauses(asOwner(id)),
        usage: [
          { name: 'Searches', used: usage.business_searches_count, limit: usage.business_searches_limit },
          { name: 'Generations', used: usage.email_generations_count, limit: usage.email_generations_limit },
          { name: 'Emails', used: usage.emails_sent_count, limit: usage.emails_sent_limit },
        ],
        usage_resets_at: usage.resets_at,
      }
    },

    suspend: async (id, act) => (await accountsDesk.suspend(await getEmail(id), act)).hasChanged,
    unsuspend: async (id, act) => (await accountsDesk.unsuspend(await getEmail(id), act)).hasChanged,
    deleteAccount: async (id, act) => accountsDesk.delete(await getEmail(id), act),

    async liftPauses(id, act) {
      const email = await getEmail(id)
      return (await features.sendingDesk.liftPauses({ account: asOwner(id), email }, act)) > 0
    },

    resumeSending: (act) => features.sendingDesk.resumeSending(act),

    listJobs: failedJobs.list,
    async retryJob(id, act) {
      await failedJobs.retry(id, act)
    },
    async cancelJob(id, act) {
      await failedJobs.cancel(id, act)
    },

    async listActs({ account, page }) {
      const limit = page * ACTS_ON_PAGE
      const found = await operatorActs.list({
        limit: limit + 1,
        ...(account !== null && { account: await findActed(account) }),
      })
      return { acts: found.slice(limit - ACTS_ON_PAGE, limit), has_more: found.length > limit }
    },

    explain: (error) => (error instanceof OperatorError ? error.message : null),
  }
}
