import { isIP } from 'node:net'
import type { SendingDomain } from '@goldpan/contract/sending-domain'
import { isPrivateAddress } from '@goldpan/crawler/fetch/private-addresses'
import type { Dns } from '../../providers/dns/port.ts'

interface SeenServer {
  host: string
  /** Null if no name server replied. */
  addresses: string[] | null
  /** In a private network, so its public address is unknown. */
  isPrivate: boolean
  names: string[] | null
  /** Names that resolve back to the address. */
  confirmed: string[]
}

/** Looks up the SMTP server's addresses, their PTR names, and which of those resolve back. */
export async function lookUpServer(dns: Pick<Dns, 'addresses' | 'names'>, host: string): Promise<SeenServer> {
  const isAddress = isIP(host) !== 0
  const orNull = <Found>(asked: Promise<Found>) => asked.catch(() => null)
  const addresses = isAddress ? [host] : await orNull(dns.addresses(host))
  const isPrivate = host === 'localhost' || (addresses ?? []).some(isPrivateAddress)
  const [address] = addresses ?? []
  const names = isPrivate || !address ? [] : await orNull(dns.names(address))
  const backs = await Promise.all((names ?? []).map((name) => orNull(dns.addresses(name))))
  const confirmed = (names ?? []).filter((_, at) => address && backs[at]?.includes(address))
  return { host, addresses, isPrivate, names, confirmed }
}

/** Large receivers require forward-confirmed reverse DNS. */
export function judgeServer({ host, addresses, isPrivate, names, confirmed }: SeenServer) {
  const say = (state: 'ok' | 'unsure' | 'unknown', sentence: string): SendingDomain['server'] => ({
    host,
    state,
    sentence,
  })
  if (isPrivate)
    return say(
      'unsure',
      `Messages leave through ${host} in your own network, so its outside address can't be seen from here. That address needs a name (PTR record) that points back to it and that the server greets with (HELO).`,
    )
  if (addresses === null || names === null)
    return say('unknown', `No name server answered about ${host}. Please try again later.`)
  const [address] = addresses
  if (!address) return say('unsure', `The name ${host} leads to no address.`)
  if (confirmed[0])
    return say(
      'ok',
      `${host} has the name ${confirmed[0]}, which points back to it. Its greeting (HELO) is set on that server.`,
    )
  const found = names[0] ? `only the name ${names[0]}, which does not point back to it` : 'no name'
  return say(
    'unsure',
    `The address ${address} of ${host} has ${found}. If messages leave from that address, receivers may refuse them: ask its operator for a PTR record.`,
  )
}
