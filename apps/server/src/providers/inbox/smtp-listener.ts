import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { StartUpError } from '../../db/start-up-error.ts'
import type { Certificate } from './certificate.ts'
import type { Inbox, InboxHandler } from './port.ts'

export interface SmtpListenerOptions {
  /** Null listens nowhere. */
  port: number | null
  host: string
  /** The name in the greeting. */
  name: string
  maxBytes?: number
  maxConnections?: number
  /** The certificate for STARTTLS; read again every hour, so that a renewed one is used without a restart. */
  readCertificate?: () => Promise<Certificate>
  onError: (error: Error) => void
}

const MAX_BYTES = 25 * 1024 * 1024
const MAX_CONNECTIONS = 100
/** One message to many return addresses is not an answer of a person. */
const MAX_RECIPIENTS = 50
/** Of silence; RFC 5321 asks for five minutes, but idle connections are cheap to open and dear to keep. */
const IDLE_TIMEOUT_MS = 60_000
/** A body that trickles in for longer is broken off. */
const BODY_TIMEOUT_MS = 120_000

const RENEWAL_MS = 60 * 60_000

const answer = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
const tryLater = () => answer(451, '4.3.0 The message cannot be stored just now, please try again later')

/**
 * The listener for replies and bounces. A message is answered 250 only once it is stored; size, connections,
 * recipients and time are limited. Without a certificate of its own, STARTTLS is offered with the library's: most mail
 * servers encrypt without asking who it belongs to.
 */
export function createSmtpListener(options: SmtpListenerOptions): Inbox {
  let server: SMTPServer | null = null
  let renewal: NodeJS.Timeout | undefined

  /** A new certificate that can't be read leaves the one in use in place. */
  async function renew(opened: SMTPServer): Promise<void> {
    const certificate = await options.readCertificate?.()
    if (certificate) opened.updateSecureContext({ ...certificate })
  }

  return {
    async listen(handler) {
      const { port, host } = options
      if (port === null) return
      const certificate = await options.readCertificate?.()
      const opened = createServer(options, handler, certificate)
      await new Promise<void>((resolve, reject) => {
        opened.once('error', (error) => reject(explain(error as NodeJS.ErrnoException, port, host)))
        opened.listen(port, host, resolve)
      })
      // Without a listener a broken connection would end the process.
      opened.on('error', options.onError)
      server = opened
      renewal = setInterval(() => void renew(opened).catch(options.onError), RENEWAL_MS).unref()
    },
    port: () => (server ? (server.server.address() as AddressInfo).port : null),
    async close() {
      const open = server
      server = null
      clearInterval(renewal)
      if (open) await new Promise<void>((resolve) => open.close(() => resolve()))
    },
  }
}

function createServer(
  options: SmtpListenerOptions,
  handler: InboxHandler,
  certificate?: Certificate,
): SMTPServer {
  const maxBytes = options.maxBytes ?? MAX_BYTES
  return new SMTPServer({
    ...certificate,
    name: options.name,
    banner: 'Goldpan',
    authOptional: true,
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    size: maxBytes,
    maxClients: options.maxConnections ?? MAX_CONNECTIONS,
    socketTimeout: IDLE_TIMEOUT_MS,
    closeTimeout: 1000,
    logger: false,
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length >= MAX_RECIPIENTS)
        return done(answer(452, '4.5.3 Too many recipients'))
      handler.accepts(address).then(
        (isAccepted) => done(isAccepted ? null : answer(550, '5.1.1 No such address here')),
        () => done(tryLater()),
      )
    },
    onData(stream, session, done) {
      readBody(stream, maxBytes).then(
        (raw) =>
          handler.store({ raw, envelope: envelopeOf(session) }).then(
            () => done(null, '2.0.0 Stored'),
            (error: Error) => {
              options.onError(error)
              done(tryLater())
            },
          ),
        (error: Error) => done(error),
      )
    },
  })
}

/** Nothing beyond the limit is kept; the rest is read to its end, so that the answer can be given. */
async function readBody(stream: SMTPServerDataStream, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const timer = setTimeout(() => {
      reject(answer(421, '4.4.2 The message took too long'))
      stream.destroy()
    }, BODY_TIMEOUT_MS)
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else chunks.length = 0
    })
    stream.once('error', reject)
    stream.once('end', () => {
      clearTimeout(timer)
      if (size > maxBytes) reject(answer(552, '5.3.4 The message is too large'))
      else resolve(Buffer.concat(chunks))
    })
  })
}

const envelopeOf = ({ envelope }: SMTPServerSession) => ({
  from: envelope.mailFrom ? envelope.mailFrom.address || null : null,
  to: envelope.rcptTo.map(({ address }) => address),
})

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE')
    return new StartUpError(
      `Port ${port} for replies and bounces is in use by another program. Stop that program, choose another port with INBOUND_SMTP_PORT, or set it to off.`,
    )
  if (error.code === 'EACCES')
    return new StartUpError(
      `Port ${port} for replies and bounces needs more rights than this user has. Choose a port above 1023 with INBOUND_SMTP_PORT.`,
    )
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartUpError(
      `This machine has no address ${host}. Please check the setting INBOUND_SMTP_HOST.`,
    )
  return error
}
