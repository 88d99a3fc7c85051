import { expectAccessible } from './support/axe.ts'
import { type Customer, expect, test } from './support/customer.ts'

async function addProspects(customer: Customer, count: number) {
  for (let n = 1; n <= count; n++) {
    const data = { email: `p${n}@mill.example`, first_name: `Person ${n}` }
    expect((await customer.api.post('/api/prospecting/prospect', { data })).ok()).toBe(true)
  }
}

const rowOf = (page: import('@playwright/test').Page, text: string) =>
  page.getByRole('row').filter({ hasText: text })

test('prospects selected with Shift get a status and are deleted after a confirmation; both can be undone', {
  tag: '@long',
}, async ({ page, customer }) => {
  await addProspects(customer, 6)
  await page.goto('/prospects?sort=email')
  await page.getByRole('checkbox', { name: 'Select p2@mill.example' }).check()
  await page.getByRole('checkbox', { name: 'Select p4@mill.example' }).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected' })
  await expect(bar).toContainText('3 prospects')
  await bar.getByRole('button', { name: 'Change status' }).click()
  await page.getByRole('menuitem', { name: 'Contacted' }).click()
  await expect(page.getByText('3 prospects changed to Contacted')).toBeVisible()
  await expect(rowOf(page, 'p3@mill').getByText('Contacted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'p3@mill').getByText('New')).toBeVisible()

  await page.getByRole('checkbox', { name: /select all/i }).check()
  await page.getByRole('checkbox', { name: 'Select p1@mill.example' }).uncheck()
  await expect(bar).toContainText('5 prospects')
  await bar.getByRole('button', { name: 'Delete' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Delete prospects' })
  await expect(ask).toContainText('Are you sure you want to delete 5 prospects?')
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('5 prospects deleted')).toBeVisible()
  await expect(rowOf(page, '@mill.example')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('5 prospects put back')).toBeVisible()
  await expect(rowOf(page, '@mill.example')).toHaveCount(6)
})

test('the choice of columns is kept, also on a phone', { tag: '@long' }, async ({ page, customer }) => {
  await test.step('columns are chosen and stay chosen; the sort stands in the address', async () => {
    await addProspects(customer, 3)
    await page.goto('/prospects')
    await page.getByRole('button', { name: 'Choose columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Phone' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Added' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader', { name: 'Phone' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('columnheader', { name: 'Added' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Phone' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Email' }).click()
    await expect(page).toHaveURL(/sort=email&direction=ascending/)
    await expect(rowOf(page, '@mill.example').first()).toContainText('p1@mill.example')
    await page.getByRole('button', { name: 'Email' }).click()
    await expect(rowOf(page, '@mill.example').first()).toContainText('p3@mill.example')
  })
  await test.step('on a phone every column can be chosen, and what is done to the chosen rows is in view', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/prospects')
    await page.getByRole('button', { name: 'Choose columns' }).click()
    const last = page.getByRole('menuitem', { name: 'Reset columns' })
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    const bar = page.getByRole('region', { name: 'Selected' })
    for (const name of ['Add to campaign', 'Change status', 'More actions', 'Clear selection'])
      await expect(bar.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  })
})

test('prospects are imported from a file, with columns, problems, duplicates and skipped rows (BEYOND-04)', async ({
  page,
  customer,
}) => {
  await addProspects(customer, 1)
  await page.goto('/prospects')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import prospects' })
  await expectAccessible(page)
  const file = (name: string, text: string) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(text, 'latin1'),
  })
  await dialog.getByLabel('CSV file').setInputFiles(file('empty.csv', ''))
  await expect(dialog.getByText('The file is empty.')).toBeVisible()
  await dialog
    .getByLabel('CSV file')
    .setInputFiles(
      file(
        'fair.csv',
        'Mail;Vorname;Irgendwas\r\njoerg@mill.example;Jörg;x\r\nP1@mill.example;Pat;\r\nbroken;;\r\n',
      ),
    )
  await expect(dialog.getByText('fair.csv: 3 rows, Windows-1252')).toBeVisible()
  await expect(dialog.getByLabel('First name')).toHaveValue('1')
  await dialog.getByLabel('Email').selectOption('')
  await dialog.getByRole('button', { name: 'Check 3 rows' }).click()
  await expect(dialog.getByText('Please choose the column with the email')).toBeVisible()
  await dialog.getByLabel('Email').selectOption('0')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Check 3 rows' }).click()
  await expect(dialog.getByText('1 of 3 rows can be imported.')).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: 'Line 4' })).toContainText(
    'Email: Please enter a valid email address',
  )
  await dialog.getByLabel('Rows shown').selectOption('duplicate')
  await expect(dialog.getByText('You already have this prospect')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(dialog.getByText('Import completed: 1 added, 2 not imported.')).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download 2 rows with the reasons' }).click()
  expect((await download).suggestedFilename()).toBe('fair - not imported.csv')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, 'joerg@mill.example')).toContainText('Jörg')
})

