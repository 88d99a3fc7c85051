import { join } from 'node:path'
import { SIGN_IN_CALLBACK } from '@goldpan/contract/own-mailboxes'
import type { FastifyInstance } from 'fastify'
import { createAccountFeatures, createSideFeatures } from './compose-account-features.ts'
import { bindBillingFeatures } from './compose-billing.ts'
import { bindGatheringFeatures, createGatheringFeatures } from './compose-gathering.ts'
import { serveLetterPreview } from './compose-letter-preview.ts'
import { createLists } from './compose-lists.ts'
import { createMailing } from './compose-mailing.ts'
import { bindOperator, createFailedJobsOf } from './compose-operator.ts'
import { createOwnMailboxFeatures } from './compose-own-mailboxes.ts'
import { createPorts, type Frame, type PortOverrides, type Ports, readSecret } from './compose-ports.ts'
import { createSendingDomainOf } from './compose-sending-domain.ts'
import { createWatchingOf, type WatchedMail, watchMail } from './compose-watching.ts'
import { readBackupAge } from './db/backup/last-backup.ts'
import type { OpenDatabase } from './db/database.ts'
import { checkReadiness, readHolds, readQueueDepths } from './db/health.ts'
import { asOwner } from './db/owner.ts'
import { bindDemoTown } from './demo/demo-town-http.ts'
import { bindAccounts } from './features/accounts/accounts.routes.ts'
import { bindActivity } from './features/activity/activity.ts'
import { bindCampaigns } from './features/campaigns/campaigns.routes.ts'
import { createCampaigns } from './features/campaigns/campaigns.ts'
import { createEnrolments } from './features/enrolments/enrolments.ts'
import { bindFollowUps } from './features/follow-ups/follow-ups.routes.ts'
import { bindHome, createHome } from './features/home/home.ts'
import { bindImports } from './features/imports/imports.ts'
import { bindInbox } from './features/inbox/inbox.routes.ts'
import { bindLive, createLive } from './features/live/live.ts'
import { bindMailbox } from './features/mailbox/mailbox.routes.ts'
import { bindMailingList } from './features/mailing-list/mailing-list.ts'
import { createOperatorSending } from './features/operator/operator-sending.ts'
import { bindOrganizations } from './features/organizations/organizations.routes.ts'
import { bindOwnData } from './features/own-data/own-data.routes.ts'
import { bindOwnMailboxes, serveSignInCallback } from './features/own-mailboxes/own-mailboxes.routes.ts'
import { bindProspects } from './features/prospects/prospects.routes.ts'
import { bindRemovals, createRemovals, forgetRemovalsJob } from './features/removals/removals.ts'
import { bindAnswering } from './features/replies/answering.routes.ts'
import { bindReplies, serveInboundWebhook } from './features/replies/replies.routes.ts'
import { bindRetention } from './features/retention/retention.routes.ts'
import { createRetention, retentionJob } from './features/retention/retention.ts'
import { bindSearch, createSearch } from './features/search/search.ts'
import { bindSenderIdentity } from './features/sender-identity/sender-identity.routes.ts'
import { createSenderIdentities } from './features/sender-identity/sender-identity.ts'
import { defaultPace } from './features/sending/pace.rules.ts'
import { createPace } from './features/sending/pace.ts'
import { bindSending } from './features/sending/sending.routes.ts'
import { causeOf } from './features/sending/sending.rules.ts'
import { bindSendingCare } from './features/sending/sending-care.routes.ts'
import { bindSendingDomain } from './features/sending-domain/sending-domain.routes.ts'
import { createReturnAddresses } from './features/signatures/return-addresses.ts'
import { bindSignatures } from './features/signatures/signatures.routes.ts'
import { createSignatures } from './features/signatures/signatures.ts'
import { bindSupport } from './features/support/support.ts'
import { bindSuppressions } from './features/suppressions/suppressions.ts'
import { bindTables } from './features/tables/tables.routes.ts'
import { bindTracking, serveMailLinks } from './features/tracking/tracking.routes.ts'
import { bindUsage } from './features/usage/usage.routes.ts'
import { bindWriting } from './features/writing/writing.routes.ts'
import { createWriting, writeEmailsJob } from './features/writing/writing.ts'
import { createAccountConcurrency } from './http/account-concurrency.ts'
import { createBinder } from './http/bind.ts'
import { createBodyBudget } from './http/body-budget.ts'
import { tellClockOffset } from './http/clock-offset.ts'
import { bindCrawlerPage } from './http/crawler-page.ts'
import { bindHealth } from './http/health.ts'
import { createKnownHosts } from './http/known-hosts.ts'
import { bindOpenApi } from './http/openapi.ts'
import { bindMetrics, createMetrics, type MetricsSource } from './http/operator/metrics.ts'
import { createWatchServer } from './http/operator/watch-server.ts'
import { createProcessLimits } from './http/rate-limits.ts'
import { createHttpServer } from './http/server.ts'
import { createSessionGate } from './http/session-gate.ts'
import { sourceOf } from './http/source-of.ts'
import { serveWebApp } from './http/static-files.ts'
import { createHeartbeat } from './jobs/heartbeat.ts'
import type { OnWork } from './jobs/work-log.ts'
import { languageOf } from './providers/text/composer/language.ts'
import { findSpamPhrases } from './providers/text/spam-phrases.ts'
import { ROOT } from './root.ts'
import { VERSION } from './version.ts'

