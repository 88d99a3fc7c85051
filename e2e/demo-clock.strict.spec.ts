import { join } from 'node:path'
import { expect, type Locator, test } from '@playwright/test'
import { signIn } from '../apps/server/test/signed-in.ts'
import { expectAccessible } from './support/axe.ts'

/** The day that the line names, counted from 1970. */
const dayIn = async (line: Locator): Promise<number> =>
  Date.parse(`${/\d+ \w+ \d{4}/.exec(await line.innerText())} UTC`) / 86_400_000

// On the installation with few journeys: the days of the other one don't pass.
test('the mailbox skips ahead, and what came just now is days old (CLOCK-10)', async ({ page, request }) => {
  const email = 'clock@customer.example'
  const person = { email, first_name: 'Cleo', plan: 'free', password_hash: 'none' }
  await signIn(join(process.env.E2E_DATA_DIR!, 'strict'), person)
  await request.post('/api/auth/reset-password/request', { data: { email } })

  await page.goto(`/mailbox?to=${email}`)
  const messages = page.getByRole('list', { name: 'Messages' })
  await expect(messages.getByText('just now')).toBeVisible()
  await expectAccessible(page)
  const line = page.getByText(/^It is \w+day, \d+ \w+ \d{4}, \d\d:\d\d here$/)
  const today = await dayIn(line)

  for (const [step, age, days] of [
    ['3 days', '3 days ago', 3],
    ['1 day', '4 days ago', 4],
    ['1 week', 'last week', 11],
  ] as const) {
    await page.getByRole('button', { name: step, exact: true }).click()
    await expect.poll(() => dayIn(line)).toBe(today + days)
    await expect(messages.getByText(age)).toBeVisible()
  }
})
