import { timingSafeEqual } from 'node:crypto'
import type { Access } from '@goldpan/contract/route'
import { SESSION_HINT_COOKIE } from '@goldpan/contract/session-hint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asOwner, type OwnerId } from '../db/owner.ts'
import { refuse } from './refuse.ts'

export const SESSION_COOKIE = 'goldpan_session'

/** Gives the browser a session, and beside it the sign that there is one. */
export function keepSessionCookie(
  reply: FastifyReply,
  token: string,
  { isHttps, maxAgeMs }: { isHttps: boolean; maxAgeMs: number },
): void {
  const shared = { path: '/', sameSite: 'lax', secure: isHttps, maxAge: maxAgeMs / 1000 } as const
  reply.setCookie(SESSION_COOKIE, token, { ...shared, httpOnly: true })
  reply.setCookie(SESSION_HINT_COOKIE, '1', shared)
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, { path: '/' })
  reply.clearCookie(SESSION_HINT_COOKIE, { path: '/' })
}

export interface SessionGate {
  /** Lets a request in or refuses it. Answers whose session it carries, if any. */
  admit(access: Access, request: FastifyRequest): Promise<OwnerId | null>
}

export interface SessionGateDeps {
  /** The user of a session token, or null when it is unknown or over. */
  findSessionUser(token: string): Promise<{ id: string } | null>
  publicOrigin: () => string
  isLocal: boolean
  /** Opens 'local' routes when PUBLIC_URL is not a local address. */
  localToken: string
}

export function createSessionGate(deps: SessionGateDeps): SessionGate {
  return {
    async admit(access, request) {
      refuseForeignOrigin(request, deps.publicOrigin())
      if (access === 'local') {
        if (!isLocalCaller(request, deps)) refuse('request.not_found')
        return null
      }
      const token = request.cookies[SESSION_COOKIE]
      const user = token ? await deps.findSessionUser(token) : null
      if (user) return asOwner(user.id)
      return access === 'public' ? null : refuse('accounts.signed_out')
    },
  }
}

/** A browser says where a request comes from; one that changes things must come from our own pages. */
function refuseForeignOrigin(request: FastifyRequest, publicOrigin: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') refuse('request.foreign_origin')
  const origin = request.headers.origin
  if (origin === undefined) return
  const own = new Set([publicOrigin, `${request.protocol}://${request.host}`])
  if (!own.has(origin)) refuse('request.foreign_origin')
}

function isLocalCaller(request: FastifyRequest, deps: SessionGateDeps): boolean {
  if (deps.isLocal) return isLoopback(request.ip)
  const given = request.headers['x-goldpan-token'] ?? (request.query as { token?: string }).token ?? ''
  const [a, b] = [Buffer.from(String(given)), Buffer.from(deps.localToken)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const isLoopback = (ip: string): boolean => ip === '::1' || /^(::ffff:)?127\./.test(ip)
