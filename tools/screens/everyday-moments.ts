import type { Page } from '@playwright/test'
import { AT, ID, type Moment, press } from './moment.ts'

/** Searches in the demo town. */
async function search(page: Page): Promise<void> {
  await page.getByLabel('Keywords').fill('bakery')
  await page.getByLabel('Location').fill('Goldwater')
  await page.keyboard.press('Enter')
  await page.getByRole('table', { name: 'Businesses found' }).waitFor()
}

const FILE = [
  'Mail;Vorname;Nachname;Firma',
  'joerg@mill.example;Jörg;Müller;Mühle am Bach',
  'truth@honest-crust.example;Honest;Crust;Honest Crust',
  'broken;;;A row without an address that goes on and on so that it has to be cut somewhere',
  'joerg@mill.example;Jörg;Müller;Mühle am Bach',
].join('\r\n')

async function importFile(page: Page): Promise<void> {
  await press(page, 'Import CSV')
  const buffer = Buffer.from(FILE)
  await page
    .getByRole('dialog')
    .getByLabel('CSV file')
    .setInputFiles({ name: 'contacts of the fair.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check 4 rows' }).waitFor()
}

/** Selects the first rows of a table. */
async function choose(page: Page, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) await page.getByRole('row').nth(n).getByRole('checkbox').check()
}

const refuseWith = (page: Page, path: string, status: number, json: object) =>
  page.route(path, (route) => route.fulfill({ status, json }))

const gathering = {
  id: ID,
  table_id: ID,
  status: 'processing',
  result: null,
  error: null,
  created_at: '2126-03-10T09:30:00.000Z',
  completed_at: null,
  progress: { total: 1240, processed: 496, prospects_found: 812 },
}

/** Moments while searching, and in tables, prospects and settings. */
export const everydayMoments: Record<string, Moment> = {
  menu: { on: 'search', width: 768, act: (page) => press(page, 'Open menu') },
  'user-guide': { on: 'search', act: (page) => press(page, 'User Guide') },
  'search-filters': { on: 'search', act: (page) => press(page, 'Has website') },
  'search-results': { on: 'search', act: search },
  'search-map': {
    on: 'search',
    async act(page) {
      const { origin } = new URL(page.url())
      const tiles = `${origin}/no-tiles/{z}/{x}/{y}.png`
      await page.route('**/api/business/map', (route) =>
        route.fulfill({ json: { tiles, attribution: null } }),
      )
      await search(page)
      await press(page, 'Show map')
      await page.getByRole('region', { name: 'Map of the results' }).locator('canvas').first().waitFor()
      await page.waitForTimeout(1500)
    },
    shows: 'role=region[name="Map of the results"]',
  },
  'save-results': {
    on: 'search',
    async act(page) {
      await search(page)
      await press(page, /^Save/)
    },
  },
  'limit-reached': {
    on: 'search',
    async act(page) {
      await refuseWith(page, '**/api/business/search', 403, {
        code: 'LIMIT_REACHED',
        message: 'Limit reached',
        usage_type: 'business_searches',
        needed: 1,
      })
      await page.getByLabel('Keywords').fill('bakery')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
    },
  },
  'search-empty': {
    on: 'search',
    async act(page) {
      await page.getByLabel('Keywords').fill('zeppelin hangar')
      await page.getByLabel('Location').fill('Goldwater')
      await page.keyboard.press('Enter')
      await page.getByText('No results found').first().waitFor()
    },
  },
  'gathering-under-way': {
    on: 'table',
    changes: [[/\/jobs\/table\/[-\w]+$/, (jobs: object[]) => [gathering, ...jobs]]],
    answers: { [`status/${ID}`]: gathering },
  },
  'add-business': { on: 'table', act: (page) => press(page, 'Add Business') },
  'job-history': { on: 'table', act: (page) => press(page, 'Job History') },
  'table-menu': { on: 'table', act: (page) => press(page, /^More actions/) },
  'delete-table': {
    on: 'table',
    async act(page) {
      await press(page, /^More actions/)
      await page.getByRole('menuitem', { name: 'Delete table' }).click()
    },
  },
  'prospects-of-business': {
    on: 'table',
    act: (page) =>
      page
        .getByRole('button', { name: /[1-9]\d* prospects? of / })
        .first()
        .click(),
    shows: 'role=table[name=/^Prospects of /]',
  },
  'review-decided': {
    on: 'review',
    async act(page) {
      await page.route(/\/prospect\/[-\w]+\/review$/, (route) => route.fulfill({ json: { undo: ID } }))
      await page.locator('h2').first().waitFor()
      await page.keyboard.press('d')
    },
  },
  'prospects-chosen': { on: 'prospects', act: (page) => choose(page, 3) },
  'change-status': {
    on: 'prospects',
    async act(page) {
      await choose(page, 3)
      await press(page, 'Change status')
    },
  },
  'choose-columns': { on: 'prospects', act: (page) => press(page, 'Choose columns') },
  'prospect-history': { on: 'prospects', act: (page) => press(page, 'Open') },
  'edit-prospect': { on: 'prospects', act: (page) => press(page, 'Edit') },
  'discard-typed': {
    on: 'prospects',
    async act(page) {
      await press(page, 'Add Prospect')
      await page.getByRole('dialog').getByLabel('Email').fill('ada@mill.example')
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  'refused-prospect': {
    on: 'prospects',
    async act(page) {
      await press(page, 'Add Prospect')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Email').fill('ada at mill')
      await dialog.getByRole('button', { name: 'Add Prospect' }).click()
    },
  },
  'import-file': { on: 'prospects', act: (page) => press(page, 'Import CSV') },
  'import-columns': { on: 'prospects', act: importFile },
  'import-problems': {
    on: 'prospects',
    async act(page) {
      await importFile(page)
      await press(page, 'Check 4 rows')
      await page.getByText(/rows can be imported/).waitFor()
    },
  },
  'campaign-menu': { on: 'campaigns', act: (page) => press(page, /^Actions for/) },
  'refused-campaign': { on: 'campaign-new', act: (page) => press(page, /^(Save|Create)/) },
  'add-signature': { on: 'email-options', act: (page) => press(page, 'Add signature') },
  'add-entries': { on: 'do-not-contact', act: (page) => press(page, 'Add entries') },
  'buy-tokens': { on: 'settings-tokens', act: (page) => press(page, 'Buy Tokens') },
  'delete-account': { on: 'settings-profile', act: (page) => press(page, 'Delete my account') },
  'failed-saving': {
    on: 'settings-profile',
    async act(page) {
      await page.route('**/api/user/profile', (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: {} }),
      )
      await page.getByRole('textbox', { name: 'First name' }).fill('Adah')
      await press(page, /^Save/)
    },
  },
  'payment-failed': {
    on: 'tables',
    changes: [
      [/\/api\/auth\/(me|session|refresh)$/, (answer: { user?: object }) => paying(answer)],
      [
        /\/api\/billing\/plans$/,
        (billing: object) => ({ ...billing, current_plan: 'basic', grace_until: AT }),
      ],
    ],
  },
}

const paying = (answer: { user?: object }) => ({
  ...answer,
  user: answer.user && { ...answer.user, subscription_plan: 'basic' },
})
