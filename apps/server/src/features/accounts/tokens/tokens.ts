import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../../db/owner.ts'
import { isRowId } from '../../../db/row-id.ts'
import type { TokenType } from '../../../db/schema.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import {
  DOUBLE_CLICK_MS,
  type FoundToken,
  findStopFault,
  findTokenFault,
  TOKEN_LIFETIME_MS,
} from '../accounts.rules.ts'
import * as store from '../accounts.store.ts'
import { hashToken } from '../sessions/sessions.ts'

const scope = systemScope('a link of a mail is found by its secret token')

const ALREADY_VERIFIED = 'Your email address is already verified. You can log in.'

export interface TokensDeps {
  clock: Clock
  publicUrl: () => string
  secret: Buffer
}

/**
 * The secret tokens in the links of mails: each works once, for a while, and a new one revokes the older. A token is good
 * for the address it was mailed to: once that is no longer the account's, it opens nothing.
 */
export function createTokens({ clock, publicUrl, secret }: TokensDeps) {
  const signStop = (id: string) => createHmac('sha256', secret).update(`stop:${id}`).digest('base64url')

  async function issue(tx: Db, owner: OwnerId, type: TokenType, email: string) {
    const token = randomBytes(32).toString('base64url')
    const now = clock.now()
    const id = await store.insertToken(tx, owner, {
      type,
      email,
      token_hash: hashToken(token),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + TOKEN_LIFETIME_MS[type]).toISOString(),
    })
    return { id, token }
  }

  /** A token with its user, who is locked: whatever else changes the account or its tokens waits. */
  async function lock(tx: Db, token: store.AccountToken | null): Promise<FoundToken | null> {
    const user = token && (await store.lockUser(tx, asOwner(token.user_id)))
    return user && { token, user }
  }

  /** Makes every link that was mailed for the account worthless, and forgets an address that waits. */
  async function revokeAll(tx: Db, owner: OwnerId): Promise<void> {
    await store.revokeTokens(tx, owner, 'all', isoNow(clock))
    await store.updateUser(tx, owner, { pending_email: null })
  }

  return {
    /** What a letter needs to make its link. */
    link: async (tx: Db, owner: OwnerId, type: TokenType, email: string) => ({
      publicUrl: publicUrl(),
      type,
      email,
      ...(await issue(tx, owner, type, email)),
    }),

    /** Uses up the token of a mail and locks its user; refuses an unknown, used or expired one. */
    async redeem(tx: Db, token: string, type: TokenType) {
      const found = await lock(tx, await store.findToken(tx, scope, hashToken(token)))
      const fault = findTokenFault(found, type, clock.now())
      const isVerified = type === 'signup' && found?.token.type === type && found.user.email_confirmed_at
      if (isVerified) refuse('accounts.token_used', { message: ALREADY_VERIFIED })
      if (fault || !found) return refuse(fault ?? 'accounts.token_unknown')
      const { user } = found
      const isSpent = await store.spendToken(tx, asOwner(user.id), found.token.id, isoNow(clock))
      return isSpent ? { ...found.token, user } : refuse('accounts.token_used')
    },

    /** The link that stops a change of address; it lasts as long as the link of the change. */
    stopLink: (id: string) =>
      `${publicUrl()}/auth/stop-change?${new URLSearchParams({ token: `${id}.${signStop(id)}` })}`,

    /** The change of address that a stop link is for, with its user locked; refuses one that is over. */
    async redeemStop(tx: Db, stopToken: string) {
      const [id = '', proof = ''] = stopToken.split('.')
      if (!isRowId(id) || !isSame(proof, signStop(id))) return refuse('accounts.token_unknown')
      const found = await lock(tx, await store.findTokenById(tx, scope, id))
      const fault = findStopFault(found, clock.now())
      return fault || !found ? refuse(fault ?? 'accounts.change_over') : found
    },

    /** Whether who asked at this time asked by a double click: a link made just before, or since, still works. */
    async isAskedTwice(tx: Db, owner: OwnerId, type: TokenType, askedAt = clock.now()): Promise<boolean> {
      const newest = await store.findOpenToken(tx, owner, type)
      return newest !== null && askedAt.getTime() - new Date(newest.created_at).getTime() < DOUBLE_CLICK_MS
    },

    revoke: (tx: Db, owner: OwnerId, type: TokenType) => store.revokeTokens(tx, owner, type, isoNow(clock)),
    revokeAll,
  }
}

export type Tokens = ReturnType<typeof createTokens>

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
