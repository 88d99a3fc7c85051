import { isIP } from 'node:net'
import type { MailboxPreset } from '@goldpan/contract/own-mailboxes'
import type { HandOverResult, MailPort } from '../mail/port.ts'
import { createSmtpMail, type SmtpError, type SmtpServer, SmtpSession } from '../mail/smtp.ts'
import type { Mailboxes, MailboxFailure } from './port.ts'
import { findLimit } from './provider-limit.rules.ts'
import {
  describeFault,
  limitFailure,
  type PasswordCredentials,
  providerName,
  type ServerFault,
  withoutSecrets,
} from './sentences.ts'
import { locate, ServerNotFound } from './server-address.ts'

/** Submission ports. */
const PORTS = new Set([25, 465, 587, 2525])
/** Number of servers with idle connections. Providers close those of single users soon. */
const KEPT_SERVERS = 50

interface MailboxesOptions {
  /** The name given with EHLO. */
  name: string
  /** Private servers that are allowed, as `host:port`. */
  allowPrivate: readonly string[]
  /** For what failures say. */
  presets: readonly MailboxPreset[]
  /** For connecting and signing in together. */
  openTimeoutMs?: number
}

/** Sends through users' own mailboxes over SMTP, always encrypted. */
export function createSmtpMailboxes({
  name,
  allowPrivate,
  presets,
  openTimeoutMs,
}: MailboxesOptions): Mailboxes {
  const kept = new Map<string, MailPort>()

  async function serverOf({ smtp, password }: PasswordCredentials): Promise<SmtpServer> {
    const { address, isTrusted } = await locate(smtp, { ports: PORTS, allowPrivate })
    return {
      host: address,
      ...(!isIP(smtp.host) && { servername: smtp.host }),
      port: smtp.port,
      isSecure: smtp.security === 'tls',
      name,
      user: smtp.username,
      password,
      requiresTls: true,
      isTrusted,
      openTimeoutMs,
    }
  }

  const explain = (error: SmtpError, credentials: PasswordCredentials): MailboxFailure =>
    describeFault(findFault(error), credentials, credentials.smtp, presets)

  function take(credentials: PasswordCredentials): MailPort {
    const key = JSON.stringify([credentials.smtp, credentials.password])
    const known = kept.get(key)
    if (known) return known
    if (kept.size >= KEPT_SERVERS) forgetOldest()
    const mail = createSmtpMail({
      server: () => serverOf(credentials),
      idleSessions: 1,
      explain: (error) => explain(error, credentials),
    })
    kept.set(key, mail)
    return mail
  }

  function forgetOldest(): void {
    const [oldest] = kept
    if (!oldest) return
    kept.delete(oldest[0])
    void oldest[1].close()
  }

  /**
   * A limit is the mailbox's failure, like a connection that could not be opened. What happens later, such as a server
   * that drops one message, is the message's: else it would come back for ever.
   */
  function withFailure(result: HandOverResult, credentials: PasswordCredentials): HandOverResult {
    if (result.outcome === 'rejected' || result.outcome === 'deferred') {
      const limit = findLimit(result.code, result.answer)
      if (!limit) return result
      const failure = limitFailure(providerName(credentials, presets), credentials.address, limit)
      return { ...result, outcome: 'deferred', failure }
    }
    if (result.outcome === 'unconfirmed')
      return { ...result, trouble: explain(new Error(result.answer), credentials) }
    return result
  }

  return {
    async testSending(credentials) {
      if (credentials.kind !== 'password') throw new Error('not by SMTP')
      try {
        const session = await SmtpSession.open(await serverOf(credentials))
        await session.quit()
        return null
      } catch (error) {
        return explain(error as SmtpError, credentials)
      }
    },
    async handOver(credentials, mail, options) {
      if (credentials.kind !== 'password') throw new Error('not by SMTP')
      const result = await take(credentials).handOver(mail, options)
      const { answer, message_id } = result
      const clean = {
        ...result,
        answer: withoutSecrets(answer, credentials),
        ...(message_id && { message_id: withoutSecrets(message_id, credentials) }),
      }
      return options?.signal?.aborted ? clean : withFailure(clean, credentials)
    },
    async close() {
      for (const mail of kept.values()) await mail.close()
      kept.clear()
    },
  }
}

/** A temporary answer to the sign-in (454, 421) refuses nobody: the server is busy. */
function findFault(error: SmtpError): ServerFault {
  if (error instanceof ServerNotFound) return { kind: 'not_found' }
  const answer = error.response ?? error.message
  const code = error.responseCode ?? 0
  if ((error.code === 'EAUTH' && code >= 500) || (code >= 530 && code <= 538))
    return { kind: 'login', answer }
  if (/wrong version number|packet length too long|upgrading connection with STARTTLS/i.test(error.message))
    return { kind: 'no_tls' }
  return { kind: 'unreachable', what: answer }
}
