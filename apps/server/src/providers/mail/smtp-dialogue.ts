import type { Socket } from 'node:net'
import { mendLines, toData } from './message-body.ts'
import type { OutgoingMail } from './port.ts'
import { envelopeCommands, type SmtpOffers } from './smtp-offers.ts'

export type SmtpError = Error & { responseCode?: number; response?: string }

/** Far beyond any reply: a server that never ends one is left. */
const MOST_REPLY = 1024 * 1024

/** What is awaited: the reply to a command or to the body, or at `mark` our own word before the body. */
type Step = 'idle' | 'mail' | 'rcpt' | 'data' | 'mark' | 'body' | 'quit' | 'over'

/**
 * What is said on an open connection, one message after another: MAIL, RCPT, DATA and the body, which leaves whole, in
 * one write with its end. Nodemailer opens, secures and logs in. Its own way through a message, over streams, events and
 * turns of the event loop, costs more processor time than the writes themselves.
 */
export class SmtpDialogue {
  readonly #socket: Socket
  readonly #offers: SmtpOffers
  readonly #close: () => void
  #step: Step = 'idle'
  /** Of a line that has not ended, and of a reply whose lines go on; one character a byte. */
  #line = ''
  #reply = ''
  #mail: OutgoingMail | null = null
  #rcpt = ''
  /** Why the message can't go: a server that was told everything at once answers the rest before it ends. */
  #refusal: SmtpError | null = null
  #beforeBody: (() => Promise<boolean>) | undefined
  #resolve: (answer: string) => void = () => undefined
  #reject: (error: SmtpError) => void = () => undefined
  /** Of the message under way, or of the last one. */
  hasLeft = false
  isWithdrawn = false

  /** Takes over what the server says. */
  constructor(socket: Socket, offers: SmtpOffers, close: () => void) {
    this.#socket = socket
    this.#offers = offers
    this.#close = close
    socket.removeAllListeners('data')
    socket.on('data', (chunk) => this.#hear(chunk))
  }

  /** The server's words when it has taken the message; throws its refusal, or what broke. */
  send(mail: OutgoingMail, beforeBody?: () => Promise<boolean>): Promise<string> {
    this.hasLeft = false
    this.isWithdrawn = false
    return new Promise((resolve, reject) => {
      if (this.#step !== 'idle' || !this.#socket.writable) throw new Error('The connection is closed')
      const { maxSize, pipelining } = this.#offers
      if (maxSize && mail.raw.length > maxSize) throw new Error(`Message size larger than allowed ${maxSize}`)
      const commands = envelopeCommands(mail, this.#offers)
      this.#mail = mail
      this.#beforeBody = beforeBody
      this.#rcpt = commands.rcpt
      this.#resolve = resolve
      this.#reject = reject
      this.#step = 'mail'
      this.#socket.write(pipelining ? `${commands.mail}${commands.rcpt}DATA\r\n` : commands.mail)
    })
  }

  /** What is under way ends with this; nothing of it leaves any more. */
  fail(error: SmtpError): void {
    this.#step = 'over'
    this.#mail = null
    this.#reject(error)
  }

  /** The connection has ended: a refusal without its line end is still one. */
  end(): void {
    const words = readReply(this.#line.trim())
    const why = 'Connection closed unexpectedly'
    this.fail(/^[45]\d{2}[ -]/.test(words) ? refusalOf(why, words) : new Error(why))
  }

  quit(): void {
    this.#step = 'quit'
    this.#socket.write('QUIT\r\n')
  }

  #hear(chunk: Buffer): void {
    if (this.#step === 'over') return
    const heard = chunk.toString('latin1')
    let start = 0
    for (let end = heard.indexOf('\n'); end >= 0; end = heard.indexOf('\n', start)) {
      const line = this.#line + heard.slice(start, end)
      this.#line = ''
      start = end + 1
      this.#hearLine(line.endsWith('\r') ? line.slice(0, -1) : line)
      if (this.#isOver()) return
    }
    this.#line += heard.slice(start)
    if (this.#line.length + this.#reply.length <= MOST_REPLY) return
    this.fail(new Error('Server response exceeds maximum allowed size'))
    this.#close()
  }

  #isOver = (): boolean => this.#step === 'over'

  #hearLine(line: string): void {
    const reply = this.#reply ? `${this.#reply}\n${line}` : line
    const goesOn = /^\d+-/.test(line)
    this.#reply = goesOn ? reply : ''
    // An empty line answers nothing.
    if (!goesOn && reply.trim()) this.#take(readReply(reply))
  }

  #take(reply: string): void {
    const isTaken = reply.startsWith('2')
    const step = this.#step
    if (step === 'mail' || step === 'rcpt' || step === 'data') this.#advance(step, reply, isTaken)
    else if (step === 'body' && isTaken) {
      this.#step = 'idle'
      this.#mail = null
      this.#resolve(reply)
    } else if (step === 'mark' && isTaken) {
      this.fail(new Error('The mail server answered before it had the message'))
    } else if (step === 'mark' || step === 'body') {
      this.fail(refusalOf('Message failed', reply))
    } else {
      // Nothing was asked, or all has been said.
      this.fail(new Error('Unexpected Response'))
      this.#close()
    }
  }

  #advance(step: 'mail' | 'rcpt' | 'data', reply: string, isTaken: boolean): void {
    // Some servers agree to DATA with 250.
    if (!isTaken && !(step === 'data' && reply.startsWith('3')))
      this.#refusal ??= refusalOf('Command failed', reply)
    const { pipelining } = this.#offers
    // 421: the server is about to close, whatever it was asked (RFC 5321, 4.2.1).
    const isLast = step === 'data' || !pipelining || /^421[ -]/.test(reply)
    if (this.#refusal && isLast) this.fail(this.#refusal)
    else if (step === 'data') this.#askForBody()
    else {
      this.#step = step === 'mail' ? 'rcpt' : 'data'
      if (!pipelining) this.#socket.write(step === 'mail' ? this.#rcpt : 'DATA\r\n')
    }
  }

  /** Not before all that has come in is read: an answer to a body that it doesn't have may stand behind the server's word. */
  #askForBody(): void {
    this.#step = 'mark'
    const agreed = this.#beforeBody?.() ?? Promise.resolve(true)
    agreed.then(
      (isAgreed) => (isAgreed ? this.#leave() : this.#withdraw(new Error('withdrawn'))),
      (error: Error) => this.#withdraw(error),
    )
  }

  #leave(): void {
    // The connection ended in the meantime.
    if (this.#step !== 'mark' || !this.#mail) return
    this.#step = 'body'
    this.hasLeft = true
    const { raw } = this.#mail
    this.#socket.write(toData(raw) ?? toData(mendLines(raw))!)
  }

  #withdraw(error: Error): void {
    if (this.#step !== 'mark') return
    this.isWithdrawn = true
    this.fail(error)
  }
}

/** A refusal with the server's words, and its code where they begin with one. */
function refusalOf(why: string, response: string): SmtpError {
  const error: SmtpError = new Error(`${why}: ${response}`)
  const responseCode = Number(/^\d+/.exec(response)?.[0]) || undefined
  return Object.assign(error, { response, ...(responseCode && { responseCode }) })
}

/** Bytes, one a character, as UTF-8 where they are that. */
function readReply(bytes: string): string {
  if (!/[\x80-\xff]/.test(bytes)) return bytes
  const text = Buffer.from(bytes, 'latin1').toString()
  return text.includes('\ufffd') ? bytes : text
}
