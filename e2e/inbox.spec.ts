import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { personOf, post, sendAndWait } from './support/conversations.ts'
import { type Customer, expect, test } from './support/customer.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const listOf = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const rowOf = (page: Page, name: string) => listOf(page).getByRole('link', { name: new RegExp(`${name}`) })

/** Three people have answered; anna is the last of them, so she is on top. */
async function threeReplies(customer: Customer) {
  const people = {
    [personOf(customer, 'cleo')]: 'Not before spring, please write to me in March.',
    [personOf(customer, 'bert')]: 'What does it cost?',
    [personOf(customer, 'anna')]: 'Could you send a sample?',
  }
  await sendAndWait(customer, { name: 'Spring', people })
}

/** One more message from somebody who has been written to. */
async function replyAgain(customer: Customer, name: string, text: string) {
  const mail = await customer.waitForMail(/./, personOf(customer, name))
  await post(customer, `/api/mailbox/${mail.id}/reply`, { text })
}

test('replies are triaged by keys, each step can be undone, and counts follow (INBOX-06, INBOX-08, INBOX-12, INBOX-47, INBOX-48, INBOX-49, INBOX-52)', async ({
  page,
  customer,
}) => {
  await threeReplies(customer)
  await page.goto('/tables')
  await expect(page.getByRole('link', { name: 'Inbox, 3 unread' })).toBeVisible()
  await expect(page).toHaveTitle(/^\(3\) /)
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(heading(page, 'anna')).toBeFocused()
  await expect(page).toHaveURL(/\/inbox\/[0-9a-f-]{36}$/)
  await page.keyboard.press('r')
  await expect(page.getByLabel('Your answer')).toBeFocused()
  await page.keyboard.type('jeux')
  await expect(heading(page, 'anna'), 'no key acts while typing').toBeVisible()
  await page.getByLabel('Your answer').fill('')
  await heading(page, 'anna').click()

  await page.keyboard.press('e')
  await expect(heading(page, 'bert')).toBeVisible()
  await expect(listOf(page).getByRole('link', { name: 'Open 2' })).toBeVisible()
  await expect(listOf(page).getByRole('link', { name: 'Done 1' })).toBeVisible()
  await expect(page.getByText('anna: done')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(listOf(page).getByRole('link', { name: 'Open 3' })).toBeVisible()
  await expect(rowOf(page, 'anna')).toBeVisible()

  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click()
  await expect(heading(page, 'cleo')).toBeVisible()
  await listOf(page).getByRole('link', { name: 'Snoozed 1' }).click()
  await expect(page).toHaveURL(/\?state=snoozed$/)
  await expect(heading(page, 'bert')).toBeVisible()
  await listOf(page).getByRole('link', { name: 'Open 2' }).click()
  await expect(page).toHaveURL(/\/inbox\/[0-9a-f-]{36}$/)
  await rowOf(page, 'cleo').click()
  await expect(heading(page, 'cleo')).toBeVisible()
  await expect(rowOf(page, 'cleo')).toHaveAccessibleDescription(/^Because they wrote "/)
  await page.keyboard.press('l')
  await page.getByRole('menuitem', { name: 'Interested', exact: true }).click()
  await expect(page.getByText('cleo: labelled ‘Interested’')).toBeVisible()
  await expect(rowOf(page, 'cleo')).toHaveAccessibleDescription('Chosen by Ada Pan')
  await expectAccessible(page)

  await page.keyboard.press('x')
  await listOf(page).getByLabel('Select anna').check()
  const bar = page.getByRole('region', { name: 'Selected' })
  await expect(bar).toContainText('2 conversations')
  await bar.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'No open conversations' })).toBeVisible()
  await expect(listOf(page).getByRole('link', { name: 'Done 2' })).toBeVisible()
  await page.getByRole('searchbox').fill('sample')
  await expect(rowOf(page, 'anna')).toBeVisible()
  await expect(rowOf(page, 'bert')).toHaveCount(0)
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await expectAccessible(page)
})

test('new mail is there within 5 s and moves neither focus, text, selection nor the open conversation (INBOX-07, INBOX-50)', async ({
  page,
  customer,
}) => {
  await threeReplies(customer)
  await page.goto('/inbox')
  await expect(page.getByRole('link', { name: 'Inbox, 2 unread' }), 'anna is read after 2 s').toBeVisible()
  await rowOf(page, 'cleo').click()
  await expect(page.getByRole('link', { name: 'Inbox, 1 unread' }), 'so is cleo').toBeVisible()
  await listOf(page).getByLabel('Select bert').check()
  const address = page.url()
  await page.getByLabel('Your answer').click()
  await page.keyboard.type('With plea')
  await replyAgain(customer, 'cleo', 'Or rather in April.')
  await replyAgain(customer, 'anna', 'Two boxes, please.')
  await expect(page.getByRole('main').getByText('Two boxes, please.')).toBeVisible()
  await expect(page.getByText('Or rather in April.').first()).toBeVisible()
  await page.keyboard.type('sure')
  await expect(page.getByLabel('Your answer')).toBeFocused()
  await expect(page.getByLabel('Your answer')).toHaveValue('With pleasure')
  expect(page.url()).toBe(address)
  await expect(rowOf(page, 'cleo')).toHaveAttribute('aria-current', 'true')
  await expect(listOf(page).getByLabel('Select bert')).toBeChecked()
  page.on('dialog', (dialog) => dialog.accept())
})

test('in a low window the actions keep their names, in two rows at most (INBOX-49, INBOX-52)', async ({
  page,
  customer,
}) => {
  await threeReplies(customer)
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto('/inbox')
  await expect(heading(page, 'anna')).toBeVisible()
  const header = page.locator('header').filter({ has: heading(page, 'anna') })
  for (const name of ['Done', 'Snooze', 'Label', 'Assign', 'Do not contact', 'More actions'])
    await expect(header.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  expect((await header.boundingBox())!.height).toBeLessThanOrEqual(80)
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
})

test('on a phone one column shows list or conversation, with the actions under the thumb (INBOX-51)', async ({
  page,
  customer,
}) => {
  await threeReplies(customer)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/tables')
  await page
    .getByRole('navigation', { name: 'Quick navigation' })
    .getByRole('link', { name: /^Inbox/ })
    .click()
  await expect(heading(page, 'Inbox')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await rowOf(page, 'anna').click()
  await expect(heading(page, 'anna')).toBeFocused()
  await expect(listOf(page)).toHaveCount(0)
  for (const name of ['Done', 'Snooze', 'Label', 'More actions', 'Send answer']) {
    const box = (await page.getByRole('button', { name, exact: true }).boundingBox())!
    expect(box.height, name).toBeGreaterThanOrEqual(44)
    expect(box.y, `${name} is in the lower half`).toBeGreaterThan(320)
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 360, height: 320 })
  await expect(page.getByLabel('Your answer'), 'above the keyboard').toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 640 })
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(heading(page, 'bert')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Inbox', exact: true }).click()
  await expect(rowOf(page, 'anna')).toHaveCount(0)
})

const expectNoSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
