import type { SessionUser } from '@goldpan/contract/accounts'
import type { LiveTopic } from '@goldpan/contract/live'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type InitialEntry, MemoryRouter, useLocation, useRoutes } from 'react-router'
import { expect, onTestFinished, vi } from 'vitest'
import { createQueryClient } from '../app/query-client.ts'
import { routes } from '../app/routes.tsx'
import { session } from '../lib/goldpan-api.ts'
import { hideLimitReached } from '../lib/limit-reached.ts'
import { SessionContext } from '../lib/use-session.ts'
import { type Answers, cleanUpAfterwards, serve } from './render-screen.tsx'
import { sampleAnswer } from './sample-answer.ts'

const ada: SessionUser = {
  id: '00000000-0000-4000-8000-00000000000a',
  first_name: 'Ada',
  last_name: 'Pan',
  email: 'ada@shop.example',
  subscription_plan: 'free',
}

// Loads the code of all screens before the first test, so that none waits for it.
import.meta.glob(['../app/*.tsx', '../features/**/*-page.tsx', '!**/*.test.tsx'], { eager: true })

/** A server that fails without a sentence of its own. */
export const failing = { status: 500 }

/**
 * Opens an address of the whole application, signed in, in front of a server with an empty account that gives these
 * answers by method and path. They can be changed later on; `announce` tells of changes as the server's stream does.
 * Returns the calls that change something, and the address.
 */
export function openApp(at: InitialEntry, answers: Answers = {}, user: SessionUser | null = ada) {
  cleanUpAfterwards()
  onTestFinished(() => {
    session.leave()
    hideLimitReached()
  })
  const announce = stubEventSource()
  const sent = serve(answers, (method, path, given) =>
    sampleAnswer(method, path, given ?? (path === '/api/billing' ? { sells_plans: true } : undefined)),
  )
  if (user) session.apply({ kind: 'signed-in', user })
  else session.leave()
  let address = ''
  function Routed() {
    const { pathname, search } = useLocation()
    address = pathname + search
    return useRoutes(routes)
  }
  const { unmount } = render(
    <SessionContext value={session}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <Routed />
        </MemoryRouter>
      </QueryClientProvider>
    </SessionContext>,
  )
  const expectAddress = (wanted: string) => expect.poll(() => address).toBe(wanted)
  return { sent, unmount, answers, expectAddress, announce, address: () => address }
}

/** As somebody who is not logged in. */
export const openSignedOut = (at: InitialEntry, answers: Answers = {}) =>
  openApp(at, { 'GET /api/bot-check': { body: { provider: 'off' } }, ...answers }, null)

/** A stream of changes, which happy-dom lacks. Returns how to announce a change on it. */
function stubEventSource() {
  const opened: EventTarget[] = []
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      readyState = 1
      constructor() {
        super()
        opened.push(this)
        queueMicrotask(() => this.dispatchEvent(new Event('ping')))
      }
      close = () => undefined
    },
  )
  return (...topics: LiveTopic[]) => {
    for (const source of opened)
      source.dispatchEvent(new MessageEvent('change', { data: JSON.stringify({ topics }) }))
  }
}

/** A phone's width until the test ends. */
export function openOnPhone() {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }
  happyDOM.setViewport({ width: 360 })
  onTestFinished(() => happyDOM.setViewport({ width: 1024 }))
}

type Role = Parameters<typeof screen.findByRole>[0]
export const find = (role: Role, name?: string | RegExp) => screen.findByRole(role, { name })
export const text = (words: string | RegExp) => screen.findByText(words)
export const press = async (name: string | RegExp) => userEvent.click(await find('button', name))
export const field = (name: string | RegExp) =>
  screen.findByLabelText<HTMLInputElement>(name, { selector: 'input, select, textarea' })

export async function fill(name: string | RegExp, words: string) {
  const found = await field(name)
  await userEvent.clear(found)
  if (words === '') return
  await userEvent.click(found)
  await userEvent.paste(words)
}
