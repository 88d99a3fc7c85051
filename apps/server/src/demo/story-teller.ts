import { accountRoutes } from '@goldpan/contract/accounts'
import { type CallAnswer, type CallInput, pathOf, type Route } from '@goldpan/contract/route'
import type { App } from '../compose.ts'
import { SESSION_COOKIE } from '../http/session-gate.ts'

/** Somebody in a story: what they do goes through the contract, like everything that a browser does. */
export interface Person {
  email: string
  call<R extends Route>(
    route: R,
    ...input: Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]
  ): Promise<CallAnswer<R>>
}

/** What everybody's password is in seeded stories. */
export const STORY_PASSWORD = 'sieve-and-gravel-7'

interface Parts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

async function send<R extends Route>(app: App, route: R, parts: Parts, cookie: string | null) {
  const query = new URLSearchParams(
    Object.entries(parts.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const response = await app.server.inject({
    method: route.method,
    url: pathOf(route.path, parts.params) + (query.size > 0 ? `?${query}` : ''),
    headers: cookie ? { cookie: `${SESSION_COOKIE}=${cookie}` } : {},
    ...(parts.body === undefined ? {} : { payload: parts.body as object }),
  })
  if (response.statusCode >= 400)
    throw new Error(`${route.method} ${route.path} answered ${response.statusCode}: ${response.body}`)
  const answer = (response.statusCode === 204 ? undefined : response.json()) as CallAnswer<R>
  return { answer, session: response.cookies.find(({ name }) => name === SESSION_COOKIE)?.value ?? null }
}

/** Signs somebody up, confirms with the link of the mail in the outbox, and logs them in. */
export async function signUp(
  app: App,
  person: { firstName: string; lastName: string; email: string },
  readMail: (to: string) => Promise<string>,
): Promise<Person> {
  const { email } = person
  const secrets = { password: STORY_PASSWORD, recaptchaToken: 'story' }
  await send(
    app,
    accountRoutes.register,
    { body: { ...person, ...secrets, confirmPassword: STORY_PASSWORD, acceptTerms: true } },
    null,
  )
  const link = /https?:\/\/\S+\/auth\/confirm\?\S+/.exec(await readMail(email))?.[0]
  if (!link) throw new Error(`No confirmation link came for ${email}`)
  const token = new URL(link).searchParams.get('token')
  await send(app, accountRoutes.confirmEmail, { body: { token, type: 'signup', email } }, null)
  const { session } = await send(app, accountRoutes.login, { body: { email, ...secrets } }, null)
  return {
    email,
    call: async (route, ...input) => (await send(app, route, (input[0] ?? {}) as Parts, session)).answer,
  }
}
