import { hash, randomBytes } from 'node:crypto'
import type { OwnSession } from '@goldpan/contract/accounts'
import { canHoldOrganizations } from '@goldpan/contract/organizations'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import {
  deviceOf,
  isProved,
  isRotationDue,
  isSessionOver,
  isStolen,
  SESSION_TOUCH_MS,
} from './sessions.rules.ts'
import {
  confirmToken,
  deleteOthers,
  deleteSession,
  deleteSessions,
  type FoundSession,
  findSession,
  insertSession,
  listSessions,
  replaceToken,
  type SessionRow,
  setOrganization,
  setProved,
  touchSession,
} from './sessions.store.ts'

const scope = systemScope('a session is found by its secret token')

const newToken = () => randomBytes(32).toString('base64url')

/** Opaque sessions: the browser holds 256 random bits, the database their hash. */
export function createSessions({ db, systemClock }: { db: Database; systemClock: Clock }) {
  /** Null if the session is unknown or expired. A stolen session ends for everybody who has a token of it. */
  async function findLiving(tx: Db, token: string): Promise<FoundSession | null> {
    const tokenHash = hashToken(token)
    const found = await findSession(tx, scope, tokenHash)
    if (!found) return null
    const { session } = found
    if (isSessionOver(session, systemClock.now()) || isStolen(session, tokenHash, systemClock.now())) {
      await deleteSession(tx, scope, tokenHash)
      return null
    }
    const isFirstUse = session.token_hash === tokenHash && session.rotated_at && !session.confirmed_at
    if (isFirstUse) await confirmToken(tx, asOwner(session.user_id), session.id, isoNow(systemClock))
    return found
  }

  /** The token that the browser keeps: a new one if due, or null if it already has a newer one. */
  async function rotate(token: string, session: SessionRow): Promise<string | null> {
    const shown_hash = hashToken(token)
    if (!isRotationDue(session, shown_hash, systemClock.now()))
      return session.token_hash === shown_hash ? token : null
    const renewed = newToken()
    const change = { shown_hash, new_hash: hashToken(renewed), at: isoNow(systemClock) }
    return (await replaceToken(db, asOwner(session.user_id), session, change)) ? renewed : null
  }

  return {
    /** Returns the token for the cookie. */
    async start(tx: Db, owner: OwnerId, userAgent: string | null): Promise<string> {
      const token = newToken()
      await insertSession(tx, owner, {
        token_hash: hashToken(token),
        at: isoNow(systemClock),
        user_agent: userAgent,
      })
      return token
    },

    /** Null if the session is unknown or over. */
    findUser: async (token: string) => toUser(await findLiving(db, token), systemClock.now()),

    /** Stays the same when the token is rotated. Null if the session is unknown or over. */
    findId: async (token: string): Promise<string | null> =>
      (await findLiving(db, token))?.session.id ?? null,

    /** An organization of the person, or null for personal work. */
    async workFor(owner: OwnerId, token: string, organizationId: string | null): Promise<void> {
      await setOrganization(db, owner, hashToken(token), organizationId)
    },

    /** Restarts the idle time and rotates the token if due; `token` is null if the browser already has a newer one. */
    async renew(token: string) {
      const found = await findLiving(db, token)
      if (!found) return null
      const { session, user } = found
      const age = systemClock.now().getTime() - new Date(session.used_at).getTime()
      if (age > SESSION_TOUCH_MS) await touchSession(db, asOwner(user.id), session.id, isoNow(systemClock))
      return { user, token: await rotate(token, session) }
    },

    /** The current session comes first. */
    async list(owner: OwnerId, token: string): Promise<OwnSession[]> {
      const tokenHash = hashToken(token)
      const living = (await listSessions(db, owner)).filter(
        (session) => !isSessionOver(session, systemClock.now()),
      )
      const listed = living.map(({ id, user_agent, created_at, used_at, token_hash, previous_hash }) => ({
        id,
        device: deviceOf(user_agent),
        started_at: created_at,
        used_at,
        is_current: token_hash === tokenHash || previous_hash === tokenHash,
      }))
      return listed.toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
    },

    /** Records that the password was entered again in this session. */
    prove: (owner: OwnerId, token: string): Promise<void> =>
      setProved(db, owner, hashToken(token), isoNow(systemClock)),

    /**
     * Refuses unless the password was entered within the last hour, so that a stranger at an unlocked browser can't
     * do this.
     */
    async requireProof(tx: Db, token: string): Promise<void> {
      const found = await findLiving(tx, token)
      if (!found) refuse('accounts.signed_out')
      else if (!isProved(found.session, systemClock.now())) refuse('accounts.password_needed')
    },

    /** Ends all sessions except that of this token. */
    async endOthers(tx: Db, owner: OwnerId, token: string): Promise<void> {
      const kept = await findSession(tx, scope, hashToken(token))
      if (kept) await deleteOthers(tx, owner, kept.session.id)
    },

    async end(token: string): Promise<void> {
      await deleteSession(db, scope, hashToken(token))
    },

    endAll: (tx: Db, owner: OwnerId): Promise<void> => deleteSessions(tx, owner),
  }
}

function toUser(found: FoundSession | null, now: Date) {
  if (!found) return null
  const { organization_id } = found.session
  const user = { ...found.user, isProved: isProved(found.session, now) }
  if (!organization_id || !found.payer) return { ...user, organization: null }
  const { id: payer, plan, suspended_at } = found.payer
  return {
    ...user,
    organization: {
      id: organization_id,
      payer,
      isFrozen: !canHoldOrganizations(plan),
      isSuspended: suspended_at !== null,
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** Tokens are 256 random bits, so one fast hash is enough. */
export const hashToken = (token: string): string => hash('sha256', token)
