import { Resolver } from 'node:dns/promises'
import { join } from 'node:path'
import { createTokens, type Tokens } from '@goldpan/campaign-mail/tokens'
import { SIGN_IN_CALLBACK } from '@goldpan/contract/own-mailboxes'
import { type AddressVerifier, type Crawler, createAddressVerifier, createCrawler } from '@goldpan/crawler'
import { createPlaces, type Places } from '@goldpan/places'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { OpenDatabase } from './db/database.ts'
import { readSecrets } from './db/installation.store.ts'
import { systemScope } from './db/owner.ts'
import type { Replica } from './db/replica.ts'
import {
  connectToDemoTown,
  demoMailDomains,
  withDemoAddresses,
  withoutDemoTown,
} from './demo/demo-town-http.ts'
import { createDiskNotes } from './providers/accepted-notes/disk.ts'
import type { AcceptedNotes } from './providers/accepted-notes/port.ts'
import { createAltchaBotCheck } from './providers/bot-check/altcha.ts'
import { type BotCheck, noBotCheck } from './providers/bot-check/port.ts'
import { createRecaptchaBotCheck } from './providers/bot-check/recaptcha.ts'
import { createDemoClock } from './providers/clock/demo.ts'
import { type Clock, type DemoClock, isoNow } from './providers/clock/port.ts'
import { systemClock as realClock } from './providers/clock/system.ts'
import type { ExcludedSites } from './providers/crawling/port.ts'
import { createExcludedSites, createPostgresSpacing } from './providers/crawling/postgres.ts'
import { createGooglePlacesDirectory } from './providers/directory/google-places.ts'
import { createOpenDataDirectory } from './providers/directory/open-data.ts'
import type { Directory } from './providers/directory/port.ts'
import type { Dns } from './providers/dns/port.ts'
import { createDns } from './providers/dns/system.ts'
import { createDiskFiles } from './providers/files/disk.ts'
import type { Files } from './providers/files/port.ts'
import type { S3Files } from './providers/files/s3.ts'
import type { Inbox } from './providers/inbox/port.ts'
import { createSmtpListener, readCertificate } from './providers/inbox/smtp-listener.ts'
import { createDiskMark } from './providers/installation-mark/disk.ts'
import type { InstallationMark } from './providers/installation-mark/port.ts'
import { createPgBossJobs } from './providers/jobs/pg-boss.ts'
import type { Jobs } from './providers/jobs/port.ts'
import { createOutbox } from './providers/mail/outbox.ts'
import type { MailPort } from './providers/mail/port.ts'
import { createSmtpMail, parseSmtpUrl } from './providers/mail/smtp.ts'
import { createGmailReading } from './providers/mailbox-reading/gmail.ts'
import { createGraphReading } from './providers/mailbox-reading/graph.ts'
import { createImapReading } from './providers/mailbox-reading/imap.ts'
import { createMailboxReading } from './providers/mailbox-reading/mailbox-reading.ts'
import type { MailboxReading } from './providers/mailbox-reading/port.ts'
import { createMailboxes } from './providers/mailboxes/mailboxes.ts'
import type { Mailboxes, MailboxPresets } from './providers/mailboxes/port.ts'
import { createPresets, readPresets } from './providers/mailboxes/presets.ts'
import { createOAuth } from './providers/oauth/code-flow.ts'
import type { OAuth } from './providers/oauth/port.ts'
import { createEmbeddedPayment } from './providers/payment/embedded.ts'
import { noPayment } from './providers/payment/off.ts'
import type { Payment } from './providers/payment/port.ts'
import { noSpamCheck, type SpamCheck } from './providers/spam/port.ts'
import { createSpamd, parseSpamdAddress } from './providers/spam/spamd.ts'
import { addAttributes, inStep } from './providers/steps/port.ts'
import { createComposer } from './providers/text/composer.ts'
import type { TextPort } from './providers/text/port.ts'
import { openVault } from './providers/vault/open-vault.ts'
import type { Vault } from './providers/vault/port.ts'

