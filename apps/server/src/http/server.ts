import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import type { allRefusals } from '@goldpan/contract/refusals'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { Refusal } from './refuse.ts'

export interface HttpServerOptions {
  logger: Logger
  trustProxy: string
  isHttps: () => boolean
  /** Browsers may load the pictures of the map from there. */
  mapTilesUrl?: string | null
}

/** The web server without its routes: parsing, security headers, and the one way errors become answers. */
export async function createHttpServer({
  logger,
  trustProxy,
  isHttps,
  mapTilesUrl,
}: HttpServerOptions): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ? trustProxy.split(',').map((part) => part.trim()) : false,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 600 },
  }) as unknown as FastifyInstance
  await server.register(fastifyCookie)
  await server.register(fastifyMultipart)
  acceptEmptyJson(server)
  const policy = contentPolicy(mapTilesUrl ? new URL(mapTilesUrl).origin : '')
  server.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(securityHeaders(isHttps(), policy)))
      if (!reply.hasHeader(name)) reply.header(name, value)
  })
  server.setErrorHandler((error, request, reply) => {
    const { status, body, retryAfterSeconds } = toAnswer(error, request)
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    return reply.code(status).header('cache-control', 'no-store').send(body)
  })
  return server
}

const contentPolicy = (tilesOrigin: string): string =>
  [
    "default-src 'self'",
    "script-src 'self' https://js.stripe.com https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    `connect-src 'self' https://api.stripe.com ${tilesOrigin}`.trim(),
    "worker-src 'self' blob:",
    "frame-src 'self' https://js.stripe.com https://checkout.stripe.com https://www.google.com/recaptcha/",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self' https://checkout.stripe.com https://billing.stripe.com",
    "frame-ancestors 'none'",
  ].join('; ')

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

/** A call without a payload may still say that it sends JSON. */
function acceptEmptyJson(server: FastifyInstance): void {
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, undefined)
    // PostgreSQL stores no NUL, and nobody types one.
    if (/\0|\\u0000/.test(text))
      return done(
        new Refusal('request.invalid', { message: 'The text holds a sign that cannot be stored (NUL)' }),
      )
    try {
      done(null, JSON.parse(text, dropPrototypeKeys))
    } catch {
      done(new Refusal('request.invalid', { message: 'The request is not valid JSON' }))
    }
  })
}

const dropPrototypeKeys = (key: string, value: unknown) =>
  key === '__proto__' || key === 'constructor' ? undefined : value

const FASTIFY_REFUSALS: Record<string, keyof typeof allRefusals> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_REQ_FILE_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.wrong_content_type',
}

/** PostgreSQL's 'invalid text representation': the path named a row by something that is no id. */
const INVALID_ID = '22P02'

/** Codes that PostgreSQL and Node give while the database is away or restarting. */
const DATABASE_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
  '53300',
])

function toAnswer(error: unknown, request: FastifyRequest) {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  const known = FASTIFY_REFUSALS[code]
  if (known) return new Refusal(known, {})
  if (code === INVALID_ID) return new Refusal('request.not_found', {})
  if (isDatabaseAway(error, code)) return new Refusal('server.unavailable', { retryAfterSeconds: 5 })
  if (isClientFault(error)) return new Refusal('request.invalid', {})
  request.log.error({ err: error, request_id: request.id, url: request.routeOptions.url }, 'request failed')
  const message = 'Something went wrong on our side. Nothing else was changed; please try again.'
  return {
    status: 500,
    body: { message, code: 'server.failed', request_id: request.id },
    retryAfterSeconds: undefined,
  }
}

const codeOf = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } }
  return code ?? cause?.code ?? ''
}

const isDatabaseAway = (error: unknown, code: string): boolean =>
  DATABASE_AWAY.has(code) ||
  /Connection terminated|timeout exceeded when trying to connect/.test(
    String((error as { cause?: unknown })?.cause ?? error),
  )

const isClientFault = (error: unknown): boolean => {
  const { statusCode } = (error ?? {}) as { statusCode?: number }
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
}
