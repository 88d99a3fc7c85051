import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { HandOver, HandOverResult, OutgoingMail } from '../../providers/mail/port.ts'
import {
  type MailboxCredentials,
  type Mailboxes,
  MailboxFailed,
  type MailboxFailure,
} from '../../providers/mailboxes/port.ts'
import type { Vault } from '../../providers/vault/port.ts'
import * as store from './access.store.ts'
import { type AccessTokens, mailboxGone, SECRET_PURPOSE } from './access-tokens.ts'
import type { MailboxStates } from './mailbox-states.ts'
import { type MailboxRow, needsLogin } from './own-mailboxes.rules.ts'

export interface MailboxAccessDeps {
  db: Database
  clock: Clock
  vault: Vault
  tokens: AccessTokens
  states: MailboxStates
  mailboxes: Pick<Mailboxes, 'handOver'>
  /** Called if the state of a mailbox could not be recorded. */
  onError: (error: unknown) => void
}

/** Signs in to mailboxes, and records what came of it as their state. */
export function createMailboxAccess(deps: MailboxAccessDeps) {
  const { db, clock, vault, tokens, states, mailboxes } = deps

  /** The mailbox, if it may be used. Throws MailboxFailed. */
  async function getConnected(owner: OwnerId, id: string): Promise<MailboxRow> {
    const row = await store.findMailbox(db, owner, id)
    if (!row) throw mailboxGone()
    if (row.state === 'connected') return row
    const { address, state, failure } = row
    if (state === 'failing')
      throw new MailboxFailed({ kind: 'unreachable', sentence: failure ?? `${address} could not be reached` })
    const sentence = state === 'off' ? `${address} is turned off` : needsLogin(address)
    throw new MailboxFailed({ kind: 'login', sentence })
  }

  async function credentialsOf(
    owner: OwnerId,
    row: MailboxRow,
    refused?: string,
  ): Promise<MailboxCredentials> {
    const { kind, address, account, provider, smtp, imap, sealed_secret } = row
    if (sealed_secret === '') throw new MailboxFailed({ kind: 'login', sentence: needsLogin(address) })
    if (kind !== 'password') {
      const { access_token } = await tokens.get(owner, row, refused)
      return { kind, address, account, access_token }
    }
    if (!smtp) throw new Error('a mailbox with a password has a server')
    const password = await vault.open(SECRET_PURPOSE, sealed_secret)
    return { kind, address, provider, smtp, imap, password }
  }

  /** Runs with its credentials; once more if the provider refuses the access token (401), which may be out of date. */
  async function withCredentials<T>(
    owner: OwnerId,
    row: MailboxRow,
    run: (credentials: MailboxCredentials) => Promise<T>,
    failureOf: (result: T) => MailboxFailure | undefined = () => undefined,
  ): Promise<T> {
    const credentials = await credentialsOf(owner, row)
    try {
      const result = await run(credentials)
      if (credentials.kind === 'password' || !failureOf(result)?.is_unauthorized) return result
    } catch (error) {
      const isUnauthorized = error instanceof MailboxFailed && error.failure.is_unauthorized
      if (credentials.kind === 'password' || !isUnauthorized) throw error
    }
    return run(await credentialsOf(owner, row, credentials.access_token))
  }

  return {
    /**
     * Signs in to a mailbox and runs. Renews an access token that is about to expire, and one that is refused, after
     * which it runs once more. Records the outcome as state. Throws MailboxFailed, also without trying unless the mailbox
     * is connected: those that fail are tested again in the background.
     */
    async use<T>(
      owner: OwnerId,
      id: string,
      run: (credentials: MailboxCredentials) => Promise<T>,
    ): Promise<T> {
      const row = await getConnected(owner, id)
      try {
        const result = await withCredentials(owner, row, run)
        await states.recordSuccess(owner, row, 'reading')
        return result
      } catch (error) {
        if (error instanceof MailboxFailed) await states.recordFailure(owner, row, error.failure, 'reading')
        throw error
      }
    },

    /** Signs in whatever the state is, without recording anything. Throws MailboxFailed. */
    useWithoutRecording: <T>(
      owner: OwnerId,
      row: MailboxRow,
      run: (credentials: MailboxCredentials) => Promise<T>,
    ): Promise<T> => withCredentials(owner, row, run),

    /**
     * Sends through a mailbox. Never throws for it: what can't be used gives 'not_sent' with its `failure`, also without
     * trying while its provider takes no mail. Records the outcome as state; what became of the message counts even if
     * that fails.
     */
    async handOver(
      owner: OwnerId,
      id: string,
      mail: OutgoingMail,
      options: HandOver = {},
    ): Promise<HandOverResult> {
      let used: MailboxRow | null = null
      try {
        const row = await getConnected(owner, id)
        refuseHeld(row)
        used = row
        const once = onlyOnce(options)
        const send = (credentials: MailboxCredentials) => mailboxes.handOver(credentials, mail, once)
        const result = await withCredentials(owner, row, send, ({ failure }) => failure)
        await record(owner, row, result).catch(deps.onError)
        return result
      } catch (error) {
        if (!(error instanceof MailboxFailed)) throw error
        const { failure } = error
        if (used) await states.recordFailure(owner, used, failure, 'sending').catch(deps.onError)
        return { outcome: 'not_sent', code: null, answer: failure.sentence, failure }
      }
    },
  }

  function refuseHeld({ address, held_until }: MailboxRow): void {
    const wait_ms = held_until === null ? 0 : Date.parse(held_until) - clock.now().getTime()
    if (wait_ms <= 0) return
    throw new MailboxFailed({
      kind: 'limit',
      sentence: `its provider takes no more mail from ${address} now`,
      wait_ms,
    })
  }

  async function record(owner: OwnerId, row: MailboxRow, { outcome, failure, trouble }: HandOverResult) {
    const failed = failure ?? trouble
    if (failed?.kind === 'limit') await states.recordLimit(owner, row.id, failed)
    else if (failed) await states.recordFailure(owner, row, failed, 'sending')
    else if (outcome === 'accepted' || outcome === 'rejected')
      await states.recordSuccess(owner, row, 'sending')
  }
}

export type MailboxAccess = ReturnType<typeof createMailboxAccess>

/** A message is marked once, although a call that was refused is repeated. */
function onlyOnce({ beforeBody, signal }: HandOver): HandOver {
  let asked: Promise<boolean> | null = null
  return {
    ...(signal && { signal }),
    ...(beforeBody && {
      beforeBody: () => {
        asked ??= beforeBody()
        return asked
      },
    }),
  }
}
