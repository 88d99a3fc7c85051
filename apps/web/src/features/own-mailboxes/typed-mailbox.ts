import { type MailServer, mailboxChange, newMailbox, type OwnMailbox } from '@goldpan/contract/own-mailboxes'
import { z } from 'zod'

/** A server as typed: its port is text, and without a host there is none. */
const typedServer = z.object({
  host: z.string(),
  port: z.string(),
  security: z.enum(['tls', 'starttls']),
  username: z.string(),
})
export type TypedServer = z.infer<typeof typedServer>

export interface TypedServers {
  smtp: TypedServer
  imap: TypedServer
}

export const typeServers = (servers: Record<'smtp' | 'imap', MailServer | null>): TypedServers => ({
  smtp: typeServer(servers.smtp, { port: '587', security: 'starttls' }),
  imap: typeServer(servers.imap, { port: '993', security: 'tls' }),
})

const typeServer = (server: MailServer | null, usual: Pick<TypedServer, 'port' | 'security'>): TypedServer =>
  server ? { ...server, port: String(server.port) } : { host: '', username: '', ...usual }

const readServer = ({ port, username, ...server }: TypedServer) => ({
  ...server,
  port: Number(port) || 0,
  ...(username.trim() && { username }),
})

const isEqual = (one: TypedServer, other: TypedServer): boolean =>
  one.host.trim() === other.host &&
  one.port.trim() === other.port &&
  one.security === other.security &&
  one.username.trim() === other.username

/** Only the servers that differ from `known`. */
function readServers({ smtp, imap }: TypedServers, known: TypedServers) {
  return {
    ...(!isEqual(smtp, known.smtp) && { smtp: readServer(smtp) }),
    ...(!isEqual(imap, known.imap) && { imap: imap.host.trim() === '' ? null : readServer(imap) }),
  }
}

const readsOf = (isRead: boolean) => (isRead ? 'answers' : 'nothing')

/** A new mailbox as typed. Servers that the lookup found are left to the server. */
export const typedNew = (known: TypedServers) =>
  z
    .object({
      address: z.string(),
      password: z.string(),
      reads: z.boolean(),
      smtp: typedServer,
      imap: typedServer,
    })
    .transform(
      ({ reads, smtp, imap, ...typed }): z.input<typeof newMailbox> => ({
        ...typed,
        reads: readsOf(reads),
        ...readServers({ smtp, imap }, known),
      }),
    )
    .pipe(newMailbox)

export type TypedNew = z.input<ReturnType<typeof typedNew>>

/** The settings of a mailbox as typed. An empty password keeps the stored one. */
export const typedChange = (saved: OwnMailbox) =>
  z
    .object({
      name: z.string(),
      daily_cap: z.string(),
      has_ramp: z.boolean(),
      reads: z.boolean(),
      keep_copy: z.boolean(),
      is_used: z.boolean(),
      password: z.string(),
      smtp: typedServer,
      imap: typedServer,
    })
    .transform(
      ({ name, daily_cap, reads, password, smtp, imap, ...typed }): z.input<typeof mailboxChange> => ({
        ...typed,
        name: name.trim() || null,
        daily_cap: Number(daily_cap) || 0,
        reads: readsOf(reads),
        ...(password && { password }),
        ...(saved.kind === 'password' && readServers({ smtp, imap }, typeServers(saved))),
      }),
    )
    .pipe(mailboxChange)
export type TypedChange = z.input<ReturnType<typeof typedChange>>

export const typeMailbox = (saved: OwnMailbox): TypedChange => ({
  name: saved.name ?? '',
  daily_cap: String(saved.daily_cap),
  has_ramp: saved.has_ramp,
  reads: saved.reads === 'answers',
  keep_copy: saved.keep_copy,
  is_used: saved.is_used,
  password: '',
  ...typeServers(saved),
})
