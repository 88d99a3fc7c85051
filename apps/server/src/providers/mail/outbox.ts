import type { AddressInfo } from 'node:net'
import { OUTBOX_MAX_BYTES, OUTBOX_MAX_MESSAGES } from '@goldpan/contract/mailbox'
import { SMTPServer } from 'smtp-server'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { type Clock, isoNow } from '../clock/port.ts'
import { deleteOldest, findMessage, insertMessages, listHeads, type OutboxRow } from './outbox.store.ts'
import type { KeptMail, MailPort, Outbox } from './port.ts'
import { createSmtpMail } from './smtp.ts'

const MAX_MESSAGE_BYTES = 25 * 1024 * 1024
const scope = systemScope('the built-in outbox holds the mail of all owners')

/**
 * The built-in outbox: an SMTP server on a loopback port, whose mail is shown at /mailbox. Messages take the same
 * path as to any other server.
 */
export function createOutbox({ db, clock }: { db: Database; clock: Clock }): MailPort {
  let listening: Promise<{ server: SMTPServer; port: number }> | null = null

  const listen = () =>
    new Promise<{ server: SMTPServer; port: number }>((resolve, reject) => {
      const server = createServer(db, clock)
      server.once('error', reject)
      server.listen(0, '127.0.0.1', () =>
        resolve({ server, port: (server.server.address() as AddressInfo).port }),
      )
    })

  const mail = createSmtpMail({
    server: async () => {
      listening ??= listen()
      const { port } = await listening
      return { host: '127.0.0.1', port, isSecure: false, name: 'goldpan.localhost', isTrusted: true }
    },
  })
  return {
    handOver: mail.handOver,
    async close() {
      await mail.close()
      const open = await listening?.catch(() => null)
      if (open) await new Promise<void>((resolve) => open.server.close(() => resolve()))
    },
  }
}

function createServer(db: Database, clock: Clock): SMTPServer {
  return new SMTPServer({
    banner: 'Goldpan outbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    closeTimeout: 1000,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (stream.sizeExceeded)
          return done(Object.assign(new Error('The message is too large'), { responseCode: 552 }))
        const raw = Buffer.concat(chunks)
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        const rows = session.envelope.rcptTo.map(({ address }) => ({
          envelope_from: from,
          envelope_to: address,
          raw,
          received_at: isoNow(clock),
        }))
        insertMessages(db, scope, rows).then(
          () => done(null, '2.0.0 Kept in the outbox'),
          () =>
            done(Object.assign(new Error('The outbox cannot store mail just now'), { responseCode: 451 })),
        )
      })
    },
  })
}

const KEPT = { messages: OUTBOX_MAX_MESSAGES, bytes: OUTBOX_MAX_BYTES }
const BATCH = 1000

/** Reads the built-in outbox, which all processes share. */
export function createOutboxReader(db: Database, kept = KEPT): Outbox {
  return {
    async trim() {
      while ((await deleteOldest(db, scope, { ...kept, limit: BATCH })) === BATCH);
    },
    list: async (recipient, limit) =>
      (await listHeads(db, scope, recipient, limit)).map(({ head, ...row }) => ({
        ...toEnvelope(row),
        headers: headersOf(Buffer.from(head)),
      })),
    async find(id) {
      const row = isRowId(id) ? await findMessage(db, scope, id) : null
      return row && toKept(row)
    },
  }
}

const toEnvelope = ({ id, received_at, envelope_from, envelope_to }: Omit<OutboxRow, 'raw'>) => ({
  id,
  received_at,
  envelope: { from: envelope_from, to: envelope_to },
})

const toKept = ({ raw, ...row }: OutboxRow): KeptMail => ({ ...toEnvelope(row), raw })

/** Up to the empty line. */
function headersOf(head: Buffer): Buffer {
  const end = head.indexOf('\r\n\r\n')
  return end < 0 ? head : head.subarray(0, end + 4)
}
