import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerAddress } from 'smtp-server'
import { StartUpError } from '../../db/start-up-error.ts'
import type { Certificate } from './certificate.ts'
import type { Inbox, InboxHandler } from './port.ts'
import { answer, createReception, MAX_BYTES, noRoom, type Reception, tryLater } from './reception.ts'
import { createSourceLimit } from './source-limit.ts'
import { createSpool, type Spool } from './spool.ts'

export interface SmtpListenerOptions {
  /** Null listens nowhere. */
  port: number | null
  host: string
  /** The name in the greeting. */
  name: string
  /** Where large bodies lie while they come in. */
  spoolFolder: string
  maxBytes?: number
  /** Of all bodies under way, in memory and on disk together. */
  budgetBytes?: number
  maxConnections?: number
  connectionsPerSource?: number
  /** The certificate for STARTTLS; read again every hour, so that a renewed one is used without a restart. */
  readCertificate?: () => Promise<Certificate>
  onError: (error: Error) => void
}

/** Twenty of the largest messages. A source with its ten connections takes half of it at most. */
const BUDGET_BYTES = 512 * 1024 * 1024
const MAX_CONNECTIONS = 100
const CONNECTIONS_PER_SOURCE = 10
/** One message to many return addresses is not an answer of a person. */
const MAX_RECIPIENTS = 50
/** Of silence; RFC 5321 asks for five minutes, but idle connections are cheap to open and dear to keep. */
const IDLE_TIMEOUT_MS = 60_000
/** How long a client that was hung up on may take to close its side. */
const LINGER_MS = 2000
/** Of answers that a client doesn't read. */
const MAX_UNREAD_BYTES = 64 * 1024
/** Without a size announced, a message is asked in when there is room for one of this size. */
const USUAL_BYTES = 64 * 1024

const RENEWAL_MS = 60 * 60_000

/**
 * The listener for replies and bounces. A message is answered 250 only once it is stored; size, connections,
 * recipients, time and the bytes of all bodies under way are limited. Without a certificate of its own, STARTTLS is
 * offered with the library's: most mail servers encrypt without asking who it belongs to.
 */
export function createSmtpListener(options: SmtpListenerOptions): Inbox {
  let server: SMTPServer | null = null
  let renewal: NodeJS.Timeout | undefined
  const spool = createSpool({ folder: options.spoolFolder, maxBytes: options.budgetBytes ?? BUDGET_BYTES })

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
      await spool.clean()
      const reception = createReception({ ...options, handler, spool })
      const opened = createServer(options, handler, { reception, spool, certificate })
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

interface Parts {
  reception: Reception
  spool: Spool
  certificate?: Certificate | undefined
}

function createServer(
  options: SmtpListenerOptions,
  handler: InboxHandler,
  { reception, spool, certificate }: Parts,
): SMTPServer {
  const sources = createSourceLimit(options.connectionsPerSource ?? CONNECTIONS_PER_SOURCE)
  const server = new SMTPServer({
    ...certificate,
    name: options.name,
    banner: 'Goldpan',
    authOptional: true,
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    size: options.maxBytes ?? MAX_BYTES,
    maxClients: options.maxConnections ?? MAX_CONNECTIONS,
    socketTimeout: IDLE_TIMEOUT_MS,
    closeTimeout: 1000,
    logger: false,
    onConnect(session, done) {
      if (sources.enter(session)) return done()
      done(answer(421, `${options.name} 4.7.0 Too many connections from your address, try again in a moment`))
    },
    onSecure(socket, _session, done) {
      guard(socket)
      done()
    },
    onMailFrom(address, _session, done) {
      done(spool.hasRoom(announcedSize(address) ?? USUAL_BYTES) ? null : noRoom())
    },
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length >= MAX_RECIPIENTS)
        return done(answer(452, '4.5.3 Too many recipients'))
      if (!spool.hasRoom(USUAL_BYTES)) return done(noRoom())
      handler.accepts(address).then(
        (acceptance) => done(acceptance === 'accepted' ? null : refusals[acceptance]()),
        () => done(tryLater()),
      )
    },
    onData(stream, session, done) {
      reception.receive(stream, session).then(
        () => done(null, '2.0.0 Stored'),
        (error: Error) => done(error),
      )
    },
    onClose(session) {
      sources.leave(session)
      reception.breakOff(session)
    },
  })
  // The first to resume a socket is the library, which reads from then on.
  server.server.on('connection', (socket) => socket.once('resume', () => guard(socket)))
  return server
}

const refusals = {
  unknown: () => answer(550, '5.1.1 No such address here'),
  full: () => answer(452, '4.2.2 This mailbox is full, please try again later'),
}

function announcedSize({ args }: SMTPServerAddress): number | null {
  const size = Number((args as { SIZE?: string }).SIZE)
  return Number.isFinite(size) ? size : null
}

/** Closes what the library only hangs up on, and what sends commands without reading the answers. */
function guard(socket: Socket): void {
  const linger = () => void setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('finish', linger)
  socket.once('timeout', linger)
  socket.on('data', () => {
    if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy()
  })
}

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
