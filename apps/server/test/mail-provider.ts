import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export const PROVIDER_PASSWORD = 'correct horse'

export interface MailProvider {
  port: number
  taken: { from: string; to: string; raw: string }[]
  /** The text part of the mail to an address. */
  readText(to: string): Promise<string>
  countConnections(): number
  /** Ends all connections without a word. */
  drop(): void
  /** User names whose sign-in is refused from now on. */
  refused: Set<string>
  close(): Promise<void>
}

/** A provider's mail server, with TLS and a login. */
export async function startMailProvider({
  port = 0,
  password = PROVIDER_PASSWORD,
  beforeLogin = async () => undefined,
  beforeRecipient = () => undefined,
}: {
  port?: number
  password?: string
  /** Called before a sign-in is answered. */
  beforeLogin?: (user: string) => Promise<unknown>
  /** Called before a recipient is accepted. An error is the answer. */
  beforeRecipient?: (user: string) => unknown
} = {}): Promise<MailProvider> {
  const taken: MailProvider['taken'] = []
  const refused: MailProvider['refused'] = new Set()
  const server = new SMTPServer({
    disableReverseLookup: true,
    // Senders keep their connection open for the next message.
    closeTimeout: 100,
    logger: false,
    async onAuth(given, _session, done) {
      const user = given.username ?? ''
      await beforeLogin(user)
      if (given.password === password && !refused.has(user)) done(null, { user })
      else done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }))
    },
    async onRcptTo(_address, session, done) {
      const answer = await beforeRecipient(String(session.user))
      done(answer instanceof Error ? answer : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        taken.push({ from, to: rcptTo[0]!.address, raw: Buffer.concat(chunks).toString() })
        done(null, '2.0.0 taken')
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    refused,
    async readText(to) {
      const { raw } = taken.find((mail) => mail.to === to)!
      return (await PostalMime.parse(raw)).text ?? ''
    },
    countConnections: () => server.connections.size,
    drop() {
      for (const connection of server.connections) connection._socket.destroy()
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
