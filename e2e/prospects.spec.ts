import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/axe.ts'
import { type Customer, expect, test } from './support/customer.ts'

async function addProspect(customer: Customer, data: Record<string, unknown>) {
  const response = await customer.api.post('/api/prospecting/prospect', { data })
  expect(response.ok()).toBe(true)
}

test('prospects are added, edited, followed, filtered and deleted (BEYOND-06, PROS-01, PROS-03, PROS-05, PROS-06, PROS-07, PROS-08, PROS-09, PROS-12, PROS-15, PROS-17, PROS-25, PROS-26, PROS-27)', async ({
  page,
  customer,
}) => {
  await page.goto('/prospects')
  await expect(page.getByRole('heading', { name: 'No Prospects Found' })).toBeVisible()
  await expect(
    page.getByText("You haven't gathered any prospects yet. Start by searching for businesses."),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Add Prospect' }).click()
  const add = page.getByRole('dialog', { name: 'Add Prospect' })
  await expect(add.getByLabel('Status')).toHaveCount(0)
  await add.getByRole('button', { name: 'Add Prospect' }).click()
  await expect(add.getByText('Email is required')).toBeVisible()
  await add.getByLabel('Email').fill('ada@mill.example')
  await add.getByLabel('First name').fill('Ada')
  await add.getByLabel('Phone').fill('5551234567')
  await add.getByRole('button', { name: 'Add Prospect' }).click()
  await expect(page.getByText('Prospect added successfully')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'ada@mill.example' })
  await expect(row.getByText('(555) 123-4567')).toBeVisible()
  await expect(row.getByText('New')).toBeVisible()
  for (const name of [
    'Name',
    'Company',
    'Business Table',
    'Email',
    'Phone',
    'Status',
    'Last Contact',
    'Actions',
  ])
    await expect(page.getByRole('columnheader', { name })).toBeAttached()

  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit prospect' })
  await edit.getByLabel('Status').selectOption('converted')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Prospect updated successfully')).toBeVisible()
  await expect(row.getByText('Converted')).toBeVisible()
  await row.getByText('Converted').click()
  const panel = page.getByRole('dialog', { name: 'Ada' })
  await expect(panel.getByRole('listitem').first()).toContainText('Status changed from New to Converted')
  await expect(panel.getByRole('listitem').last()).toContainText('Added')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await addProspect(customer, { email: 'ben@forge.example', first_name: 'Ben', last_name: 'Smith' })
  await page.reload()
  await page.getByLabel('Search prospects').fill('smith')
  await expect(page.getByRole('row').filter({ hasText: '@' })).toHaveCount(1)
  await page.getByLabel('Search prospects').fill('')
  await page.getByLabel('Status').selectOption('rejected')
  await expect(page.getByText('No prospects match your current filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await row.getByRole('button', { name: 'Delete' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Delete Prospect' })
  await expect(
    ask.getByText('Are you sure you want to delete ada@mill.example? This action cannot be undone.'),
  ).toBeVisible()
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByText('Prospect deleted successfully')).toBeVisible()
})

test('prospects added under a business get its place and table (PROS-04, PROS-20, PROS-32, PROS-33, TABLE-23)', async ({
  page,
  customer,
}) => {
  const business = {
    place_id: 'demo:inline/1',
    name: 'Mill',
    address: '1 Mill Lane',
    website: null,
    phone: null,
  }
  const saved = await (
    await customer.api.post('/api/business/tables', {
      data: { name: 'Mills', query: 'mill', businesses: [business] },
    })
  ).json()
  await page.goto(`/tables/${saved.id}`)
  await page.getByRole('button', { name: /0 prospects of Mill/ }).click()
  await page.getByRole('button', { name: 'Add Prospect' }).click()
  const form = page.getByRole('form', { name: 'Add Prospect' })
  await form.getByLabel('Email').fill('miller@mill.example')
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/prospect'),
  )
  await form.getByRole('button', { name: 'Add' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    business_table_id: saved.id,
    place_id: 'demo:inline/1',
  })
  const table = page.getByRole('table', { name: 'Prospects of Mill' })
  await expect(table.getByText('miller@mill.example')).toBeVisible()
  await expect(table.getByRole('columnheader')).toHaveCount(7)
})

