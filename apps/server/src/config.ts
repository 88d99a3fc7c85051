import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plans } from '@goldpan/contract/plans'
import { StartUpError } from './db/start-up-error.ts'
import { mailSettings } from './mail-settings.ts'
import { mailboxSettings } from './mailbox-settings.ts'
import { paymentSettings } from './payment-settings.ts'
import { readPlans } from './plans-file.ts'
import { retentionSettings } from './retention-settings.ts'
import {
  choiceSetting,
  hostsSetting,
  listSetting,
  networksSetting,
  numberSetting,
  optionalNumberSetting,
  optionalSetting,
  parsePublicUrl,
  priceSetting,
  type Setting,
  textSetting,
} from './settings.ts'
import { watchingSettings } from './watching-settings.ts'

export type Role = 'web' | 'worker' | 'inbound'
const ROLES: readonly Role[] = ['web', 'worker', 'inbound']

/** All settings. docs/settings.md is generated from this list. */
export const settings = {
  // Web.
  port: numberSetting('PORT', {
    default: 3000,
    min: 0,
    max: 65_535,
    sentence: 'The port of the web application.',
  }),
  host: textSetting('HOST', {
    default: '127.0.0.1',
    sentence: 'The address the web application listens on; `0.0.0.0` lets other machines reach it.',
  }),
  publicUrl: optionalSetting('PUBLIC_URL', {
    shown: '`http://localhost:<PORT>`',
    sentence: 'The address people reach Goldpan at. Links in mails are made from it.',
  }),
  allowedHosts: hostsSetting('ALLOWED_HOSTS', {
    sentence:
      'Host names that Goldpan answers to besides that of `PUBLIC_URL`, separated by commas: a former one that links in sent mail still use, or the one that Prometheus uses.',
  }),
  trustProxy: networksSetting('TRUST_PROXY', {
    sentence:
      'Addresses or networks of reverse proxies whose X-Forwarded-For is trusted, separated by commas; `127.0.0.1` for one on this machine. Needed in production behind https.',
  }),

  // Database.
  dataDir: textSetting('DATA_DIR', {
    default: './data',
    sentence: 'The folder for the bundled database and for files. Back it up.',
  }),
  databaseUrl: optionalSetting('DATABASE_URL', {
    shown: 'the bundled PostgreSQL in `DATA_DIR`',
    secret: true,
    sentence: 'A PostgreSQL server of your own, as `postgres://user:password@host/database`.',
  }),
  databaseDirectUrl: optionalSetting('DATABASE_DIRECT_URL', {
    shown: '`DATABASE_URL`',
    secret: true,
    sentence:
      'The address of PostgreSQL itself, if `DATABASE_URL` leads to a pooler such as PgBouncer. Used for migrations, notifications, backups and imports of places.',
  }),
  databaseReplicaUrl: optionalSetting('DATABASE_REPLICA_URL', {
    secret: true,
    sentence:
      'A streaming replica of that database, which then answers lists and reports of the web application. It is asked only while it has everything that the primary has, so nobody sees an older state.',
  }),
  databaseConnections: optionalNumberSetting('DATABASE_CONNECTIONS', {
    shown: '`16`; with one of the `ROLES` alone web 12, worker 10, inbound 5',
    min: 2,
    max: 1000,
    sentence:
      'The most connections of this process to PostgreSQL, besides up to 4 for its queue. All processes together must stay below `max_connections` of PostgreSQL, 100 by default.',
  }),

  // Uploaded files: a folder, or any S3 service.
  s3Bucket: optionalSetting('S3_BUCKET', {
    shown: 'files are in `DATA_DIR/files`',
    sentence: 'Uploaded files go to this bucket instead, so that all machines share them.',
  }),
  s3Endpoint: textSetting('S3_ENDPOINT', {
    default: 'https://s3.amazonaws.com',
    sentence: 'The S3 service: Amazon, MinIO, Garage, Ceph, R2 or any other. The bucket is part of the path.',
  }),
  s3Region: textSetting('S3_REGION', {
    default: 'us-east-1',
    sentence: 'The region that requests to S3 are signed for.',
  }),
  s3AccessKeyId: optionalSetting('S3_ACCESS_KEY_ID', { sentence: 'S3: the id of the access key.' }),
  s3SecretAccessKey: optionalSetting('S3_SECRET_ACCESS_KEY', {
    secret: true,
    sentence: 'S3: the secret of the access key. It needs to read, write and delete objects of the bucket.',
  }),

  // Processes.
  roles: listSetting('ROLES', {
    default: [...ROLES],
    sentence: 'What this process does: any of web, worker, inbound.',
  }),

  // Stopping on SIGTERM. Ctrl-C ends a process within 5 s, whatever is set.
  drainSeconds: optionalNumberSetting('DRAIN_SECONDS', {
    shown: '`3` where `ROLES` is `web` alone, else `0`',
    min: 0,
    max: 300,
    sentence:
      'How long a stopping process (SIGTERM) keeps serving requests while `/api/health/ready` returns 503, so that the load balancer can route elsewhere.',
  }),
  stopSeconds: numberSetting('STOP_SECONDS', {
    default: 20,
    min: 1,
    max: 3600,
    sentence:
      'How long running requests, messages and visits then have to finish. Give your supervisor a few seconds more.',
  }),
  environment: choiceSetting('NODE_ENV', {
    default: 'development',
    choices: ['development', 'production', 'test'],
    sentence: 'production for real use; development, as in `npm run dev`, also previews letters.',
  }),

  // Map.
  mapTilesUrl: optionalSetting('MAP_TILES_URL', {
    shown: 'no map',
    sentence:
      'Tiles for the map of search results, as `https://tiles.example.com/{z}/{x}/{y}.png`. Browsers load them from there.',
  }),
  mapAttribution: optionalSetting('MAP_ATTRIBUTION', {
    sentence: 'The attribution of the map, as the license of its tiles requires.',
  }),

  // Bot check.
  botCheck: choiceSetting('BOT_CHECK', {
    default: 'altcha',
    choices: ['altcha', 'recaptcha', 'off'],
    sentence: 'The check against bots at sign-up and login. `off` is for tests on this machine only.',
  }),
  recaptchaSiteKey: optionalSetting('RECAPTCHA_SITE_KEY', { sentence: 'Google reCAPTCHA: the site key.' }),
  recaptchaSecret: optionalSetting('RECAPTCHA_SECRET', {
    secret: true,
    sentence: 'Google reCAPTCHA: the secret key.',
  }),

  ...mailSettings,
  ...mailboxSettings,

  // Operator.
  operatorEmail: textSetting('OPERATOR_EMAIL', {
    default: 'operator@goldpan.example',
    sentence:
      'Where support requests, warnings for the operator, and mail to postmaster, abuse, dmarc and the sender of letters at REPLY_DOMAIN go. Without it that mail is dropped.',
  }),
  postalAddress: optionalSetting('POSTAL_ADDRESS', {
    sentence:
      "The operator's postal address, in the operator's own mail: letters to users and the mailing list. Campaign mail carries the sender identity that its owner saved instead.",
  }),

  // Accounts.
  signUp: choiceSetting('SIGN_UP', {
    default: 'open',
    choices: ['open', 'invited', 'closed'],
    sentence:
      'Who may sign up. `open`: everybody. `invited`: addresses that an organization has invited. `closed`: nobody. Existing accounts log in as before.',
  }),

  ...paymentSettings,

  // Search.
  directory: choiceSetting('DIRECTORY', {
    default: 'open-data',
    choices: ['open-data', 'google'],
    sentence:
      'Where businesses are searched: the imported open data (no key, no fee, no network), or `google`: Google Places API (New), whose details are stored for 30 days and then refreshed.',
  }),
  googlePlacesApiKey: optionalSetting('GOOGLE_PLACES_API_KEY', {
    secret: true,
    sentence:
      'Google Places: the API key, restricted to Places API (New). Google bills every page of 20 results.',
  }),
  googlePlacesUrl: optionalSetting('GOOGLE_PLACES_URL', {
    shown: '`https://places.googleapis.com`',
    sentence: 'Google Places: another address of the API, such as a proxy that counts the cost.',
  }),

  // Gathering and sending.
  crawlAllowPrivate: listSetting('CRAWL_ALLOW_PRIVATE', {
    default: [],
    sentence:
      'Private addresses that gathering may reach, as `host:port,…`. For tests; other private addresses are refused.',
  }),
  crawlConcurrency: numberSetting('CRAWL_CONCURRENCY', {
    default: 8,
    min: 1,
    max: 200,
    sentence: 'How many websites one worker reads at once.',
  }),
  sendConcurrency: numberSetting('SEND_CONCURRENCY', {
    default: 5,
    min: 1,
    max: 50,
    sentence: 'How many messages one worker hands over at once.',
  }),
  demo: choiceSetting('DEMO', {
    default: 'auto',
    choices: ['auto', 'on', 'off'],
    sentence: 'The demo town and the sample region. `auto` turns them on unless NODE_ENV is production.',
  }),

  // Writing campaigns.
  textProvider: choiceSetting('TEXT_PROVIDER', {
    default: 'composer',
    choices: ['composer', 'openai', 'anthropic'],
    sentence: 'Who writes campaigns: the built-in composer, any OpenAI-compatible server, or Anthropic.',
  }),
  textUrl: optionalSetting('TEXT_URL', {
    sentence: 'The address of the OpenAI-compatible server, as `http://localhost:11434/v1`.',
  }),
  textModel: optionalSetting('TEXT_MODEL', { sentence: 'The model that writes.' }),
  textApiKey: optionalSetting('TEXT_API_KEY', { secret: true, sentence: 'The key for that server.' }),
  textTimeoutSeconds: numberSetting('TEXT_TIMEOUT_SECONDS', {
    default: 90,
    min: 5,
    max: 110,
    sentence:
      'How long a model may take for one text, retries and one repair included; then the composer writes.',
  }),
  textPriceInput: priceSetting('TEXT_PRICE_INPUT', {
    sentence: 'What a million input tokens cost you; `npm run admin -- texts` then shows what was spent.',
  }),
  textPriceOutput: priceSetting('TEXT_PRICE_OUTPUT', { sentence: 'What a million output tokens cost you.' }),

  ...watchingSettings,
  ...retentionSettings,
} satisfies Record<string, Setting<unknown>>

