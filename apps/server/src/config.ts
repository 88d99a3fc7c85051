import { resolve } from 'node:path'
import { StartUpError } from './db/start-up-error.ts'
import { directorySettings } from './directory-settings.ts'
import { filesSettings } from './files-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { proxySettings, requireProxy } from './proxy-settings.ts'
import {
  choiceSetting,
  listSetting,
  numberSetting,
  optionalNumberSetting,
  optionalSetting,
  parsePublicUrl,
  type Setting,
  textSetting,
} from './settings.ts'
import { stopSettings } from './stop-settings.ts'
import { traceSettings } from './trace-settings.ts'
import { webSettings } from './web-settings.ts'
import { writerSettings } from './writer-settings.ts'

export type Role = 'web' | 'worker' | 'inbound'
const ROLES: readonly Role[] = ['web', 'worker', 'inbound']

/** Every setting once. docs/settings.md is generated from this list. */
export const settings = {
  ...webSettings,
  ...proxySettings,
  dataDir: textSetting({
    name: 'DATA_DIR',
    default: './data',
    sentence: 'The folder for the bundled database and for files. Back it up.',
  }),
  databaseUrl: optionalSetting({
    name: 'DATABASE_URL',
    shown: 'the bundled PostgreSQL in `DATA_DIR`',
    secret: true,
    sentence: 'A PostgreSQL server of your own, as `postgres://user:password@host/database`.',
  }),
  databaseConnections: optionalNumberSetting({
    name: 'DATABASE_CONNECTIONS',
    shown: '`16`; with one of the `ROLES` alone web 12, worker 10, inbound 5',
    min: 2,
    max: 1000,
    sentence:
      'How many connections to PostgreSQL this process may hold, besides up to 4 of its queue. All processes together must stay below its `max_connections`, which is 100 by default.',
  }),
  ...filesSettings,
  roles: listSetting({
    name: 'ROLES',
    default: [...ROLES],
    sentence: 'What this process does: any of web, worker, inbound.',
  }),
  ...stopSettings,
  environment: choiceSetting({
    name: 'NODE_ENV',
    default: 'development',
    choices: ['development', 'production', 'test'],
    sentence: 'production for real use; development, as in `npm run dev`, also previews letters.',
  }),
  mapTilesUrl: optionalSetting({
    name: 'MAP_TILES_URL',
    shown: 'points on a plain ground',
    sentence:
      'Pictures for the map of search results, as `https://tiles.example.com/{z}/{x}/{y}.png`. Browsers load them from there.',
  }),
  mapAttribution: optionalSetting({
    name: 'MAP_ATTRIBUTION',
    sentence: 'Whom the pictures of the map are of, as their licence wants it shown.',
  }),
  botCheck: choiceSetting({
    name: 'BOT_CHECK',
    default: 'altcha',
    choices: ['altcha', 'recaptcha', 'off'],
    sentence: 'The check against bots at sign-up and login. `off` is for tests on this machine only.',
  }),
  recaptchaSiteKey: optionalSetting({
    name: 'RECAPTCHA_SITE_KEY',
    sentence: 'Google reCAPTCHA: the site key.',
  }),
  recaptchaSecret: optionalSetting({
    name: 'RECAPTCHA_SECRET',
    secret: true,
    sentence: 'Google reCAPTCHA: the secret key.',
  }),
  ...mailSettings,
  operatorEmail: textSetting({
    name: 'OPERATOR_EMAIL',
    default: 'operator@goldpan.example',
    sentence: 'Where support requests and warnings for the operator go.',
  }),
  postalAddress: textSetting({
    name: 'POSTAL_ADDRESS',
    default: 'Goldpan, 1 Assay Lane, Goldwater (please set POSTAL_ADDRESS)',
    sentence: "The operator's postal address, which every campaign message carries.",
  }),
  defaultPlan: choiceSetting({
    name: 'DEFAULT_PLAN',
    default: 'free',
    choices: ['test', 'free', 'basic', 'premium'],
    sentence: 'The plan of a new account.',
  }),
  payment: choiceSetting({
    name: 'PAYMENT',
    default: 'auto',
    choices: ['auto', 'embedded', 'stripe'],
    sentence:
      'Who takes payments. `auto`: Stripe with its keys, else a test checkout that charges nothing; in production behind https that one must be chosen on purpose with `embedded`.',
  }),
  stripeSecretKey: optionalSetting({
    name: 'STRIPE_SECRET_KEY',
    secret: true,
    sentence: 'Stripe: the secret key. Without it, a test checkout that charges nothing is used.',
  }),
  stripePublishableKey: optionalSetting({
    name: 'STRIPE_PUBLISHABLE_KEY',
    sentence: 'Stripe: the publishable key.',
  }),
  stripeWebhookSecret: optionalSetting({
    name: 'STRIPE_WEBHOOK_SECRET',
    secret: true,
    sentence: 'Stripe: the signing secret of the webhook.',
  }),
  priceBasic: optionalSetting({
    name: 'STRIPE_PRICE_BASIC',
    sentence: 'Stripe: the price id of the Basic plan.',
  }),
  pricePremium: optionalSetting({
    name: 'STRIPE_PRICE_PREMIUM',
    sentence: 'Stripe: the price id of the Premium plan.',
  }),
  stripeTax: choiceSetting({
    name: 'STRIPE_TAX',
    default: 'off',
    choices: ['off', 'address', 'automatic'],
    sentence:
      'Stripe: `address` always asks for the billing address; `automatic` also adds taxes with Stripe Tax and asks for the tax number.',
  }),
  ...directorySettings,
  crawlAllowPrivate: listSetting({
    name: 'CRAWL_ALLOW_PRIVATE',
    default: [],
    sentence:
      'Private addresses that gathering may reach, as `host:port,…`. For tests; everything else private is refused.',
  }),
  crawlConcurrency: numberSetting({
    name: 'CRAWL_CONCURRENCY',
    default: 8,
    min: 1,
    max: 200,
    sentence: 'How many websites one worker reads at once.',
  }),
  sendConcurrency: numberSetting({
    name: 'SEND_CONCURRENCY',
    default: 5,
    min: 1,
    max: 50,
    sentence: 'How many messages one worker hands over at once.',
  }),
  demo: choiceSetting({
    name: 'DEMO',
    default: 'auto',
    choices: ['auto', 'on', 'off'],
    sentence: 'The demo town and the sample region. `auto` turns them on unless NODE_ENV is production.',
  }),
  ...writerSettings,
  metricsToken: optionalSetting({
    name: 'METRICS_TOKEN',
    secret: true,
    sentence: 'Opens `/metrics` (Prometheus) and `/operator`, the page of queues. Without it neither exists.',
  }),
  logLevel: choiceSetting({
    name: 'LOG_LEVEL',
    default: 'warn',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    sentence:
      'How much is logged, as JSON lines on standard error. `info` adds a line for every answer and every refused login.',
  }),
  ...traceSettings,
} satisfies Record<string, Setting<unknown>>

