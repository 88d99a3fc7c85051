import { expect, type Page, test } from '@playwright/test'
import { openTab } from './support/campaign-tabs.ts'
import { linkOf, type Mail, readMailTo } from './support/customer.ts'

/** The main job as a new user does it, on an installation that asks everybody for the bot check. */

const password = 'sieve-and-gravel-7'
const email = `ada-${Date.now()}@customer.example`

async function passBotCheck(page: Page) {
  await page.getByRole('checkbox', { name: /robot/i }).click()
  await expect(page.getByText('Verified')).toBeVisible({ timeout: 30_000 })
}

async function waitForMail(page: Page, to: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(
      async () => {
        const mails = await readMailTo(page.request, to)
        found = mails.find((mail) => subject.test(mail.subject))
        return found !== undefined
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  return found!
}

async function signUp(page: Page) {
  await page.goto('/signup')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Pan')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await passBotCheck(page)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(
    page.getByText('Registration successful! Please check your email to verify your account.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  const { pathname, search } = linkOf(await waitForMail(page, email, /confirm your email/i))
  await page.goto(pathname + search)
  await expect(page.getByRole('heading', { name: 'Verification Successful!' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/, { timeout: 15_000 })
}

async function logIn(page: Page) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await passBotCheck(page)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Business Search' })).toBeVisible()
}

async function search(page: Page, keywords: string, location: string) {
  await page.getByLabel('Keywords').fill(keywords)
  await page.getByLabel('Location').fill(location)
  await page.getByLabel('Location').press('Enter')
  await expect(
    page.getByRole('table', { name: 'Businesses found' }).getByRole('link', { name: 'Visit' }).first(),
  ).toBeVisible()
}

async function saveResults(page: Page) {
  await page.getByRole('button', { name: /^Save Selected/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Results saved successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/tables\//)
}

async function gather(page: Page) {
  await page.getByRole('button', { name: /^Gather Prospects/ }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByText(/Review the contacts and remove wrong ones/)).toBeVisible({
    timeout: 90_000,
  })
  await page.getByRole('button', { name: /prospects? of Rising Moon Bakery/ }).click()
  const found = page.getByRole('table', { name: 'Prospects of Rising Moon Bakery' })
  await expect(found.getByText('orla@rising-moon-bakery.example')).toBeVisible()
  await expect(found.getByText('Orla Penhaligon')).toBeVisible()
  await expect(found.getByText('Head Baker')).toBeVisible()
  await expect(found.getByRole('link', { name: /team/ }).first()).toBeVisible()
}

async function writeCampaign(page: Page) {
  await page.getByRole('link', { name: 'Email Options' }).click()
  await page
    .getByRole('button', { name: /Add signature|New signature/i })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Roastery')
  await dialog.getByLabel('Content').fill('Ada Pan\nPan Coffee Roasters')
  await dialog
    .getByRole('button', { name: /save|add/i })
    .last()
    .click()
  await expect(dialog).toBeHidden()

  await page.getByRole('link', { name: 'Email Campaigns' }).click()
  await page.getByRole('link', { name: 'New Campaign' }).click()
  await page.getByLabel('Campaign name').fill('Coffee for bakeries')
  await page
    .getByLabel('Marketing copy')
    .fill(
      'We roast coffee for bakeries in small batches. A kilo of our house blend costs 19 EUR, delivered the next morning.',
    )
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Coffee for bakeries' })).toBeVisible()
  await page.getByRole('button', { name: 'Add prospects' }).first().click()
  const choose = page.getByRole('dialog', { name: 'Add prospects' })
  await choose.getByLabel('Search prospects').fill('rising-moon')
  for (const name of ['orla', 'imogen', 'casper', 'hello'])
    await choose.getByRole('checkbox', { name: `Select ${name}@rising-moon-bakery.example` }).check()
  await choose.getByRole('button', { name: 'Add 4 prospects' }).click()
  await page.getByRole('button', { name: 'Generate emails' }).click()
  await expect(page.getByText('4 emails written')).toBeVisible()
  await openTab(page, 'Prospects')
  await page.getByRole('button', { name: 'Preview email to Orla Penhaligon' }).click()
  await expect(page.getByRole('region', { name: 'Email preview' })).toContainText('Rising Moon Bakery')
  await page.keyboard.press('Escape')
}

async function send(page: Page) {
  await page.getByRole('button', { name: 'Send Emails' }).click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: /^Send/ })
    .click()
  await expect(page.getByText('Successfully sent 4 emails.')).toBeVisible({ timeout: 30_000 })
}

const statusOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Prospects of the campaign' })
    .getByRole('row')
    .filter({ hasText: `${name}@rising-moon-bakery.example` })

async function hearBack(page: Page) {
  const subjectOf = (name: string) => waitForMail(page, `${name}@rising-moon-bakery.example`, /./)
  const campaign = page.url()
  const act = async (name: string, action: string, data: object = {}) => {
    const mail = await subjectOf(name)
    const response = await page.request.post(`/api/mailbox/${mail.id}/${action}`, { data })
    expect(response.ok(), await response.text()).toBe(true)
    return mail
  }
  await act('orla', 'open')
  await act('imogen', 'reply', { text: 'Yes, please come by on Tuesday.' })
  await act('casper', 'bounce')
  const { text } = await subjectOf('hello')
  const unsubscribe = new URL(/http:\/\/localhost:\d+\/unsubscribe\?\S+/.exec(text)![0])
  await page.goto(unsubscribe.pathname + unsubscribe.search)
  await page.getByRole('button', { name: /unsubscribe/i }).click()
  await expect(page.getByText('Successfully Unsubscribed')).toBeVisible()

  const forwarded = await waitForMail(page, email, /coffee|bakeries/i)
  expect(forwarded.text).toContain('Yes, please come by on Tuesday.')
  expect(forwarded.headers['reply-to']).toContain('imogen@rising-moon-bakery.example')
  await expect(async () => {
    await page.goto(campaign)
    await expect(statusOf(page, 'orla').getByText('Opened').first()).toBeVisible({ timeout: 10_000 })
    await expect(statusOf(page, 'imogen').getByText('Replied').first()).toBeVisible({ timeout: 10_000 })
    await expect(statusOf(page, 'casper').getByText('Bounced').first()).toBeVisible({ timeout: 10_000 })
    await expect(statusOf(page, 'hello').getByText('Unsubscribed').first()).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 90_000 })
}

test('a new user finds bakeries, gathers prospects, writes to them and gets replies (ACC-05, ACC-27, ACC-40, ACC-46, GATHER-13, GATHER-14, GATHER-15, SEND-01, SEND-05, SEND-06, SEND-07, TRACK-01, TRACK-05, TRACK-06)', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await signUp(page)
  await logIn(page)
  await search(page, 'hotel', 'Liechtenstein')
  await expect(page.getByText('© OpenStreetMap contributors').first()).toBeVisible()
  await page.getByRole('button', { name: 'Load More Results' }).click()
  await expect(page.getByRole('button', { name: /^Save Selected \((2[1-9]|[3-9]\d)\)$/ })).toBeVisible()
  await search(page, 'bakery', 'Goldwater')
  await expect(page.getByText('Demo', { exact: true }).first()).toBeVisible()
  await saveResults(page)
  await gather(page)
  await writeCampaign(page)
  await send(page)
  await hearBack(page)
})
