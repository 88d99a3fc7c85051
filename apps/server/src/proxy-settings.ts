import { isIP } from 'node:net'
import { StartUpError } from './db/start-up-error.ts'
import { textSetting } from './settings.ts'

export const proxySettings = {
  trustProxy: textSetting({
    name: 'TRUST_PROXY',
    default: '',
    shown: 'none',
    sentence:
      'Addresses or networks of reverse proxies whose X-Forwarded-For is believed, separated by commas; `127.0.0.1` for one on this machine. Needed in production behind https.',
  }),
}

/** Goldpan speaks no TLS itself: behind https all visitors come by a proxy, and limits by address would count them as one. */
export function requireProxy(
  { trustProxy, environment }: { trustProxy: string; environment: string },
  roles: readonly string[],
  publicUrl: string,
): void {
  if (trustProxy === '') {
    if (environment === 'production' && roles.includes('web') && publicUrl.startsWith('https:'))
      throw new StartUpError(
        `PUBLIC_URL is ${publicUrl}, so visitors come by a reverse proxy. Name its address in TRUST_PROXY (127.0.0.1 if it runs on this machine), or all of them count as one where a limit goes by address. Nothing was started.`,
      )
    return
  }
  const unknown = trustProxy.split(',').find((part) => !isNetwork(part.trim()))
  if (unknown !== undefined)
    throw new StartUpError(
      `The setting TRUST_PROXY names '${unknown.trim()}', but it may name only addresses and networks, such as 127.0.0.1 or 10.0.0.0/8. Nothing was started.`,
    )
}

/** As proxy-addr understands it. */
function isNetwork(part: string): boolean {
  const [address = '', bits, ...rest] = part.split('/')
  const version = isIP(address)
  if (version === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(part)
  return rest.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits) || isIP(bits) === version)
}
