import type { MailboxWay, MailServer, NewMailbox } from '@goldpan/contract/own-mailboxes'
import type { MailboxRow } from './own-mailboxes.rules.ts'

export interface Servers {
  smtp: MailServer
  imap: MailServer | null
}

type Form = Pick<NewMailbox, 'address' | 'username' | 'smtp' | 'imap'>

/** The servers of a new mailbox: those given, else those of its provider. Null if they aren't known. */
export function newServers({ address, username, ...given }: Form, way: MailboxWay | null): Servers | null {
  const own = username || undefined
  const complete = (server: NonNullable<Form['smtp']>): MailServer => ({
    ...server,
    username: server.username ?? own ?? address,
  })
  const ofProvider = (server: MailServer | null | undefined) =>
    server ? { ...server, username: own ?? server.username } : null
  const smtp = given.smtp ? complete(given.smtp) : ofProvider(way?.smtp)
  if (!smtp) return null
  if (given.imap !== undefined) return { smtp, imap: given.imap && complete(given.imap) }
  return { smtp, imap: smtp.host === way?.smtp?.host ? ofProvider(way.imap) : null }
}

/** The servers after a change. A server that isn't given stays. */
export function changedServers(row: Servers, { username, smtp, imap }: Omit<Form, 'address'>): Servers {
  const name = (server: { username?: string | undefined }, before: MailServer | null) =>
    server.username ?? (username || before?.username) ?? row.smtp.username
  const kept = (server: MailServer) => ({ ...server, username: username || server.username })
  return {
    smtp: smtp ? { ...smtp, username: name(smtp, row.smtp) } : kept(row.smtp),
    imap:
      imap === undefined
        ? row.imap && kept(row.imap)
        : imap && { ...imap, username: name(imap, row.imap ?? row.smtp) },
  }
}

/** True if a stored password would be shown to a host, or used with a user name, that it wasn't entered for. */
export function isElsewhere(before: Pick<MailboxRow, 'smtp' | 'imap'>, { smtp, imap }: Servers): boolean {
  const known = [before.smtp, before.imap]
  const isKnown = (server: MailServer) =>
    known.some((one) => one?.host === server.host && one.username === server.username)
  return ![smtp, imap].every((server) => server === null || isKnown(server))
}

export const areSame = (one: Servers, other: Pick<MailboxRow, 'smtp' | 'imap'>): boolean =>
  isSame(one.smtp, other.smtp) && isSame(one.imap, other.imap)

const isSame = (one: MailServer | null, other: MailServer | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.host === other.host &&
    one.port === other.port &&
    one.security === other.security &&
    one.username === other.username)
