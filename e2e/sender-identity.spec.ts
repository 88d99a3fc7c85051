import type { APIRequestContext, Page } from '@playwright/test'
import { PROVIDER_PASSWORD, startMailProvider } from '../apps/server/test/mail-provider.ts'
import { expectAccessible } from './support/axe.ts'
import { createCustomer, expect, test } from './support/customer.ts'
import { asOperator } from './support/payments.ts'

const SENTENCE = 'Please add your postal address first. Every campaign email must carry it.'

async function createWrittenCampaign(api: APIRequestContext, recipient: string): Promise<string> {
  const post = async (path: string, data: object) => (await api.post(path, { data })).json()
  const { id } = await post('/api/campaigns', {
    name: 'Spring',
    marketing_copy: 'We repair bakery ovens within one working day. A visit costs 90 EUR.',
  })
  const prospect = await post('/api/prospecting/prospect', { email: recipient, first_name: 'Ada' })
  await post(`/api/campaigns/${id}/prospects`, { prospects: [prospect.id] })
  await post(`/api/campaigns/${id}/generate`, {})
  return id
}

/** Sends campaigns immediately by this server instead of the built-in outbox. */
async function useOwnMailbox(api: APIRequestContext, port: number): Promise<void> {
  const mailbox = {
    address: 'pat@own.example',
    host: 'localhost',
    port,
    security: 'starttls',
    username: 'pat',
    password: PROVIDER_PASSWORD,
  }
  const saved = await (await api.put('/api/sending/mailbox', { data: mailbox })).json()
  expect(saved.mailbox.check_error).toBeNull()
  const pace = {
    daily_cap: null,
    gap_from_seconds: 0,
    gap_to_seconds: 0,
    has_ramp: false,
    window_days: [1, 2, 3, 4, 5, 6, 7],
    window_from: '00:00',
    window_to: '24:00',
    time_zone: 'UTC',
  }
  await api.put('/api/sending/pace', { data: pace })
}

const footer = (page: Page) => page.getByRole('figure', { name: 'Footer of your emails' })

test('a send without a postal address is refused, asks for the address in place and then goes out with it (IDENTITY-04, IDENTITY-10, IDENTITY-16)', async ({
  context,
  page,
}) => {
  // The only port that the installation allows for own mailboxes.
  const provider = await startMailProvider({
    port: Number(new URL(test.info().project.use.baseURL!).port) + 2,
  })
  const { api, email } = await createCustomer(context, 'Ada', { hasIdentity: false })
  const recipient = `${email.split('@')[0]}@mill.example`
  const id = await createWrittenCampaign(api, recipient)
  await useOwnMailbox(api, provider.port)

  const refused = await api.post(`/api/campaigns/${id}/send`, { data: {} })
  expect([refused.status(), await refused.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'sending.no_postal_address', message: SENTENCE }),
  ])

  await page.goto(`/campaigns/${id}`)
  await page.getByRole('button', { name: 'Send Emails' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(SENTENCE)).toBeVisible()
  await expect(footer(page)).toContainText('Example postal address: add yours in Settings')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save and continue' }).click()
  await expect(dialog.getByText('Please enter a town')).toBeVisible()
  await dialog.getByLabel('Company or name').fill('Pans & Sons <Ltd>')
  await dialog.getByLabel('Street').fill('1 Assay Lane')
  await dialog.getByLabel('Postcode').fill('LS1 1AA')
  await dialog.getByLabel('Town').fill('Leeds')
  await dialog.getByLabel('Country').selectOption('United Kingdom')
  await dialog.getByLabel('Registration details').fill('Company No. 123')
  await dialog.getByLabel('Privacy policy').fill('https://pans.example/privacy')
  const lines = await footer(page).getByRole('paragraph').allInnerTexts()
  await dialog.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send 1 email' }).click()
  await expect(page.getByText('Successfully sent 1 emails.').first()).toBeVisible()

  const text = await provider.readText(recipient)
  const expected = lines.map((line) => line.replace('sam@bakery.example', recipient))
  const shown = text.trim().split('\n').slice(-expected.length)
  expect(shown.map((line) => line.replace(/: https:\/\/pans.*|: http:\/\/localhost.*/, ''))).toEqual(expected)
  await provider.close()

  await page.goto('/settings?tab=profile')
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Sender identity' }) })
  await expect(card.getByLabel('Company or name')).toHaveValue('Pans & Sons <Ltd>')
  await expectAccessible(page)
})

test('an organization has its own sender identity on its page, and Settings links to it (IDENTITY-14, IDENTITY-15)', async ({
  customer,
  page,
}) => {
  asOperator('set-plan', customer.email, 'premium', '--reason', 'A test of sender identities')
  const { id } = await (
    await customer.api.post('/api/organizations', { data: { name: 'Pans & Sons' } })
  ).json()
  await page.goto(`/organizations/${id}`)
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sender identity' })).toBeHidden()
  await customer.api.put('/api/organizations/active', { data: { id } })

  await page.goto('/settings?tab=profile')
  await page.getByRole('link', { name: 'its own sender identity' }).click()
  await expect(page).toHaveURL(`/organizations/${id}`)
  await expect(page.getByLabel('Company or name')).toHaveValue('')
  await page.getByLabel('Company or name').fill('Pans & Sons')
  await page.getByLabel('Street').fill('1 Assay Lane')
  await page.getByLabel('Town').fill('Vaduz')
  await page.getByLabel('Country').selectOption('Liechtenstein')
  await page.getByRole('button', { name: 'Save sender identity' }).click()
  await expect(page.getByText('Sender identity saved')).toBeVisible()
  await page.reload()
  await expect(footer(page)).toContainText('Vaduz')
  await expectAccessible(page)
})
