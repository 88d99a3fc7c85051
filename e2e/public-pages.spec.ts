import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, linkOf, type Mail, readMailTo, test } from './support/customer.ts'

async function waitForMail(page: Page, to: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(async () => {
      const mails = await readMailTo(page.request, to)
      found = mails.find((mail) => subject.test(mail.subject))
      return found !== undefined
    })
    .toBe(true)
  return found!
}

const address = (name: string) =>
  `${name}-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@reader.example`

test('a visitor at /login sees what this is: a sentence, four steps, a real picture, prices; the form comes first', async ({
  quietPage: page,
}) => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto('/login')
    const story = page.getByRole('region', { name: /^Find local businesses/ })
    await expect(story.getByRole('list', { name: 'How it works' }).getByRole('heading')).toHaveText([
      '1. Search',
      '2. Gather contacts',
      '3. Create campaign',
      '4. Send campaign',
    ])
    await expect(story.getByRole('list', { name: 'Prices' })).toContainText('Basic $10 per month')
    await expect(story.getByRole('link', { name: 'Start free' })).toHaveAttribute('href', '/signup')
    await expect(story.getByText('Open source, and yours to host.')).toBeVisible()
    const picture = story.getByRole('img')
    await expect(picture).toHaveCount(1)
    await expect(picture).toHaveAttribute('src', new RegExp(scheme))
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('complete', true)
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  const button = (await page.getByRole('button', { name: 'Log in' }).boundingBox())!
  const title = (await page.getByRole('heading', { name: /^Find local businesses/ }).boundingBox())!
  expect(title.y).toBeGreaterThan(button.y + button.height)
})

test('terms and privacy are public, dated, printed and saved as a file (ACC-30, ACC-31)', async ({
  browser,
  customer: _customer,
  page,
}) => {
  await test.step('terms and privacy are public, dated, and reachable from the sidebar', async () => {
    const stranger = await (await browser.newContext()).newPage()
    await stranger.goto('/terms-and-privacy')
    await expect(stranger.getByRole('heading', { name: 'Terms of Service' })).toBeVisible()
    await expect(stranger.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
    await expect(stranger.getByText('Last updated February 16, 2025')).toBeVisible()
    await expectAccessible(stranger)
    await stranger.context().close()
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Terms & Privacy' }).click()
    await expect(page.getByText('Last updated February 16, 2025')).toBeVisible()
  })
  await test.step('the texts can be printed, and saved as an HTML file', async () => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
    })
    await page.goto('/terms-and-privacy')
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('banner')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('goldpan-terms-and-privacy.html')
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain('<!doctype html>')
    expect(text).toContain('Last updated February 16, 2025')
  })
})

test('a visitor subscribes, confirms from the mailbox and unsubscribes (LIST-06, LIST-08)', async ({
  quietPage: page,
}) => {
  const to = address('reader')
  await page.goto('/subscribe')
  await page.getByLabel('Email').fill(to)
  await page.getByLabel('Company name').fill('Golden Oven')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('heading', { name: 'Thanks for Subscribing' })).toBeVisible()
  await expect(page.getByText('Please check your email and confirm your subscription.')).toBeVisible()
  await expectAccessible(page)
  const confirm = linkOf(await waitForMail(page, to, /confirm your subscription/))
  await page.goto(confirm.pathname + confirm.search)
  await expect(page.getByRole('heading', { name: 'Subscription Confirmed' })).toBeVisible()
  await expectAccessible(page)
  const leave = linkOf(await waitForMail(page, to, /on the list/))
  await page.goto(leave.pathname + leave.search)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'Successfully Unsubscribed' })).toBeVisible()
})
