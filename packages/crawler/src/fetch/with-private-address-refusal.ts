import { type Fetcher, FetchFailure } from './fetcher.ts'
import { isLocalName, isPrivateAddress, literalAddress } from './private-addresses.ts'

const PORTS = new Set(['', '80', '443', '8080', '8443'])

/** Refuses by the URL alone; names are checked again, by their addresses, in the moment of connecting. */
export function withPrivateAddressRefusal(inner: Fetcher, allowPrivate: ReadonlySet<string>): Fetcher {
  return {
    async fetch(request) {
      const { url } = request
      const reason = refusal(url, allowPrivate)
      if (reason) throw new FetchFailure('forbidden', `${url.host}: ${reason}`)
      return inner.fetch(request)
    },
  }
}

function refusal(url: URL, allowPrivate: ReadonlySet<string>): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'not a web address'
  if (url.username !== '' || url.password !== '') return 'carries a user name'
  const literal = literalAddress(url.hostname)
  if (literal)
    return isPrivateAddress(literal) ? 'private address' : PORTS.has(url.port) ? undefined : 'unusual port'
  if (allowPrivate.has(`${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`))
    return undefined
  if (isLocalName(url.hostname)) return 'local name'
  return PORTS.has(url.port) ? undefined : 'unusual port'
}
