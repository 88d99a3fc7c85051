import { type Fetcher, type FetchResponse, readBody } from './fetcher.ts'

const CACHE_MS = 10 * 60_000
const MAX_BYTES = 8_000_000

/** Caches complete 200 responses for 10 minutes: businesses of one chain or mall share a website. */
export function withCache(inner: Fetcher, now: () => number = Date.now): Fetcher {
  const cached = new Map<string, { until: number; size: number; response: FetchResponse }>()
  let bytes = 0
  const forget = (key: string): void => {
    bytes -= cached.get(key)?.size ?? 0
    cached.delete(key)
  }
  return {
    async fetch(request) {
      const key = request.url.href
      const found = cached.get(key)
      if (found && found.until > now() && request.mayFollow(found.response.url)) {
        request.onSend?.()
        return found.response
      }
      if (found) forget(key)
      const response = await inner.fetch(request)
      if (response.status !== 200 || response.truncated) return response
      const body = await readBody(response)
      const whole = { ...response, body: [body] }
      cached.set(key, { until: now() + CACHE_MS, size: body.length, response: whole })
      bytes += body.length
      for (const old of cached.keys()) {
        if (bytes <= MAX_BYTES) break
        forget(old)
      }
      return whole
    },
  }
}
