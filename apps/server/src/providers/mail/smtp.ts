import type { MailPort } from './port.ts'
import { classify, type SmtpServer, SmtpSession } from './smtp-session.ts'

/** Some servers disconnect after a number of messages. Quitting first keeps the last one from being unconfirmed. */
const MESSAGES_PER_SESSION = 50

export interface SmtpMailOptions {
  /** Called for each new connection. */
  server: () => Promise<SmtpServer>
  /** Idle connections kept for reuse. */
  idleSessions?: number
}

/** Sends mail over SMTP on reused connections. */
export function createSmtpMail({ server, idleSessions = 5 }: SmtpMailOptions): MailPort {
  const idle: SmtpSession[] = []

  async function takeSession(): Promise<SmtpSession> {
    for (let session = idle.pop(); session; session = idle.pop()) if (session.isUsable) return session
    return SmtpSession.open(await server())
  }

  function giveBack(session: SmtpSession): void {
    if (session.isUsable && session.messages < MESSAGES_PER_SESSION && idle.length < idleSessions)
      idle.push(session)
    else void session.quit()
  }

  return {
    async handOver(mail, options = {}) {
      try {
        const session = await takeSession()
        const result = await session.send(mail, options)
        giveBack(session)
        return result
      } catch (error) {
        return classify(error as Error, false)
      }
    },
    async close() {
      for (const session of idle.splice(0)) session.close()
    },
  }
}

/** Parses 'smtp://user:password@host:587' or 'smtps://…'. */
export function parseSmtpUrl(text: string, name: string): SmtpServer {
  const url = new URL(text)
  const isSecure = url.protocol === 'smtps:'
  const isLoopback = /^(localhost|127\.|\[::1\])/.test(url.hostname)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    isSecure,
    user: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    name,
    isTrusted: isLoopback,
  }
}
