import { INBOUND_SIGNATURE_HEADER, INBOUND_WEBHOOK_PATH, replyRoutes } from '@goldpan/contract/replies'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Binder } from '../../http/bind.ts'
import { Refusal, refuse } from '../../http/refuse.ts'
import type { SignedEnvelope } from '../../providers/inbox/port.ts'
import type { Replies } from './replies.ts'
import type { InboundStorage } from './storage.ts'
import type { Threads } from './threads.ts'

export function bindReplies(bind: Binder, threads: Threads, storage: InboundStorage): void {
  bind(replyRoutes.storage, ({ owner }) => storage.get(owner))
  bind(replyRoutes.raw, ({ owner, params }) => threads.getRaw(owner, params.id))
  bind(replyRoutes.html, ({ owner, params, query }) =>
    threads.getHtml(owner, params.id, { pictures: query.pictures === '1' }),
  )
  bind(replyRoutes.file, ({ owner, params }) => threads.getFile(owner, params.id, params.partId))
  bind(replyRoutes.get, ({ owner, person, params }) => threads.getConversation(owner, person, params.id))
}

const MAX_BYTES = 25 * 1024 * 1024

/** Memory bound for all messages being received. */
const MAX_BYTES_UNDER_WAY = 4 * MAX_BYTES

/**
 * Raw messages over HTTP, for mail services that deliver by webhook. The body is read only if the signature of the
 * envelope is valid, the address exists, and there is memory for it.
 */
export function serveInboundWebhook(server: FastifyInstance, replies: Replies): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    let underWay = 0
    const onRequest = async (request: FastifyRequest, { raw }: FastifyReply) => {
      await replies.expectSigned(signedPartsOf(request))
      const bytes = Math.min(Number(request.headers['content-length'] ?? MAX_BYTES), MAX_BYTES)
      if (underWay + bytes > MAX_BYTES_UNDER_WAY) refuse('request.too_many', { retryAfterSeconds: 5 })
      underWay += bytes
      raw.once('close', () => {
        underWay -= bytes
      })
    }
    scope.post(INBOUND_WEBHOOK_PATH, { bodyLimit: MAX_BYTES, onRequest }, async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await replies.receiveSigned(raw, signedPartsOf(request))
      return reply.send({ message: 'Stored' })
    })
  })
}

function signedPartsOf({ query, headers }: FastifyRequest): SignedEnvelope {
  const { from = '', to = '' } = query as { from?: string; to?: string }
  if (typeof from !== 'string' || typeof to !== 'string') throw new Refusal('request.invalid', {})
  return { signature: String(headers[INBOUND_SIGNATURE_HEADER] ?? ''), envelope: { from, to } }
}
