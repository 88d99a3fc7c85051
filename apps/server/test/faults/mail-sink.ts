import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

/** Messages acknowledged with 250, one entry each. */
export interface Sink {
  url: string
  accepted: { to: string; messageId: string; raw: Buffer }[]
}

interface Options {
  /** Asked again and again, until the message may be taken. */
  isHeld?: (messageId: string) => boolean
}

/** A mail server that accepts everything after a delay. It records a message before acknowledging it. */
export async function startSink(delayMs: () => number, { isHeld }: Options = {}): Promise<Sink> {
  const accepted: Sink['accepted'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        const messageId = /^Message-ID:\s*<([^>]+)>/im.exec(raw.toString())?.[1] ?? ''
        const take = () => {
          if (isHeld?.(messageId)) return void setTimeout(take, 10)
          accepted.push({ to: session.envelope.rcptTo[0]!.address, messageId, raw })
          setTimeout(() => done(null, '2.0.0 accepted'), delayMs())
        }
        setTimeout(take, delayMs())
      })
    },
  })
  // A killed sender breaks its connections.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, accepted }
}
