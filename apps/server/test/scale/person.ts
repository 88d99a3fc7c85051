import { setTimeout as pause } from 'node:timers/promises'
import { accountRoutes } from '@goldpan/contract/accounts'
import { mailboxRoutes } from '@goldpan/contract/mailbox'
import { type CallAnswer, type CallInput, pathOf, type Route } from '@goldpan/contract/route'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'

/** Somebody who uses an installation over the network, and presses again where the line broke. */
export interface Person {
  email: string
  cookie: string
  call<R extends Route>(
    route: R,
    ...input: Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]
  ): Promise<CallAnswer<R>>
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

const PASSWORD = 'sieve-and-gravel-7'
/** A server that was killed, or none that is there at the moment. */
const BROKEN = new Set([502, 503, 504])
const PATIENCE_MS = 60_000

export interface Answered {
  status: number
  body: string
  cookie: string | null
  /** How often the line broke before this answer came. */
  breaks: number
}

/** Presses until an answer comes. What was pressed before may have been done all the same. */
async function press(url: string, route: Route, parts: Parts, headers: Record<string, string>) {
  const search = new URLSearchParams(
    Object.entries(parts.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const address = url + pathOf(route.path, parts.params) + (search.size > 0 ? `?${search}` : '')
  const init = {
    method: route.method,
    headers: parts.body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
  }
  const end = performance.now() + PATIENCE_MS
  for (let breaks = 0; ; breaks++) {
    const answer = await attempt(address, init)
    if (answer && !BROKEN.has(answer.status)) return { ...answer, breaks }
    if (performance.now() > end) throw new Error(`${route.method} ${route.path} got no answer for a minute`)
    await pause(100)
  }
}

async function attempt(address: string, init: RequestInit): Promise<Omit<Answered, 'breaks'> | null> {
  try {
    const answer = await fetch(address, init)
    const cookies = answer.headers.getSetCookie()
    const cookie = cookies.map((one) => new RegExp(`^${SESSION_COOKIE}=[^;]+`).exec(one)?.[0]).find(Boolean)
    return { status: answer.status, body: await answer.text(), cookie: cookie ?? null }
  } catch {
    return null
  }
}

/** Signs somebody up, confirms with the link of the mail in the built-in mailbox, and logs them in. */
export async function signUp(url: string, name: string): Promise<Person> {
  const email = `${name}@customer.example`
  // Each sits at an address of their own, as in the world.
  const source = { 'x-forwarded-for': `198.18.${name.length}.${1 + (hashOf(name) % 250)}` }
  const secrets = { password: PASSWORD, recaptchaToken: 'off' }
  const form = { firstName: 'Ada', lastName: 'Pan', email, confirmPassword: PASSWORD, acceptTerms: true }
  const ask = async (route: Route, body: unknown) => {
    const answer = await press(url, route, { body }, source)
    // Pressed again after the line broke: it was done the first time.
    if (answer.status >= 400 && answer.breaks === 0) throw refusalOf(route, answer)
    return answer
  }
  await ask(accountRoutes.register, { ...form, ...secrets })
  const token = new URL(await findLink(url, email)).searchParams.get('token')
  await ask(accountRoutes.confirmEmail, { token, type: 'signup', email })
  const { cookie } = await ask(accountRoutes.login, { email, ...secrets })
  if (cookie === null) throw new Error(`${email} was let in without a session`)
  return {
    email,
    cookie,
    call: async (route, ...input) => {
      const answer = await press(url, route, (input[0] ?? {}) as Parts, { ...source, cookie })
      if (answer.status >= 400) throw refusalOf(route, answer)
      return (answer.status === 204 ? undefined : JSON.parse(answer.body)) as CallAnswer<typeof route>
    },
  }
}

const hashOf = (name: string) => [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) >>> 0

const refusalOf = (route: Route, { status, body }: Answered) =>
  Object.assign(new Error(`${route.method} ${route.path} answered ${status}: ${body.slice(0, 500)}`), {
    status,
  })

/** Mail to an address in the built-in mailbox, newest first. */
export async function readMail(url: string, to: string): Promise<CallAnswer<typeof mailboxRoutes.list>> {
  const { body } = await press(url, mailboxRoutes.list, { query: { to } }, {})
  return JSON.parse(body)
}

/** The words of a mail. */
async function readText(url: string, id: string): Promise<string> {
  const { body } = await press(url, mailboxRoutes.read, { params: { id } }, {})
  return (JSON.parse(body) as CallAnswer<typeof mailboxRoutes.read>).text
}

async function findLink(url: string, email: string): Promise<string> {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    for (const { id } of await readMail(url, email)) {
      const link = /https?:\/\/\S+\/auth\/confirm\?\S+/.exec(await readText(url, id))?.[0]
      if (link) return link
    }
    await pause(50)
  }
  throw new Error(`No confirmation link came for ${email}`)
}
