import { randomBytes } from 'node:crypto'
import {
  MAILBOX_CAP_DEFAULT,
  mailboxSentences,
  type OAuthProvider,
  oauthProviders,
  ownMailboxRefusals,
  type ownMailboxRoutes,
} from '@goldpan/contract/own-mailboxes'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { Refusal, refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { type Grant, type OAuth, OAuthRefused, type SignInRequest } from '../../providers/oauth/port.ts'
import type { Vault } from '../../providers/vault/port.ts'
import { hashToken, type Sessions } from '../accounts/sessions.ts'
import { lockMailbox, updateMailbox } from './access.store.ts'
import { SECRET_PURPOSE } from './access-tokens.ts'
import { newRow } from './own-mailboxes.rules.ts'
import * as mailboxStore from './own-mailboxes.store.ts'
import type { Revocation } from './revocation.ts'
import { requireBelowLimit, requireConnectable, requireManage, requirePresent } from './rights.ts'
import * as store from './sign-ins.store.ts'

export interface SignInsDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  vault: Vault
  oauth: OAuth
  sessions: Pick<Sessions, 'findUser' | 'findId'>
  revocation: Pick<Revocation, 'discard' | 'discardUnknown'>
  onError: (error: unknown) => void
}

interface Who {
  owner: OwnerId
  person: OwnerId
  /** The session's token. */
  token: string
}

/** The mailbox to sign in to again; null for a new one. */
type Meant = mailboxStore.ListedMailbox | null

interface Granted {
  grant: Grant
  account: string | null
}

const VALID_MS = 10 * 60_000
const VERIFIER = 'mailbox-sign-in'
const PAGE = '/own-mailboxes'
const NAMES = { google: 'Google', microsoft: 'Microsoft' } as const
const PRESETS = { google: 'gmail', microsoft: 'outlook' } as const
const scope = systemScope('sign-ins that nobody finished are deleted')

const randomText = () => randomBytes(32).toString('base64url')

