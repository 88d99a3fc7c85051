import type { Fetcher, FetchRequest, FetchResponse } from '../src/fetch/fetcher.ts'

export type FakeAnswer = { status?: number; headers?: Record<string, string>; body?: string } | Error

export interface FakeFetcher extends Fetcher {
  asked: string[]
  /** Crawl-delay of each request. */
  delays: (number | undefined)[]
}

/** Responds by URL. Takes an array for successive responses. */
export function fakeFetcher(answers: Record<string, FakeAnswer | FakeAnswer[]>): FakeFetcher {
  const asked: string[] = []
  const delays: (number | undefined)[] = []
  return {
    asked,
    delays,
    async fetch(request) {
      asked.push(request.url.href)
      delays.push(request.crawlDelayMs)
      const found = answers[request.url.href]
      const answer = Array.isArray(found)
        ? found.length > 1
          ? found.shift()!
          : found[0]!
        : (found ?? { status: 404 })
      if (answer instanceof Error) throw answer
      return toAnswer(request.url, answer)
    },
  }
}

function toAnswer(
  url: URL,
  { status = 200, headers = {}, body = '' }: Exclude<FakeAnswer, Error>,
): FetchResponse {
  return {
    url,
    status,
    headers: { 'content-type': 'text/html', ...headers },
    body: [Buffer.from(body)],
    truncated: false,
  }
}

export function requestFor(url: string, more: Partial<FetchRequest> = {}): FetchRequest {
  return {
    url: new URL(url),
    signal: new AbortController().signal,
    maxBytes: 1_000_000,
    mayFollow: () => true,
    accepts: /./,
    ...more,
  }
}
