import { randomBytes } from 'node:crypto'
import type { Db } from '../../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../../db/owner.ts'
import type { TokenType } from '../../../db/schema.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import { DOUBLE_CLICK_MS, findTokenFault, TOKEN_LIFETIME_MS } from '../accounts.rules.ts'
import * as store from '../accounts.store.ts'
import { hashToken } from '../sessions/sessions.ts'

const scope = systemScope('a link of a mail is found by its secret token')

const ALREADY_VERIFIED = 'Your email address is already verified. You can log in.'

/** The secret tokens in the links of mails: each works once, for a while, and a new one revokes the older. */
export function createTokens({ clock, publicUrl }: { clock: Clock; publicUrl: () => string }) {
  async function issue(tx: Db, owner: OwnerId, type: TokenType, email: string): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const now = clock.now()
    await store.insertToken(owner, tx, {
      type,
      email,
      token_hash: hashToken(token),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + TOKEN_LIFETIME_MS[type]).toISOString(),
    })
    return token
  }

  return {
    /** What a letter needs to make its link. */
    link: async (tx: Db, owner: OwnerId, type: TokenType, email: string) => ({
      publicUrl: publicUrl(),
      type,
      email,
      token: await issue(tx, owner, type, email),
    }),

    /** Uses up the token of a mail; refuses an unknown, used or expired one. */
    async redeem(tx: Db, token: string, type: TokenType): Promise<store.AccountToken> {
      const found = await store.findToken(scope, tx, hashToken(token))
      const fault = findTokenFault(found, type, clock.now())
      if (fault === 'accounts.token_used' && type === 'signup') refuse(fault, { message: ALREADY_VERIFIED })
      if (fault || !found) return refuse(fault ?? 'accounts.token_unknown')
      const isSpent = await store.spendToken(asOwner(found.user_id), tx, found.id, isoNow(clock))
      return isSpent ? found : refuse('accounts.token_used')
    },

    /** Whether who asked at this time asked by a double click: a link made just before, or since, still works. */
    async isAskedTwice(tx: Db, owner: OwnerId, type: TokenType, askedAt = clock.now()): Promise<boolean> {
      const newest = await store.findOpenToken(owner, tx, type)
      return newest !== null && askedAt.getTime() - new Date(newest.created_at).getTime() < DOUBLE_CLICK_MS
    },

    revoke: (tx: Db, owner: OwnerId, type: TokenType) => store.revokeTokens(owner, tx, type, isoNow(clock)),
  }
}

export type Tokens = ReturnType<typeof createTokens>
