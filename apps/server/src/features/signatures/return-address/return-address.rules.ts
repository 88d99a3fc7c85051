import { signatureMessages } from '@goldpan/contract/signatures'

/** Local parts that no account may take: those of RFC 2142, what mail servers use, and what people take for official. */
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

/** Names that the mail system or the installation itself speaks under (RFC 2142 and our own). */
export const isAddressReserved = (emailId: string): boolean =>
  RESERVED_ADDRESSES.has(emailId) || RESERVED_ADDRESSES.has(emailId.replace(/[.-]/g, ''))

/** What to try for an account without a return address, in order: its name, then the name with a number. */
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

export type AddressFault = 'signatures.return_address_reserved' | 'signatures.return_address_taken'

/** What keeps an owner from taking an address; `holder` is whose it is or was. */
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
