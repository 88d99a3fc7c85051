import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expectAccessible } from './support/axe.ts'
import { createCustomer, expect, linkOf, test } from './support/customer.ts'

test('the profile is changed, the data is downloaded as a ZIP, and a new address is confirmed (SET-03, SET-06)', async ({
  customer,
  quietPage: page,
}) => {
  await test.step('the profile is changed, and the sidebar shows the new name immediately', async () => {
    await page.goto('/settings')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(customer.email)
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Last name').fill('Gold')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Profile updated successfully')).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Sidebar' }).getByText('Grace Gold')).toBeVisible()
  })
  await test.step('the data is downloaded as a ZIP of JSON and CSV', async () => {
    await page.goto('/settings')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('goldpan-data.zip')
    const files = unzipSync(new Uint8Array(await readFile(await file.path())))
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['json/users.json', 'csv/prospects.csv']))
    expect(new TextDecoder().decode(files['json/users.json'])).toContain(customer.email)
  })
  await test.step('a new address waits for its confirmation, which can be cancelled or completed', async () => {
    const wanted = `new-${customer.email}`
    const ask = async () => {
      await page.getByLabel('Email', { exact: true }).fill(wanted)
      await page.getByRole('button', { name: 'Save profile' }).click()
      await expect(page.getByText(`We sent a link to ${wanted}.`)).toBeVisible()
    }
    await page.goto('/settings')
    await ask()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(customer.email)
    await page.getByRole('button', { name: 'Keep old address' }).click()
    await expect(page.getByText('Waiting for your confirmation')).toBeHidden()
    await customer.waitForMail(/about to change/)
    await ask()
    await expect.poll(async () => (await customer.readMail(wanted)).length).toBe(2)
    const link = linkOf((await customer.readMail(wanted))[0]!)
    await page.goto(link.pathname + link.search)
    await expect(page.getByRole('heading', { name: 'Verification Successful!' })).toBeVisible()
    await page.goto('/settings')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(wanted)
  })
})

test('an account is deleted after typing the word; the user is logged out and can’t log in again', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const customer = await createCustomer(context, 'Leaver')
  const page = await context.newPage()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete my account' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('Please type DELETE to confirm')).toBeVisible()
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await customer.waitForMail(/account is deleted/)
  const again = await context.request.post('/api/auth/login', {
    data: { email: customer.email, password: customer.password, recaptchaToken: 'off' },
  })
  expect((await again.json()).message).toContain('no account')
  await context.close()
})

test('another logged-in browser is listed in the settings and logged out from there', {
  tag: '@long',
}, async ({ customer, page, browser, baseURL }) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL! })
  const { email, password } = customer
  const login = { data: { email, password, recaptchaToken: 'off' } }
  expect((await elsewhere.request.post('/api/auth/login', login)).ok()).toBe(true)
  await page.goto('/settings')
  const browsers = page.getByRole('listitem').filter({ hasText: 'logged in' })
  await expect(browsers).toHaveCount(2)
  await expect(browsers.filter({ hasText: 'This browser' })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log out the others' }).click()
  await expect(browsers).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Log out the others' })).toBeHidden()
  const there = await elsewhere.newPage()
  await there.goto('/settings')
  await expect(there).toHaveURL(/\/login/)
  await elsewhere.close()
  await page.reload()
  await expect(browsers).toHaveCount(1)
})
