import { domainOf } from '@goldpan/campaign-mail/address'
import { signDkim } from '@goldpan/campaign-mail/dkim'
import { createBillingFeatures } from './compose-billing.ts'
import { type Frame, type Ports, readSecret } from './compose-ports.ts'
import { handleAccounts } from './features/accounts/accounts.jobs.ts'
import { createAccounts } from './features/accounts/accounts.ts'
import { createRefusedLogins } from './features/accounts/refused-logins/refused-logins.ts'
import { createSessions } from './features/accounts/sessions/sessions.ts'
import type { Campaigns } from './features/campaigns/campaigns.ts'
import type { Gathering } from './features/gathering/gathering.ts'
import { createMailingList } from './features/mailing-list/mailing-list.ts'
import { createNotifications } from './features/notifications/notifications.ts'
import { handleOrganizations } from './features/organizations/organizations.jobs.ts'
import { createOrganizations } from './features/organizations/organizations.ts'
import { handleOwnData } from './features/own-data/own-data.jobs.ts'
import { createOwnData } from './features/own-data/own-data.ts'
import type { Prospects } from './features/prospects/prospects.ts'
import type { SendingDomainCare } from './features/sending-domain/sending-domain.ts'
import { createSupport } from './features/support/support.ts'
import { createUsage } from './features/usage/usage.ts'
import { handleWeeklyReport } from './features/weekly-report/weekly-report.jobs.ts'
import { createWeeklyReport } from './features/weekly-report/weekly-report.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { createLetters } from './letters/letters.ts'

/** What stands under all other features: who somebody is, what they are told, what they may use. */
export async function createAccountFeatures(frame: Frame, ports: Ports, sendingDomain: SendingDomainCare) {
  const { config, database, publicUrl } = frame
  const { db, pool } = database
  const { clock } = ports
  const limits = createRateLimits(pool)
  const from = config.mailFrom ?? `goldpan@${config.replyDomain}`
  // Nobody checks the signature of what the built-in outbox keeps.
  const sign = async (raw: Buffer) =>
    config.mailSmtpUrl === null ? raw : signDkim(raw, await sendingDomain.findKeys(domainOf(from)))
  const letters = createLetters({ ...ports, from, sign })
  const sessions = createSessions({ db, clock })
  const refusedLogins = createRefusedLogins({
    ...{ db, clock },
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
  })
  handleAccounts(ports.jobs, accounts)
  const notifications = createNotifications({ clock, letters, accounts, publicUrl })
  const usage = createUsage({ db, clock, accounts, notifications })
  const billingFeatures = createBillingFeatures(frame, ports, { accounts, usage, letters })
  return { limits, letters, sessions, refusedLogins, accounts, notifications, usage, ...billingFeatures }
}

type AccountFeatures = Awaited<ReturnType<typeof createAccountFeatures>>

/** What goes beside the way of a lead: support, the mailing list, the weekly report, and one's own data. */
export async function createSideFeatures(
  frame: Frame,
  ports: Ports,
  features: AccountFeatures & { gathering: Gathering; prospects: Prospects; campaigns: Campaigns },
) {
  const { db } = frame.database
  const { clock, files, jobs } = ports
  const { publicUrl } = frame
  const support = createSupport({ db, clock, files, ...features, operatorEmail: frame.config.operatorEmail })
  const secret = await readSecret(frame, clock, 'mailing-list')
  const mailingList = createMailingList({ db, clock, ...features, publicUrl, secret })
  const weeklyReport = createWeeklyReport({ db, clock, ...features, publicUrl })
  handleWeeklyReport(jobs, weeklyReport)
  const organizations = createOrganizations({
    ...{ db, clock, files, jobs, publicUrl, ...features },
    endWork: [(tx, owner) => features.gathering.cancelAll(tx, owner)],
  })
  handleOrganizations(jobs, organizations)
  const ownData = createOwnData({
    ...{ db, clock, files, jobs, ...features },
    requireLeaving: (tx, owner) => organizations.requireNoneOwned(tx, owner),
    endSubscription: (owner) => features.billing.endSubscription(owner),
    endWork: [(tx, owner) => features.gathering.cancelAll(tx, owner)],
    keep: (tx, owner) => features.usage.keepPayments(tx, owner),
    listOwnedOrganizations: (owner) => organizations.listOwned(owner),
  })
  handleOwnData(jobs, ownData)
  return { support, mailingList, weeklyReport, ownData, organizations }
}

/** As much of an address as shows where an attack comes from, and not whose connection it is. */
function networkOf(source: string): string {
  const plain = source.replace(/^::ffff:/, '')
  if (plain.includes('.')) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return `${plain.split(':').slice(0, 3).join(':')}::/48`
}