/** Adapters of the outside world. Tests pass their own for some. */
export interface Ports {
  /** Product time: of plans, waits, months, mail and events. */
  clock: Clock
  /** Real time, for sessions, mailed tokens, page tokens, uploads, heartbeats and the restore guard. */
  systemClock: Clock
  /** Moves `clock` ahead; null with a mail server, where `clock` is the system's. */
  demoClock: DemoClock | null
  jobs: Jobs
  mail: MailPort
  inbox: Inbox
  botCheck: BotCheck
  files: Files
  /** The imported open data itself: for imports and the directory. */
  places: Places
  directory: Directory
  crawler: Crawler
  excludedSites: ExcludedSites
  addressVerifier: AddressVerifier
  text: TextPort
  payment: Payment
  dns: Dns
  vault: Vault
  mark: InstallationMark
  notes: AcceptedNotes
  mailboxes: Mailboxes
  mailboxPresets: MailboxPresets
  mailboxReading: MailboxReading
  oauth: OAuth
  spam: SpamCheck
}

/** Product time always comes from `systemClock`. */
export type PortOverrides = Partial<Omit<Ports, 'clock' | 'demoClock'>>

/** Opened before ports and features are built. */
export interface Frame {
  config: Config
  database: OpenDatabase
  replica?: Replica | null
  logger: Logger
  publicUrl: () => string
}

/** Chooses an adapter for every port from the settings. */
export async function createPorts(frame: Frame, overrides: PortOverrides): Promise<Ports> {
  const systemClock = overrides.systemClock ?? realClock
  const demoClock = frame.config.mailSmtpUrl
    ? null
    : await createDemoClock({ db: frame.database.db, systemClock })
  const clock = demoClock ?? systemClock
  const excludedSites = overrides.excludedSites ?? createExcludedSites({ db: frame.database.db, clock })
  const vault = overrides.vault ?? (await openVault(vaultDepsOf(frame, clock)))
  const dns = overrides.dns ?? createDns(frame.config.dnsServers)
  const places =
    overrides.places ??
    createPlaces(frame.database.pool, { now: () => clock.now(), sessions: frame.database.direct })
  return {
    clock,
    systemClock,
    demoClock,
    jobs: overrides.jobs ?? createJobs(frame, vault),
    mail: overrides.mail ?? createMail(frame, clock),
    inbox: overrides.inbox ?? createInbox(frame),
    botCheck: overrides.botCheck ?? (await createBotCheck(frame, clock, systemClock)),
    files: overrides.files ?? (await createFiles(frame)),
    places,
    directory: overrides.directory ?? createDirectory(frame, places, clock),
    excludedSites,
    addressVerifier: overrides.addressVerifier ?? createVerifier(frame),
    crawler: overrides.crawler ?? createCrawlerOf(frame, clock, excludedSites),
    text: overrides.text ?? (await createText(frame)),
    payment: overrides.payment ?? (await createPayment(frame, clock, systemClock)),
    dns,
    vault,
    notes: overrides.notes ?? createDiskNotes(frame.config.dataDir, systemClock),
    mark: overrides.mark ?? createDiskMark(frame.config.dataDir),
    spam: overrides.spam ?? createSpamCheck(frame),
    ...createMailboxPorts(frame, overrides, dns, systemClock),
    oauth: overrides.oauth ?? createSignIns(frame, systemClock),
  }
}

/** Sending through users' mailboxes and reading them, and their known providers. */
function createMailboxPorts({ config }: Frame, overrides: PortOverrides, dns: Dns, clock: Clock) {
  const own = config.mailboxPresets ? readPresets(config.mailboxPresets) : []
  const mailboxPresets = overrides.mailboxPresets ?? createPresets({ own, dns })
  const presets = mailboxPresets.list()
  const shared = {
    clock,
    timeoutMs: config.mailboxTimeoutSeconds * 1000,
    readBytes: config.mailboxReadBytes,
  }
  const servers = { allowPrivate: config.mailboxAllowPrivate, presets }
  return {
    mailboxPresets,
    mailboxes:
      overrides.mailboxes ??
      createMailboxes({
        ...shared,
        smtp: { ...servers, name: config.replyDomain, openTimeoutMs: shared.timeoutMs },
        googleUrl: config.googleApiUrl,
        microsoftUrl: config.microsoftApiUrl,
      }),
    mailboxReading:
      overrides.mailboxReading ??
      createMailboxReading({
        imap: createImapReading({ ...shared, ...servers }),
        gmail: createGmailReading({ ...shared, url: config.googleApiUrl }),
        graph: createGraphReading({ ...shared, url: config.microsoftApiUrl }),
      }),
  }
}

