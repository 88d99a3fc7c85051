import { setTimeout as pause } from 'node:timers/promises'
import { accountRoutes } from '@goldpan/contract/accounts'
import { mailboxRoutes } from '@goldpan/contract/mailbox'
import { type CallAnswer, type CallInput, pathOf, type Route } from '@goldpan/contract/route'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'

/** A user of an installation over the network. Retries after broken connections. */
export interface Person {
  email: string
  cookie: string
  call<R extends Route>(
    route: R,
    ...input: Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]
  ): Promise<CallAnswer<R>>
}

interface CallParts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

const PASSWORD = 'sieve-and-gravel-7'
/** Statuses of a proxy whose server was killed or is not up. */
const UNAVAILABLE = new Set([502, 503, 504])
const TIMEOUT_MS = 60_000

export interface Reply {
  status: number
  body: string
  cookie: string | null
  /** Connections that broke before this response. */
  breaks: number
}

/** Retries until a response arrives. An earlier attempt may have taken effect. */
async function sendWithRetries(url: string, route: Route, parts: CallParts, headers: Record<string, string>) {
  const search = new URLSearchParams(
    Object.entries(parts.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const address = url + pathOf(route.path, parts.params) + (search.size > 0 ? `?${search}` : '')
  const init = {
    method: route.method,
    headers: parts.body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
  }
  const end = performance.now() + TIMEOUT_MS
  for (let breaks = 0; ; breaks++) {
    const answer = await attempt(address, init)
    if (answer && !UNAVAILABLE.has(answer.status)) return { ...answer, breaks }
    if (performance.now() > end) throw new Error(`${route.method} ${route.path} got no response for a minute`)
    await pause(100)
  }
}

async function attempt(address: string, init: RequestInit): Promise<Omit<Reply, 'breaks'> | null> {
  try {
    const answer = await fetch(address, init)
    const cookies = answer.headers.getSetCookie()
    const cookie = cookies.map((one) => new RegExp(`^${SESSION_COOKIE}=[^;]+`).exec(one)?.[0]).find(Boolean)
    return { status: answer.status, body: await answer.text(), cookie: cookie ?? null }
  } catch {
    return null
  }
}

/** Signs a user up, confirms with the link in the built-in mailbox, and logs in. */
export async function signUp(url: string, name: string): Promise<Person> {
  const email = `${name}@customer.example`
  // A separate source address, because rate limits count by address.
  const source = { 'x-forwarded-for': `198.18.${name.length}.${1 + (hashOf(name) % 250)}` }
  const secrets = { password: PASSWORD, recaptchaToken: 'off' }
  const form = { firstName: 'Ada', lastName: 'Pan', email, confirmPassword: PASSWORD, acceptTerms: true }
  const post = async (route: Route, body: unknown) => {
    const answer = await sendWithRetries(url, route, { body }, source)
    // An earlier attempt has succeeded; its response was lost.
    if (answer.status >= 400 && answer.breaks === 0) throw refusalOf(route, answer)
    return answer
  }
  await post(accountRoutes.register, { ...form, ...secrets })
  const token = new URL(await findLink(url, email)).searchParams.get('token')
  await post(accountRoutes.confirmEmail, { token, type: 'signup', email })
  const { cookie } = await post(accountRoutes.login, { email, ...secrets })
  if (cookie === null) throw new Error(`${email} was let in without a session`)
  return {
    email,
    cookie,
    call: async (route, ...input) => {
      const answer = await sendWithRetries(url, route, (input[0] ?? {}) as CallParts, { ...source, cookie })
      if (answer.status >= 400) throw refusalOf(route, answer)
      return (answer.status === 204 ? undefined : JSON.parse(answer.body)) as CallAnswer<typeof route>
    },
  }
}

const hashOf = (name: string) => [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) >>> 0

const refusalOf = (route: Route, { status, body }: Reply) =>
  Object.assign(new Error(`${route.method} ${route.path} returned ${status}: ${body.slice(0, 500)}`), {
    status,
  })

/** Mail to an address in the built-in mailbox, newest first. */
export async function readMail(url: string, to: string): Promise<CallAnswer<typeof mailboxRoutes.list>> {
  const { body } = await sendWithRetries(url, mailboxRoutes.list, { query: { to } }, {})
  return JSON.parse(body)
}

async function readText(url: string, id: string): Promise<string> {
  const { body } = await sendWithRetries(url, mailboxRoutes.read, { params: { id } }, {})
  return (JSON.parse(body) as CallAnswer<typeof mailboxRoutes.read>).text
}

async function findLink(url: string, email: string): Promise<string> {
  const end = performance.now() + TIMEOUT_MS
  while (performance.now() < end) {
    for (const { id } of await readMail(url, email)) {
      const link = /https?:\/\/\S+\/auth\/confirm\?\S+/.exec(await readText(url, id))?.[0]
      if (link) return link
    }
    await pause(50)
  }
  throw new Error(`No confirmation link came for ${email}`)
}
