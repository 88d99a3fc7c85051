import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { RefusalName } from '@goldpan/contract/refusals'
import type { Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import type { TokenType } from '../../db/schema.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import * as store from './accounts.store.ts'
import { hashToken } from './sessions.ts'

const scope = systemScope('a link of a mail is found by its secret token')

const ALREADY_VERIFIED = 'Your email address is already verified. You can log in.'

const HOUR_MS = 3_600_000

const LIFETIME_MS = { signup: 24 * HOUR_MS, recovery: HOUR_MS, email_change: 24 * HOUR_MS } as const

/** A second request within this time is a double click: the letter is not sent again. */
const DOUBLE_CLICK_MS = 300

interface FoundToken {
  token: store.AccountToken
  user: store.User
}

export interface TokensDeps {
  systemClock: Clock
  publicUrl: () => string
  secret: Buffer
}

/**
 * Secret tokens in the links of letters. Each works once, for a limited time, and revokes older ones of its type. A
 * token is bound to the address it was mailed to and void once the account no longer uses that address.
 */
export function createTokens({ systemClock, publicUrl, secret }: TokensDeps) {
  const signStop = (id: string) => createHmac('sha256', secret).update(`stop:${id}`).digest('base64url')

  async function issue(tx: Db, owner: OwnerId, type: TokenType, email: string) {
    const token = randomBytes(32).toString('base64url')
    const now = systemClock.now()
    const id = await store.insertToken(tx, owner, {
      type,
      email,
      token_hash: hashToken(token),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + LIFETIME_MS[type]).toISOString(),
    })
    return { id, token }
  }

  /** Locks the token's user, so that other changes of the account and its tokens wait. */
  async function lockUserOf(tx: Db, token: store.AccountToken | null): Promise<FoundToken | null> {
    const user = token && (await store.lockUser(tx, asOwner(token.user_id)))
    return user && { token, user }
  }

  /** Also drops a pending change of address. */
  async function revokeAll(tx: Db, owner: OwnerId): Promise<void> {
    await store.revokeTokens(tx, owner, 'all', isoNow(systemClock))
    await store.updateUser(tx, owner, { pending_email: null })
  }

  return {
    /** Issues a token and returns the parts of its link. */
    link: async (tx: Db, owner: OwnerId, type: TokenType, email: string) => ({
      publicUrl: publicUrl(),
      type,
      email,
      ...(await issue(tx, owner, type, email)),
    }),

    /** Spends the token and locks its user. Refuses an unknown, used or expired token. */
    async redeem(tx: Db, token: string, type: TokenType) {
      const found = await lockUserOf(tx, await store.findToken(tx, scope, hashToken(token)))
      const fault = findTokenFault(found, type, systemClock.now())
      const isVerified = type === 'signup' && found?.token.type === type && found.user.email_confirmed_at
      if (isVerified) refuse('accounts.token_used', { message: ALREADY_VERIFIED })
      if (fault || !found) return refuse(fault ?? 'accounts.token_unknown')
      const { user } = found
      const isSpent = await store.spendToken(tx, asOwner(user.id), found.token.id, isoNow(systemClock))
      return isSpent ? { ...found.token, user } : refuse('accounts.token_used')
    },

    /** Link that stops a change of address. Valid as long as the change's own link. */
    stopLink: (id: string) =>
      `${publicUrl()}/auth/stop-change?${new URLSearchParams({ token: `${id}.${signStop(id)}` })}`,

    /** Returns the change of address to stop, with its user locked. */
    async redeemStop(tx: Db, stopToken: string) {
      const [id = '', proof = ''] = stopToken.split('.')
      if (!isRowId(id) || !isSame(proof, signStop(id))) return refuse('accounts.token_unknown')
      const found = await lockUserOf(tx, await store.findTokenById(tx, scope, id))
      const fault = findStopFault(found, systemClock.now())
      return fault || !found ? refuse(fault ?? 'accounts.change_over') : found
    },

    /** True if a link created just before `askedAt` or later still works. */
    async isAskedTwice(
      tx: Db,
      owner: OwnerId,
      type: TokenType,
      askedAt = systemClock.now(),
    ): Promise<boolean> {
      const newest = await store.findOpenToken(tx, owner, type)
      return newest !== null && askedAt.getTime() - new Date(newest.created_at).getTime() < DOUBLE_CLICK_MS
    },

    revoke: (tx: Db, owner: OwnerId, type: TokenType) =>
      store.revokeTokens(tx, owner, type, isoNow(systemClock)),
    revokeAll,
  }
}

export type Tokens = ReturnType<typeof createTokens>

/** Returns null if the token can be used. */
function findTokenFault(found: FoundToken | null, type: TokenType, now: Date): RefusalName | null {
  if (!found || found.token.type !== type || found.token.revoked_at) return 'accounts.token_unknown'
  if (found.token.used_at) return 'accounts.token_used'
  if (!isCurrentAddress(found)) return 'accounts.token_unknown'
  return new Date(found.token.expires_at) <= now ? 'accounts.token_expired' : null
}

/** Returns null if the change of address can still be stopped. */
function findStopFault(found: FoundToken | null, now: Date): RefusalName | null {
  if (found?.token.type !== 'email_change') return 'accounts.token_unknown'
  if (found.token.used_at) return 'accounts.change_confirmed'
  const isOver = found.token.revoked_at !== null || new Date(found.token.expires_at) <= now
  return isOver || !isCurrentAddress(found) ? 'accounts.change_over' : null
}

/** False if the token was mailed to an address that is neither the account's nor its pending one. */
function isCurrentAddress({ token, user }: FoundToken): boolean {
  const current = token.type === 'email_change' ? user.pending_email : user.email
  return user.deleting_at === null && token.email.toLowerCase() === current?.toLowerCase()
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