test('arrow keys walk the list beside the panel, where status, campaign and do not contact are set', {
  tag: '@long',
}, async ({ page, customer }) => {
  for (const [email, first_name, business_name] of [
    ['ada@mill.example', 'Ada', 'Mill & Sons'],
    ['ben@forge.example', 'Ben', 'Forge'],
    ['cy@kiln.example', 'Cy', ''],
  ])
    await addProspect(customer, { email, first_name, business_name })
  const campaign = { name: 'Spring', marketing_copy: 'We repair ovens.' }
  expect((await customer.api.post('/api/campaigns', { data: campaign })).ok()).toBe(true)
  await page.goto('/prospects?sort=email')
  await page.getByRole('row').filter({ hasText: 'Forge' }).getByText('Ben', { exact: true }).click()
  const panel = page.locator('[data-beside]')
  await expect(panel.getByRole('heading', { name: 'Ben' })).toBeVisible()
  await expect(panel.getByText('2 of 3')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(panel.getByRole('heading', { name: 'Ada' })).toBeVisible()
  await expect(panel.getByText('Mill & Sons')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('heading', { name: 'Cy' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Next prospect' })).toBeDisabled()
  await expectAccessible(page)

  await panel.getByRole('button', { name: /^Status: New/ }).click()
  await page.getByRole('menuitem', { name: 'Rejected' }).click()
  await expect(panel.getByRole('button', { name: /^Status: Rejected/ })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'cy@' }).getByText('Rejected')).toBeVisible()

  await expect(panel.getByRole('link', { name: 'Open the conversation' })).toHaveCount(0)
  await panel.getByRole('link', { name: 'Write' }).click()
  await expect(page.getByLabel('Recipients').locator('option:checked')).toHaveText('1 chosen person')
  await page.goBack()
  await page.getByRole('row').filter({ hasText: 'cy@' }).getByText('Rejected').click()
  await panel.getByRole('button', { name: 'Add to campaign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to campaign' })
  await dialog.getByRole('button', { name: 'Add to campaign' }).click()
  await page.getByRole('button', { name: 'Open campaign' }).click()
  await expect(page.getByRole('heading', { name: 'Spring' })).toBeVisible()

  await page.goBack()
  await page.getByRole('row').filter({ hasText: 'Forge' }).getByText('Ben', { exact: true }).click()
  await panel.getByRole('button', { name: 'Do not contact' }).click()
  await expect(panel.getByText('Do not contact', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Allow contact' }).click()
  await expect(panel.getByRole('button', { name: 'Do not contact' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('selected prospects are exported and put on the do-not-contact list', { tag: '@long' }, async ({
  page,
  customer,
}) => {
  for (const name of ['ada', 'ben', 'cy']) await addProspect(customer, { email: `${name}@mill.example` })
  await page.goto('/prospects')
  for (const name of ['ada', 'cy'])
    await page.getByRole('checkbox', { name: `Select ${name}@mill.example` }).check()
  const bar = page.getByRole('region', { name: 'Selected' })
  const download = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect([...file.matchAll(/\w+@/g)].map(([name]) => name).sort()).toEqual(['ada@', 'cy@'])

  await bar.getByRole('button', { name: 'Do not contact' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Do not contact 2 prospects' })
  await ask.getByRole('button', { name: 'Do not contact' }).click()
  await expect(page.getByText('2 addresses added to the do-not-contact list')).toBeVisible()
  await page.goto('/do-not-contact')
  await expect(page.getByText('ada@mill.example')).toBeVisible()
  await expect(page.getByText('cy@mill.example')).toBeVisible()
})

test('a long address keeps its row as high as the others', { tag: '@long' }, async ({ page, customer }) => {
  await addProspect(customer, { email: 'jo@mill.example' })
  await addProspect(customer, { email: 'baptiste.orfeuil@patisserie-lune-dargent.example' })
  await page.goto('/prospects')
  const rows = page.getByRole('row').filter({ hasText: '@' })
  await expect(rows).toHaveCount(2)
  const [one, other] = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(one).toBe(other)
})
