import { type Browser, expect as expectOf, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { createCustomer, expect, linkOf, test } from './support/customer.ts'
import { asOperator } from './support/payments.ts'

/** The owner of an organization needs the Premium plan. */
test.use({ plan: 'premium' })

const switcher = (page: Page) => page.getByRole('button', { name: /Switch organization/ })

/** Opens another user in a separate browser context. */
async function openOther(browser: Browser, firstName: string) {
  const context = await browser.newContext()
  return { person: await createCustomer(context, firstName), page: await context.newPage() }
}

async function createOrganization(page: Page, name: string) {
  const response = await page.request.post('/api/organizations', { data: { name } })
  expectOf(response.ok(), await response.text()).toBe(true)
  return (await response.json()).id as string
}

const bakery = { place_id: 'demo:org-1', name: 'Bakery', address: '1 Mill Lane', website: null, phone: null }

test('an organization is created, a colleague joins by mail, works on the same tables, and is told when it is frozen', async ({
  browser,
  customer,
  page,
}) => {
  test.slow()
  await page.goto('/')
  await switcher(page).click()
  await page.getByRole('menuitem', { name: 'Organizations…' }).click()
  await expect(page.getByText('No organizations yet')).toBeVisible()
  await page.getByRole('button', { name: 'New organization' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Please enter a name for the organization')).toBeVisible()
  await page.getByLabel('Name').fill('Pans & Sons')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Pans & Sons', level: 1 })).toBeVisible()
  await expect(page.getByText('You now work for Pans & Sons.')).toBeVisible()
  await expect(switcher(page)).toContainText('Pans & Sons')

  const other = await openOther(browser, 'Max')
  await page.getByLabel('Email address').fill(other.person.email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText(other.person.email)
  await expectAccessible(page)

  await page.request.post('/api/business/tables', {
    data: { name: 'Bakeries of ours', query: 'bakery', businesses: [bakery] },
  })

  const link = linkOf(await other.person.waitForMail(/invites you to Pans & Sons/))
  await other.page.goto(link.pathname + link.search)
  await expect(other.page.getByText('You are invited as member')).toBeVisible()
  await expectAccessible(other.page)
  await other.page.getByRole('button', { name: 'Join Pans & Sons' }).click()
  await expect(switcher(other.page)).toContainText('Pans & Sons')
  await other.page.goto('/tables')
  await expect(other.page.getByText('Bakeries of ours')).toBeVisible()
  await other.page.goto('/settings')
  await expect(other.page.getByText('counts toward Ada Pan’s plan')).toBeVisible()

  asOperator('set-plan', customer.email, 'basic', '--reason', 'A test of organizations')
  await other.page.goto('/tables')
  await expect(other.page.getByText('Bakeries of ours')).toBeVisible()
  await expect(other.page.getByText('Pans & Sons is frozen')).toBeVisible()
  await expectAccessible(other.page)
  await other.page.close()
})

test('the owner makes somebody an admin, removes them, and deletes the organization with a typed word', {
  tag: '@long',
}, async ({ browser, customer: _customer, page }) => {
  const id = await createOrganization(page, 'Sieves Ltd')
  const other = await openOther(browser, 'Eve')
  const data = { email: other.person.email, role: 'member' }
  await page.request.post(`/api/organizations/${id}/invitations`, { data })
  const token = linkOf(await other.person.waitForMail(/invites you to Sieves Ltd/)).searchParams.get('token')
  await other.page.request.post('/api/invitations/accept', { data: { token } })

  await page.goto(`/organizations/${id}`)
  const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'Eve' })
  await row.getByRole('button', { name: 'Actions for Eve Pan' }).click()
  await page.getByRole('menuitem', { name: 'Make an admin' }).click()
  await expect(row).toContainText('Admin')
  await row.getByRole('button', { name: 'Actions for Eve Pan' }).click()
  await page.getByRole('menuitem', { name: 'Transfer ownership…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Transfer' }).click()
  await expect(page.getByText('The new owner needs the Premium plan')).toBeVisible()
  await row.getByRole('button', { name: 'Actions for Eve Pan' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete organization' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete organization' }).click()
  await expect(dialog.getByText('Please type DELETE to confirm')).toBeVisible()
  await dialog.getByRole('textbox').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete organization' }).click()
  await expect(page.getByText('No organizations yet')).toBeVisible()
  await other.page.close()
})
