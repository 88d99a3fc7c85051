import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailboxFailure } from '../mailboxes/failure.ts'
import type { HandOver, HandOverResult, MailPort, OutgoingMail } from './port.ts'

/** The answer of a message that `beforeBody` took back. */
const WITHDRAWN = 'withdrawn'
/** Some servers disconnect after a number of messages. Quitting first keeps the last one from being unconfirmed. */
const MESSAGES_PER_SESSION = 50

interface SmtpMailOptions {
  /** Called for each new connection. */
  server: () => Promise<SmtpServer>
  /** Idle connections kept for reuse. */
  idleSessions?: number
  /** Own mailboxes only: describes why no connection could be opened. The message then isn't sent, whatever the code. */
  explain?: (error: SmtpError) => MailboxFailure
}

/** Sends mail over SMTP on reused connections. */
export function createSmtpMail({ server, idleSessions = 5, explain }: SmtpMailOptions): MailPort {
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
      let session: SmtpSession
      try {
        session = await takeSession()
      } catch (error) {
        const result = isTlsRefusal(error as SmtpError)
          ? { outcome: 'not_sent' as const, code: null, answer: NO_TLS }
          : classify(error as SmtpError, false)
        return explain ? { ...result, outcome: 'not_sent', failure: explain(error as SmtpError) } : result
      }
      const result = await session.send(mail, options)
      giveBack(session)
      return result
    },
    async close() {
      for (const session of idle.splice(0)) session.close()
    },
  }
}

/** Parses 'smtp://user:password@host:587' or 'smtps://…'. A password never leaves this machine without TLS. */
export function parseSmtpUrl(text: string, name: string): SmtpServer {
  const url = new URL(text)
  const isSecure = url.protocol === 'smtps:'
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    isSecure,
    user: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    name,
    requiresTls: url.username !== '' && !isLoopback,
    isTrusted: isLoopback,
  }
}

/** Where and how to reach a mail server. */
export interface SmtpServer {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS is used when the server offers it. */
  isSecure: boolean
  user?: string
  password?: string
  /** The name given with EHLO. */
  name: string
  /** The name on its certificate, if `host` is an address. */
  servername?: string
  /** Refuse to send unencrypted. */
  requiresTls?: boolean
  /** Accept any certificate. For servers on this machine. */
  isTrusted?: boolean
  openTimeoutMs?: number
}

export type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string }

const CONNECT_TIMEOUT_MS = 20_000
const GREETING_TIMEOUT_MS = 60_000
/** For connecting, TLS and login together, so that a silent server doesn't block a slot for long. */
const OPEN_TIMEOUT_MS = 120_000
/** RFC 5321 4.5.3.2 allows ten minutes for the final reply. Giving up earlier would leave messages unconfirmed. */
const FINAL_REPLY_TIMEOUT_MS = 600_000

/**
 * One connection to a mail server, used for one message at a time. Nodemailer's pool can't tell 'never accepted' from
 * 'accepted, then disconnected'. Here the body is a stream that Nodemailer reads once the server has accepted DATA,
 * so reading it tells the two apart.
 */
export class SmtpSession {
  readonly #connection: SMTPConnection
  /** Rejects the current step. */
  #fail: (error: SmtpError) => void = () => undefined
  messages = 0
  isUsable = false

