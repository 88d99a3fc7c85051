import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'

const COPY = 'We repair bakery ovens within one working day. A visit costs 90 EUR.'

/** Answers calls to an address as a server would that fails without a sentence of its own. */
const failSilently = (page: Page, path: string, method: string) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )

const post = async (page: Page, path: string, data: unknown) =>
  (await page.request.post(path, { data })).json()

async function createCampaign(page: Page, fields: object = {}): Promise<string> {
  return (await post(page, '/api/campaigns', { name: 'Spring', marketing_copy: COPY, ...fields })).id
}

async function createProspect(page: Page, email: string, first_name?: string): Promise<string> {
  return (await post(page, '/api/prospecting/prospect', { email, first_name })).id
}

/** A campaign with so many prospects, opened. */
async function openCampaign(page: Page, emails: string[] = [], fields: object = {}): Promise<string> {
  const id = await createCampaign(page, fields)
  const prospects: string[] = []
  for (const email of emails) prospects.push(await createProspect(page, email, email.split('@')[0]))
  if (prospects.length > 0) await post(page, `/api/campaigns/${id}/prospects`, { prospects })
  await page.goto(`/campaigns/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Spring' })).toBeVisible()
  return id
}

test('the first campaign is written in a form and opens after the save (CAMP-03, CAMP-04, CAMP-05, CAMP-07, CAMP-10)', async ({
  customer: _customer,
  quietPage: page,
}) => {
  await page.goto('/campaigns')
  await expect(page.getByText('No Campaigns Yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New Campaign' }).click()
  await expect(page).toHaveURL(/\/campaigns\/new$/)
  await expect(page.getByRole('heading', { name: 'Campaign Information' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Email Content' })).toBeVisible()
  await page.getByLabel('Campaign name').fill('Spring')
  await page.getByLabel('Marketing copy').fill(COPY)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page).toHaveURL(/\/campaigns\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Spring' })).toBeVisible()
})

test('a campaign without name or copy is refused at the fields, and Cancel goes back (CAMP-06, CAMP-08, CAMP-09, CAMP-12)', async ({
  customer: _customer,
  page,
}) => {
  await page.goto('/campaigns/new')
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page.getByText('Campaign name is required')).toBeVisible()
  await expect(page.getByText('Marketing copy is required')).toBeVisible()
  await expect(page.getByLabel('Status').locator('option')).toHaveText(['Draft', 'Completed', 'Archived'])
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/campaigns$/)
})

test('50,000 characters are an error at each long field, and nothing of them is lost', async ({
  customer: _customer,
  page,
}) => {
  await page.goto('/campaigns/new')
  await page.getByLabel('Campaign name').fill('Long')
  await page.getByLabel('Marketing copy').fill(COPY)
  const long = 'word '.repeat(10_000)
  for (const label of ['Description', 'Marketing copy', 'Promotional content']) {
    const field = page.getByLabel(label)
    const before = await field.inputValue()
    await field.fill(long)
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await expect(page.getByText('Please keep this under 20,000 characters')).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveValue(long)
    await field.fill(before)
    await expect(page.getByText('Please keep this under 20,000 characters')).toHaveCount(0)
  }
  await expect(page).toHaveURL(/\/campaigns\/new$/)
})

test('saving that fails says so and keeps what was typed, also through a reload (CAMP-32)', async ({
  customer: _customer,
  page,
}) => {
  await failSilently(page, '/api/campaigns', 'POST')
  await page.goto('/campaigns/new')
  await page.getByLabel('Campaign name').fill('Kept')
  await page.getByLabel('Marketing copy').fill(COPY)
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page.getByText('Failed to create campaign')).toBeVisible()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Campaign name')).toHaveValue('Kept')
  const id = await createCampaign(page)
  await failSilently(page, `/api/campaigns/${id}`, 'PUT')
  await page.goto(`/campaigns/${id}/edit`)
  await page.getByLabel('Campaign name').fill('Autumn')
  await page.getByRole('button', { name: 'Save campaign' }).click()
  await expect(page.getByText('Failed to update campaign')).toBeVisible()
  await expect(page.getByLabel('Campaign name')).toHaveValue('Autumn')
})

test('the list is a grid of cards with badge, figures and date (CAMP-01, CAMP-02)', async ({
  customer: _customer,
  page,
}) => {
  for (const name of ['A', 'B', 'C']) await createCampaign(page, { name })
  const columns = () =>
    page
      .getByRole('list')
      .filter({ has: page.getByRole('heading', { name: 'A', exact: true }) })
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
  for (const [width, expected] of [
    [1600, 3],
    [1100, 2],
    [360, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/campaigns')
    await expect(page.getByRole('heading', { name: 'A', exact: true })).toBeVisible()
    expect(await columns()).toBe(expected)
  }
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'A', exact: true }) })
  for (const text of ['Draft', '0/0 sent', /Created/, 'Sent', 'Opened', 'Failed'])
    await expect(card.getByText(text, { exact: typeof text === 'string' }).first()).toBeVisible()
  await expectAccessible(page)
})

test('a card counts who was sent to and who failed from the recipients that the answer lists (CAMP-02, CAMP-20, CAMP-21)', async ({
  customer: _customer,
  page,
}) => {
  const statuses = ['pending', 'generated', 'sent', 'opened', 'responded', 'failed', 'bounced']
  const listed = {
    id: '33333333-3333-4333-8333-333333333333',
    name: 'Counted',
    status: 'paused',
    created_at: '2026-11-01T10:00:00.000Z',
    campaign_prospects: statuses.map((email_status) => ({ email_status })),
  }
  await page.route('**/api/campaigns', (route) => route.fulfill({ json: [listed] }))
  await page.goto('/campaigns')
  await expect(page.getByText('3/7 sent')).toBeVisible()
  const figures = page.getByRole('listitem').filter({ hasText: 'Counted' }).getByRole('definition')
  await expect(figures).toHaveText(['3', '2', '2'])
})

test('a card is duplicated, edited and deleted; a failed duplicate is only logged (CAMP-33, CAMP-37)', async ({
  customer: _customer,
  page,
}) => {
  const id = await createCampaign(page)
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await failSilently(page, `/api/campaigns/${id}/duplicate`, 'POST')
  await page.goto('/campaigns')
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for Spring', exact: true }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Duplicate')
  await expect.poll(() => warnings.some((text) => text.includes('could not be duplicated'))).toBe(true)
  await page.unroute(`**/api/campaigns/${id}/duplicate`)
  await choose('Duplicate')
  await expect(page.getByRole('heading', { name: 'Spring (copy)' })).toBeVisible()
  await failSilently(page, `/api/campaigns/${id}`, 'DELETE')
  await choose('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete campaign')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Spring', exact: true })).toBeVisible()
  await choose('Edit')
  await expect(page).toHaveURL(new RegExp(`/campaigns/${id}/edit$`))
})

test('a campaign page has all its parts and dialogs (CAMP-14, CAMP-15)', async ({
  customer: _customer,
  quietPage: page,
}) => {
  await openCampaign(page, ['ada@pan.example'], { promotional_content: 'Half price in May' })
  for (const tile of ['Prospects', 'Sent', 'Opened', 'Responded', 'Failed'])
    await expect(page.getByRole('term').filter({ hasText: tile }).first()).toBeVisible()
  for (const name of ['Email template', 'Campaign content', 'Promotional content', 'Signature', 'Prospects'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Emails' })).toBeDisabled()
  await page.getByRole('button', { name: 'Generate Emails' }).click()
  await expect(page.getByText('1 email written')).toBeVisible()
  await expectAccessible(page)
  const dialogs = [
    ['Add Prospects', 'dialog', 'Add Prospects'],
    ['Edit template', 'dialog', 'Edit Template'],
    ['Preview email to ada', 'dialog', 'Email to ada'],
    ['Send Emails', 'alertdialog', 'Send Emails'],
    ['Delete', 'alertdialog', 'Delete Campaign'],
  ] as const
  for (const [button, role, name] of dialogs) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole(role, { name })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role, { name })).toBeHidden()
  }
})

test('an archived campaign can only be deleted (CAMP-13)', async ({ customer: _customer, page }) => {
  const id = await openCampaign(page)
  await page.request.put(`/api/campaigns/${id}`, { data: { status: 'archived' } })
  await page.reload()
  await expect(page.getByText('Archived')).toBeVisible()
  for (const name of ['Send Emails', 'Duplicate', 'Generate Emails', 'Add Prospects'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible()
  await page.goto('/campaigns')
  await page.getByRole('button', { name: 'Actions for Spring' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Delete'])
})

test('an unknown campaign is said not to be there (CAMP-16)', async ({ customer: _customer, page }) => {
  await page.goto('/campaigns/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Campaign Not Found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Campaigns' }).click()
  await expect(page).toHaveURL(/\/campaigns$/)
})

test('what cannot be fetched is said, with another try (CAMP-30, CAMP-31)', async ({
  customer: _customer,
  page,
}) => {
  const id = await createCampaign(page)
  await failSilently(page, '/api/campaigns', 'GET')
  await page.goto('/campaigns')
  await expect(page.getByText('Failed to fetch campaigns')).toBeVisible()
  await page.unroute('**/api/campaigns')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Spring' })).toBeVisible()
  await failSilently(page, `/api/campaigns/${id}?*`, 'GET')
  await page.goto(`/campaigns/${id}`)
  await expect(page.getByText('Failed to fetch campaign data')).toBeVisible()
  await page.goto(`/campaigns/${id}/edit`)
  await expect(page.getByText('Failed to fetch campaign', { exact: true })).toBeVisible()
})

test('prospects are chosen among those not attached, filtered, added and removed (CAMP-27, CAMP-28, CAMP-29, CAMP-34, CAMP-35, CAMP-36)', async ({
  customer: _customer,
  page,
}) => {
  await createProspect(page, 'sam@rolls.example', 'Sam')
  await createProspect(page, 'mia@crumb.example', 'Mia')
  const id = await openCampaign(page, ['ada@pan.example'])
  await failSilently(page, '/api/prospecting/prospects?*', 'GET')
  await page.getByRole('button', { name: 'Add Prospects' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Prospects' })
  await expect(dialog.getByText('Failed to fetch prospects')).toBeVisible()
  await page.unroute('**/api/prospecting/prospects?*')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByText('sam@rolls.example')).toBeVisible()
  await expect(dialog.getByText('ada@pan.example')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add prospects' }).click()
  await expect(dialog.getByText('Please select at least one prospect')).toBeVisible()
  await dialog.getByLabel('Search prospects').fill('mia')
  await expect(dialog.getByText('sam@rolls.example')).toHaveCount(0)
  await expect(dialog.getByLabel('Business table')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Select mia@crumb.example' }).check()
  await failSilently(page, `/api/campaigns/${id}/prospects`, 'POST')
  await dialog.getByRole('button', { name: 'Add 1 prospect' }).click()
  await expect(page.getByText('Failed to add prospects')).toBeVisible()
  await page.unroute(`**/api/campaigns/${id}/prospects`)
  await dialog.getByRole('button', { name: 'Add 1 prospect' }).click()
  await expect(dialog).toBeHidden()
  const table = page.getByRole('table', { name: 'Prospects of the campaign' })
  await expect(table.getByText('mia@crumb.example')).toBeVisible()
  await failSilently(page, `/api/campaigns/${id}/prospects/*`, 'DELETE')
  await page.getByRole('button', { name: 'Remove Mia' }).click()
  await expect(page.getByText('Failed to remove prospect')).toBeVisible()
  await expect(table.getByText('mia@crumb.example')).toBeVisible()
  await page.unroute(`**/api/campaigns/${id}/prospects/*`)
  await page.getByRole('button', { name: 'Remove Mia' }).click()
  await expect(table.getByText('mia@crumb.example')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(table.getByText('mia@crumb.example')).toBeVisible()
  await page.reload()
  await expect(table.getByText('mia@crumb.example')).toBeVisible()
})

test('what the prospects of a campaign are narrowed to stands in the address, and a reload keeps it', async ({
  customer: _customer,
  page,
}) => {
  await openCampaign(page, ['ada@pan.example', 'sam@rolls.example'])
  const table = page.getByRole('table', { name: 'Prospects of the campaign' })
  await page.getByLabel('Search prospects').fill('rolls')
  await expect(table.getByText('ada@pan.example')).toHaveCount(0)
  await expect(page).toHaveURL(/\?search=rolls$/)
  await page.reload()
  await expect(page.getByLabel('Search prospects')).toHaveValue('rolls')
  await expect(table.getByText('sam@rolls.example')).toBeVisible()
  await expect(table.getByText('ada@pan.example')).toHaveCount(0)
  await page.getByLabel('Status').selectOption('Sent')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(table.getByText('ada@pan.example')).toBeVisible()
  await expect(page).not.toHaveURL(/\?/)
})

test('emails are generated, previewed as safe HTML and edited by hand (WRITE-13, WRITE-14)', async ({
  customer: _customer,
  page,
}) => {
  const id = await openCampaign(page, ['ada@pan.example'])
  await failSilently(page, `/api/campaigns/${id}/generate`, 'POST')
  await page.getByRole('button', { name: 'Generate Emails' }).click()
  await expect(page.getByText('Failed to generate emails')).toBeVisible()
  await page.unroute(`**/api/campaigns/${id}/generate`)
  await page.getByRole('button', { name: 'Generate Emails' }).click()
  await expect(page.getByText('1 email written')).toBeVisible()
  await page.getByRole('button', { name: 'Preview email to ada' }).click()
  const shown = page.getByRole('region', { name: 'Email preview' })
  await expect(shown).toContainText('90 EUR')
  await expect(shown).toContainText('Unsubscribe')
  await page.getByRole('button', { name: 'Edit by hand' }).click()
  const hostile =
    'By hand <script>window.harmed = true</script><img src="x" onerror="window.harmed = true"> end'
  await page.getByLabel('Body').fill(hostile)
  await page.getByRole('button', { name: 'Save email' }).click()
  await expect(shown).toContainText('By hand')
  await expect(shown.locator('script')).toHaveCount(0)
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  await page.getByRole('button', { name: 'Use the template again' }).click()
  await expect(shown).toContainText('90 EUR')
})

test('a reached limit opens the limit modal, another refusal does not (WRITE-11)', async ({
  customer: _customer,
  page,
}) => {
  const id = await openCampaign(page, ['ada@pan.example'])
  let body: object = { message: 'You may not do this', code: 'some.other' }
  await page.route(`**/api/campaigns/${id}/generate`, (route) => route.fulfill({ status: 403, json: body }))
  await page.getByRole('button', { name: 'Generate Emails' }).click()
  await expect(page.getByText('You may not do this')).toBeVisible()
  await expect(page.getByText('monthly limit')).toHaveCount(0)
  body = { message: 'Limit', code: 'LIMIT_REACHED', usage_type: 'email_generations' }
  await page.getByRole('button', { name: 'Generate Emails' }).click()
  await expect(page.getByText('You have reached your monthly limit for email generations.')).toBeVisible()
})

test('the template editor refuses what cannot be sent and names what it does not know (WRITE-06, WRITE-07, WRITE-08, WRITE-09, WRITE-12, WRITE-19)', async ({
  customer: _customer,
  page,
}) => {
  const id = await openCampaign(page, ['ada@pan.example'])
  await page.getByRole('button', { name: 'Write it myself' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Template' })
  const save = () => editor.getByRole('button', { name: 'Save template' }).click()
  await save()
  await expect(editor.getByText('Subject line is required').first()).toBeVisible()
  await expect(editor.getByText('Email body cannot be empty')).toBeVisible()
  await editor.getByLabel('Subject').fill('Ovens')
  await editor.getByLabel('Body').fill('Hello')
  await save()
  await expect(editor.getByText('Template must include {{businessName}} placeholder').first()).toBeVisible()
  await editor.getByLabel('Body').fill('Hello {{busnessName}} ')
  await editor.getByRole('button', { name: 'Business name' }).click()
  await expect(editor.getByLabel('Body')).toHaveValue('Hello {{busnessName}} {{businessName}}')
  await save()
  await expect(editor.getByText('Unknown placeholder: {{busnessName}}').first()).toBeVisible()
  await editor.getByRole('button', { name: 'Insert link' }).click()
  const link = page.getByRole('dialog', { name: 'Insert link' })
  await link.getByLabel('URL').fill('https://shop.example')
  await link.getByRole('button', { name: 'Insert link' }).click()
  await expect(link.getByText('Both URL and link text are required')).toBeVisible()
  await page.keyboard.press('Escape')
  await editor.getByLabel('Body').fill('Hello {{businessName}}')
  await failSilently(page, `/api/campaigns/${id}/template`, 'PUT')
  await save()
  await expect(page.getByText('Failed to update template')).toBeVisible()
  await expect(editor.getByLabel('Body')).toHaveValue('Hello {{businessName}}')
})

test('after a save the emails are written anew and the campaign is fetched, in the specified rhythm (WRITE-10, WRITE-16)', async ({
  customer: _customer,
  page,
}) => {
  const id = await openCampaign(page, ['ada@pan.example'])
  await page.getByRole('button', { name: 'Write it myself' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Template' })
  await editor.getByLabel('Subject').fill('Ovens')
  await editor.getByLabel('Body').fill('Dear {{businessName|friend}},\n\nshall we talk?')
  const calls: { what: string; at: number }[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    const what = `${request.method()} ${path.slice(`/api/campaigns/${id}`.length)}`
    if (path.startsWith(`/api/campaigns/${id}`)) calls.push({ what, at: Date.now() })
  })
  await editor.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('Generated', { exact: true }).last()).toBeVisible()
  const saved = calls.find(({ what }) => what === 'PUT /template')!
  const asked = calls.find(({ what }) => what === 'POST /regenerate')!
  const fetched = calls.find(({ what, at }) => what === 'GET ' && at > asked.at)!
  expect(asked.at - saved.at).toBeGreaterThanOrEqual(500)
  expect(fetched.at - asked.at).toBeGreaterThanOrEqual(1000)
  await page.getByRole('button', { name: 'Preview email to ada' }).click()
  await expect(
    page.getByRole('region', { name: 'Email preview' }).locator('.sanitized-html p').first(),
  ).toHaveText('Dear friend,')
  await expect(page.getByRole('region', { name: 'Email preview' })).toContainText('shall we talk?')
})

test('the draft of a template survives a reload', async ({ customer: _customer, page }) => {
  await openCampaign(page)
  await page.getByRole('button', { name: 'Write it myself' }).click()
  await page.getByLabel('Subject').fill('Half written')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Write it myself' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('Half written')
  await expect(page.getByText('What you had typed and not saved is back.')).toBeVisible()
})

test('an email that is written by hand and not saved survives a reload', async ({
  customer: _customer,
  page,
}) => {
  await openCampaign(page, ['ada@pan.example'])
  await page.getByRole('button', { name: 'Preview email to ada' }).click()
  await page.getByRole('button', { name: 'Edit by hand' }).click()
  await page.getByLabel('Subject').fill('To Ada alone')
  await page.getByLabel('Body').fill('Half a sentence for Ada')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Preview email to ada' }).click()
  await page.getByRole('button', { name: 'Edit by hand' }).click()
  await expect(page.getByText('What you had typed and not saved is back.')).toBeVisible()
  await expect(page.getByLabel('Body')).toHaveValue('Half a sentence for Ada')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save email' }).click()
  await expect(page.getByText('Network error')).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue('To Ada alone')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Save email' }).click()
  await expect(page.getByText('Email saved')).toBeVisible()
  await page.getByRole('button', { name: 'Edit by hand' }).click()
  await expect(page.getByText('What you had typed and not saved is back.')).toHaveCount(0)
})

test('of two windows that edit one template the second can compare before it saves', async ({
  customer: _customer,
  page,
}) => {
  const id = await openCampaign(page)
  await page.getByRole('button', { name: 'Write it myself' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Template' })
  await editor.getByLabel('Subject').fill('Mine')
  await editor.getByLabel('Body').fill('Mine {{businessName}}')
  const theirs = { subject: 'Theirs', body: 'Theirs {{businessName}}' }
  await page.request.put(`/api/campaigns/${id}/template`, { data: theirs })
  await editor.getByRole('button', { name: 'Save template' }).click()
  await expect(editor.getByText('This template was changed in another window')).toBeVisible()
  await expect(editor.getByText('Theirs', { exact: true })).toBeVisible()
  await editor.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(editor).toBeHidden()
  await expect(page.getByText('Mine', { exact: true })).toBeVisible()
})

test('the only signature is chosen by itself, and another can be chosen (SIG-18)', async ({
  customer: _customer,
  page,
}) => {
  const { id } = await post(page, '/api/email/signatures', { name: 'Work', content: 'Ada Pan' })
  const campaign = await openCampaign(page)
  await expect(page.getByRole('combobox', { name: 'Signature' })).toHaveValue(id)
  await expect
    .poll(async () => (await (await page.request.get(`/api/campaigns/${campaign}`)).json()).signature_id)
    .toBe(id)
})
