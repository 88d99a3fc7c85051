import { INBOUND_SIGNATURE_HEADER, INBOUND_WEBHOOK_PATH, replyRoutes } from '@goldpan/contract/replies'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Binder } from '../../http/bind.ts'
import { createBodyBudget } from '../../http/body-budget.ts'
import { Refusal } from '../../http/refuse.ts'
import type { Conversations } from './conversations/conversations.ts'
import type { Replies, SignedMail } from './replies.ts'
import type { InboundStorage } from './storage/storage.ts'

export function bindReplies(bind: Binder, conversations: Conversations, storage: InboundStorage): void {
  bind(replyRoutes.storage, ({ owner }) => storage.get(owner))
  bind(replyRoutes.list, ({ owner, query }) => conversations.list(owner, query))
  bind(replyRoutes.raw, ({ owner, params }) => conversations.getRaw(owner, params.id))
  bind(replyRoutes.get, ({ owner, params }) => conversations.getConversation(owner, params.id))
  bind(replyRoutes.answer, ({ owner, params, body }) => conversations.answer(owner, params.id, body))
}

const MAX_BYTES = 25 * 1024 * 1024

/** The signature is over the body, so who knows a return address may begin messages that are never signed. */
const UNDER_WAY = { senderBytes: 2 * MAX_BYTES, allBytes: 4 * MAX_BYTES }

/**
 * Raw messages over HTTP, for mail services that deliver by webhook; the bytes are what is signed. They are read only of
 * a call that could be signed, for an address that takes mail, and only while there is room.
 */
export function serveInboundWebhook(server: FastifyInstance, replies: Replies): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    const bodies = createBodyBudget(UNDER_WAY)
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      await replies.expectSigned(signedPartsOf(request))
      bodies({ person: null, maxBytes: MAX_BYTES, request, reply })
    }
    scope.post(INBOUND_WEBHOOK_PATH, { bodyLimit: MAX_BYTES, onRequest }, async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await replies.receiveSigned({ raw, ...signedPartsOf(request) })
      return reply.send({ message: 'Stored' })
    })
  })
}

function signedPartsOf({ query, headers }: FastifyRequest): Omit<SignedMail, 'raw'> {
  const { from = '', to = '' } = query as { from?: string; to?: string }
  if (typeof from !== 'string' || typeof to !== 'string') throw new Refusal('request.invalid', {})
  return { signature: String(headers[INBOUND_SIGNATURE_HEADER] ?? ''), envelope: { from, to } }
}
