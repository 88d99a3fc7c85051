import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type InitialEntry, MemoryRouter } from 'react-router'
import { toast as sonner } from 'sonner'
import { onTestFinished, vi } from 'vitest'
import { session } from '../lib/goldpan-api.ts'
import { SessionContext } from '../lib/use-session.ts'
import { Toaster } from '../ui/toaster.tsx'

configure({
  // Only what never comes takes that long; a busy machine needs more than the default second.
  asyncUtilTimeout: 20_000,
  // Without the whole document, which a search that waits would print at each look.
  getElementError: (message) => new Error(message ?? undefined),
})

export interface Sent {
  method: string
  path: string
  body: unknown
}

export interface Answer {
  status?: number
  body?: object
  headers?: Record<string, string>
}

/** What an answer may depend on. */
export interface Call {
  query: URLSearchParams
  body: unknown
}

export type Answers = Record<string, Answer | ((call: Call) => Answer | Promise<Answer>)>

/**
 * Renders part of a screen in front of a server that gives these answers by method and path, and {} to other changes.
 * Returns the calls that change something.
 */
export function renderScreen(element: ReactNode, answers: Answers = {}, at: InitialEntry = '/') {
  cleanUpAfterwards()
  const sent = serve(answers, (method, path, body) => body ?? (method === 'GET' ? unexpected(path) : {}))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { unmount } = render(
    <SessionContext value={session}>
      <MemoryRouter initialEntries={[at]}>
        <QueryClientProvider client={client}>
          {element}
          <Toaster />
        </QueryClientProvider>
      </MemoryRouter>
    </SessionContext>,
  )
  return { sent, client, unmount }
}

/** Not a hook of the module: test files share modules, and only the first one would get it. */
export function cleanUpAfterwards(): void {
  onTestFinished(() => {
    cleanup()
    sonner.dismiss()
    vi.unstubAllGlobals()
    sessionStorage.clear()
  })
}

/** Answers all calls: a success with what `complete` makes of the given body. Returns the calls that change something. */
export function serve(
  answers: Answers,
  complete: (method: string, path: string, body: object | undefined) => unknown,
): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    const { pathname, searchParams: query } = new URL(url, 'http://goldpan.example')
    const method = init.method ?? 'GET'
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    if (method !== 'GET') sent.push({ method, path: pathname, body })
    const found = answers[`${method} ${pathname}`] ?? {}
    const answer = typeof found === 'function' ? await found({ query, body }) : found
    const { status = 200, headers } = answer
    if (status >= 400) return Response.json(answer.body ?? {}, { status })
    return Response.json(complete(method, pathname, answer.body), { status, headers })
  })
  return sent
}

/** The texts of all errors that are shown, at fields and above them. */
export const shownErrors = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)

function unexpected(pathname: string): never {
  throw new Error(`This test has no answer for GET ${pathname}`)
}
