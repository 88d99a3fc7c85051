import { lookup } from 'node:dns/promises'
import { isPrivateAddress } from '@goldpan/crawler/fetch/private-addresses'
import { withTimeout } from './with-timeout.ts'

/** The name has no public address, or the port isn't one of mail servers. Nothing was connected to. */
export class ServerNotFound extends Error {}

export interface ServerAddress {
  /** Connect to this one: a second lookup could return another address. */
  address: string
  /** The operator allowed this server, with any certificate. */
  isTrusted: boolean
}

export interface AddressRules {
  ports: ReadonlySet<number>
  /** Private servers that are allowed, as `host:port`. */
  allowPrivate: readonly string[]
}

/** The resolver has no limit of its own. */
const LOOKUP_TIMEOUT_MS = 10_000

/** Resolves the name of a mail server that a user named. Throws ServerNotFound. */
export async function locate(
  { host, port }: { host: string; port: number },
  { ports, allowPrivate }: AddressRules,
): Promise<ServerAddress> {
  const isTrusted = allowPrivate.includes(`${host}:${port}`)
  if (!isTrusted && !ports.has(port)) throw new ServerNotFound(`${port} is not a port of mail servers`)
  const found = await withTimeout(lookup(host, { all: true }), LOOKUP_TIMEOUT_MS)
  const address = found.find((one) => isTrusted || !isPrivateAddress(one.address))?.address
  if (!address) throw new ServerNotFound(`${host} has no public address`)
  return { address, isTrusted }
}