type Read = { [Key in keyof typeof settings]: ReturnType<(typeof settings)[Key]['parse']> }

/** What other settings have a say in. */
interface Derived {
  payment: 'embedded' | 'stripe'
  /** Without a trailing slash; empty until the port is known when PORT is 0. */
  publicUrl: string
  roles: Role[]
  databaseConnections: number
  drainSeconds: number
}

export interface Config extends Omit<Read, keyof Derived | 'demo'>, Derived {
  isDemo: boolean
  hasPreviews: boolean
  /** Whether PUBLIC_URL leads to this machine. */
  isLocal: boolean
}

export type Environment = Record<string, string | undefined>

const LOCAL_NAME = /^(localhost|127(\.\d+){3}|\[::1\]|[a-z0-9-]+\.localhost)$/

/** Reads and checks all settings. Throws a StartUpError with one readable sentence. */
export function readConfig(environment: Environment = process.env): Config {
  const read = Object.fromEntries(
    Object.entries(settings).map(([key, entry]) => [key, entry.parse(environment[entry.name])]),
  ) as Read
  const publicUrl = parsePublicUrl(read.publicUrl ?? `http://localhost:${read.port}`)
  const isLocal = LOCAL_NAME.test(new URL(publicUrl).hostname)
  const payment = choosePayment(read, publicUrl)
  if (read.botCheck === 'off' && !isLocal)
    throw new StartUpError(
      `BOT_CHECK=off is for tests on this machine, but PUBLIC_URL is ${publicUrl}. Nothing was started.`,
    )
  requireTogether(read, payment)
  const roles = parseRoles(read.roles)
  requireProxy(read, roles, publicUrl)
  return {
    ...read,
    payment,
    publicUrl,
    isLocal,
    dataDir: resolve(read.dataDir),
    replyDomain: read.replyDomain.toLowerCase(),
    roles,
    databaseConnections: read.databaseConnections ?? defaultConnections(roles),
    drainSeconds: read.drainSeconds ?? (roles.join() === 'web' ? 3 : 0),
    hasPreviews: /^(development|test)$/.test(environment.NODE_ENV ?? ''),
    isDemo: read.demo === 'on' || (read.demo === 'auto' && read.environment !== 'production'),
  }
}