/** Connects mailboxes by signing in at Google or Microsoft. A grant that isn't stored in the end is revoked. */
export function createSignIns(deps: SignInsDeps) {
  const { db, clock, systemClock, vault, oauth, sessions, revocation } = deps

  /** The mailbox to sign in to again. */
  async function findMeant(tx: Db, { owner, person }: Who, id: string | null | undefined): Promise<Meant> {
    if (!id) return null
    const row = (await mailboxStore.findListed(tx, owner, id)) ?? refuse('mailboxes.gone')
    await requireManage(tx, owner, person, row)
    return row
  }

  /** Takes a sign-in of this session that isn't too old. */
  async function take({ owner, person, token }: Who, state: string): Promise<store.SignInRow> {
    const session_id = await sessions.findId(token)
    const key = { state_hash: hashToken(state), user_id: person, session_id: session_id ?? '' }
    const begun = session_id && state !== '' ? await store.takeSignIn(db, owner, key) : null
    const isOld = begun && systemClock.now().getTime() - new Date(begun.started_at).getTime() > VALID_MS
    return begun && !isOld ? begun : refuse('mailboxes.state_unknown')
  }

  /** Stores what was granted. Returns the mailbox's id. */
  async function connect(who: Who, begun: store.SignInRow, meant: Meant, granted: Granted): Promise<string> {
    const { grant } = granted
    const { provider } = begun
    const account = granted.account ?? refuseAs('mailboxes.no_address', provider)
    const isShared = begun.shared_address !== null
    if (!oauth.canSend(provider, grant.scopes, isShared)) refuse('mailboxes.scope_missing')
    const token = grant.refresh_token ?? refuseAs('mailboxes.no_lasting_access', provider)
    const canRead = oauth.canRead(provider, grant.scopes, isShared)
    const address = begun.shared_address ?? account
    const row = {
      ...newRow(who.person, isoNow(clock)),
      kind: provider,
      provider: PRESETS[provider],
      account,
      smtp: null,
      imap: null,
      sealed_secret: await vault.seal(SECRET_PURPOSE, token),
      granted_scopes: grant.scopes.slice(0, 100),
      reads: begun.reads === 'answers' && canRead ? ('answers' as const) : ('nothing' as const),
    }
    if (meant && meant.address.toLowerCase() !== address.toLowerCase())
      refuse('mailboxes.other_address', {
        message: `You signed in as ${address}, but this mailbox is ${meant.address}`,
      })
    return db.transaction(async (tx) => {
      await mailboxStore.lockOwner(tx, who.owner)
      await requirePresent(tx, who.owner, who.person)
      const found = meant ?? (await mailboxStore.findByAddress(tx, who.owner, address))
      const isAgain = found?.removed_at === null && (meant || found.state === 'needs_login')
      if (isAgain && !meant) await findMeant(tx, who, found.id)
      if (!isAgain || !found) {
        await requireConnectable(tx, who.owner, address)
        return mailboxStore.insertMailbox(tx, who.owner, {
          ...row,
          address,
          name: null,
          is_used: true,
          daily_cap: MAILBOX_CAP_DEFAULT,
          has_ramp: true,
          keep_copy: false,
        })
      }
      if (!(await lockMailbox(tx, who.owner, found.id))) refuse('mailboxes.gone')
      if (found.kind === 'password') await mailboxStore.deleteOldMailbox(tx, who.owner)
      const { connected_at: _first, connected_by, ...change } = row
      const by = found.connected_by ?? connected_by
      await updateMailbox(tx, who.owner, found.id, { ...change, connected_by: by })
      return found.id
    })
  }

  async function finish(who: Who, begun: store.SignInRow, callback: URLSearchParams): Promise<string> {
    const { provider, reads, shared_address } = begun
    const meant = await findMeant(db, who, begun.mailbox_id)
    const request: SignInRequest = {
      state: callback.get('state') ?? '',
      verifier: await vault.open(VERIFIER, begun.sealed_verifier),
      reads,
      is_shared: shared_address !== null,
      ...(meant && { login_hint: meant.account }),
    }
    const fail = (error: unknown) =>
      error instanceof OAuthRefused ? refuseSignIn(provider, error) : rethrow(error)
    const grant = await oauth.finish(provider, callback, request).catch(fail)
    const token = grant.refresh_token ?? grant.access_token
    const account = await oauth.findAccount(provider, grant.access_token).catch(async (error: unknown) => {
      await revocation.discardUnknown(who.owner, provider, token)
      return fail(error)
    })
    try {
      return await connect(who, begun, meant, { grant, account })
    } catch (error) {
      await revocation.discard(provider, account, token)
      throw error
    }
  }

  return {
    providers: () => ({ google: oauth.describe('google'), microsoft: oauth.describe('microsoft') }),

    /** This person's newest sign-in, if it failed. */
    async findFailed(owner: OwnerId, person: OwnerId) {
      const failed = await store.findFailed(db, owner, person)
      return failed && { ...failed, code: failed.code ?? '', message: failed.message ?? '' }
    },

    async start(
      who: Who,
      provider: string,
      { reads, mailbox_id, shared_address }: HandlerInput<typeof ownMailboxRoutes.startSignIn>['body'],
    ): Promise<{ url: string }> {
      if (!isProvider(provider)) return refuse('request.not_found')
      if (!oauth.describe(provider).available) refuseNotConfigured(provider)
      const meant = await findMeant(db, who, mailbox_id)
      const shared = shared_address ?? (meant && meant.address !== meant.account ? meant.address : null)
      if (shared && provider === 'google')
        refuse('request.invalid', { message: 'Only Microsoft mailboxes can be shared with an account' })
      if (!meant) await requireBelowLimit(db, who.owner)
      const session_id = (await sessions.findId(who.token)) ?? refuse('accounts.signed_out')
      const request = {
        state: randomText(),
        verifier: randomText(),
        reads: reads ?? (meant?.kind === provider ? meant.reads : 'answers'),
        ...(meant && { login_hint: meant.kind === provider ? meant.account : meant.address }),
        ...(shared && { is_shared: true }),
      }
      const url = oauth.startUrl(provider, request) ?? refuseNotConfigured(provider)
      const started_at = isoNow(systemClock)
      await store.deleteOld(db, scope, new Date(systemClock.now().getTime() - VALID_MS).toISOString())
      await store.insertSignIn(db, who.owner, {
        user_id: who.person,
        session_id,
        provider,
        state_hash: hashToken(request.state),
        sealed_verifier: await vault.seal(VERIFIER, request.verifier),
        reads: request.reads,
        mailbox_id: meant?.id ?? null,
        shared_address: shared,
        started_at,
      })
      return { url: url.href }
    },

    /** The browser is back from the provider. Returns the page to show; the attempt holds the sentence. */
    async finish(token: string, callback: URLSearchParams): Promise<string> {
      const holder = token ? await sessions.findUser(token) : null
      if (!holder || holder.suspended_at) return `${PAGE}?error=state_unknown`
      const person = asOwner(holder.id)
      const who = { person, owner: asOwner(holder.organization?.id ?? holder.id), token }
      let provider = await store.findNewestProvider(db, who.owner, person)
      const save = async (code: string | null, message: string | null) => {
        const at = isoNow(systemClock)
        // Without a sign-in that was begun, there is no attempt of this person's.
        if (provider) await store.saveAttempt(db, who.owner, person, { provider, code, message, at })
      }
      try {
        if (holder.organization?.isSuspended) refuse('organizations.suspended')
        if (holder.organization?.isFrozen) refuse('organizations.frozen')
        const begun = await take(who, callback.get('state') ?? '')
        provider = begun.provider
        const id = await finish(who, begun, callback)
        await save(null, null)
        return `${PAGE}?connected=${id}`
      } catch (error) {
        if (!(error instanceof Refusal)) deps.onError(error)
        const { refusal, message } = error instanceof Refusal ? error : asRefusal(provider)
        const code = refusal.replace('mailboxes.', '')
        await save(code, message)
        return `${PAGE}?error=${encodeURIComponent(code)}`
      }
    },
  }
}

