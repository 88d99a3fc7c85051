import { type Fetcher, FetchFailure } from './fetcher.ts'

/** Refuses hosts whose owners opted out. Asked before every request and every redirect. */
export function withExclusions(inner: Fetcher, isExcluded: (hostname: string) => Promise<boolean>): Fetcher {
  return {
    async fetch(request) {
      const { hostname } = request.url
      if (await isExcluded(hostname)) throw new FetchFailure('excluded', `${hostname} asked to be left alone`)
      return inner.fetch(request)
    },
  }
}
