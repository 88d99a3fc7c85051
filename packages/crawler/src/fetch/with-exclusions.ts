import { type Fetcher, FetchFailure } from './fetcher.ts'

/** Leaves hosts alone whose owners asked for it; asked again before every request and every hop. */
export function withExclusions(inner: Fetcher, isExcluded: (hostname: string) => Promise<boolean>): Fetcher {
  return {
    async fetch(request) {
      const { hostname } = request.url
      if (await isExcluded(hostname)) throw new FetchFailure('excluded', `${hostname} asked to be left alone`)
      return inner.fetch(request)
    },
  }
}
