import { timingSafeEqual } from 'node:crypto'
import type { Route } from '@goldpan/contract/route'
import { SESSION_HINT_COOKIE } from '@goldpan/contract/session-hint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asOwner, type OwnerId } from '../db/owner.ts'
import { isForwarded, type KnownHosts } from './known-hosts.ts'
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

/** The caller, the owner of the rows, and the payer; all null for a visitor. */
export interface Admitted {
  person: OwnerId | null
  owner: OwnerId | null
  payer: OwnerId | null
}

export interface SessionGate {
  /** Lets a request in or refuses it. */
  admit(route: Pick<Route, 'access' | 'method' | 'whose'>, request: FastifyRequest): Promise<Admitted>
}

/** The holder of a session token: a person, and the organization they work for at the moment. */
export interface SessionHolder {
  id: string
  organization: { id: string; payer: string; isFrozen: boolean } | null
}

export interface SessionGateDeps {
  /** Null when the token is unknown or its session over. */
  findSessionUser(token: string): Promise<SessionHolder | null>
  hosts: KnownHosts
  /** Opens 'local' routes from elsewhere. */
  localToken: string
}

const NOBODY: Admitted = { person: null, owner: null, payer: null }

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
      if (holder) return admitHolder(route, holder)
      return route.access === 'public' ? NOBODY : refuse('accounts.signed_out')
    },
  }
}

/** An organization is read-only once its owner's plan no longer includes one. */
function admitHolder(
  { access, whose, method }: Pick<Route, 'access' | 'method' | 'whose'>,
  holder: SessionHolder,
): Admitted {
  const person = asOwner(holder.id)
  if (whose === 'person' || !holder.organization) return { person, owner: person, payer: person }
  if (holder.organization.isFrozen && method !== 'GET' && access !== 'public') refuse('organizations.frozen')
  const { id, payer } = holder.organization
  return { person, owner: asOwner(id), payer: asOwner(payer) }
}

/** A browser says where a request comes from; one that changes things must come from our own pages. */
function refuseForeignOrigin(request: FastifyRequest, hosts: KnownHosts): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') refuse('request.foreign_origin')
  const origin = request.headers.origin
  if (origin !== undefined && !hosts.isOwnOrigin(origin)) refuse('request.foreign_origin')
}

/**
 * True for callers on this machine, or with the start-up token. A request that comes from this machine may be a stranger's:
 * through a proxy or tunnel, or of a website whose name leads here.
 */
function isLocalCaller(request: FastifyRequest, deps: SessionGateDeps): boolean {
  const { ip, headers } = request
  if (isLoopback(ip) && deps.hosts.isLocal(headers.host) && !isForwarded(request)) return true
  const given = request.headers['x-goldpan-token'] ?? (request.query as { token?: string }).token ?? ''
  const [a, b] = [Buffer.from(String(given)), Buffer.from(deps.localToken)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const isLoopback = (ip: string): boolean => ip === '::1' || /^(::ffff:)?127\./.test(ip)
