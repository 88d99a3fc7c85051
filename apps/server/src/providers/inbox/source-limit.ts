import { isIPv6 } from 'node:net'
import type { SMTPServerSession } from 'smtp-server'

/** Limits connections per source: per IPv4 address or IPv6 /64 network. */
export function createSourceLimit(max: number) {
  const counts = new Map<string, number>()
  const entered = new Map<string, string>()
  return {
    enter({ id, remoteAddress }: SMTPServerSession): boolean {
      const source = isIPv6(remoteAddress) ? networkOf(remoteAddress) : remoteAddress
      const count = counts.get(source) ?? 0
      if (count >= max) return false
      counts.set(source, count + 1)
      entered.set(id, source)
      return true
    },
    leave({ id }: SMTPServerSession): void {
      const source = entered.get(id)
      if (source === undefined) return
      entered.delete(id)
      const count = counts.get(source)! - 1
      if (count > 0) counts.set(source, count)
      else counts.delete(source)
    },
  }
}

/** The first 64 bits of an address, abbreviated (`::`) or not. */
function networkOf(address: string): string {
  const [start = '', end = ''] = address.split('::')
  const first = start.split(':').filter(Boolean)
  const last = end.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
