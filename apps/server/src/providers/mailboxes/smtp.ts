import { lookup } from 'node:dns/promises'
import { isPrivateAddress } from '@goldpan/crawler/fetch/private-addresses'
import type { MailPort } from '../mail/port.ts'
import { createSmtpMail, type SmtpServer, SmtpSession } from '../mail/smtp.ts'
import type { MailboxAccess, Mailboxes, MailboxFailure } from './port.ts'

/** Submission ports. */
const PORTS = new Set([25, 465, 587, 2525])
/** Number of servers with idle connections. Providers close those of single users soon. */
const KEPT_SERVERS = 50

type PasswordAccess = Extract<MailboxAccess, { kind: 'password' }>

interface MailboxesOptions {
  /** The name given with EHLO. */
  name: string
  /** Private servers that are allowed, as `host:port`. */
  allowPrivate: readonly string[]
}

/** The name has no public address. Not retried. */
class Unreachable extends Error {}

/** Sends through users' own mailboxes over SMTP, always encrypted. */
export function createSmtpMailboxes({ name, allowPrivate }: MailboxesOptions): Mailboxes {
  const kept = new Map<string, MailPort>()

  async function locate({
    smtp: { host, port, security, username },
    password,
  }: PasswordAccess): Promise<SmtpServer> {
    const isAllowed = allowPrivate.includes(`${host}:${port}`)
    if (!isAllowed && !PORTS.has(port)) throw new Unreachable(`Port ${port} is not a port for sending mail`)
    const found = await lookup(host, { all: true }).catch(() => [])
    // Connect to the address that was checked: a second lookup could return another one.
    const address = found.find((one) => isAllowed || !isPrivateAddress(one.address))?.address
    if (!address) throw new Unreachable(`The mail server ${host} could not be found`)
    return {
      host: address,
      servername: host,
      port,
      isSecure: security === 'tls',
      name,
      user: username,
      password,
      requiresTls: true,
      isTrusted: isAllowed,
    }
  }

  function keyOf({ smtp, password }: PasswordAccess): string {
    return JSON.stringify([smtp, password])
  }

  function take(access: PasswordAccess): MailPort {
    const key = keyOf(access)
    const known = kept.get(key)
    if (known) return known
    if (kept.size >= KEPT_SERVERS) forgetOldest()
    const mail = createSmtpMail({ server: () => locate(access), idleSessions: 1 })
    kept.set(key, mail)
    return mail
  }

  function forgetOldest(): void {
    const [oldest] = kept
    if (!oldest) return
    kept.delete(oldest[0])
    void oldest[1].close()
  }

  return {
    async testSending(access) {
      if (access.kind !== 'password') throw new Error('not by SMTP')
      try {
        const session = await SmtpSession.open(await locate(access))
        await session.quit()
        return null
      } catch (error) {
        return explain(
          error as Error & { code?: string; responseCode?: number; response?: string },
          access.smtp,
        )
      }
    },
    async handOver(access, mail, options) {
      if (access.kind !== 'password') throw new Error('not by SMTP')
      return take(access).handOver(mail, options)
    },
    async close() {
      for (const mail of kept.values()) await mail.close()
      kept.clear()
    },
  }
}

function explain(
  error: Error & { code?: string; responseCode?: number; response?: string },
  { host, port }: { host: string; port: number },
): MailboxFailure {
  if (error instanceof Unreachable)
    return { kind: 'unreachable', sentence: `${error.message}. Please check the name and the port.` }
  if (error.responseCode !== undefined && error.responseCode >= 530 && error.responseCode <= 538)
    return {
      kind: 'login',
      sentence: `The mail server refused the user name or password: ${error.response ?? ''}`.trim(),
    }
  if (error.code === 'ETLS')
    return {
      kind: 'unreachable',
      sentence: `${host} offers no encryption on port ${port}. Please choose the other kind.`,
    }
  return {
    kind: 'unreachable',
    sentence: `${host} could not be reached on port ${port}: ${error.response ?? error.message}`,
  }
}
