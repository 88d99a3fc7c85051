import type { Page, Request } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { type CampaignTab, chooseAction, openTab } from './support/campaign-tabs.ts'
import { expect, test } from './support/customer.ts'
import { failSilently } from './support/faults.ts'

const COPY = 'We repair bakery ovens within one working day. A visit costs 90 EUR.'

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

test('the first campaign is written in a form and opens with its people, and campaigns are a grid of cards or a table (CAMP-01, CAMP-02, CAMP-03, CAMP-04, CAMP-05, CAMP-07, CAMP-10)', async ({
  customer: _customer,
  quietPage: page,
}) => {
  await test.step('the first campaign is written in a form and opens after the save', async () => {
    await page.goto('/campaigns')
    await expect(page.getByText('No Campaigns Yet')).toBeVisible()
    await page.getByRole('link', { name: 'New Campaign' }).click()
    await expect(page).toHaveURL(/\/campaigns\/new$/)
    await expect(page.getByRole('heading', { name: 'Campaign Information' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Email Content' })).toBeVisible()
    await page.getByLabel('Campaign name').fill('Spring')
    await page.getByLabel('Marketing copy').fill(COPY)
    await expect(page.getByLabel('Promotional content')).toBeHidden()
    await page.getByText('More options').click()
    for (const name of ['Promotional content', 'Description', 'Status', /^Stop sending if/])
      await expect(page.getByLabel(name)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await expect(page).toHaveURL(/\/campaigns\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Spring' })).toBeVisible()
  })
  await test.step('a campaign for chosen people has them from the start, and nothing typed is lost on leaving', async () => {
    const ada = await createProspect(page, 'ada@pan.example', 'Ada')
    const mia = await createProspect(page, 'mia@crumb.example', 'Mia')
    await page.goto(`/campaigns/new?prospects=${ada},${mia}`)
    await expect(page.getByLabel('Recipients')).toHaveValue(`list:${ada},${mia}`)
    await page.getByLabel('Campaign name').fill('For two')
    await page.getByLabel('Marketing copy').fill(COPY)
    await page.getByRole('link', { name: 'Email Options' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Email Options' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Your unsaved text is back.')).toBeVisible()
    await expect(page.getByLabel('Campaign name')).toHaveValue('For two')
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await expect(page.getByText('2 prospects added')).toBeVisible()
    const id = page.url().split('/').at(-1)
    const { prospects } = await (await page.request.get(`/api/campaigns/${id}`)).json()
    expect(prospects).toHaveLength(2)
  })
  await test.step('the list is a grid of cards with badge, figures and date', async () => {
    for (const name of ['A', 'B', 'C']) await createCampaign(page, { name })
    const columns = () =>
      page
        .getByRole('list')
        .filter({ has: page.getByRole('heading', { name: 'A', exact: true }) })
        .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    await page.goto('/campaigns')
    for (const [width, expected] of [
      [1600, 3],
      [1100, 2],
      [360, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(columns).toBe(expected)
    }
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'A', exact: true }) })
    for (const text of ['Draft', '0/0 sent', /Created/, 'Sent', 'Opened', 'Replied', 'Failed'])
      await expect(card.getByText(text, { exact: typeof text === 'string' }).first()).toBeVisible()
  })
  await test.step('the same campaigns are a table that stays after a reload', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Show as table' }).click()
    const table = page.getByRole('table', { name: 'Campaigns' })
    await expect(table.getByRole('row')).toHaveCount(6)
    await page.reload()
    await expect(table.getByRole('link', { name: 'For two' })).toBeVisible()
    await expectAccessible(page)
  })
})

test('a campaign page has all its parts and dialogs, each tab at an address of its own (CAMP-14, CAMP-15)', async ({
  customer: _customer,
  quietPage: page,
}) => {
  const id = await openCampaign(page, ['ada@pan.example'], { promotional_content: 'Half price in May' })
  for (const tile of ['Prospects', 'Sent', 'Opened', 'Replied', 'Bounced', 'Failed'])
    await expect(page.getByRole('term').filter({ hasText: tile }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Emails' })).toBeDisabled()
  await page.getByRole('button', { name: 'Generate emails' }).click()
  await expect(page.getByText('1 email written')).toBeVisible()
  const parts = {
    Emails: 'Email template',
    Overview: 'Before you send',
    Replies: 'No replies yet',
    Settings: 'Signature',
  } as const
  for (const [tab, name] of Object.entries(parts)) {
    await openTab(page, tab as CampaignTab)
    await expect(page).toHaveURL(`/campaigns/${id}?tab=${tab.toLowerCase()}`)
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expectAccessible(page)
  }
  await page.reload()
  await expect(page.getByLabel('Campaign name')).toHaveValue('Spring')
  await openTab(page, 'Emails')
  for (const name of ['Campaign content', 'Promotional content', 'As ada reads it'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()

  const expectDialog = async (role: 'dialog' | 'alertdialog', name: string) => {
    await expect(page.getByRole(role, { name })).toBeVisible()
    await expectAccessible(page, `[role=${role}]`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role, { name })).toBeHidden()
  }
  await page.getByRole('button', { name: 'Edit template' }).click()
  await expectDialog('dialog', 'Edit template')
  await openTab(page, 'Prospects')
  await expect(page.getByRole('table', { name: 'Prospects of the campaign' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add prospects' }).click()
  await expectDialog('dialog', 'Add prospects')
  await page.getByRole('button', { name: 'Preview email to ada' }).click()
  await expectDialog('dialog', 'Email to ada')
  await page.getByRole('button', { name: 'Send Emails' }).click()
  await expectDialog('alertdialog', 'Send Emails')
  await chooseAction(page, 'Delete')
  await expectDialog('alertdialog', 'Delete campaign')
  await chooseAction(page, 'Archive')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Archived', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Emails' })).toBeHidden()
})

test('Back goes through the tabs that were opened, each as it was left', { tag: '@long' }, async ({
  customer: _customer,
  quietPage: page,
}) => {
  const id = await openCampaign(page, ['eve@pan.example', 'tom@rolls.example'])
  await openTab(page, 'Prospects')
  await page.getByLabel('Search prospects').fill('rolls')
  await expect(page).toHaveURL(/search=rolls$/)
  await openTab(page, 'Settings')
  await openTab(page, 'Emails')
  await page.goBack()
  await expect(page).toHaveURL(`/campaigns/${id}?tab=settings`)
  await expect(page.getByLabel('Campaign name')).toHaveValue('Spring')
  await page.goBack()
  await expect(page.getByLabel('Search prospects')).toHaveValue('rolls')
  await expect(page.getByText('eve@pan.example')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(`/campaigns/${id}`)
  await expect(page.getByRole('heading', { name: 'Before you send' })).toBeVisible()
  await page.goForward()
  await expect(page.getByText('tom@rolls.example')).toBeVisible()
})

test('the prospects of a large campaign come page by page while one scrolls, and only those in view are drawn', {
  tag: '@long',
}, async ({ customer, quietPage: page }) => {
  const emails = Array.from({ length: 260 }, (_, n) => `p${String(n).padStart(3, '0')}@mill.example`)
  const ids = await Promise.all(
    emails.map(async (email) => {
      const answer = await customer.api.post('/api/prospecting/prospect', { data: { email } })
      return (await answer.json()).id as string
    }),
  )
  const id = await createCampaign(page)
  await post(page, `/api/campaigns/${id}/prospects`, { prospects: ids })
  const pages: number[] = []
  page.on('response', async (response) => {
    if (!response.url().includes(`/campaigns/${id}/recipients?`)) return
    pages.push((await response.json()).recipients.length)
  })
  await page.goto(`/campaigns/${id}?tab=prospects&sort=name`)
  const table = page.getByRole('table', { name: 'Prospects of the campaign' })
  await expect(table.getByText('p000@mill.example')).toBeVisible()
  await expect(page.getByText('260 prospects', { exact: true }).last()).toBeVisible()
  await expect(async () => {
    await page.mouse.wheel(0, 3000)
    await expect(table.getByText('p259@mill.example')).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(Math.max(...pages)).toBeLessThanOrEqual(100)
  expect(await table.getByRole('row').count()).toBeLessThan(100)
})

test('an address from before the tabs opens the prospects as it did', { tag: '@long' }, async ({
  customer: _customer,
  quietPage: page,
}) => {
  const id = await openCampaign(page, ['eve@pan.example', 'tom@rolls.example'])
  for (const old of ['?search=rolls', '?search=rolls#recipients']) {
    await page.goto(`/campaigns/${id}${old}`)
    await expect(page).toHaveURL(`/campaigns/${id}?search=rolls&tab=prospects`)
    await expect(page.getByText('tom@rolls.example')).toBeVisible()
    await expect(page.getByText('eve@pan.example')).toBeHidden()
  }
  await page.goto(`/campaigns/${id}#recipients`)
  await expect(page.getByText('eve@pan.example')).toBeVisible()
})

test('prospects of a campaign are chosen, filtered, added and removed (CAMP-27, CAMP-28, CAMP-29, CAMP-34, CAMP-35, CAMP-36)', async ({
  customer: _customer,
  page,
}) => {
  await test.step('prospects are chosen among those not attached, filtered, added and removed', async () => {
    await createProspect(page, 'sam@rolls.example', 'Sam')
    await createProspect(page, 'mia@crumb.example', 'Mia')
    const id = await openCampaign(page, ['ada@pan.example'])
    await openTab(page, 'Prospects')
    await failSilently(page, '/api/prospecting/prospects?*', 'GET')
    await page.getByRole('button', { name: 'Add prospects' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add prospects' })
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
    // A toast that the pointer rests on would stay, and could lie over the button.
    await page.mouse.move(0, 0)
    await page.getByRole('button', { name: 'Remove Mia' }).click()
    await expect(page.getByText('Failed to remove prospect')).toBeVisible()
    await expect(table.getByText('mia@crumb.example')).toBeVisible()
    await page.unroute(`**/api/campaigns/${id}/prospects/*`)
    await page.mouse.move(0, 0)
    await page.getByRole('button', { name: 'Remove Mia' }).click()
    await expect(table.getByText('mia@crumb.example')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(table.getByText('mia@crumb.example')).toBeVisible()
    await page.reload()
    await expect(table.getByText('mia@crumb.example')).toBeVisible()
  })
  await test.step('what the prospects of a campaign are narrowed to stands in the address, and a reload keeps it', async () => {
    await openCampaign(page, ['eve@pan.example', 'tom@rolls.example'])
    await openTab(page, 'Prospects')
    const table = page.getByRole('table', { name: 'Prospects of the campaign' })
    await page.getByLabel('Search prospects').fill('rolls')
    await expect(table.getByText('eve@pan.example')).toHaveCount(0)
    await expect(page).toHaveURL(/\?tab=prospects&search=rolls$/)
    await page.reload()
    await expect(page.getByLabel('Search prospects')).toHaveValue('rolls')
    await expect(table.getByText('tom@rolls.example')).toBeVisible()
    await expect(table.getByText('eve@pan.example')).toHaveCount(0)
    await page.getByLabel('Status').selectOption('Sent')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(table.getByText('eve@pan.example')).toBeVisible()
    await expect(page).toHaveURL(/\?tab=prospects$/)
    await table.getByRole('button', { name: 'Prospect', exact: true }).click()
    await expect(page).toHaveURL(/sort=name$/)
    await table.getByRole('button', { name: 'Prospect', exact: true }).click()
    await expect(page).toHaveURL(/sort=-name$/)
    await expect(table.getByRole('row').nth(1)).toContainText('tom@rolls.example')
  })
})

test('emails are generated, previewed as safe HTML and edited by hand, through a reload and a broken line (WRITE-13, WRITE-14)', async ({
  customer: _customer,
  page,
}) => {
  await test.step('emails are generated, previewed as safe HTML and edited by hand', async () => {
    const id = await openCampaign(page, ['ada@pan.example'])
    await failSilently(page, `/api/campaigns/${id}/generate`, 'POST')
    await page.getByRole('button', { name: 'Generate emails' }).click()
    await expect(page.getByText('Failed to generate emails')).toBeVisible()
    await page.unroute(`**/api/campaigns/${id}/generate`)
    await page.getByRole('button', { name: 'Generate emails' }).click()
    await expect(page.getByText('1 email written')).toBeVisible()
    await openTab(page, 'Prospects')
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
  await test.step('an email that is written by hand and not saved survives a reload', async () => {
    await openCampaign(page, ['ben@pan.example'])
    await openTab(page, 'Prospects')
    await page.getByRole('button', { name: 'Preview email to ben' }).click()
    await page.getByRole('button', { name: 'Edit by hand' }).click()
    await page.getByLabel('Subject').fill('To Ben alone')
    await page.getByLabel('Body').fill('Half a sentence for Ben')
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await page.getByRole('button', { name: 'Preview email to ben' }).click()
    await page.getByRole('button', { name: 'Edit by hand' }).click()
    await expect(page.getByText('Your unsaved text is back.')).toBeVisible()
    await expect(page.getByLabel('Body')).toHaveValue('Half a sentence for Ben')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save email' }).click()
    await expect(page.getByText('Network error')).toBeVisible()
    await expect(page.getByLabel('Subject')).toHaveValue('To Ben alone')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Save email' }).click()
    await expect(page.getByText('Email saved')).toBeVisible()
    await page.getByRole('button', { name: 'Edit by hand' }).click()
    await expect(page.getByText('Your unsaved text is back.')).toHaveCount(0)
  })
})

test('after a save the emails are written anew and the campaign is fetched, in the specified rhythm (WRITE-10, WRITE-16)', async ({
  customer: _customer,
  page,
}) => {
  const id = await openCampaign(page, ['ada@pan.example'])
  await openTab(page, 'Emails')
  await page.getByRole('button', { name: 'Write it myself' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit template' })
  await editor.getByLabel('Subject').fill('Ovens')
  await editor.getByLabel('Body').fill('Dear {{businessName|friend}},\n\nshall we talk?')
  const calls: { what: string; at: number; request: Request }[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    const what = `${request.method()} ${path.slice(`/api/campaigns/${id}`.length)}`
    if (path.startsWith(`/api/campaigns/${id}`)) calls.push({ what, at: Date.now(), request })
  })
  await editor.getByRole('button', { name: 'Save template' }).click()
  await openTab(page, 'Prospects')
  await expect(page.getByRole('table').getByText('Generated', { exact: true })).toBeVisible()
  const saved = calls.find(({ what }) => what === 'PUT /template')!
  const asked = calls.find(({ what }) => what === 'POST /regenerate')!
  // By the browser's clock: news of requests may reach the test late.
  const startOf = ({ request }: { request: Request }) => request.timing().startTime
  expect(startOf(asked) - startOf(saved)).toBeGreaterThanOrEqual(500)
  // A live update may fetch it earlier as well.
  await expect.poll(() => calls.some(({ what, at }) => what === 'GET ' && at - asked.at >= 1000)).toBe(true)
  await page.getByRole('button', { name: 'Preview email to ada' }).click()
  await expect(
    page.getByRole('region', { name: 'Email preview' }).locator('.sanitized-html p').first(),
  ).toHaveText('Dear friend,')
  await expect(page.getByRole('region', { name: 'Email preview' })).toContainText('shall we talk?')
})
