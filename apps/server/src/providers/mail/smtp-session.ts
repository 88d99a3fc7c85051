import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { HandOver, HandOverResult, OutgoingMail } from './port.ts'
import { SmtpDialogue, type SmtpError } from './smtp-dialogue.ts'
import { readOffers, type SmtpOffers } from './smtp-offers.ts'

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

/**
 * One connection to a mail server. Nodemailer's pool can't tell 'never taken' from 'taken, and then the line
 * broke', so this looks at the conversation itself: had the whole body left when it ended?
 */
export class SmtpSession {
  readonly #connection: SMTPConnection
  #dialogue: SmtpDialogue | null = null
  #fail: (error: SmtpError) => void = () => undefined
  #messages = 0
  #isClosed = false
  /** Of the last message, watched on for the next: a worker has one signal for all of its messages. */
  #signal: AbortSignal | undefined
  readonly #onAbort = () => {
    if (this.#isSending && !this.#dialogue?.hasLeft) this.close()
  }
  #isSending = false
  isUsable = false

  private constructor(connection: SMTPConnection) {
    this.#connection = connection
    connection.on('error', (error: SmtpError) => this.#end(error))
    connection.once('end', () => {
      if (this.#dialogue && !this.#isClosed) this.#dialogue.end()
      this.#end(new Error('The mail server closed the connection'))
    })
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
      let offers = readOffers('')
      await session.#step((done) =>
        connection.connect((error) => {
          // The last thing it said was its answer to EHLO.
          offers = readOffers(connection.lastServerResponse || '')
          done(error)
        }),
      )
      const { user, password } = server
      if (user) await session.#step((done) => connection.login({ user, pass: password ?? '' }, done))
      session.#begin(offers)
      return session
    } finally {
      clearTimeout(tooLong)
    }
  }

  get messages(): number {
    return this.#messages
  }

  #begin(offers: SmtpOffers): void {
    const { _socket: socket } = this.#connection
    if (!socket) throw new Error('The connection was closed')
    this.#dialogue = new SmtpDialogue(socket, offers, () => this.close())
    this.isUsable = true
  }

  /** Hands one message over on this connection. Whatever ends otherwise than in acceptance ends the session too. */
  async send(mail: OutgoingMail, { beforeBody, signal }: HandOver): Promise<HandOverResult> {
    const dialogue = this.#dialogue!
    this.#messages += 1
    this.#watch(signal)
    this.#isSending = true
    try {
      const answer = await dialogue.send(mail, beforeBody)
      return { outcome: 'accepted', code: 250, answer }
    } catch (error) {
      this.close()
      return dialogue.isWithdrawn
        ? { outcome: 'not_sent', code: null, answer: 'withdrawn' }
        : classify(error as SmtpError, dialogue.hasLeft)
    } finally {
      this.#isSending = false
    }
  }

  #watch(signal: AbortSignal | undefined): void {
    if (signal === this.#signal) return
    this.#signal?.removeEventListener('abort', this.#onAbort)
    this.#signal = signal
    signal?.addEventListener('abort', this.#onAbort)
  }

  async quit(): Promise<void> {
    if (!this.isUsable) return
    this.isUsable = false
    this.#watch(undefined)
    this.#dialogue?.quit()
  }

  close(): void {
    this.isUsable = false
    this.#isClosed = true
    this.#connection.close()
    this.#end(new Error('The connection was closed'))
  }

  #end(error: SmtpError): void {
    this.isUsable = false
    this.#watch(undefined)
    this.#fail(error)
    this.#dialogue?.fail(error)
  }

  /** One step of the way into the conversation: settled by its own answer or by the end of the connection. */
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
