import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { addDraining } from './draining.ts'
import { toAnswer } from './error-answers.ts'
import { acceptJson, NUL_SENTENCE } from './json-bodies.ts'
import { type KnownHosts, refuseUnknownHosts } from './known-hosts.ts'
import { logRequests } from './log-requests.ts'
import { Refusal } from './refuse.ts'
import { drainUnreadBodies } from './unread-bodies.ts'

export interface HttpServerOptions {
  logger: Logger
  trustProxy: string
  isHttps: () => boolean
  /** External sources that browsers may load; none if absent. */
  outside?: OutsideSources
  /** Decides which Host headers are served; all if absent. */
  isKnownHost?: KnownHosts['isKnown']
}

export interface OutsideSources {
  hasStripe: boolean
  hasRecaptcha: boolean
  /** URL of the map's tiles. */
  mapTilesUrl: string | null
}

/** Body limit of routes that set none. */
const BODY_BYTES = 64 * 1024

/** The largest upload takes minutes on a slow connection. */
const REQUEST_TIMEOUT_MS = 300_000

/** The web server without its routes: parsing, security headers and error responses. */
export async function createHttpServer({
  logger,
  trustProxy,
  isHttps,
  outside = { hasStripe: false, hasRecaptcha: false, mapTilesUrl: null },
  isKnownHost = () => true,
}: HttpServerOptions): Promise<FastifyInstance> {
  const trusted = trustProxy.split(',').flatMap((part) => part.trim() || [])
  const server = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: trusted.length > 0 ? trusted : false,
    // Clients could forge log lines with an id of their own.
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    forceCloseConnections: 'idle',
    // Keep serving requests on open connections while the server stops.
    return503OnClosing: false,
    // Frees connections of requests that trickle in.
    requestTimeout: REQUEST_TIMEOUT_MS,
    bodyLimit: BODY_BYTES,
    routerOptions: { maxParamLength: 600 },
  }) as unknown as FastifyInstance
  await server.register(fastifyCookie)
  await server.register(fastifyMultipart)
  acceptJson(server)
  server.addHook('onRequest', async (request) => {
    refuseNul(request.url)
    if (request.is404 && !/^(GET|HEAD)$/.test(request.method)) throw new Refusal('request.not_found', {})
  })
  addDraining(server)
  logRequests(server)
  refuseUnknownHosts(server, isKnownHost)
  drainUnreadBodies(server)
  const policy = contentPolicy(outside)
  server.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(securityHeaders(isHttps(), policy)))
      if (!reply.hasHeader(name)) reply.header(name, value)
  })
  server.setErrorHandler((error, request, reply) => {
    const { status, body, retryAfterSeconds } = toAnswer(error, request)
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    // Found in the log by this id.
    const answer = status >= 500 ? { ...body, request_id: request.id } : body
    return reply.code(status).header('cache-control', 'no-store').send(answer)
  })
  return server
}

/** Allows only the sources that are configured. */
function contentPolicy({ hasStripe, hasRecaptcha, mapTilesUrl }: OutsideSources): string {
  const stripe = (...names: string[]) => (hasStripe ? names.map((name) => `https://${name}.stripe.com`) : [])
  const recaptcha = (...hosts: string[]) =>
    hasRecaptcha ? hosts.map((host) => `https://${host}/recaptcha/`) : []
  const sources = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...stripe('js'), ...recaptcha('www.google.com', 'www.gstatic.com')],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...stripe('api'), ...(mapTilesUrl ? [new URL(mapTilesUrl).origin] : [])],
    'worker-src': ["'self'", 'blob:'],
    'frame-src': ["'self'", ...stripe('js', 'checkout'), ...recaptcha('www.google.com')],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...stripe('checkout', 'billing')],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(sources)
    .map(([kind, from]) => `${kind} ${from.join(' ')}`)
    .join('; ')
}

function securityHeaders(isHttps: boolean, policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** PostgreSQL can't store NUL, and nobody types one. */
function refuseNul(url: string): void {
  const [path = '', query = ''] = url.split('?', 2)
  if (/%00|\0/.test(path)) throw new Refusal('request.not_found', {})
  if (/%00|\0/.test(query)) throw new Refusal('request.invalid', { message: NUL_SENTENCE })
}
