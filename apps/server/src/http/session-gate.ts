import { timingSafeEqual } from 'node:crypto'
import type { Route } from '@goldpan/contract/route'
import { SESSION_HINT_COOKIE } from '@goldpan/contract/session-hint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asOwner, type OwnerId } from '../db/owner.ts'
import { isForwarded, type KnownHosts } from './known-hosts.ts'
import { refuse } from './refuse.ts'

export const SESSION_COOKIE = 'goldpan_session'

/** Sets the session cookie, and a readable one that tells the browser it has a session. */
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

/** All null for a visitor. */
export interface Admitted {
  person: OwnerId | null
  owner: OwnerId | null
  payer: OwnerId | null
  /** True if the password was entered within the last hour. */
  isProved: boolean
}

export interface SessionGate {
  /** Admits a request, or refuses it. */
  admit(route: Pick<Route, 'access' | 'method' | 'whose'>, request: FastifyRequest): Promise<Admitted>
}

/** The person of a session, and the organization they currently work for. */
export interface SessionHolder {
  id: string
  isProved: boolean
  organization: { id: string; payer: string; isFrozen: boolean; isSuspended: boolean } | null
  suspended_at: string | null
  suspension_reason: string | null
}

export interface SessionGateDeps {
  /** Null if the token is unknown or its session has expired. */
  findSessionUser(token: string): Promise<SessionHolder | null>
  /** Refuses a suspended account. */
  requireOpen(holder: SessionHolder): void
  hosts: KnownHosts
  /** Opens 'local' routes to remote callers. */
  localToken: string
}

const NOBODY: Admitted = { person: null, owner: null, payer: null, isProved: false }

export function createSessionGate(deps: SessionGateDeps): SessionGate {
  return {
    async admit(route, request) {
      refuseForeignOrigin(request, deps.hosts)
      if (route.access === 'local') {
        if (!isLocalCaller(request, deps)) refuse('request.not_found')
        return NOBODY
      }
      const token = request.cookies[SESSION_COOKIE]
      const holder = token ? await deps.findSessionUser(token) : null
      if (!holder) return route.access === 'public' ? NOBODY : refuse('accounts.signed_out')
      // A suspended account may do what strangers may, such as log out.
      if (holder.suspended_at && route.access === 'public') return NOBODY
      deps.requireOpen(holder)
      return admitHolder(route, holder)
    },
  }
}

/** An organization is read-only once its owner's plan no longer includes one, and while its owner is suspended. */
function admitHolder(
  { access, whose, method }: Pick<Route, 'access' | 'method' | 'whose'>,
  holder: SessionHolder,
): Admitted {
  const person = asOwner(holder.id)
  const { isProved } = holder
  if (whose === 'person' || !holder.organization) return { person, owner: person, payer: person, isProved }
  const { id, payer, isFrozen, isSuspended } = holder.organization
  const isChange = method !== 'GET' && access !== 'public'
  if (isSuspended && isChange) refuse('organizations.suspended')
  if (isFrozen && isChange) refuse('organizations.frozen')
  return { person, owner: asOwner(id), payer: asOwner(payer), isProved }
}

/** Refuses changes from other websites, by the headers that browsers send. */
export function refuseForeignOrigin(request: FastifyRequest, hosts: KnownHosts): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') refuse('request.foreign_origin')
  const origin = request.headers.origin
  if (origin !== undefined && !hosts.isOwnOrigin(origin)) refuse('request.foreign_origin')
}

/**
 * True for callers on this machine, or with the start-up token. A loopback address alone isn't enough: the request
 * may come through a proxy or tunnel, or from a website whose name resolves to this machine.
 */
function isLocalCaller(request: FastifyRequest, deps: SessionGateDeps): boolean {
  const { ip, headers } = request
  if (isLoopback(ip) && deps.hosts.isLocal(headers.host) && !isForwarded(request)) return true
  const given = request.headers['x-goldpan-token'] ?? (request.query as { token?: string }).token ?? ''
  const [a, b] = [Buffer.from(String(given)), Buffer.from(deps.localToken)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const isLoopback = (ip: string): boolean => ip === '::1' || /^(::ffff:)?127\./.test(ip)