/** The settings as given, before derived values. */
type Given = { [Key in keyof typeof settings]: ReturnType<(typeof settings)[Key]['parse']> }

/** Settings whose value depends on others. */
interface Derived {
  payment: 'embedded' | 'stripe' | 'off'
  /** Without a trailing slash; empty until the port is known when PORT is 0. */
  publicUrl: string
  roles: Role[]
  databaseConnections: number
  drainSeconds: number
  mailFrom: string
}

export interface Config extends Omit<Given, keyof Derived | 'demo'>, Derived {
  /** The plans of PLANS_FILE, or the built-in ones. */
  plans: Plans
  isDemo: boolean
  hasPreviews: boolean
  /** False if OPERATOR_EMAIL isn't set. */
  hasOperator: boolean
  /** True if PUBLIC_URL leads to this machine. */
  isLocal: boolean
}

export type Environment = Record<string, string | undefined>

const LOCAL_NAME = /^(localhost|127(\.\d+){3}|\[::1\]|[a-z0-9-]+\.localhost)$/

const OPERATOR_TOKEN_MIN = 32

/** Reads and checks all settings. Throws a StartUpError with one readable sentence. */
export function readConfig(environment: Environment = process.env): Config {
  const parsed = Object.fromEntries(
    Object.entries(settings).map(([key, entry]) => [key, entry.parse(rawValue(entry, environment))]),
  ) as Given
  const { plans, ...priceIds } = readPlans(parsed)
  const given: Given = { ...parsed, ...priceIds }
  const publicUrl = parsePublicUrl(given.publicUrl ?? `http://localhost:${given.port}`)
  const isLocal = LOCAL_NAME.test(new URL(publicUrl).hostname)
  const payment = choosePayment(given, publicUrl)
  const roles = parseRoles(given.roles)
  requireTogether(given, payment)
  requireSafe(given, { publicUrl, isLocal, roles })
  const replyDomain = given.replyDomain.toLowerCase()
  return {
    ...given,
    plans,
    payment,
    publicUrl,
    isLocal,
    dataDir: resolve(given.dataDir),
    replyDomain,
    mailFrom: given.mailFrom ?? `goldpan@${replyDomain}`,
    hasOperator: Boolean(environment.OPERATOR_EMAIL),
    roles,
    databaseDirectUrl: given.databaseDirectUrl ?? given.databaseUrl,
    databaseConnections: given.databaseConnections ?? defaultConnections(roles),
    drainSeconds: given.drainSeconds ?? (roles.join() === 'web' ? 3 : 0),
    hasPreviews: /^(development|test)$/.test(environment.NODE_ENV ?? ''),
    isDemo: given.demo === 'on' || (given.demo === 'auto' && given.environment !== 'production'),
  }
}

