/**
 * The key that limits count by: the address, or for IPv6 its /64, which is the smallest network a customer gets and
 * lets them use another address for each request. Clients that disconnected have no address and share one key.
 */
export function sourceOf(ip: string | undefined): string {
  if (ip === undefined) return 'gone'
  const plain = ip.replace(/^::ffff:(?=\d+(\.\d+){3}$)/i, '').replace(/%.*$/, '')
  if (!plain.includes(':')) return plain
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  const groups = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.slice(0, 4).join(':')}::/64`
}