export type SignIns = ReturnType<typeof createSignIns>

const isProvider = (text: string): text is OAuthProvider =>
  (oauthProviders as readonly string[]).includes(text)

function refuseNotConfigured(provider: OAuthProvider): never {
  return refuse('mailboxes.not_configured', { message: mailboxSentences.notConfigured(NAMES[provider]) })
}

function refuseAs(
  name: 'mailboxes.no_address' | 'mailboxes.no_lasting_access',
  provider: OAuthProvider,
): never {
  return refuse(name, { message: ownMailboxRefusals[name].message.replaceAll('{Google}', NAMES[provider]) })
}

/** Only an administrator can consent (65001, 90094, 900941). */
const ADMIN = /AADSTS(65001|90094|900941)\b/

function refuseSignIn(provider: OAuthProvider, { code, detail }: OAuthRefused): never {
  if (ADMIN.test(detail)) return refuse('mailboxes.admin_needed')
  if (code === 'access_denied') return refuse('mailboxes.consent_declined')
  if (code === 'not_configured') return refuseNotConfigured(provider)
  return refuse('mailboxes.not_working', {
    message: `Signing in at ${NAMES[provider]} did not work: ${detail || code}. Please try again.`,
    part: 'sending',
  })
}

/** For the page, which the browser is sent to whatever happened. */
const asRefusal = (provider: OAuthProvider | null) => ({
  refusal: 'mailboxes.not_working',
  message: `Signing in${provider ? ` at ${NAMES[provider]}` : ''} did not work. Please try again.`,
})

function rethrow(error: unknown): never {
  throw error
}
