import { createHash, randomBytes } from 'node:crypto'
import { canHoldOrganizations } from '@goldpan/contract/organizations'
import type { Database, Db } from '../../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../../db/owner.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import { isSessionOver, SESSION_TOUCH_MS } from './sessions.rules.ts'
import {
  deleteSession,
  deleteSessions,
  findSession,
  insertSession,
  setOrganization,
  touchSession,
} from './sessions.store.ts'

const scope = systemScope('a session is found by its secret token')

/** Opaque sessions: the browser holds 256 random bits, the database their hash. */
export function createSessions({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Starts a session and answers the token for the cookie. */
    async start(owner: OwnerId, userAgent: string | null): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      await insertSession(owner, db, {
        token_hash: hashToken(token),
        at: isoNow(clock),
        user_agent: userAgent,
      })
      return token
    },

    /** The user of a session and what it works for, or null when it is unknown or over. */
    async findUser(token: string) {
      const found = await findSession(scope, db, hashToken(token))
      if (!found) return null
      if (isSessionOver(found.session, clock.now())) {
        await deleteSession(scope, db, hashToken(token))
        return null
      }
      const { organization_id } = found.session
      const isFrozen = !canHoldOrganizations(found.payer_plan ?? 'free')
      return { ...found.user, organization: organization_id ? { id: organization_id, isFrozen } : null }
    },

    /** What the session works for from now on: an organization of the person, or the person when null. */
    async workFor(owner: OwnerId, token: string, organizationId: string | null): Promise<void> {
      await setOrganization(owner, db, hashToken(token), organizationId)
    },

    /** Renews a session: its idle time starts again. Null when it is unknown or over. */
    async renew(token: string) {
      const user = await this.findUser(token)
      const found = user && (await findSession(scope, db, hashToken(token)))
      if (!found) return null
      const age = clock.now().getTime() - new Date(found.session.used_at).getTime()
      if (age > SESSION_TOUCH_MS)
        await touchSession(asOwner(found.user.id), db, found.session.id, isoNow(clock))
      return found.user
    },

    async end(token: string): Promise<void> {
      await deleteSession(scope, db, hashToken(token))
    },

    /** Ends all sessions of a user, in the caller's transaction. */
    async endAll(owner: OwnerId, tx: Db): Promise<void> {
      await deleteSessions(owner, tx)
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** Tokens are 256 random bits, so one fast hash is enough: there is nothing to guess. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