export type { Frame, PortOverrides, Ports } from './compose-ports.ts'

export interface App {
  server: FastifyInstance
  /** Health and metrics alone, for HEALTH_PORT. The caller starts it. */
  watch: FastifyInstance
  database: OpenDatabase
  ports: Ports
  features: Features
  /** Opens routes of access 'local' where PUBLIC_URL is not a local address. */
  localToken: string
  /** Opens the queues and, with the role 'worker', works on them. The caller starts the web server. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** A stop waits no longer than this for the last counts of outcomes. */
const COUNT_WITHIN_MS = 1000
/** A stop doesn't wait longer for a slow database; buffered opens and clicks are then lost. */
const FLUSH_VISITS_WITHIN_MS = 5000

export type Features = Awaited<ReturnType<typeof createFeatures>>

/** Builds ports, features and the web server. Start reading the application here. */
export async function compose(frame: Frame, overrides: PortOverrides = {}): Promise<App> {
  const { config } = frame
  const chosen = await createPorts(frame, overrides)
  const watched = watchMail(frame, chosen)
  const ports = { ...chosen, mail: watched.mail }
  const features = await createFeatures(frame, ports, watched)
  const localToken = (await readSecret(frame, ports.clock, 'local-token')).toString('base64url')
  let isStarted = false
  const { server, watch } = await createServers(frame, ports, features, {
    localToken,
    isStarted: () => isStarted,
  })
  const { logger } = frame
  const named = { version: VERSION, roles: config.roles, worker: features.heartbeat.id }
  return {
    server,
    watch,
    database: frame.database,
    ports,
    features,
    localToken,
    async start() {
      // Without its month, a row is stored beside the months.
      const onError = (error: unknown) => frame.logger.warn({ err: error }, 'months could not be made yet')
      await features.retention.makeMonths().catch(onError)
      await ports.jobs.start({ work: config.roles.includes('worker') })
      const { accepts, receive } = features.replies
      if (config.roles.includes('inbound')) await ports.inbox.listen({ accepts, store: receive })
      // Waiting work may be due now, and open screens out of date.
      ports.demoClock?.follow(() => {
        ports.jobs.sweep()
        features.live.tellAll()
      })
      features.watching.start()
      isStarted = true
      logger.info(named, 'started')
    },
    async stop() {
      logger.info(named, 'stopping')
      ports.demoClock?.stop()
      await features.live.close()
      await Promise.all([server.close(), watch.close(), ports.inbox.close()])
      await features.tracking.flushVisits({ withinMs: FLUSH_VISITS_WITHIN_MS })
      await ports.jobs.stop()
      await features.watching.stop()
      await watched.tally.close({ withinMs: COUNT_WITHIN_MS })
      await features.heartbeat.end()
      await ports.mail.close()
      await ports.mailboxes.close()
      await ports.crawler.close()
      logger.info(named, 'stopped')
    },
  }
}

async function createFeatures(frame: Frame, ports: Ports, { tally, mailOfLetters }: WatchedMail) {
  const { config, publicUrl } = frame
  const { db } = frame.database
  const { clock, systemClock, jobs, directory } = ports
  const heartbeat = createHeartbeat({ db, systemClock })
  const onWork: OnWork = (event) => frame.logger.info(event, `${event.kind} ${event.event}`)
  const sendingDomain = createSendingDomainOf(frame, ports)
  const accountFeatures = await createAccountFeatures(frame, { ...ports, mail: mailOfLetters }, sendingDomain)
  const { accounts, usage, notifications, letters } = accountFeatures
  const enrolments = createEnrolments({
    clock,
    refund: (tx, owner, ids, reason) => usage.refundEach(tx, owner, ids.map(causeOf), reason),
  })
  const lists = createLists(frame, ports, enrolments)
  const { tables, suppressions, prospects } = lists
  const search = createSearch({
    db,
    systemClock,
    directory,
    usage,
    tables,
    secret: await readSecret(frame, clock, 'page-token'),
  })

  const signatures = createSignatures({ db, clock, accounts, files: ports.files, publicUrl })
  const returnAddresses = createReturnAddresses({ db, clock, accounts, replyDomain: config.replyDomain })
  const senderIdentities = createSenderIdentities({ db, clock, isLocalOnly: config.mailSmtpUrl === null })
  const campaigns = createCampaigns({
    db,
    clock,
    prospects,
    signatures,
    suppressions,
    tables,
    enrolments,
  })
  const writing = createWriting({
    db,
    clock,
    systemClock,
    jobs,
    accounts,
    usage,
    campaigns,
    prospects,
    signatures,
    returnAddresses,
    publicUrl,
    text: ports.text,
    mail: ports.mail,
    isLocalOnly: config.mailSmtpUrl === null,
    findKeys: sendingDomain.findKeys,
    findSpamPhrases: (text) => findSpamPhrases(text, 'any'),
    languageOf,
    textPrices: readTextPrices(config),
    senderIdentities,
  })
  jobs.handle(writeEmailsJob, ({ owner, campaign_id }, signal) =>
    writing.writeWaiting(asOwner(owner), campaign_id, signal),
  )

  const isTrial = config.mailSmtpUrl === null || config.isLocal
  const pace = createPace({ db, clock, enrolments, defaultOf: defaultPace(config.sendingPace, isTrial) })
  const mailboxFeatures = createOwnMailboxFeatures(frame, ports, { ...accountFeatures, enrolments, pace })
  const mailing = await createMailing(frame, ports, {
    ...mailboxFeatures,
    pace,
    accounts,
    usage,
    notifications,
    letters,
    prospects,
    suppressions,
    signatures,
    returnAddresses,
    campaigns,
    enrolments,
    writing,
    senderIdentities,
    sendingDomain,
    heartbeat,
    onWork,
    countOutcome: tally.count,
  })

  const { sending } = mailing
  const removals = createRemovals({
    db,
    clock,
    tables,
    prospects,
    campaigns,
    enrolments,
    sending,
    conversations: mailing.inbox.conversations,
    inboundStorage: mailing.inboundStorage,
    ...lists.histories,
  })
  jobs.handle(forgetRemovalsJob, () => removals.forgetOld())
  const retention = createRetention({
    db,
    direct: frame.database.direct,
    clock,
    usage,
    inboundStorage: mailing.inboundStorage,
    days: {
      texts: config.keepTextsDays,
      events: config.keepEventsDays,
      attempts: config.keepAttemptsDays,
      usage: config.keepUsageDays,
      incoming: config.inboundKeepDays,
    },
    onMonthSkipped: (error, month) =>
      frame.logger.warn({ err: error, month }, 'an old month could not be dropped yet'),
  })
  jobs.handle(retentionJob, (_payload, signal) => retention.run(signal))

  const gatheringFeatures = createGatheringFeatures(frame, ports, {
    accounts,
    tables,
    prospects,
    notifications,
    suppressions,
    heartbeat,
    onWork,
  })
  const { gathering } = gatheringFeatures

  const sideFeatures = await createSideFeatures(frame, ports, {
    ...accountFeatures,
    ...mailboxFeatures,
    gathering,
    prospects,
    campaigns,
    inbox: mailing.inbox,
    restartAttempts: mailing.restartAttempts,
    writing,
  })

  return {
    ...accountFeatures,
    ...sideFeatures,
    operatorSending: createOperatorSending({
      db,
      ...sideFeatures,
      ...mailing.sendingCare,
      restartAttempts: mailing.restartAllAttempts,
      addNote: accountFeatures.operatorBilling.addNote,
      auditLog: accountFeatures.auditLog,
    }),
    ...lists,
    search,
    ...gatheringFeatures,
    failedJobs: createFailedJobsOf(frame, ports, { ...accountFeatures, ...lists, gathering }),
    heartbeat,
    watching: createWatchingOf(frame, ports, { tally, heartbeat, letters }),
    signatures,
    returnAddresses,
    senderIdentities,
    campaigns,
    removals,
    retention,
    writing,
    ...mailboxFeatures,
    ...mailing,
    live: createLive({
      connection: frame.database.direct.options,
      onError: (error) => frame.logger.warn({ err: error }, 'changes could not be listened for'),
    }),
    home: createHome({
      db,
      clock,
      isDemo: config.isDemo,
      ...lists,
      ...mailboxFeatures,
      campaigns,
      gathering,
      ...mailing,
    }),
  }
}

const readTextPrices = ({ textPriceInput: input, textPriceOutput: output }: Frame['config']) =>
  input === null && output === null ? null : { input: input ?? 0, output: output ?? 0 }

async function createServers(
  frame: Frame,
  ports: Ports,
  features: Features,
  { localToken, isStarted }: { localToken: string; isStarted: () => boolean },
): Promise<Pick<App, 'server' | 'watch'>> {
  const { config, database, logger, publicUrl } = frame
  const isHttps = () => publicUrl().startsWith('https:')
  const outside = {
    hasStripe: config.payment === 'stripe',
    hasRecaptcha: config.botCheck === 'recaptcha',
    mapTilesUrl: config.mapTilesUrl,
  }
  const hosts = createKnownHosts({ ...config, publicOrigin: publicUrl })
  const isKnownHost = hosts.isKnown
  const server = await createHttpServer({
    logger,
    isHttps,
    outside,
    isKnownHost,
    trustProxy: config.trustProxy,
  })
  const gate = createSessionGate({
    findSessionUser: features.sessions.findUser,
    requireOpen: features.accounts.requireOpen,
    hosts,
    localToken,
  })
  if (config.isDemo) bindDemoTown(server, () => Number(new URL(publicUrl()).port) || 80)
  const binding = {
    gate,
    limits: features.limits,
    bodies: createBodyBudget(),
    concurrency: createAccountConcurrency(database.pool),
    ...(frame.replica && { readAtReplica: frame.replica.read }),
  }
  const bind = createBinder({ server, ...binding })

  if (ports.demoClock) tellClockOffset(server, ports.demoClock)
  bindOpenApi(server, publicUrl)
  bindCrawlerPage(server, config.operatorEmail)
  const health = {
    version: VERSION,
    isStopping: server.isDraining,
    checkReadiness: async () => ({
      started: isStarted(),
      ...(await checkReadiness(database.pool, ports.jobs.isOpen)),
    }),
  }
  bindHealth(server, health)
  const token = config.metricsToken
  const source = metricsOf(database.pool, ports, features)
  const metrics = token === null ? null : createMetrics(server, source)
  const limits = createProcessLimits()
  if (token !== null && metrics) bindMetrics(server, { token, limits, metrics })
  await bindOperator(server, frame, ports, { features, source, hosts })
  const watch = createWatchServer({ health, token, limits, metrics })
  bindAccounts(bind, { ...features, isHttps })
  bindOrganizations(bind, features.organizations)
  bindOwnData(bind, { ...features, db: database.db })
  bindUsage(bind, features.usage)
  await bindBillingFeatures(server, binding, features)
  bindSupport(bind, features.support)
  bindSuppressions(bind, features.suppressions)
  bindMailingList(bind, features.mailingList)
  bindSignatures(bind, { ...features, db: database.db })
  bindCampaigns(bind, features.campaigns)
  bindWriting(bind, features.writing)
  bindFollowUps(bind, features.followUps, features.sending)
  bindSearch(bind, features.search, { tiles: config.mapTilesUrl, attribution: config.mapAttribution })
  bindTables(bind, features.tables)
  bindProspects(bind, features.prospects)
  bindActivity(bind, features.activity)
  bindRemovals(bind, features.removals)
  bindGatheringFeatures(bind, features)
  bindImports(bind, features.imports)
  bindHome(bind, features.home)
  bindLive(bind, features.live)
  bindRetention(bind, features.retention)
  bindSenderIdentity(bind, features.senderIdentities)
  bindSending(bind, features.sending)
  bindSendingCare(bind, features.sendingCare)
  bindOwnMailboxes(bind, features)
  bindSendingDomain(bind, features.sendingDomain)
  bindTracking(bind, features.tracking)
  bindInbox(bind, features.inbox)
  bindReplies(bind, features.threads, features.inboundStorage)
  bindAnswering(bind, features)
  const limitVisitor = (ip: string, work: () => Promise<void>) => {
    const visitor = sourceOf(ip)
    return binding.concurrency({ person: visitor, payer: visitor }, work)
  }
  serveMailLinks(server, features.tracking, limitVisitor)
  serveSignInCallback(server, SIGN_IN_CALLBACK, features.mailboxSignIns, limitVisitor)
  if (config.inboundWebhookSecret) serveInboundWebhook(server, features.replies)
  if (features.mailbox) bindMailbox(bind, features.mailbox)
  if (config.hasPreviews) serveLetterPreview(server, publicUrl, config.postalAddress)
  await serveWebApp(server, join(ROOT, 'apps/web/dist'))
  return { server, watch }
}

const metricsOf = (
  pool: OpenDatabase['pool'],
  { clock, systemClock }: Ports,
  { refusedLogins, watching, heartbeat }: Features,
): MetricsSource => ({
  version: VERSION,
  readRefusedLogins: refusedLogins.sumOfDay,
  readOutcomes: watching.readOutcomes,
  readIncidents: watching.readIncidents,
  readOldestDueMs: watching.readOldestDueMs,
  readHolds: () => readHolds(pool),
  readBackupAge: () => readBackupAge(pool),
  countWorkers: async () => (await heartbeat.listLive()).length,
  readQueues: () => readQueueDepths(pool, clock.now(), systemClock.now()),
  countConnections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
})
