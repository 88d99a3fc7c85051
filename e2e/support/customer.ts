import { randomUUID } from 'node:crypto'
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test'

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

/** A customer who has signed up, confirmed and logged in; the page's calls carry the session. */
export interface Customer {
  email: string
  firstName: string
  password: string
  /** Calls with the customer's session. */
  api: APIRequestContext
  /** Mail of the built-in outbox to an address, newest first. */
  readMail(to?: string): Promise<Mail[]>
  /** Waits for a mail whose subject matches. */
  waitForMail(subject: RegExp, to?: string): Promise<Mail>
}

const password = 'sieve-and-gravel-7'

/** Each customer sits at an address of their own, as in the world: limits by source are not for one another. */
const anyAddress = () => `198.18.${Math.floor(Math.random() * 256)}.${1 + Math.floor(Math.random() * 254)}`

async function post(api: APIRequestContext, path: string, data: unknown, source: string) {
  const response = await api.post(path, { data, headers: { 'x-forwarded-for': source } })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return response.json()
}

/** Mail of the built-in outbox to an address, newest first. */
export async function readMailTo(api: APIRequestContext, to: string): Promise<Mail[]> {
  const listed: { id: string }[] = await (await api.get('/api/mailbox', { params: { to } })).json()
  return Promise.all(listed.map(async ({ id }) => (await api.get(`/api/mailbox/${id}`)).json()))
}

/** Signs up through the calls that the forms make, confirms with the link of the mail, and logs in. */
export async function createCustomer(context: BrowserContext, firstName = 'Ada'): Promise<Customer> {
  const api = context.request
  const email = `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}@customer.example`
  const recaptchaToken = 'off'
  const source = anyAddress()
  const form = { firstName, lastName: 'Pan', email, password, confirmPassword: password, acceptTerms: true }
  await post(api, '/api/auth/register', { ...form, recaptchaToken }, source)
  const readMail = (to = email): Promise<Mail[]> => readMailTo(api, to)
  const waitForMail = async (subject: RegExp, to = email): Promise<Mail> => {
    let found: Mail | undefined
    await expect
      .poll(
        async () => {
          found = (await readMail(to)).find((mail) => subject.test(mail.subject))
          return found !== undefined
        },
        { message: `a mail to ${to} about ${subject}`, timeout: 20_000, intervals: [30, 50, 100, 200] },
      )
      .toBe(true)
    return found!
  }
  const link = linkOf(await waitForMail(/confirm your email/i))
  await post(
    api,
    '/api/auth/confirm-email',
    { token: link.searchParams.get('token'), type: 'signup', email },
    source,
  )
  await post(api, '/api/auth/login', { email, password, recaptchaToken }, source)
  return { email, firstName, password, api, readMail, waitForMail }
}

/** The first link of a mail that leads into the application. */
export function linkOf(mail: Mail): URL {
  const found = /https?:\/\/localhost:\d+\/[^\s"<>]+/.exec(mail.text)
  if (!found) throw new Error(`No link in '${mail.subject}'`)
  return new URL(found[0])
}

/** `customer` signs a fresh customer up and in before the test; any error on the page's console, and any violation of its security policy, fails it. */
export const test = base.extend<{ customer: Customer; quietPage: Page }>({
  customer: async ({ context }, use) => use(await createCustomer(context)),
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
