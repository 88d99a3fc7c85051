import { expect, test } from './support/customer.ts'

const bakery = {
  place_id: 'demo:bakery-of-the-mill',
  name: 'Bakery of the Upper Mill',
  address: '1 Mill Lane, 9490 Goldwater',
  website: null,
  phone: null,
}

test('a new account tries the sample search, and sees its next step once a table is saved', {
  tag: '@long',
}, async ({ quietPage: page, customer: _customer }) => {
  await test.step('a new account tries the sample search with one press, and finds businesses to save', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Try ‘bakery’ in ‘Goldwater’' }).click()
    await expect(page.getByRole('table', { name: 'Businesses found' })).toContainText('Rising Moon Bakery')
    await expect(page.getByLabel('Keywords')).toHaveValue('bakery')
    await expect(page.getByLabel('Keywords'), 'where focus goes').toBeFocused()
    await expect(page.getByRole('button', { name: /^Save Selected/ })).toBeVisible()
  })
  await test.step('a new account is shown the four steps, and the next one once a table is saved', async () => {
    await page.goto('/')
    await expect(page.getByText('0 of 4 steps done')).toBeVisible()
    const current = page.locator('[aria-current=step]')
    await expect(current).toContainText('Find businesses')
    await page.request.post('/api/business/tables', {
      data: { name: 'Bakeries', query: 'bakery', businesses: [bakery] },
    })
    await page.reload()
    await expect(page.getByText('1 of 4 steps done')).toBeVisible()
    await expect(current).toContainText('Gather prospects')
    await current.getByRole('link', { name: 'Go to Saved Tables' }).click()
    await expect(page.getByRole('link', { name: 'Bakeries', exact: true })).toBeVisible()
  })
})

test('every screen shows background work and announces its end', { tag: '@long' }, async ({
  quietPage: page,
  customer: _customer,
}) => {
  const subject_id = '00000000-0000-4000-8000-000000000001'
  const job = { id: subject_id, kind: 'gathering', subject_id, name: 'Bakeries', done: 3, total: 12 }
  let jobs: object[] = [{ ...job, started_at: '2026-01-01T00:00:00.000Z' }]
  await page.route('**/api/jobs/running', (route) => route.fulfill({ json: jobs }))
  await page.goto('/prospects')
  const work = page.getByRole('region', { name: 'Working in the background' })
  await expect(work.getByRole('link', { name: 'Gathering: Bakeries, 3 of 12' })).toHaveAttribute(
    'href',
    `/tables/${subject_id}`,
  )
  // The user looks at another tab meanwhile.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
  })
  jobs = []
  await expect(page).toHaveTitle(/^Gathering ended: Bakeries · /)
  await expect(page.getByText('Gathering ended: Bakeries')).toBeVisible()
  await expect(work).toBeHidden()
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page).toHaveTitle(/^Prospects · /)
})

test('an import continues after its dialog is closed, and the list of running work opens it again, with progress and Cancel', {
  tag: '@long',
}, async ({ quietPage: page, customer: _customer }) => {
  const subject_id = '00000000-0000-4000-8000-000000000002'
  const running = { id: subject_id, kind: 'importing', subject_id, name: 'mills.csv', rows: 'businesses' }
  const counts = {
    unread: 0,
    ready: 70,
    duplicate: 0,
    repeated: 0,
    problem: 0,
    added: 30,
    updated: 0,
    skipped: 0,
  }
  const read = {
    file_name: 'mills.csv',
    encoding: 'UTF-8',
    encoding_uncertain: false,
    encoding_examples: [],
    delimiter: ',',
    columns: ['Name'],
    sample: [],
  }
  const job = {
    id: subject_id,
    kind: 'businesses',
    ...read,
    mapping: {},
    business_table_id: null,
    status: 'importing',
    progress: { total: 100, processed: 30 },
    counts,
    suppressed: 0,
    error: null,
    created_at: '2026-01-01T00:00:00.000Z',
  }
  let jobs: object[] = [{ ...running, done: 30, total: 100, started_at: job.created_at }]
  await page.route('**/api/jobs/running', (route) => route.fulfill({ json: jobs }))
  await page.route(`**/api/imports/${subject_id}`, (route) => route.fulfill({ json: job }))
  await page.goto('/campaigns')
  const work = page.getByRole('region', { name: 'Working in the background' })
  await work.getByRole('button', { name: 'Importing: mills.csv, 30 of 100' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import businesses' })
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(work.getByRole('button')).toBeFocused()
  jobs = []
  await expect(page.getByText('Import ended: mills.csv')).toBeVisible()
  await expect(work).toBeHidden()
})

test('the palette and shortcuts lead to screens and to the user’s tables, campaigns and prospects (BEYOND-05, SHELL-18)', async ({
  quietPage: page,
  customer: _customer,
}) => {
  await test.step('the palette finds one’s own tables, campaigns and prospects', async () => {
    const post = (path: string, data: object) => page.request.post(path, { data })
    await post('/api/business/tables', { name: 'Ovens In Goldwater', query: 'oven', businesses: [bakery] })
    await post('/api/campaigns', { name: 'Oven repair', marketing_copy: 'We repair ovens.' })
    await post('/api/prospecting/prospect', { email: 'olga@oven.example', first_name: 'Olga' })
    await page.goto('/feedback')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('oven')
    for (const name of ['Ovens In Goldwater', 'Oven repair', /Olga/])
      await expect(palette.getByRole('option', { name })).toBeVisible()
    await palette.getByRole('option', { name: 'Ovens In Goldwater' }).click()
    await expect(page).toHaveURL(/\/tables\/[0-9a-f-]+$/)
  })
  await test.step('keys lead to places and show their list, and single keys can be turned off', async () => {
    await page.goto('/feedback')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await expect(page).toHaveURL('/tables')
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByRole('switch', { name: 'Use single keys' }).uncheck()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.keyboard.press('?')
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL('/tables')
  })
})
