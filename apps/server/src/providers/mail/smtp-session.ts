import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { HandOver, HandOverResult, OutgoingMail } from './port.ts'

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
  /** The name that its certificate must be for, when `host` is an address. */
  servername?: string
  /** Never talk without encryption. */
  requiresTls?: boolean
  /** Accept any certificate: for a server on this machine. */
  isTrusted?: boolean
  openTimeoutMs?: number
}

type SmtpError = Error & { responseCode?: number; response?: string; command?: string }

const CONNECT_TIMEOUT_MS = 20_000
const GREETING_TIMEOUT_MS = 60_000
/** For connecting, securing and logging in together, so that a server that falls silent there holds nobody up for long. */
const OPEN_TIMEOUT_MS = 120_000
/** RFC 5321 4.5.3.2 allows ten minutes for the final reply; giving up sooner would leave messages in doubt. */
const FINAL_REPLY_TIMEOUT_MS = 600_000

/**
 * One connection to a mail server, used for one message at a time.
 *
 * Nodemailer's pool can't tell 'never accepted' from 'accepted, and then the connection broke'. Here the body is a stream
 * that Nodemailer reads once the server has agreed to take it, so whether it was read tells the two apart.
 */
export class SmtpSession {
  readonly #connection: SMTPConnection
  /** Rejects the step under way. */
  #fail: (error: SmtpError) => void = () => undefined
  messages = 0
  isUsable = false

  private constructor(connection: SMTPConnection) {
    this.#connection = connection
    connection.on('error', (error: SmtpError) => this.#end(error))
    connection.once('end', () => {
      this.isUsable = false
      // Nodemailer may still report a refusal that made it end.
      queueMicrotask(() => this.#end(new Error('The mail server closed the connection')))
    })
  }

  /** Connects, secures and logs in; throws if that fails. */
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
    const tooLong = setTimeout(() => session.close(), server.openTimeoutMs ?? OPEN_TIMEOUT_MS)
    try {
      await session.#step((done) => connection.connect(done))
      const { user, password } = server
      if (user) await session.#step((done) => connection.login({ user, pass: password ?? '' }, done))
      session.isUsable = true
      return session
    } finally {
      clearTimeout(tooLong)
    }
  }

  /** Hands one message over. Any outcome but acceptance ends the session. */
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
      // Handles what the server said after its acceptance, such as 421, before the session is used again.
      await setImmediate()
      return { outcome: 'accepted', code: 250, answer: info?.response ?? '' }
    } catch (error) {
      this.close()
      return body.isWithdrawn
        ? { outcome: 'not_sent', code: null, answer: 'withdrawn' }
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

  close(): void {
    this.#connection.close()
    this.#end(new Error('The connection was closed'))
  }

  #end(error: SmtpError): void {
    this.isUsable = false
    this.#fail(error)
  }

  /** Settles with its own result, or rejects when the connection ends. */
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
 * The body of a message. Nodemailer reads it once the server has answered DATA with 354, and the first read calls
 * `beforeBody`: a mark that it commits is in the database before the first byte leaves.
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
    // Nodemailer handles a reply that came together with the 354 first: a server that answers a body it doesn't have gets none.
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

/** What an error says about the message. 503 is about a broken session, not about the message. */
export function classify(error: SmtpError, hasLeft: boolean): HandOverResult {
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
