import { INBOUND_SIGNATURE_HEADER, INBOUND_WEBHOOK_PATH, replyRoutes } from '@goldpan/contract/replies'
import type { FastifyInstance } from 'fastify'
import type { Binder } from '../../http/bind.ts'
import { Refusal } from '../../http/refuse.ts'
import type { Conversations } from './conversations/conversations.ts'
import type { Replies } from './replies.ts'
import type { InboundStorage } from './storage/storage.ts'

export function bindReplies(bind: Binder, conversations: Conversations, storage: InboundStorage): void {
  bind(replyRoutes.storage, ({ owner }) => storage.get(owner))
  bind(replyRoutes.list, ({ owner, query }) => conversations.list(owner, query))
  bind(replyRoutes.raw, ({ owner, params }) => conversations.getRaw(owner, params.id))
  bind(replyRoutes.get, ({ owner, params }) => conversations.getConversation(owner, params.id))
  bind(replyRoutes.answer, ({ owner, params, body }) => conversations.answer(owner, params.id, body))
}

const MAX_BYTES = 25 * 1024 * 1024

/** Raw messages over HTTP, for mail services that deliver by webhook; the bytes are what is signed. */
export function serveInboundWebhook(server: FastifyInstance, replies: Replies): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(INBOUND_WEBHOOK_PATH, { bodyLimit: MAX_BYTES }, async (request, reply) => {
      const { from = '', to = '' } = request.query as { from?: string; to?: string }
      if (typeof from !== 'string' || typeof to !== 'string') throw new Refusal('request.invalid', {})
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = String(request.headers[INBOUND_SIGNATURE_HEADER] ?? '')
      await replies.receiveSigned({ raw, signature, envelope: { from, to } })
      return reply.send({ message: 'Stored' })
    })
  })
}