/** Refuses settings that would leave the installation open or half configured. */
function requireSafe(
  { botCheck, operatorToken, databaseUrl, databaseDirectUrl, environment, trustProxy }: Given,
  { publicUrl, isLocal, roles }: Pick<Config, 'publicUrl' | 'isLocal' | 'roles'>,
): void {
  if (botCheck === 'off' && !isLocal)
    throw new StartUpError(
      `BOT_CHECK=off is for tests on this machine, but PUBLIC_URL is ${publicUrl}. Nothing was started.`,
    )
  if (operatorToken !== null && operatorToken.length < OPERATOR_TOKEN_MIN)
    throw new StartUpError(
      `OPERATOR_TOKEN has ${operatorToken.length} characters, but it must have at least ${OPERATOR_TOKEN_MIN}: it opens pages that delete accounts. Nothing was started.`,
    )
  if (databaseDirectUrl && !databaseUrl)
    throw new StartUpError(
      'DATABASE_DIRECT_URL is set without DATABASE_URL. Please set DATABASE_URL, the address that Goldpan works with. Nothing was started.',
    )
  if (environment === 'production' && roles.includes('web')) requireProxy(trustProxy, publicUrl)
}

/** Reads a setting. A secret may also come from the file that `<NAME>_FILE` names, as Docker and Kubernetes mount it. */
function rawValue({ name, isSecret }: Setting<unknown>, environment: Environment): string | undefined {
  const file = isSecret ? environment[`${name}_FILE`]?.trim() : undefined
  if (!file) return environment[name]
  if (environment[name]?.trim())
    throw new StartUpError(`Both ${name} and ${name}_FILE are set. Keep one of them. Nothing was started.`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartUpError(
      `The setting ${name}_FILE names ${file}, which can't be read (${code}). Nothing was started.`,
    )
  }
}

