import { trackingRoutes } from '@goldpan/contract/tracking'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Binder } from '../../http/bind.ts'
import { Refusal } from '../../http/refuse.ts'
import type { Tracking } from './tracking.ts'
import type { VisitRequest } from './visits.ts'

export function bindTracking(bind: Binder, tracking: Tracking): void {
  bind(trackingRoutes.unsubscribeState, ({ query, caller }) =>
    tracking.getUnsubscribeState(query.token, visitOf(caller.request)),
  )
  bind(trackingRoutes.unsubscribe, ({ body, caller }) =>
    tracking.unsubscribe(body.token, visitOf(caller.request)),
  )
  bind(trackingRoutes.setRecording, ({ body, caller }) =>
    tracking.setRecording(body.token, body.is_recorded, visitOf(caller.request)),
  )
  bind(trackingRoutes.getChoice, ({ owner }) => tracking.getChoice(owner))
  bind(trackingRoutes.setChoice, ({ owner, body }) => tracking.setChoice(owner, body))
  bind(trackingRoutes.getCampaign, ({ owner, params }) => tracking.getCampaignTracking(owner, params.id))
  bind(trackingRoutes.setCampaign, ({ owner, params, body }) =>
    tracking.setCampaignChoice(owner, params.id, body),
  )
  bind(trackingRoutes.undoUnsubscribe, ({ body, caller }) =>
    tracking.undoUnsubscribe(body.token, visitOf(caller.request)),
  )
}

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

const NOT_CACHED = 'no-store, max-age=0, private'

/** Runs a few requests of one network address at a time. */
export type LimitVisitor = (ip: string, work: () => Promise<void>) => Promise<void>

/** URLs that mail clients request, without session or contract. */
export function serveMailLinks(server: FastifyInstance, tracking: Tracking, limit: LimitVisitor): void {
  servePixel(server, tracking)
  serveClicks(server, tracking)
  serveOneClick(server, tracking, limit)
}

/** The pixel is the same for every token, and a HEAD request is not an open. */
function servePixel(server: FastifyInstance, tracking: Tracking): void {
  server.get('/t/o/:file', { exposeHeadRoute: false }, (request, reply) => {
    const { file } = request.params as { file: string }
    if (file.endsWith('.gif')) tracking.noteOpen(file.slice(0, -'.gif'.length), visitOf(request))
    return reply
      .headers({ 'cache-control': NOT_CACHED, 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/gif')
      .send(PIXEL)
  })
  server.head('/t/o/:file', (_request, reply) => reply.type('image/gif').send())
}

/** Redirects to stored URLs only. */
function serveClicks(server: FastifyInstance, tracking: Tracking): void {
  server.get('/t/c/:message/:link', async (request, reply) => {
    const { message, link } = request.params as { message: string; link: string }
    const target = await tracking.findTarget(link)
    void reply.headers({
      'cache-control': NOT_CACHED,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    if (target === null) return reply.code(404).type('text/html; charset=utf-8').send(NO_SUCH_LINK)
    tracking.noteClick(message, target.id, visitOf(request))
    return reply.redirect(new URL(target.url).href, 302)
  })
}

/** RFC 8058: only POST unsubscribes. */
function serveOneClick(server: FastifyInstance, tracking: Tracking, limit: LimitVisitor): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The URL is all that matters; read and discard the body.
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      payload.once('end', () => done(null, undefined))
      payload.once('error', (error) => done(error, undefined))
    })
    scope.post('/api/email/one-click/:token', async (request, reply) => {
      const { token } = request.params as { token: string }
      await limit(request.ip, () => tracking.unsubscribeByHeader(token))
      return reply.type('text/plain').send('Unsubscribed')
    })
    scope.get('/api/email/one-click/:token', async (request, reply) => {
      const token = tracking.findPageToken((request.params as { token: string }).token)
      if (token === null) throw new Refusal('tracking.bad_link', {})
      const link = `/unsubscribe?token=${encodeURIComponent(token)}`
      return reply
        .type('text/html; charset=utf-8')
        .send(
          `<!doctype html><html lang="en"><title>Unsubscribe</title><p><a href="${link}">Unsubscribe</a></p></html>`,
        )
    })
  })
}

const NO_SUCH_LINK =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Link not found</title><body><h1>This link is not valid</h1><p>Please open the whole link from the email.</p></body></html>'

const PURPOSES = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz']

const AGENT_MAX = 300
const PURPOSE_MAX = 100

/** Copies the text: a slice would keep the whole header in memory while the visit is buffered. */
const shortened = (header: string, max: number): string =>
  header.length <= max ? header : Buffer.from(header.slice(0, max), 'latin1').toString('latin1')

function visitOf({ headers, ip, method }: FastifyRequest): VisitRequest {
  const purpose = PURPOSES.flatMap((name) => headers[name] ?? []).join(' ')
  return {
    userAgent: headers['user-agent'] === undefined ? null : shortened(headers['user-agent'], AGENT_MAX),
    purpose: shortened(purpose, PURPOSE_MAX),
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    ip,
  }
}
