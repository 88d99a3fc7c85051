import { registrableDomain } from '../address/address.ts'
import type { CrawlLimits } from '../limits.ts'
import { createMemorySpacing, type Spacing } from '../spacing.ts'
import { type Fetcher, FetchFailure, type FetchRequest } from './fetcher.ts'
import type { ConnectTo } from './network.ts'
import { pause } from './pause.ts'
import type { Resolve } from './resolver.ts'

export interface ThrottleOptions {
  spacing: Spacing
  resolve: Resolve
  /** A name that it answers for has no address of its own to keep a distance at. */
  connectTo?: ConnectTo
  limits: Pick<CrawlLimits, 'hostIntervalMs' | 'addressIntervalMs'>
}

/** One request at a time to a host, and room between requests to a host, a registrable domain and an address. */
export function withThrottle(inner: Fetcher, options: ThrottleOptions): Fetcher {
  const queues = new Map<string, Promise<unknown>>()
  const delays = createMemorySpacing()
  return {
    fetch(request) {
      const { host } = request.url
      const before = queues.get(host) ?? Promise.resolve()
      const turn = before.then(async () => {
        await waitForRoom(request, options, delays)
        request.onTurn?.()
        return inner.fetch(request)
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

async function waitForRoom(
  request: FetchRequest,
  { spacing, resolve, connectTo, limits }: ThrottleOptions,
  delays: Spacing,
): Promise<void> {
  const { url, signal, crawlDelayMs = 0 } = request
  if (signal.aborted) throw new FetchFailure('cancelled', 'given up')
  const keys = [...new Set([`host:${url.host}`, `domain:${registrableDomain(url.hostname)}`])]
  const waits = [spacing.reserve(keys, Math.max(limits.hostIntervalMs, crawlDelayMs))]
  const address = hasOwnAddress(url, connectTo) ? await firstAddress(resolve, url.hostname) : undefined
  if (address) waits.push(spacing.reserve([`address:${address}`], limits.addressIntervalMs))
  // A site's own wish holds also where our spacing is switched off.
  if (crawlDelayMs > 0) waits.push(delays.reserve([url.host], crawlDelayMs))
  await pause(Math.max(...(await Promise.all(waits))), signal)
}

function hasOwnAddress(url: URL, connectTo: ConnectTo | undefined): boolean {
  return !connectTo?.(url.hostname, Number(url.port || (url.protocol === 'https:' ? 443 : 80)))
}

async function firstAddress(resolve: Resolve, hostname: string): Promise<string | undefined> {
  try {
    return (await resolve(hostname))[0]
  } catch {
    // The connection will say so itself.
    return undefined
  }
}
