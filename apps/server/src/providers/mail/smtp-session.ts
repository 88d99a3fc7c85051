import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { MessageBody } from './message-body.ts'
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

/** RFC 5321 4.5.3.2 allows ten minutes for the final reply; giving up sooner would make doubtful messages. */
const FINAL_REPLY_TIMEOUT_MS = 600_000
const CONNECT_TIMEOUT_MS = 20_000
const GREETING_TIMEOUT_MS = 60_000
/** Of connecting, securing and logging in together: a server that falls silent there holds nobody up for long. */
const OPEN_TIMEOUT_MS = 120_000

type SmtpError = Error & { responseCode?: number; response?: string }

/**
 * One connection to a mail server. Nodemailer's pool can't tell 'never taken' from 'taken, and then the line
 * broke', so this looks at the conversation itself: had the whole body left when it ended?
 */
export class SmtpSession {
  readonly #connection: SMTPConnection
  #fail: (error: SmtpError) => void = () => undefined
  #messages = 0
  isUsable = false

  private constructor(connection: SMTPConnection) {
    this.#connection = connection
    connection.on('error', (error: SmtpError) => this.#end(error))
    connection.once('end', () => this.#end(new Error('The mail server closed the connection')))
  }

  /** Connects, secures and logs in; throws when that fails. */
  static async open(server: SmtpServer): Promise<SmtpSession> {
    // Loaded with the first connection: a process that sends nothing does without.
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const connection = new Connection({
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

  get messages(): number {
    return this.#messages
  }

  /** Hands one message over on this connection. Whatever ends otherwise than in acceptance ends the session too. */
  async send(mail: OutgoingMail, { beforeBody, signal }: HandOver): Promise<HandOverResult> {
    this.#messages += 1
    const body = new MessageBody(mail.raw, beforeBody)
    const onAbort = () => !body.hasLeft && this.close()
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      const info = await this.#step<{ response: string }>((done) =>
        this.#connection.send(
          {
            ...{ from: mail.envelope.from || false, to: [mail.envelope.to], size: mail.raw.length },
            ...(mail.dsn ? { dsn: mail.dsn } : {}),
          },
          body,
          done,
        ),
      )
      if (!body.hasLeft) throw new Error('The mail server answered before it had the message')
      return { outcome: 'accepted', code: 250, answer: info?.response ?? '250' }
    } catch (error) {
      this.close()
      // What waits for its mark does not leave any more: its fate is told now.
      body.destroy()
      return body.isWithdrawn
        ? { outcome: 'not_sent', code: null, answer: 'withdrawn' }
        : classify(error as SmtpError, body.hasLeft)
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  async quit(): Promise<void> {
    if (!this.isUsable) return
    this.isUsable = false
    this.#connection.quit()
  }

  close(): void {
    this.isUsable = false
    this.#connection.close()
    this.#end(new Error('The connection was closed'))
  }

  #end(error: SmtpError): void {
    this.isUsable = false
    this.#fail(error)
  }

  /** One step of the conversation: settled by its own answer or by the end of the connection. */
  #step<Answer>(
    begin: (done: (error?: Error | null, answer?: Answer) => void) => void,
  ): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      this.#fail = reject
      begin((error, answer) => (error ? reject(error) : resolve(answer)))
    })
  }
}

/** What an error says about the fate of the message; 503 tells of a broken session, not of the message. */
export function classify(error: SmtpError, hasLeft: boolean): HandOverResult {
  const code = error.responseCode ?? null
  const answer = (error.response ?? error.message).slice(0, 2000)
  if (code !== null && code >= 500 && code !== 503) return { outcome: 'rejected', code, answer }
  if (code !== null && code >= 400) return { outcome: 'deferred', code, answer }
  return { outcome: hasLeft ? 'unconfirmed' : 'not_sent', code, answer }
}
