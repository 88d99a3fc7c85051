import { BlockList, isIP } from 'node:net'

/** Ranges without public websites: IANA special-purpose registries, RFC 6890 and its updates. */
const V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** 64:ff9b::/96 and 2002::/16 embed an IPv4 address, which may be private. Sites reachable that way have IPv4 too. */
const V6: readonly [string, number][] = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

const blocked = new BlockList()
for (const [net, prefix] of V4) blocked.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of V6) blocked.addSubnet(net, prefix, 'ipv6')

const LOCAL_NAME =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa|onion|test|invalid|example)$/

/** Handles IPv4 addresses mapped into IPv6. Also true for text that isn't an IP address. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return true
  return blocked.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Returns the IP address in a host name of a `URL`, which has already normalised 0x7f000001, 2130706433 and 127.1. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  return isIP(bare) === 0 ? undefined : bare
}

/** Names that only resolve inside a private network. */
export function isLocalName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || LOCAL_NAME.test(name)
}
