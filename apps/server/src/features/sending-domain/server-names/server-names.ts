import { isIP } from 'node:net'
import { isPrivateAddress } from '@goldpan/crawler/fetch/private-addresses'
import type { Dns } from '../../../providers/dns/port.ts'

/** The name and address of the server that messages leave through, asked back and forth. */
export async function lookAtServer(dns: Pick<Dns, 'addresses' | 'names'>, host: string) {
  const isAddress = isIP(host) !== 0
  const quietly = <Found>(asked: Promise<Found>) => asked.catch(() => null)
  const addresses = isAddress ? [host] : await quietly(dns.addresses(host))
  const isPrivate = host === 'localhost' || (addresses ?? []).some(isPrivateAddress)
  const [address] = addresses ?? []
  const names = isPrivate || !address ? [] : await quietly(dns.names(address))
  const backs = await Promise.all((names ?? []).map((name) => quietly(dns.addresses(name))))
  const confirmed = (names ?? []).filter((_, at) => address && backs[at]?.includes(address))
  return { host, addresses, isPrivate, names, confirmed }
}
