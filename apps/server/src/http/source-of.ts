/**
 * The source that a limit counts for. For IPv6 it is the /64, the smallest network that a connection is given: within it a
 * client can use another address for each request. A client that disconnected has no address; all of these count as one.
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
