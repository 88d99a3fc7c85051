/**
 * Whom a limit counts for. Of IPv6 it is the /64: the least that a single connection is given, within which anybody may
 * take another address for each request. Whoever has gone before being answered has none: all of them are one source.
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
