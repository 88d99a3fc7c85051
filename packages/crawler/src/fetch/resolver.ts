import { lookup } from 'node:dns/promises'

/** Resolves a host name to its IP addresses. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

const CACHE_MS = 60_000
const MAX_NAMES = 5000

/** Caches results for a minute, so that check and connection use the same addresses. Default: the system's resolver. */
export function createResolver(
  resolve: Resolve = async (hostname) =>
    (await lookup(hostname, { all: true })).map(({ address }) => address),
  now: () => number = Date.now,
): Resolve {
  const known = new Map<string, { until: number; answer: Promise<readonly string[]> }>()
  return (hostname) => {
    const found = known.get(hostname)
    if (found && found.until > now()) return found.answer
    if (known.size >= MAX_NAMES) known.clear()
    const answer = resolve(hostname)
    known.set(hostname, { until: now() + CACHE_MS, answer })
    answer.catch(() => known.delete(hostname))
    return answer
  }
}