  private constructor(connection: SMTPConnection) {
    this.#connection = connection
    connection.on('error', (error: SmtpError) => this.#end(error))
    connection.once('end', () => {
      this.isUsable = false
      // Nodemailer may still report the refusal that ended the connection.
      queueMicrotask(() => this.#end(new Error('The mail server closed the connection')))
    })
  }

  /** Connects, starts TLS and logs in. Throws on failure. */
  static async open(server: SmtpServer): Promise<SmtpSession> {
    const connection = new SMTPConnection({
      host: server.host,
      port: server.port,
      secure: server.isSecure,
      name: server.name,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: GREETING_TIMEOUT_MS,
      socketTimeout: FINAL_REPLY_TIMEOUT_MS,
      requireTLS: server.requiresTls ?? false,
      tls: {
        rejectUnauthorized: !server.isTrusted,
        ...(server.servername ? { servername: server.servername } : {}),
      },
      allowInternalNetworkInterfaces: true,
    })
    const session = new SmtpSession(connection)
    const tooLong = setTimeout(
      () => session.close('The mail server took too long'),
      server.openTimeoutMs ?? OPEN_TIMEOUT_MS,
    )
    try {
      await session.#step((done) => connection.connect(done))
      const { user, password } = server
      if (user) await session.#step((done) => connection.login({ user, pass: password ?? '' }, done))
      session.isUsable = true
      return session
    } catch (error) {
      session.close()
      throw error
    } finally {
      clearTimeout(tooLong)
    }
  }

  /** Hands over one message. Any outcome but acceptance ends the session. */
  async send(mail: OutgoingMail, { beforeBody, signal }: HandOver): Promise<HandOverResult> {
    this.messages += 1
    const body = new LazyBody(mail.raw, beforeBody)
    const onAbort = () => {
      if (!body.hasLeft) this.close()
    }
    signal?.addEventListener('abort', onAbort)
    try {
      const info = await this.#step<SMTPConnection.SentMessageInfo>((done) =>
        this.#connection.send(envelopeOf(mail), body, done),
      )
      if (!body.hasLeft) throw new Error('The mail server answered before it had the message')
      // Process what the server said after acceptance, such as 421, before reusing the session.
      await setImmediate()
      const answer = info?.response ?? ''
      const message_id = findMessageId(answer)
      return { outcome: 'accepted', code: 250, answer, ...(message_id && { message_id }) }
    } catch (error) {
      this.close()
      return body.isWithdrawn
        ? { outcome: 'not_sent', code: null, answer: WITHDRAWN }
        : classify(error as SmtpError, body.hasLeft)
    } finally {
      signal?.removeEventListener('abort', onAbort)
      body.destroy()
    }
  }

  async quit(): Promise<void> {
    if (!this.isUsable) return
    this.isUsable = false
    this.#connection.quit()
  }

  close(reason = 'The connection was closed'): void {
    this.#connection.close()
    this.#end(new Error(reason))
  }

  #end(error: SmtpError): void {
    this.isUsable = false
    this.#fail(error)
  }

  /** Settles with the step's own result, or rejects when the connection ends. */
  #step<Result>(
    begin: (done: (error?: Error | null, result?: Result) => void) => void,
  ): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      this.#fail = reject
      begin((error, result) => (error ? reject(error) : resolve(result)))
    })
  }
}

/**
 * The body of a message. Nodemailer reads it after the server's 354, and the first read calls `beforeBody`: what that
 * commits is in the database before the first byte leaves.
 */
class LazyBody extends Readable {
  readonly #raw: Buffer
  readonly #beforeBody: HandOver['beforeBody']
  #isRead = false
  hasLeft = false
  isWithdrawn = false

  constructor(raw: Buffer, beforeBody: HandOver['beforeBody']) {
    super()
    this.#raw = raw
    this.#beforeBody = beforeBody
  }

  override _read(): void {
    if (this.#isRead) return
    this.#isRead = true
    void this.#leave()
  }

  async #leave(): Promise<void> {
    try {
      if (this.#beforeBody && !(await this.#beforeBody())) throw new Error('withdrawn')
    } catch (error) {
      this.isWithdrawn = true
      this.destroy(error as Error)
      return
    }
    // Let Nodemailer handle a reply that came along with the 354: a server that already refused gets no body.
    await setImmediate()
    if (this.destroyed) return
    this.hasLeft = true
    this.push(this.#raw)
    this.push(null)
  }
}

const envelopeOf = ({ raw, envelope, dsn }: OutgoingMail): SMTPConnection.Envelope => ({
  from: envelope.from,
  to: [envelope.to],
  size: raw.length,
  ...(dsn && { dsn: { ...dsn, notify: [...dsn.notify] } }),
})

/** Some servers assign a Message-ID of their own and name it in the reply. */
const findMessageId = (answer: string): string | undefined =>
  /<([^<>\s\p{Cc}]{3,250}@[^<>\s\p{Cc}]{1,250})>/u.exec(answer)?.[1]

const NO_TLS =
  'it offers no encryption (STARTTLS), so no password was sent to it. Its operator has to turn TLS on.'

/** The server refused STARTTLS, which says nothing about the message. */
const isTlsRefusal = ({ message }: SmtpError): boolean => /upgrading connection with STARTTLS/i.test(message)

/** Maps an error to an outcome. 503 is about a broken session, not the message. */
function classify(error: SmtpError, hasLeft: boolean): HandOverResult {
  const code = error.responseCode ?? null
  const answer = (error.response ?? error.message).slice(0, 2000)
  if (code !== null && code >= 500 && code !== 503) {
    // A refusal of MAIL FROM is about the sender, whatever its words.
    const about = error.command === 'MAIL FROM' ? 'In reply to MAIL FROM: ' : ''
    return { outcome: 'rejected', code, answer: `${about}${answer}` }
  }
  if (code !== null && code >= 400) return { outcome: 'deferred', code, answer }
  return { outcome: hasLeft ? 'unconfirmed' : 'not_sent', code, answer }
}
