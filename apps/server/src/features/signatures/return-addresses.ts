import { randomUUID } from 'node:crypto'
import { RETURN_ADDRESSES_MAX, type ReturnAddress, signatureMessages } from '@goldpan/contract/signatures'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import * as store from './return-addresses.store.ts'

export interface ReturnAddressesDeps {
  db: Database
  clock: Clock
  accounts: Pick<Accounts, 'getUser'>
  replyDomain: string
}

const scope = systemScope('a return address belongs to one account of the installation')

export function createReturnAddresses({ db, clock, accounts, replyDomain }: ReturnAddressesDeps) {
  const toAnswer = (emailId: string): ReturnAddress => ({ emailId, reply_domain: replyDomain })

  async function assign(db: Db, owner: OwnerId): Promise<string> {
    const user = await accounts.getUser(db, owner)
    return db.transaction(async (tx) => {
      await store.lockAddresses(tx, owner)
      const given = await store.findCurrent(tx, owner)
      if (given !== null) return given
      for (const emailId of suggestAddresses(user))
        if (await store.takeAddress(tx, owner, emailId, isoNow(clock))) return emailId
      const random = `sender-${randomUUID()}`
      await store.takeAddress(tx, owner, random, isoNow(clock))
      return random
    })
  }

  return {
    /** Assigns an address based on the account's name if there is none yet, so that replies always arrive. */
    async get(tx: Db, owner: OwnerId): Promise<ReturnAddress> {
      return toAnswer((await store.findCurrent(tx, owner)) ?? (await assign(tx, owner)))
    },

    async update(owner: OwnerId, emailId: string): Promise<ReturnAddress> {
      const fault = findAddressFault(emailId, owner, null)
      if (fault) refuse(fault.refusal)
      const isTaken = await db.transaction(async (tx) => {
        await store.lockAddresses(tx, owner)
        const isNew = (await store.findHolder(tx, scope, emailId)) === null
        if (isNew && (await store.countAddresses(tx, owner)) >= RETURN_ADDRESSES_MAX)
          refuse('signatures.too_many_return_addresses')
        return store.takeAddress(tx, owner, emailId, isoNow(clock))
      })
      return isTaken ? toAnswer(emailId) : refuse('signatures.return_address_taken')
    },

    async check(owner: OwnerId, emailId: string) {
      const fault = findAddressFault(emailId, owner, await store.findHolder(db, scope, emailId))
      return { is_available: fault === null, reason: fault?.reason ?? null }
    },

    /** The owner of a current or former return address. */
    async findOwner(tx: Db, emailId: string): Promise<OwnerId | null> {
      const holder = await store.findHolder(tx, scope, emailId.toLowerCase())
      return holder === null ? null : asOwner(holder)
    },
  }
}

export type ReturnAddresses = ReturnType<typeof createReturnAddresses>

/** Local parts reserved by RFC 2142, for mail servers, and official-looking ones. */
const RESERVED_ADDRESSES: ReadonlySet<string> = new Set(
  [
    'abuse admin administrator account accounts anonymous api app auth authenticate autoconfig autodiscover',
    'b billing bot bounce bounces broadcasthost ceo complaint complaints contact daemon dkim dmarc dmarcreports',
    'donotreply fbl feedback ftp goldpan help helpdesk hostmaster imap info invoice isatap legal list lists login',
    'loopback mail mailbox mailer mailerdaemon mailinglist marketing me mx news newsletter nobody no-reply noc noreply',
    'null official operator owner password passwords payment payments pop pop3 postmaster privacy reply replies',
    'returns root sales security signup smtp spam spf ssl ssladmin ssladministrator sslwebmaster staff status',
    'subscribe support sysadmin sysop system team test tls undisclosed unsubscribe usenet uucp verify webmail',
    'webmaster wpad www',
  ]
    .join(' ')
    .split(' '),
)

export const isAddressReserved = (emailId: string): boolean =>
  RESERVED_ADDRESSES.has(emailId) || RESERVED_ADDRESSES.has(emailId.replace(/[.-]/g, ''))

/** Candidates in order: the account's name, then the name with a number. */
export function* suggestAddresses(user: { first_name: string; last_name: string }): Generator<string> {
  const name = toAddressPart(`${user.first_name} ${user.last_name}`)
  const base = name.length < 2 || isAddressReserved(name) ? 'sender' : name
  yield base
  for (let number = 2; number < 100; number++) yield `${base}-${number}`
}

const toAddressPart = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')

type AddressFault = 'signatures.return_address_reserved' | 'signatures.return_address_taken'

/** Null if the owner may take the address. `holder` has or had it. */
export function findAddressFault(
  emailId: string,
  owner: string,
  holder: string | null,
): { refusal: AddressFault; reason: string } | null {
  if (isAddressReserved(emailId))
    return {
      refusal: 'signatures.return_address_reserved',
      reason: 'This email ID is reserved. Please choose another.',
    }
  if (holder !== null && holder !== owner)
    return { refusal: 'signatures.return_address_taken', reason: signatureMessages.returnAddressTaken }
  return null
}
