import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Clock } from '../../providers/clock/port.ts'
import { MailboxFailed } from '../../providers/mailboxes/port.ts'
import { type OAuth, OAuthRefused } from '../../providers/oauth/port.ts'
import type { Vault } from '../../providers/vault/port.ts'
import * as store from './access.store.ts'
import { type MailboxRow, needsLogin } from './own-mailboxes.rules.ts'

/** Vault purpose of passwords and refresh tokens. Renaming it would make stored secrets unreadable. */
export const SECRET_PURPOSE = 'sender-mailbox'

/** Renewed when it is valid for less than this. */
const RENEW_WITHIN_MS = 60_000
const WAIT_MS = 100
/** A process that waits longer than this many leases gives up. */
const LEASES_WAITED = 3

export interface AccessTokensDeps {
  db: Database
  systemClock: Clock
  vault: Vault
  oauth: Pick<OAuth, 'renew'>
  /** How long a process may spend a refresh token; more than the provider's time limit. */
  leaseMs: number
}

export interface AccessToken {
  access_token: string
  expires_at: Date
  /** The consent that it came from. */
  grant_id: string
}

/**
 * Access tokens, in memory only. Providers replace refresh tokens as they are spent, and may withdraw all if one is spent
 * twice. So a lease on the row lets one process at a time renew, each with the newest refresh token, and a new one is
 * committed before its access token is used.
 */
export function createAccessTokens({ db, systemClock, vault, oauth, leaseMs }: AccessTokensDeps) {
  const known = new Map<string, AccessToken>()
  const renewals = new Map<string, Promise<AccessToken>>()

  const msLeft = ({ expires_at }: AccessToken) => expires_at.getTime() - systemClock.now().getTime()

  async function renew(owner: OwnerId, id: string): Promise<AccessToken> {
    const giveUpAt = performance.now() + LEASES_WAITED * leaseMs
    for (;;) {
      const now = systemClock.now()
      const lease = { now: now.toISOString(), until: new Date(now.getTime() + leaseMs).toISOString() }
      const row = await store.leaseRenewal(db, owner, id, lease)
      const renewed = row && (await spend(owner, row))
      if (renewed) return renewed
      if (!row && !(await store.findMailbox(db, owner, id))) throw mailboxGone()
      if (performance.now() > giveUpAt)
        throw new MailboxFailed({ kind: 'busy', sentence: 'Another process is still signing in' })
      await delay(WAIT_MS)
    }
  }

  /** Null if another process has replaced the token meanwhile. */
  async function spend(owner: OwnerId, row: MailboxRow): Promise<AccessToken | null> {
    const { id, grant_id, address, kind, sealed_secret } = row
    try {
      if (kind === 'password' || sealed_secret === '') throw refused(address, '')
      const { access_token, expires_at, refresh_token } = await oauth.renew(
        kind,
        await vault.open(SECRET_PURPOSE, sealed_secret),
      )
      const sealed = refresh_token === null ? sealed_secret : await vault.seal(SECRET_PURPOSE, refresh_token)
      await store.endRenewal(db, owner, row, sealed)
      return { access_token, expires_at, grant_id }
    } catch (error) {
      await store.endRenewal(db, owner, row, sealed_secret)
      if (!(error instanceof OAuthRefused)) throw error
      const isReplaced = (await store.findMailbox(db, owner, id))?.sealed_secret !== sealed_secret
      if (error.code === 'invalid_grant' && isReplaced) return null
      throw error.code === 'invalid_grant'
        ? refused(address, error.detail)
        : new MailboxFailed(
            { kind: 'unreachable', sentence: `The provider of ${address} renews no access: ${error.code}` },
            { cause: error },
          )
    }
  }

  return {
    /** A valid token. `refused` is one that the provider didn't take. Throws MailboxFailed. */
    async get(owner: OwnerId, row: MailboxRow, refused?: string): Promise<AccessToken> {
      const token = known.get(row.id)
      const isGood = token && token.grant_id === row.grant_id && token.access_token !== refused
      if (isGood && msLeft(token) >= RENEW_WITHIN_MS) return token
      // Per grant: a renewal of an older consent must not serve callers of a newer one.
      const key = `${row.id} ${row.grant_id}`
      const running = renewals.get(key)
      if (running) return running
      const renewal = renew(owner, row.id)
      renewals.set(key, renewal)
      try {
        const renewed = await renewal
        for (const [id, old] of known) if (msLeft(old) <= 0) known.delete(id)
        known.set(row.id, renewed)
        return renewed
      } finally {
        renewals.delete(key)
      }
    },
  }
}

export type AccessTokens = ReturnType<typeof createAccessTokens>

const refused = (address: string, detail: string) =>
  new MailboxFailed({ kind: 'login', sentence: [`${needsLogin(address)}.`, detail].join(' ').trim() })

export const mailboxGone = () =>
  new MailboxFailed({ kind: 'login', sentence: 'This mailbox no longer exists' })