/** Two web, three worker and one inbound process fit into PostgreSQL's default of 100 connections. */
const SINGLE_ROLE_CONNECTIONS: Record<Role, number> = { web: 12, worker: 10, inbound: 5 }
const defaultConnections = ([role, ...others]: Role[]): number =>
  role && others.length === 0 ? SINGLE_ROLE_CONNECTIONS[role] : 16

function parseRoles(names: string[]): Role[] {
  const unknown = names.find((name) => !ROLES.includes(name as Role))
  if (unknown !== undefined || names.length === 0)
    throw new StartUpError(
      `The setting ROLES names '${unknown ?? ''}', but it may name only ${ROLES.join(', ')}. Nothing was started.`,
    )
  return names as Role[]
}

/** Goldpan speaks no TLS itself. Without a known proxy, rate limits by address would see one client. */
function requireProxy(trustProxy: string, publicUrl: string): void {
  if (trustProxy === '' && publicUrl.startsWith('https:'))
    throw new StartUpError(
      `PUBLIC_URL is ${publicUrl}, so visitors come through a reverse proxy. Set its address in TRUST_PROXY (127.0.0.1 if it runs on this machine); otherwise all visitors share the limits per address. Nothing was started.`,
    )
}

/** Plans are free only if the operator says so. */
function choosePayment(given: Given, publicUrl: string): Config['payment'] {
  if (given.payment !== 'auto') return given.payment
  if (given.stripeSecretKey) return 'stripe'
  if (given.environment === 'production' && publicUrl.startsWith('https:'))
    throw new StartUpError(
      'There is no STRIPE_SECRET_KEY, and the test checkout gives plans away without charging anything. Set PAYMENT=off to sell nothing, the keys of Stripe, or PAYMENT=embedded if plans may be given away. Nothing was started.',
    )
  return 'embedded'
}

/** Refuses a choice without the settings that it needs. Plans are sold only with known prices (CONF-01). */
function requireTogether(given: Given, payment: Config['payment']): void {
  const needs: [boolean, Setting<unknown>, unknown][] = [
    [payment === 'stripe', settings.priceBasic, given.priceBasic],
    [payment === 'stripe', settings.pricePremium, given.pricePremium],
    [payment === 'stripe', settings.stripeSecretKey, given.stripeSecretKey],
    [payment === 'stripe', settings.stripePublishableKey, given.stripePublishableKey],
    [payment === 'stripe', settings.stripeWebhookSecret, given.stripeWebhookSecret],
    [given.botCheck === 'recaptcha', settings.recaptchaSiteKey, given.recaptchaSiteKey],
    [given.botCheck === 'recaptcha', settings.recaptchaSecret, given.recaptchaSecret],
    [given.inboundTlsCert !== null, settings.inboundTlsKey, given.inboundTlsKey],
    [given.inboundTlsKey !== null, settings.inboundTlsCert, given.inboundTlsCert],
    [given.s3Bucket !== null, settings.s3AccessKeyId, given.s3AccessKeyId],
    [given.s3Bucket !== null, settings.s3SecretAccessKey, given.s3SecretAccessKey],
    [given.googleOauthClientId !== null, settings.googleOauthClientSecret, given.googleOauthClientSecret],
    [given.googleOauthClientSecret !== null, settings.googleOauthClientId, given.googleOauthClientId],
    [
      given.microsoftOauthClientId !== null,
      settings.microsoftOauthClientSecret,
      given.microsoftOauthClientSecret,
    ],
    [
      given.microsoftOauthClientSecret !== null,
      settings.microsoftOauthClientId,
      given.microsoftOauthClientId,
    ],
    [given.directory === 'google', settings.googlePlacesApiKey, given.googlePlacesApiKey],
    [given.textProvider === 'openai', settings.textUrl, given.textUrl],
    [given.textProvider !== 'composer', settings.textModel, given.textModel],
    [given.textProvider === 'anthropic', settings.textApiKey, given.textApiKey],
  ]
  const missing = needs.filter(([needed, , value]) => needed && !value).map(([, entry]) => entry.name)
  if (missing.length > 0)
    throw new StartUpError(`Missing required environment variables: ${missing.join(', ')}`)
}
