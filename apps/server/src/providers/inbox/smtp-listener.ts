import { readFile } from 'node:fs/promises'
import { type AddressInfo, isIPv6, type Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { SMTPServer, type SMTPServerAddress, type SMTPServerSession } from 'smtp-server'
import { StartUpError } from '../../db/start-up-error.ts'
import type { Inbox, InboxHandler } from './port.ts'
import {
  answer,
  createReception,
  insufficientStorage,
  MAX_BYTES,
  type Reception,
  tryLater,
} from './reception.ts'
import { createSpool, type Spool } from './spool.ts'

interface SmtpListenerOptions {
  /** Null: don't listen. */
  port: number | null
  host: string
  /** The host name in the greeting. */
  name: string
  /** Folder of large bodies while they arrive. */
  spoolFolder: string
  maxBytes?: number
  /** Total size of all bodies being received, in memory and on disk. */
  budgetBytes?: number
  maxConnections?: number
  connectionsPerSource?: number
  /** The certificate for STARTTLS. Read again every hour, so that renewals need no restart. */
  readCertificate?: () => Promise<Certificate>
  onError: (error: Error) => void
}

/** Twenty messages of the maximum size. A source with its ten connections uses at most half. */
const BUDGET_BYTES = 512 * 1024 * 1024
const MAX_CONNECTIONS = 100
const CONNECTIONS_PER_SOURCE = 10
/** No person replies to more return addresses at once. */
const MAX_RECIPIENTS = 50
/** RFC 5321 asks for five minutes, but idle connections are cheap for the client and costly for us. */
const IDLE_TIMEOUT_MS = 60_000
/** How long a client may take to close after we closed. */
const LINGER_MS = 2000
/** Bytes of replies that the client hasn't read. */
const MAX_UNREAD_BYTES = 64 * 1024
/** Size to reserve for a message that announces none. */
const USUAL_BYTES = 64 * 1024

const RENEWAL_MS = 60 * 60_000

/**
 * Listens for replies and bounces. Replies 250 only once a message is stored. Limits size, connections, recipients,
 * time and the total bytes in flight. Without a configured certificate, STARTTLS uses a self-signed one: most mail
 * servers encrypt without verifying it.
 */
export function createSmtpListener(options: SmtpListenerOptions): Inbox {
  let server: SMTPServer | null = null
  let renewal: NodeJS.Timeout | undefined
  const spool = createSpool({ folder: options.spoolFolder, maxBytes: options.budgetBytes ?? BUDGET_BYTES })

  /** If a renewed certificate is unreadable, keep the current one. */
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
      // Without a listener, a broken connection would end the process.
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
      done(spool.hasRoom(announcedSize(address) ?? USUAL_BYTES) ? null : insufficientStorage())
    },
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length >= MAX_RECIPIENTS)
        return done(answer(452, '4.5.3 Too many recipients'))
      if (!spool.hasRoom(USUAL_BYTES)) return done(insufficientStorage())
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
  // smtp-server is the first to resume a socket, and reads from then on.
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

/** Destroys sockets that smtp-server only half-closes, and clients that don't read replies. */
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

/** PEM texts for the listener's TLS. */
interface Certificate {
  cert: string
  key: string
}

/** Reads a certificate with its chain and key, and checks that they match. */
export async function readCertificate(certFile: string, keyFile: string): Promise<Certificate> {
  const [cert, key] = await Promise.all([
    read(certFile, 'INBOUND_TLS_CERT'),
    read(keyFile, 'INBOUND_TLS_KEY'),
  ])
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new StartUpError(
      `The certificate in ${certFile} and the key in ${keyFile} can't be used together (${(error as Error).message}). Please check INBOUND_TLS_CERT and INBOUND_TLS_KEY.`,
    )
  }
  return { cert, key }
}

async function read(file: string, setting: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartUpError(`The file ${file} of ${setting} can't be read (${error.code}).`)
  })
}

/** Limits connections per source: per IPv4 address or IPv6 /64 network. */
function createSourceLimit(max: number) {
  const counts = new Map<string, number>()
  const entered = new Map<string, string>()
  return {
    enter({ id, remoteAddress }: SMTPServerSession): boolean {
      const source = isIPv6(remoteAddress) ? networkOf(remoteAddress) : remoteAddress
      const count = counts.get(source) ?? 0
      if (count >= max) return false
      counts.set(source, count + 1)
      entered.set(id, source)
      return true
    },
    leave({ id }: SMTPServerSession): void {
      const source = entered.get(id)
      if (source === undefined) return
      entered.delete(id)
      const count = counts.get(source)! - 1
      if (count > 0) counts.set(source, count)
      else counts.delete(source)
    },
  }
}

/** The first 64 bits of an address, abbreviated (`::`) or not. */
function networkOf(address: string): string {
  const [start = '', end = ''] = address.split('::')
  const first = start.split(':').filter(Boolean)
  const last = end.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
