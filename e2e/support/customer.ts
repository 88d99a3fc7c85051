import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Plan } from '@goldpan/contract/accounts'
import { SESSION_HINT_COOKIE } from '@goldpan/contract/session-hint'
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { signIn } from '../../apps/server/test/signed-in.ts'

export interface Mail {
  id: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  received_at: string
}

/** A user who is logged in; the page's calls carry the session. */
export interface Customer {
  email: string
  firstName: string
  password: string
  /** Calls with the user's session. */
  api: APIRequestContext
  /** Mail of the built-in outbox to an address, newest first. */
  readMail(to?: string): Promise<Mail[]>
  /** Waits for a mail whose subject matches. */
  waitForMail(subject: RegExp, to?: string): Promise<Mail>
}

const password = 'sieve-and-gravel-7'

/** Its hash, at the lowest cost that Argon2id allows. */
const passwordHash =
  '$argon2id$v=19$m=8,t=1,p=1$YS10ZXN0LXBhc3N3b3JkIQ$pDLGxhOPUke9R5LkHm/AkxIZ41xNQeGoZR2xelUv0fE'

/** Mail of the built-in outbox to an address, newest first. */
export async function readMailTo(api: APIRequestContext, to: string): Promise<Mail[]> {
  const listed: { id: string }[] = await (await api.get('/api/mailbox', { params: { to } })).json()
  return Promise.all(listed.map(async ({ id }) => (await api.get(`/api/mailbox/${id}`)).json()))
}

/** Inserts a user and a session into the database, and the session's cookies into the browser. */
export async function createCustomer(
  context: BrowserContext,
  firstName = 'Ada',
  { plan = 'free', ...options }: { plan?: Plan; hasIdentity?: boolean } = {},
): Promise<Customer> {
  const api = context.request
  const email = `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}@customer.example`
  const person = { email, first_name: firstName, plan, password_hash: passwordHash }
  const installation = test.info().project.name.includes('strict') ? 'strict' : 'open'
  const token = await signIn(join(process.env.E2E_DATA_DIR!, installation), person, options)
  const cookie = { url: test.info().project.use.baseURL!, sameSite: 'Lax' as const }
  await context.addCookies([
    { ...cookie, name: 'goldpan_session', value: token, httpOnly: true },
    { ...cookie, name: SESSION_HINT_COOKIE, value: '1' },
  ])
  const readMail = (to = email): Promise<Mail[]> => readMailTo(api, to)
  const waitForMail = async (subject: RegExp, to = email): Promise<Mail> => {
    let found: Mail | undefined
    await expect
      .poll(
        async () => {
          found = (await readMail(to)).find((mail) => subject.test(mail.subject))
          return found !== undefined
        },
        { message: `a mail to ${to} about ${subject}`, intervals: [30, 50, 100, 200] },
      )
      .toBe(true)
    return found!
  }
  return { email, firstName, password, api, readMail, waitForMail }
}

/** The first link of a mail that leads into the application. */
export function linkOf(mail: Mail): URL {
  const found = /https?:\/\/localhost:\d+\/[^\s"<>]+/.exec(mail.text)
  if (!found) throw new Error(`No link in '${mail.subject}'`)
  return new URL(found[0])
}

/**
 * `customer` is a new user with this `plan` who is logged in; any console error of the page, and any violation of its
 * security policy, fails the test.
 */
export const test = base.extend<{ plan: Plan; customer: Customer; quietPage: Page }>({
  plan: ['free', { option: true }],
  customer: async ({ context, plan }, use) => use(await createCustomer(context, 'Ada', { plan })),
  quietPage: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await collectPolicyViolations(page, complaints)
    await use(page)
    expect(complaints, 'errors on the console').toEqual([])
  },
})

/** Some violations of the content security policy are caught by the script and never reach the console. */
async function collectPolicyViolations(page: Page, complaints: string[]): Promise<void> {
  await page.exposeFunction('tellViolation', (text: string) => complaints.push(text))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) =>
      (globalThis as unknown as { tellViolation(text: string): void }).tellViolation(
        `the policy’s ${violatedDirective} is violated by ${sourceFile}`,
      ),
    ),
  )
}

export { expect } from '@playwright/test'
