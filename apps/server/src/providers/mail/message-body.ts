import { Readable, type Transform } from 'node:stream'

const LF = 10
const CR = 13
const DOT = 46

/**
 * The body of a message as Nodemailer's connection asks for it: once the server has said 354, and then only when
 * `beforeBody` agrees. It leaves whole, in one write with its end. Byte by byte through the connection's own stream it
 * took a tenth of a hand-over's processor time, and the end, as a second small segment, one more system call.
 */
export class MessageBody extends Readable {
  readonly #raw: Buffer
  readonly #beforeBody: () => Promise<boolean>
  hasLeft = false
  isWithdrawn = false

  constructor(raw: Buffer, beforeBody: () => Promise<boolean> = async () => true) {
    super()
    this.#raw = raw
    this.#beforeBody = beforeBody
  }

  override _read(): void {}

  /** The connection's stream towards the server, which stuffs dots in what is written to it. */
  override pipe<Stream extends NodeJS.WritableStream>(towards: Stream): Stream {
    this.#beforeBody().then(
      (isAgreed) => (isAgreed ? this.#leave(towards as unknown as Transform) : this.#withdraw()),
      (error: Error) => this.#withdraw(error),
    )
    return towards
  }

  #leave(towards: Transform): void {
    // The connection ended in the meantime.
    if (this.destroyed) return
    this.hasLeft = true
    const bytes = toData(this.#raw)
    if (!bytes) return void towards.end(this.#raw)
    // Past its work on each byte, which would find nothing left to do.
    towards.push(bytes)
    towards.push(null)
  }

  #withdraw(error = new Error('withdrawn')): void {
    this.isWithdrawn = true
    this.destroy(error)
  }
}

/**
 * A message as it travels behind DATA (RFC 5321 4.5.2): a dot more at the start of each line that begins with one, and
 * a line of one dot as its end. Null for lines that end otherwise than in CRLF.
 */
export function toData(raw: Buffer): Buffer | null {
  if (raw.length === 0) return null
  const dots = raw[0] === DOT ? [0] : []
  let ends = 0
  for (let at = raw.indexOf(LF); at >= 0; at = raw.indexOf(LF, at + 1)) {
    if (raw[at - 1] !== CR) return null
    ends += 1
    if (raw[at + 1] === DOT) dots.push(at + 1)
  }
  let returns = 0
  for (let at = raw.indexOf(CR); at >= 0; at = raw.indexOf(CR, at + 1)) returns += 1
  if (returns !== ends) return null
  const end = raw[raw.length - 1] === LF ? '.\r\n' : '\r\n.\r\n'
  const data = Buffer.allocUnsafe(raw.length + dots.length + end.length)
  let from = 0
  let length = 0
  for (const dot of dots) {
    length += raw.copy(data, length, from, dot)
    data[length++] = DOT
    from = dot
  }
  length += raw.copy(data, length, from)
  data.write(end, length, 'latin1')
  return data
}
