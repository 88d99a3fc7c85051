import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { trackingRoutes } from '@goldpan/contract/tracking'
import type { FastifyInstance } from 'fastify'
import type { Binder } from '../../http/bind.ts'
import { Refusal } from '../../http/refuse.ts'
import type { Tracking } from './tracking.ts'
import type { Asked } from './visits/visits.ts'

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

/** A request as far as it concerns a visit, whether the framework has seen it or not. */
interface Asking {
  url: string
  headers: IncomingHttpHeaders
  ip: string
  method?: string
}

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

const PIXEL_HEADERS = Object.entries({
  'content-type': 'image/gif',
  'content-length': String(PIXEL.length),
  'cache-control': 'no-store, max-age=0, private',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}).flat()
/** As text, header and picture leave in one write. */
const PIXEL_TEXT = PIXEL.toString('latin1')
const PIXEL_PATH = '/t/o/'

/**
 * What mail programs call, which know neither session nor contract: the picture, always the same and always
 * answered first; and the one-click address, which acts on POST alone.
 */
export function serveMailLinks(server: FastifyInstance, tracking: Tracking): void {
  const answerPixel = (request: Asking, response: ServerResponse) => {
    response.writeHead(200, PIXEL_HEADERS).end(PIXEL_TEXT, 'latin1')
    const token = tokenIn(request.url)
    if (token) tracking.noteOpen(token, visitOf(request))
  }
  // Past everything that other answers take: mail proxies ask for thousands of these at once.
  server.answerEarly(PIXEL_PATH, answerPixel)
  server.get('/t/o/:file', { exposeHeadRoute: false }, (request, reply) => {
    reply.hijack()
    answerPixel(request, reply.raw)
  })
  server.head('/t/o/:file', (_request, reply) => reply.type('image/gif').send())

  serveClicks(server, tracking)
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The address says everything: whatever the body holds, it is not kept.
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      payload.once('end', () => done(null, undefined))
      payload.once('error', (error) => done(error, undefined))
    })
    scope.post('/api/email/one-click/:token', async (request, reply) => {
      await tracking.unsubscribeByHeader((request.params as { token: string }).token)
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

/** Followed links: led to the stored address and nowhere else, written down afterwards. */
function serveClicks(server: FastifyInstance, tracking: Tracking): void {
  server.get('/t/c/:message/:link', async (request, reply) => {
    const { message, link } = request.params as { message: string; link: string }
    const target = await tracking.findTarget(link)
    void reply.headers({
      'cache-control': 'no-store, max-age=0, private',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    if (target === null) return reply.code(404).type('text/html; charset=utf-8').send(NO_SUCH_LINK)
    tracking.noteClick(message, target.id, visitOf(request))
    return reply.redirect(target.url, 302)
  })
}

const NO_SUCH_LINK =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Link not found</title><body><h1>This link is not valid</h1><p>Please use the link as it stands in the email.</p></body></html>'

/** `/t/o/<token>.gif`, whatever stands behind it. */
function tokenIn(url: string): string | null {
  const end = url.indexOf('.gif', PIXEL_PATH.length)
  return end < 0 ? null : url.slice(PIXEL_PATH.length, end)
}

const PURPOSES = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz']

const AGENT_MAX = 300
const PURPOSE_MAX = 100

/** Visits wait in memory by the thousand: a long header is copied, for a part of it would hold on to the whole. */
const shortened = (header: string, max: number): string =>
  header.length <= max ? header : Buffer.from(header.slice(0, max), 'latin1').toString('latin1')

function visitOf({ headers, ip, method }: Asking): Asked {
  let purpose = ''
  for (const name of PURPOSES) if (headers[name]) purpose += ` ${headers[name]}`
  return {
    userAgent: headers['user-agent'] === undefined ? null : shortened(headers['user-agent'], AGENT_MAX),
    purpose: shortened(purpose.trim(), PURPOSE_MAX),
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    ip,
  }
}
