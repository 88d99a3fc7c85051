import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { InboxHandler } from './port.ts'
import type { Body, Spool } from './spool.ts'

export interface ReceptionDeps {
  maxBytes?: number
  handler: InboxHandler
  spool: Spool
  onError: (error: Error) => void
}

export const MAX_BYTES = 25 * 1024 * 1024
/** Slower bodies are cut off. */
const BODY_TIMEOUT_MS = 120_000

export const answer = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })
export const tryLater = () =>
  answer(451, '4.3.0 The message cannot be stored just now, please try again later')
export const insufficientStorage = () =>
  answer(452, '4.3.1 There is too much mail under way, please try again later')

/** Receives bodies into the spool and stores them one at a time. */
export function createReception({ maxBytes = MAX_BYTES, handler, spool, onError }: ReceptionDeps) {
  const underWay = new Map<string, SMTPServerDataStream>()
  let storing: Promise<unknown> = Promise.resolve()

  /** Storing loads a message into memory, so large ones take turns. */
  function inTurn(body: Body, work: () => Promise<void>): Promise<void> {
    if (!body.isSpooled) return work()
    const turn = storing.then(work)
    storing = turn.catch(() => undefined)
    return turn
  }

  /** Reads an oversized body to its end, so that the client hears the reply. */
  async function fill(body: Body, stream: SMTPServerDataStream): Promise<void> {
    let refusal: Error | null = null
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (refusal) continue
      if (body.size + chunk.length > maxBytes) refusal = answer(552, '5.3.4 The message is too large')
      else if (!(await add(body, chunk))) refusal = insufficientStorage()
      if (refusal) await body.release()
    }
    if (refusal) throw refusal
  }

  /** A full disk is answered with a reply, not a broken connection. */
  async function add(body: Body, chunk: Buffer): Promise<boolean> {
    return body.add(chunk).catch((error: Error) => {
      onError(error)
      return false
    })
  }

  async function store(body: Body, session: SMTPServerSession): Promise<void> {
    const envelope = envelopeOf(session)
    const work = async () => handler.store({ raw: await body.read(), envelope })
    await inTurn(body, work).catch((error: Error) => {
      onError(error)
      throw tryLater()
    })
  }

  return {
    async receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
      const body = spool.createBody()
      underWay.set(session.id, stream)
      const timer = setTimeout(
        () => stream.destroy(answer(421, '4.4.2 The message took too long')),
        BODY_TIMEOUT_MS,
      )
      try {
        await fill(body, stream)
        clearTimeout(timer)
        await store(body, session)
      } finally {
        clearTimeout(timer)
        underWay.delete(session.id)
        await body.release()
      }
    },

    /** smtp-server never ends the body stream of a broken connection. */
    breakOff({ id }: SMTPServerSession): void {
      underWay.get(id)?.destroy(new Error('The connection broke'))
    },
  }
}

export type Reception = ReturnType<typeof createReception>

const envelopeOf = ({ envelope }: SMTPServerSession) => ({
  from: envelope.mailFrom ? envelope.mailFrom.address || null : null,
  to: envelope.rcptTo.map(({ address }) => address),
})
