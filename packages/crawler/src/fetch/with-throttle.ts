import { registrableDomain } from '../address/address.ts'
import type { CrawlLimits } from '../limits.ts'
import { createMemorySpacing, type Spacing } from '../spacing.ts'
import { type Fetcher, FetchFailure, type FetchRequest } from './fetcher.ts'
import type { ConnectTo } from './network.ts'
import type { Resolve } from './resolver.ts'
import { MAX_INLINE_WAIT_MS, pause, retryAfterMs } from './retry-after.ts'

export interface ThrottleOptions {
  spacing: Spacing
  resolve: Resolve
  /** Hosts mapped here are exempt from spacing by IP address. */
  connectTo?: ConnectTo
  limits: Pick<CrawlLimits, 'hostIntervalMs' | 'addressIntervalMs'>
}

/**
 * Allows one request at a time to a host, with intervals between requests to a host, a registrable domain and an IP
 * address. Every process that shares the spacing respects a Retry-After.
 */
export function withThrottle(inner: Fetcher, options: ThrottleOptions): Fetcher {
  const queues = new Map<string, Promise<unknown>>()
  const delays = createMemorySpacing()
  return {
    fetch(request) {
      const { host } = request.url
      const before = queues.get(host) ?? Promise.resolve()
      const turn = before.then(async () => {
        await waitForRoom(request, options, delays)
        request.onSend?.()
        const response = await inner.fetch(request)
        const rest = retryAfterMs(response)
        if (rest)
          await Promise.all([options.spacing, delays].map((one) => one.reserve([restKey(request)], rest)))
        return response
      })
      const settled = turn.then(
        () => undefined,
        () => undefined,
      )
      queues.set(host, settled)
      void settled.then(() => {
        if (queues.get(host) === settled) queues.delete(host)
      })
      return turn
    },
  }
}

const restKey = ({ url }: FetchRequest): string => `rest:${url.host}`

async function waitForRoom(
  request: FetchRequest,
  { spacing, resolve, connectTo, limits }: ThrottleOptions,
  delays: Spacing,
): Promise<void> {
  const { url, signal, crawlDelayMs = 0 } = request
  if (signal.aborted) throw new FetchFailure('cancelled', 'given up')
  const keys = [...new Set([`host:${url.host}`, `domain:${registrableDomain(url.hostname)}`])]
  // An interval of 0 only asks. The site's own wishes hold even if spacing is off.
  const rests = [spacing, delays].map((one) => one.reserve([restKey(request)], 0))
  const waits = [...rests, spacing.reserve(keys, Math.max(limits.hostIntervalMs, crawlDelayMs))]
  const address = hasOwnAddress(url, connectTo) ? await firstAddress(resolve, url.hostname) : undefined
  if (address) waits.push(spacing.reserve([`address:${address}`], limits.addressIntervalMs))
  if (crawlDelayMs > 0) waits.push(delays.reserve([url.host], crawlDelayMs))
  const [shared = 0, own = 0, ...turns] = await Promise.all(waits)
  const rest = Math.max(shared, own)
  if (rest > MAX_INLINE_WAIT_MS)
    throw new FetchFailure('busy', `it asked not to be visited for ${Math.ceil(rest / 60_000)} min`)
  await pause(Math.max(rest, ...turns), signal)
}

function hasOwnAddress(url: URL, connectTo: ConnectTo | undefined): boolean {
  return !connectTo?.(url.hostname, Number(url.port || (url.protocol === 'https:' ? 443 : 80)))
}

async function firstAddress(resolve: Resolve, hostname: string): Promise<string | undefined> {
  try {
    return (await resolve(hostname))[0]
  } catch {
    // Connecting will report the error.
    return undefined
  }
}