/** So that two web, three worker and one inbound process fit into PostgreSQL's own default of 100. */
const ALONE: Record<Role, number> = { web: 12, worker: 10, inbound: 5 }
const defaultConnections = ([role, ...others]: Role[]): number =>
  role && others.length === 0 ? ALONE[role] : 16

function parseRoles(names: string[]): Role[] {
  const unknown = names.find((name) => !ROLES.includes(name as Role))
  if (unknown !== undefined || names.length === 0)
    throw new StartUpError(
      `The setting ROLES names '${unknown ?? ''}', but it may name only ${ROLES.join(', ')}. Nothing was started.`,
    )
  return names as Role[]
}

/** Nobody should sell plans for nothing without meaning to. */
function choosePayment(read: Read, publicUrl: string): Config['payment'] {
  if (read.payment !== 'auto') return read.payment
  if (read.stripeSecretKey) return 'stripe'
  if (read.environment === 'production' && publicUrl.startsWith('https:'))
    throw new StartUpError(
      'There is no STRIPE_SECRET_KEY, and the test checkout gives plans away without charging anything. Set the keys of Stripe, or PAYMENT=embedded if that is what you want. Nothing was started.',
    )
  return 'embedded'
}

/** What is needed beside what was chosen; plans are sold only with their prices known (CONF-01). */
function requireTogether(read: Read, payment: Config['payment']): void {
  const needs: [boolean, Setting<unknown>, unknown][] = [
    [payment === 'stripe', settings.priceBasic, read.priceBasic],
    [payment === 'stripe', settings.pricePremium, read.pricePremium],
    [payment === 'stripe', settings.stripeSecretKey, read.stripeSecretKey],
    [payment === 'stripe', settings.stripePublishableKey, read.stripePublishableKey],
    [payment === 'stripe', settings.stripeWebhookSecret, read.stripeWebhookSecret],
    [read.botCheck === 'recaptcha', settings.recaptchaSiteKey, read.recaptchaSiteKey],
    [read.botCheck === 'recaptcha', settings.recaptchaSecret, read.recaptchaSecret],
    [read.inboundTlsCert !== null, settings.inboundTlsKey, read.inboundTlsKey],
    [read.inboundTlsKey !== null, settings.inboundTlsCert, read.inboundTlsCert],
    [read.s3Bucket !== null, settings.s3AccessKeyId, read.s3AccessKeyId],
    [read.s3Bucket !== null, settings.s3SecretAccessKey, read.s3SecretAccessKey],
    [read.directory === 'google', settings.googlePlacesApiKey, read.googlePlacesApiKey],
    [read.textProvider === 'openai', settings.textUrl, read.textUrl],
    [read.textProvider !== 'composer', settings.textModel, read.textModel],
    [read.textProvider === 'anthropic', settings.textApiKey, read.textApiKey],
  ]
  const missing = needs.filter(([needed, , value]) => needed && !value).map(([, entry]) => entry.name)
  if (missing.length > 0)
    throw new StartUpError(`Missing required environment variables: ${missing.join(', ')}`)
}
