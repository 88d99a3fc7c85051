import { hash, randomBytes } from 'node:crypto'
import type { OwnSession } from '@goldpan/contract/accounts'
import { canHoldOrganizations } from '@goldpan/contract/organizations'
import type { Database, Db } from '../../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../../db/owner.ts'
import { shareLooks } from '../../../db/share-looks.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
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
  findSessions,
  insertSession,
  listSessions,
  replaceToken,
  type SessionRow,
  setOrganization,
  setProved,
  touchSession,
} from './sessions.store.ts'

const scope = systemScope('a session is found by its secret token')

/** So long, at most, a screen that asks again and again waits for who else does. */
const POLLING_REST_MS = 100

const newToken = () => randomBytes(32).toString('base64url')

/** Opaque sessions: the browser holds 256 random bits, the database their hash. */
export function createSessions({ db, clock }: { db: Database; clock: Clock }) {
  const findLiving = async (token: string, tx: Db = db) => {
    const hash = hashToken(token)
    return livingOf(hash, await findSession(tx, scope, hash), tx)
  }

  /** What was found of a token, or null when its session is over. A stolen one is over for both who hold it. */
  async function livingOf(
    hash: string,
    found: FoundSession | null,
    tx: Db = db,
  ): Promise<FoundSession | null> {
    if (!found) return null
    const { session } = found
    if (isSessionOver(session, clock.now()) || isStolen(session, hash, clock.now())) {
      await deleteSession(tx, scope, hash)
      return null
    }
    const isFirstUse = session.token_hash === hash && session.rotated_at && !session.confirmed_at
    if (isFirstUse) await confirmToken(tx, asOwner(session.user_id), session.id, isoNow(clock))
    return found
  }

  let polling = new Set<string>()
  /** The living sessions of all tokens that were asked for since the look before. */
  const findPolling = shareLooks(POLLING_REST_MS, async () => {
    const hashes = new Map([...polling].map((token) => [token, hashToken(token)]))
    polling = new Set()
    const found = await findSessions(db, scope, [...hashes.values()])
    const living = [...hashes].map(
      async ([token, hash]) => [token, await livingOf(hash, found.get(hash) ?? null)] as const,
    )
    return new Map(await Promise.all(living))
  })

  /** What the browser shall keep: another token where it is time for one, null where it has a newer one already. */
  async function rotate(token: string, session: SessionRow): Promise<string | null> {
    const shown_hash = hashToken(token)
    if (!isRotationDue(session, shown_hash, clock.now()))
      return session.token_hash === shown_hash ? token : null
    const renewed = newToken()
    const change = { shown_hash, new_hash: hashToken(renewed), at: isoNow(clock) }
    return (await replaceToken(db, asOwner(session.user_id), session, change)) ? renewed : null
  }

  return {
    /** Starts a session and answers the token for the cookie. */
    async start(owner: OwnerId, userAgent: string | null, tx: Db = db): Promise<string> {
      const token = newToken()
      await insertSession(tx, owner, {
        token_hash: hashToken(token),
        at: isoNow(clock),
        user_agent: userAgent,
      })
      return token
    },

    /** The user of a session and what it works for, or null when it is unknown or over. */
    findUser: async (token: string) => toUser(await findLiving(token)),

    /** The same for a screen that asks again and again: looked up together with all others that do, a moment later. */
    async findPollingUser(token: string) {
      polling.add(token)
      return toUser((await findPolling()).get(token) ?? null)
    },

    /** What the session works for from now on: an organization of the person, or the person when null. */
    async workFor(owner: OwnerId, token: string, organizationId: string | null): Promise<void> {
      await setOrganization(db, owner, hashToken(token), organizationId)
    },

    /**
     * Renews a session: its idle time starts again, and now and then its token is another; `token` is null where the
     * browser has that already. Null when the session is unknown or over.
     */
    async renew(token: string) {
      const found = await findLiving(token)
      if (!found) return null
      const { session, user } = found
      const age = clock.now().getTime() - new Date(session.used_at).getTime()
      if (age > SESSION_TOUCH_MS) await touchSession(db, asOwner(user.id), session.id, isoNow(clock))
      return { user, token: await rotate(token, session) }
    },

    /** Where somebody is logged in, the one that asks first. */
    async list(owner: OwnerId, token: string): Promise<OwnSession[]> {
      const hash = hashToken(token)
      const living = (await listSessions(db, owner)).filter((session) => !isSessionOver(session, clock.now()))
      const listed = living.map(({ id, user_agent, created_at, used_at, token_hash, previous_hash }) => ({
        ...{ id, device: deviceOf(user_agent), started_at: created_at, used_at },
        is_current: token_hash === hash || previous_hash === hash,
      }))
      return listed.toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
    },

    /** The password was shown again in this session. */
    prove: (owner: OwnerId, token: string): Promise<void> =>
      setProved(db, owner, hashToken(token), isoNow(clock)),

    /** Refuses what a stranger at an open browser must not do, unless the password was shown lately. */
    async requireProof(token: string, tx: Db = db): Promise<void> {
      const found = await findLiving(token, tx)
      if (!found) refuse('accounts.signed_out')
      else if (!isProved(found.session, clock.now())) refuse('accounts.password_needed')
    },

    /** Logs every browser out but the one that asks. */
    async endOthers(owner: OwnerId, token: string, tx: Db = db): Promise<void> {
      const kept = await findSession(tx, scope, hashToken(token))
      if (kept) await deleteOthers(tx, owner, kept.session.id)
    },

    async end(token: string): Promise<void> {
      await deleteSession(db, scope, hashToken(token))
    },

    /** Ends all sessions of a user, in the caller's transaction. */
    async endAll(owner: OwnerId, tx: Db): Promise<void> {
      await deleteSessions(tx, owner)
    },
  }
}

function toUser(found: FoundSession | null) {
  if (!found) return null
  const { organization_id } = found.session
  const isFrozen = !canHoldOrganizations(found.payer_plan ?? 'free')
  return { ...found.user, organization: organization_id ? { id: organization_id, isFrozen } : null }
}

export type Sessions = ReturnType<typeof createSessions>

/** Tokens are 256 random bits, so one fast hash is enough: there is nothing to guess. */
export const hashToken = (token: string): string => hash('sha256', token)