/** Signing in to users' mailboxes at Google and Microsoft. */
function createSignIns({ config, publicUrl }: Frame, systemClock: Clock): OAuth {
  const clientOf = (id: string | null, secret: string | null) => (id && secret ? { id, secret } : null)
  return createOAuth({
    systemClock,
    redirectUri: () => `${publicUrl()}${SIGN_IN_CALLBACK}`,
    timeoutMs: config.mailboxTimeoutSeconds * 1000,
    google: {
      client: clientOf(config.googleOauthClientId, config.googleOauthClientSecret),
      hasReading: config.googleOauthReading === 'on',
      url: config.googleOauthUrl,
    },
    microsoft: {
      client: clientOf(config.microsoftOauthClientId, config.microsoftOauthClientSecret),
      tenant: config.microsoftOauthTenant,
      url: config.microsoftOauthUrl,
      apiUrl: config.microsoftApiUrl,
    },
  })
}

function createDirectory({ config }: Frame, places: Places, clock: Clock): Directory {
  if (config.directory === 'open-data') return createOpenDataDirectory(places)
  const apiKey = given(config.googlePlacesApiKey, 'GOOGLE_PLACES_API_KEY')
  return createGooglePlacesDirectory({ clock, apiKey, url: config.googlePlacesUrl ?? undefined })
}

export const vaultDepsOf = ({ config, database }: Pick<Frame, 'config' | 'database'>, clock: Clock) => ({
  db: database.db,
  clock,
  secretKey: config.secretKey,
  previousKey: config.secretKeyPrevious,
  dataDir: config.dataDir,
})

/** The bucket of S3_BUCKET, or a folder in the data folder. */
const createFiles = async ({ config }: Frame): Promise<Files> =>
  (await createBucket(config)) ?? createDiskFiles(join(config.dataDir, 'files'))

/** Null without S3_BUCKET. */
export async function createBucket(config: Config): Promise<S3Files | undefined> {
  const { s3Bucket: bucket, s3Endpoint: endpoint, s3Region: region } = config
  if (!bucket) return undefined
  const { createS3Files } = await import('./providers/files/s3.ts')
  const accessKeyId = given(config.s3AccessKeyId, 'S3_ACCESS_KEY_ID')
  const secretAccessKey = given(config.s3SecretAccessKey, 'S3_SECRET_ACCESS_KEY')
  return createS3Files({ endpoint, region, bucket, accessKeyId, secretAccessKey })
}

/** The server of MAIL_SMTP_URL, or the built-in outbox. */
function createMail({ config, database }: Frame, clock: Clock): MailPort {
  const { mailSmtpUrl, replyDomain } = config
  if (!mailSmtpUrl) return createOutbox({ db: database.db, clock })
  return inSteps(
    createSmtpMail({
      server: async () => parseSmtpUrl(mailSmtpUrl, replyDomain),
      idleSessions: config.sendConcurrency,
    }),
  )
}

function createSpamCheck({ config }: Frame): SpamCheck {
  return config.spamd ? createSpamd(parseSpamdAddress(config.spamd)) : noSpamCheck
}

function createInbox({ config, logger }: Frame): Inbox {
  const { inboundTlsCert: cert, inboundTlsKey: key } = config
  return createSmtpListener({
    ...(cert && key && { readCertificate: () => readCertificate(cert, key) }),
    port: config.inboundSmtpPort,
    host: config.inboundSmtpHost,
    name: config.replyDomain,
    spoolFolder: join(config.dataDir, 'incoming'),
    connectionsPerSource: config.inboundConnectionsPerSource,
    onError: (error) => logger.warn({ err: error }, 'an inbound mail connection broke'),
  })
}

