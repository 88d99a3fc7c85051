import { type Fetcher, FetchFailure } from './fetcher.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Follows redirects one by one, so that robots.txt, spacing and addresses are checked at every hop. */
export function withRedirects(inner: Fetcher, limit: number): Fetcher {
  return {
    async fetch(request) {
      let { url } = request
      const seen = new Set([url.href])
      for (let hop = 0; ; hop++) {
        const response = await inner.fetch({ ...request, url })
        const location = REDIRECTS.has(response.status) ? response.headers.location : undefined
        if (location === undefined) return response
        const next = URL.parse(latin1ToUtf8(location), url.href)
        if (!next || hop >= limit) throw new FetchFailure('redirects', `too many redirects at ${url.href}`)
        next.hash = ''
        if (seen.has(next.href)) throw new FetchFailure('redirects', `redirects in a circle at ${url.href}`)
        if (!request.mayFollow(next))
          throw new FetchFailure('redirects', `${url.href} leads away to ${next.host}`)
        seen.add(next.href)
        url = next
      }
    },
  }
}

/** Node decodes headers as Latin-1. Decodes a UTF-8 path again. */
function latin1ToUtf8(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text
  const utf8 = Buffer.from(text, 'latin1').toString('utf8')
  return utf8.includes('\ufffd') ? text : utf8
}