test('businesses are imported into a new table, which opens', { tag: '@long' }, async ({
  page,
  customer: _customer,
}) => {
  await page.goto('/tables')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import businesses' })
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'my shops.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Company,Address\nCorner,1 High St\n"=cmd|x",2 High St\n'),
  })
  await dialog.getByRole('button', { name: 'Check 2 rows' }).click()
  await expect(dialog.getByLabel('Table name')).toHaveValue('my shops')
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await dialog.getByRole('link', { name: 'Open the table' }).click()
  await expect(page.getByRole('heading', { name: 'my shops' })).toBeVisible()
  await expect(rowOf(page, '=cmd|x')).toBeVisible()
})

test('businesses of a table are searched, filtered, sorted, and deleted in bulk', { tag: '@long' }, async ({
  page,
  customer,
}) => {
  const businesses = [1, 2, 3].map((n) => ({
    place_id: `demo:list-${n}`,
    name: `Shop ${n}`,
    address: `${n} Mill Lane`,
    website: n === 3 ? null : `https://shop-${n}.example`,
    phone: null,
  }))
  const data = { name: 'Shops', query: 'shop', businesses }
  const saved = await (await customer.api.post('/api/business/tables', { data })).json()
  await page.goto(`/tables/${saved.id}`)
  const gather = page.getByRole('button', { name: /^Gather Prospects/ })
  await page.getByLabel('Search businesses').fill('2 mill')
  await expect(rowOf(page, 'Mill Lane')).toHaveCount(1)
  await expect(gather).toHaveText('Gather Prospects (2)')
  await expect(page.getByText('1 without a website or email')).toBeVisible()
  await page.getByRole('checkbox', { name: /select all/i }).uncheck()
  await expect(gather).toHaveText('Gather Prospects (1)')
  await page.getByLabel('Search businesses').fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No businesses match' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Business Name' }).click()
  await page.getByRole('button', { name: 'Business Name' }).click()
  await expect(rowOf(page, 'Mill Lane').first()).toContainText('Shop 3')
  await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('2 businesses deleted')).toBeVisible()
  await expect(rowOf(page, 'Mill Lane')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 businesses put back')).toBeVisible()
  await expect(rowOf(page, 'Mill Lane')).toHaveCount(3)

  // They disappear before the server answers, and come back when it refuses.
  await page.getByRole('checkbox', { name: 'Select Shop 1' }).uncheck()
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await page.route('**/businesses/delete', async (route) => {
    await refused
    await route.fulfill({ status: 500, json: {} })
  })
  await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(page, 'Mill Lane')).toHaveCount(1)
  refuse()
  await expect(page.getByText('Failed to delete business')).toBeVisible()
  await expect(rowOf(page, 'Mill Lane')).toHaveCount(3)
  await expect(page.getByRole('checkbox', { name: 'Select Shop 1' })).not.toBeChecked()
})

test('names of any script, length and direction are shown as stored', {
  tag: '@long',
}, async ({ page, customer }) => {
  const names = ['👩‍🏭 Ünïcode™', 'مخبز الشرق', '<img src=x onerror=alert(1)>', 'x'.repeat(500)]
  const businesses = names.map((name, n) => ({
    place_id: `demo:odd-${n}`,
    name,
    address: 'a'.repeat(1000),
    website: null,
    phone: null,
  }))
  const data = { name: '<b>Odd</b> 😀', query: 'שלום', businesses }
  const saved = await (await customer.api.post('/api/business/tables', { data })).json()
  const notes = 'n'.repeat(10_000)
  await customer.api.post('/api/prospecting/prospect', {
    data: { email: 'odd@x.example', first_name: names[2], notes },
  })
  await page.goto(`/tables/${saved.id}`)
  await expect(page.getByRole('heading', { name: '<b>Odd</b> 😀' })).toBeVisible()
  for (const name of names) await expect(rowOf(page, name)).toBeVisible()
  const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  for (const width of [360, 1280, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await isWider(), `the table page at ${width}px`).toBe(false)
  }
  await page.goto('/prospects')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('dialog').getByText(names[2]!)).toBeVisible()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await isWider(), `the prospects at ${width}px`).toBe(false)
  }
})
