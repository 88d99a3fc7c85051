import { ownMailboxRoutes as routes } from '@goldpan/contract/own-mailboxes'
import { senderMailboxRoutes } from '@goldpan/contract/sender-mailbox'
import type { FastifyInstance } from 'fastify'
import type { Binder, Caller } from '../../http/bind.ts'
import { SESSION_COOKIE } from '../../http/session-gate.ts'
import type { OwnMailboxes } from './own-mailboxes.ts'
import type { SenderMailbox } from './sender-mailbox.ts'
import type { SignIns } from './sign-ins.ts'

export interface OwnMailboxRoutesDeps {
  ownMailboxes: OwnMailboxes
  mailboxSignIns: SignIns
  senderMailbox: SenderMailbox
}

const sessionOf = ({ request }: Pick<Caller, 'request'>): string => request.cookies[SESSION_COOKIE] ?? ''

export function bindOwnMailboxes(
  bind: Binder,
  { ownMailboxes: mailboxes, mailboxSignIns: signIns, senderMailbox }: OwnMailboxRoutesDeps,
): void {
  bind(routes.list, async ({ owner, person }) => ({
    mailboxes: await mailboxes.list(owner),
    providers: signIns.providers(),
    attempt: await signIns.findFailed(owner, person),
  }))
  bind(routes.presets, () => ({ presets: mailboxes.listPresets() }))
  bind(routes.lookup, ({ body }) => mailboxes.lookUp(body.address))
  bind(routes.add, ({ owner, person, body }) => mailboxes.add(owner, person, body))
  bind(routes.get, ({ owner, params }) => mailboxes.get(owner, params.id))
  bind(routes.update, ({ owner, person, params, body }) => mailboxes.update(owner, person, params.id, body))
  bind(routes.remove, ({ owner, person, params, query }) =>
    mailboxes.remove(owner, person, params.id, { isConfirmed: query.confirm === 'true' }),
  )
  bind(routes.test, ({ owner, person, params }) => mailboxes.test(owner, person, params.id))
  bind(routes.days, ({ owner, params, query }) => mailboxes.listDays(owner, params.id, query.days))
  bind(routes.startSignIn, ({ owner, person, params, body, caller }) =>
    signIns.start({ owner, person, token: sessionOf(caller) }, params.provider, body),
  )
  bind(senderMailboxRoutes.get, ({ owner }) => senderMailbox.get(owner))
  bind(senderMailboxRoutes.save, ({ owner, person, body }) => senderMailbox.save(owner, person, body))
  bind(senderMailboxRoutes.test, ({ owner, person }) => senderMailbox.test(owner, person))
  bind(senderMailboxRoutes.remove, ({ owner, person }) => senderMailbox.remove(owner, person))
}

/** Providers send the browser back here. The answer leads to the page of mailboxes, never elsewhere. */
export function serveSignInCallback(
  server: FastifyInstance,
  path: string,
  signIns: SignIns,
  limit: (ip: string, work: () => Promise<void>) => Promise<void>,
): void {
  server.get(path, { exposeHeadRoute: false }, async (request, reply) => {
    await limit(request.ip, async () => {
      const callback = new URL(request.url, 'http://localhost').searchParams
      const page = await signIns.finish(sessionOf({ request }), callback)
      void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      void reply.redirect(page, 303)
    })
    return reply
  })
}
