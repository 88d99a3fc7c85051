import { type Fetcher, FetchFailure } from './fetcher.ts'
import type { ConnectTo } from './network.ts'
import { isLocalName, isPrivateAddress, literalAddress } from './private-addresses.ts'

const PORTS = new Set(['', '80', '443', '8080', '8443'])

export interface Exceptions {
  /** 'host:port' */
  allowPrivate: ReadonlySet<string>
  /** Host names it has a target for aren't resolved at all. */
  connectTo?: ConnectTo
}

/**
 * Refuses private addresses and unusual ports by the URL alone. Names are checked again by their addresses while
 * connecting.
 */
export function withPrivateAddressRefusal(inner: Fetcher, exceptions: Exceptions): Fetcher {
  return {
    async fetch(request) {
      const { url } = request
      const reason = refusal(url, exceptions)
      if (reason) throw new FetchFailure('forbidden', `${url.host}: ${reason}`)
      return inner.fetch(request)
    },
  }
}

function refusal(url: URL, { allowPrivate, connectTo }: Exceptions): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'not a web address'
  if (url.username !== '' || url.password !== '') return 'carries a user name'
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (allowPrivate.has(`${url.hostname}:${port}`)) return undefined
  const literal = literalAddress(url.hostname)
  if (literal)
    return isPrivateAddress(literal) ? 'private address' : PORTS.has(url.port) ? undefined : 'unusual port'
  if (connectTo?.(url.hostname, port)) return undefined
  if (isLocalName(url.hostname)) return 'local name'
  return PORTS.has(url.port) ? undefined : 'unusual port'
}