/** Imports only the chosen adapter: Stripe's package takes memory. */
async function createPayment(frame: Frame, clock: Clock, systemClock: Clock): Promise<Payment> {
  const { config, database, publicUrl } = frame
  if (config.payment === 'off') return noPayment
  if (config.payment === 'embedded') {
    const secret = (await readSecret(frame, clock, 'test-checkout')).toString('hex')
    return createEmbeddedPayment({
      db: database.db,
      clock,
      systemClock,
      secret,
      prices: config.plans.prices,
      publicUrl,
    })
  }
  const { createStripePayment } = await import('./providers/payment/stripe.ts')
  return createStripePayment({
    systemClock,
    secretKey: given(config.stripeSecretKey, 'STRIPE_SECRET_KEY'),
    publishableKey: given(config.stripePublishableKey, 'STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: given(config.stripeWebhookSecret, 'STRIPE_WEBHOOK_SECRET'),
    prices: {
      basic: given(config.priceBasic, 'STRIPE_PRICE_BASIC'),
      premium: given(config.pricePremium, 'STRIPE_PRICE_PREMIUM'),
    },
    tax: config.stripeTax,
  })
}

/** Asserts a setting that config.ts requires along with the chosen adapter. */
function given(value: string | null, name: string): string {
  if (value === null) throw new Error(`The setting ${name} is missing`)
  return value
}

function createJobs({ config, database, logger }: Frame, vault: Vault): Jobs {
  return createPgBossJobs({
    vault,
    databaseUrl: database.url,
    directUrl: database.directUrl,
    pool: database.pool,
    connections: config.roles.includes('worker') ? 4 : 2,
    onError: (error) => logger.error({ err: error }, 'background work failed'),
    onJob: (event) => logger.info(event, `${event.kind} ${event.event}`),
  })
}

function createCrawlerOf(frame: Frame, clock: Clock, { isExcluded }: ExcludedSites): Crawler {
  const { config, database, publicUrl } = frame
  const spacing = createPostgresSpacing(database.db)
  return createCrawler({
    infoUrl: `${publicUrl()}/crawler`,
    allowPrivate: config.crawlAllowPrivate,
    spacing: config.isDemo ? withoutDemoTown(spacing) : spacing,
    isExcluded,
    ...(config.isDemo && {
      connectTo: (hostname) => connectToDemoTown(hostname, Number(new URL(publicUrl()).port) || 80),
      mailDomainsOf: demoMailDomains,
    }),
    now: () => clock.now(),
  })
}

/** Checks addresses by DNS. Those of the demo town are known to be good. */
function createVerifier({ config }: Frame): AddressVerifier {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (config.dnsServers.length > 0) resolver.setServers(config.dnsServers)
  const verifier = createAddressVerifier({
    resolveMx: (domain) => resolver.resolveMx(domain),
    resolveHost: (domain) => resolver.resolve4(domain),
  })
  return config.isDemo ? withDemoAddresses(verifier) : verifier
}

/** Imports only the chosen adapter: the models' packages take long to load. */
async function createText({ config }: Frame): Promise<TextPort> {
  const { textProvider, textUrl, textModel, textApiKey } = config
  const timeoutMs = config.textTimeoutSeconds * 1000
  if (textProvider === 'openai' && textUrl && textModel) {
    const { createOpenAiCompatibleText } = await import('./providers/text/openai-compatible.ts')
    return createOpenAiCompatibleText({
      url: textUrl,
      model: textModel,
      apiKey: textApiKey ?? undefined,
      timeoutMs,
    })
  }
  if (textProvider === 'anthropic' && textApiKey && textModel) {
    const { createAnthropicText } = await import('./providers/text/anthropic.ts')
    return createAnthropicText({ apiKey: textApiKey, model: textModel, timeoutMs })
  }
  return createComposer()
}

async function createBotCheck(frame: Frame, clock: Clock, systemClock: Clock): Promise<BotCheck> {
  const { botCheck, recaptchaSiteKey, recaptchaSecret } = frame.config
  if (botCheck === 'off') return noBotCheck
  if (botCheck === 'recaptcha')
    return createRecaptchaBotCheck({
      systemClock,
      siteKey: recaptchaSiteKey ?? '',
      secret: recaptchaSecret ?? '',
    })
  return createAltchaBotCheck({
    systemClock,
    secret: (await readSecret(frame, clock, 'bot-check')).toString('hex'),
  })
}

/** Returns the newest secret of this name, shared by all processes of the installation. */
export async function readSecret({ database }: Frame, clock: Clock, name: string): Promise<Buffer> {
  const scope = systemScope('signing keys of the installation')
  const newest = (await readSecrets(database.db, scope, name, isoNow(clock))).at(-1)
  if (!newest) throw new Error(`The secret ${name} could not be made`)
  return newest.secret
}

/** Signs links and reply addresses in mail. Tokens signed with older keys stay valid. */
export async function createMailTokens({ database }: Pick<Frame, 'database'>, clock: Clock): Promise<Tokens> {
  const scope = systemScope('signing keys of the installation')
  return createTokens((await readSecrets(database.db, scope, 'mail-tokens', isoNow(clock))).toReversed())
}

/** Logs and traces each hand-over as a step, with its outcome. */
const inSteps = (mail: MailPort): MailPort => ({
  handOver: (message, options) =>
    inStep({ name: 'SMTP hand-over', kind: 'call' }, {}, async () => {
      const result = await mail.handOver(message, options)
      addAttributes({ outcome: result.outcome, ...(result.code !== null && { code: result.code }) })
      return result
    }),
  close: () => mail.close(),
})
