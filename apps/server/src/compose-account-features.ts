import { domainOf } from '@goldpan/campaign-mail/address'
import { signDkim } from '@goldpan/campaign-mail/dkim'
import { createBillingFeatures } from './compose-billing.ts'
import { type Frame, type Ports, readSecret } from './compose-ports.ts'
import type { Db } from './db/database.ts'
import type { OwnerId } from './db/owner.ts'
import { createAccounts } from './features/accounts/accounts.ts'
import { confirmationJob } from './features/accounts/confirmation.ts'
import { resetJob } from './features/accounts/password-reset.ts'
import { createRefusedLogins } from './features/accounts/refused-logins.ts'
import { createSessions } from './features/accounts/sessions.ts'
import type { Campaigns } from './features/campaigns/campaigns.ts'
import type { Gathering } from './features/gathering/gathering.ts'
import type { Inbox } from './features/inbox/inbox.ts'
import { createMailingList } from './features/mailing-list/mailing-list.ts'
import { createNotifications } from './features/notifications/notifications.ts'
import { createAuditLog } from './features/operator/audit-log.ts'
import { countDaysJob, createOperatorAccounts } from './features/operator/operator-accounts.ts'
import { createOrganizations, eraseOrganizationJob } from './features/organizations/organizations.ts'
import { createOwnData, eraseAccountJob } from './features/own-data/own-data.ts'
import type { Revocation } from './features/own-mailboxes/revocation.ts'
import type { Prospects } from './features/prospects/prospects.ts'
import type { SendingDomainCare } from './features/sending-domain/sending-domain.ts'
import { createSupport } from './features/support/support.ts'
import { createUsage } from './features/usage/usage.ts'
import { createWeeklyReport, weeklyReportJob } from './features/weekly-report/weekly-report.ts'
import type { Writing } from './features/writing/writing.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { createLetters } from './letters/letters.ts'

/** The features under all others: accounts, letters, notifications, usage and billing. */
export async function createAccountFeatures(frame: Frame, ports: Ports, sendingDomain: SendingDomainCare) {
  const { config, database, publicUrl } = frame
  const { db, pool } = database
  const { clock, systemClock } = ports
  const limits = createRateLimits(pool)
  const from = config.mailFrom
  // Messages in the built-in outbox need no signature.
  const sign = async (raw: Buffer) =>
    config.mailSmtpUrl === null ? raw : signDkim(raw, await sendingDomain.findKeys(domainOf(from)))
  const letters = createLetters({ ...ports, from, postalAddress: config.postalAddress, sign })
  const sessions = createSessions({ db, systemClock })
  const refusedLogins = createRefusedLogins({
    db,
    systemClock,
    onRefused: (reason, source) =>
      frame.logger[reason === 'too many tries' ? 'warn' : 'info'](
        { reason, network: networkOf(source) },
        'login refused',
      ),
  })
  const accounts = createAccounts({
    db,
    ...ports,
    sessions,
    refusedLogins,
    limits,
    letters,
    publicUrl,
    secret: await readSecret(frame, clock, 'accounts'),
    defaultPlan: config.defaultPlan,
    signUp: config.signUp,
    operatorEmail: config.operatorEmail,
  })
  ports.jobs.handle(resetJob, (asked) => accounts.mailReset(asked))
  ports.jobs.handle(confirmationJob, (asked) => accounts.mailConfirmation(asked))
  const notifications = createNotifications({
    clock,
    letters,
    accounts,
    publicUrl,
    sellsPlans: ports.payment.provider !== 'off',
  })
  const usage = createUsage({ db, clock, plans: config.plans, accounts, notifications })
  const auditLog = createAuditLog({ db, systemClock })
  const billingFeatures = createBillingFeatures(frame, ports, { accounts, usage, letters, auditLog })
  return {
    limits,
    letters,
    sessions,
    refusedLogins,
    accounts,
    notifications,
    usage,
    auditLog,
    ...billingFeatures,
  }
}

type AccountFeatures = Awaited<ReturnType<typeof createAccountFeatures>>

/** Features outside the main lead flow: support, the mailing list, the weekly report, organizations and own data. */
export async function createSideFeatures(
  frame: Frame,
  ports: Ports,
  features: AccountFeatures & {
    gathering: Gathering
    mailboxRevocation: Revocation
    prospects: Prospects
    campaigns: Campaigns
    inbox: Inbox
    writing: Writing
    /** So that waiting mail has its full time again after a suspension. */
    restartAttempts: readonly ((tx: Db, owner: OwnerId) => Promise<void>)[]
  },
) {
  const { db } = frame.database
  const { clock, systemClock, files, jobs } = ports
  const { publicUrl } = frame
  const endWork = [features.gathering.cancelAll, features.mailboxRevocation.eraseOfPerson]
  const support = createSupport({ db, clock, files, ...features, operatorEmail: frame.config.operatorEmail })
  const secret = await readSecret(frame, clock, 'mailing-list')
  const mailingList = createMailingList({ db, systemClock, ...features, publicUrl, secret })
  const weeklyReport = createWeeklyReport({ db, clock, systemClock, ...features, publicUrl })
  jobs.handle(weeklyReportJob, (_payload, signal) => weeklyReport.sendDue(signal))
  const organizations = createOrganizations({
    db,
    clock,
    systemClock,
    files,
    jobs,
    publicUrl,
    sellsPlans: ports.payment.provider !== 'off',
    ...features,
    endWork,
    endMembership: [features.mailboxRevocation.eraseOfMember, features.inbox.conversations.unassign],
  })
  jobs.handle(eraseOrganizationJob, ({ organization }) => organizations.erase(organization))
  const ownData = createOwnData({
    db,
    clock,
    files,
    jobs,
    ...features,
    requireLeaving: (tx, owner) => organizations.requireNoneOwned(tx, owner),
    endSubscription: (owner) => features.billing.endSubscription(owner),
    endWork,
    keepPayments: (tx, owner) => features.usage.keepPayments(tx, owner),
    forgetAuditedAddress: features.auditLog.forgetAddress,
    eraseOrganizations: organizations.eraseRemoved,
    listOwnedOrganizations: (owner) => organizations.listOwned(owner),
  })
  jobs.handle(eraseAccountJob, ({ owner }) => ownData.erase(owner))
  const operatorAccounts = createOperatorAccounts({
    db,
    clock,
    systemClock,
    ...features,
    organizations,
    ownData,
    operatorEmail: frame.config.operatorEmail,
    resume: [features.writing.resume, ...features.restartAttempts],
  })
  jobs.handle(countDaysJob, (_payload, signal) => operatorAccounts.countDays(signal))
  return { support, mailingList, weeklyReport, ownData, organizations, operatorAccounts }
}

/** Keeps enough of an address to locate an attack, without identifying a connection. */
function networkOf(source: string): string {
  const plain = source.replace(/^::ffff:/, '')
  if (plain.includes('.')) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return `${plain.split(':').slice(0, 3).join(':')}::/48`
}
