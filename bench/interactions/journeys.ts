import type { Page } from '@playwright/test'

export interface Step {
  name: string
  act: (page: Page) => Promise<unknown>
}

const link = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name, exact: true })
const close = (page: Page) => page.keyboard.press('Escape')

const searching: Step[] = [
  { name: 'type a search', act: (page) => page.getByLabel('Keywords').pressSequentially('bakery') },
  { name: 'type a place', act: (page) => page.getByLabel('Location').pressSequentially('Goldwater') },
  {
    name: 'search',
    act: async (page) => {
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Visit' }).first().waitFor()
    },
  },
  { name: 'choose none', act: (page) => page.getByRole('checkbox', { name: /select all/i }).click() },
  {
    name: 'choose one',
    act: (page) =>
      page
        .getByRole('checkbox', { name: /^select/i })
        .nth(2)
        .click(),
  },
]

const tables: Step[] = [
  { name: 'open the tables', act: (page) => link(page, 'Saved Tables').click() },
  { name: 'narrow the tables', act: (page) => page.getByLabel('Filter tables').pressSequentially('bak') },
  {
    name: 'open a table',
    act: async (page) => {
      await page.getByRole('link', { name: 'View Details' }).first().click()
      await page.getByRole('checkbox', { name: /select all/i }).waitFor()
    },
  },
  {
    name: 'unfold a business',
    act: (page) =>
      page
        .getByRole('button', { name: /prospects? of/ })
        .first()
        .click(),
  },
  {
    name: 'choose no business',
    act: (page) =>
      page
        .getByRole('checkbox', { name: /select all/i })
        .first()
        .click(),
  },
  {
    name: 'ask for the job history',
    act: (page) => page.getByRole('button', { name: 'Job History' }).click(),
  },
  { name: 'close it', act: close },
]

const prospects: Step[] = [
  {
    name: 'open 10,000 prospects',
    act: async (page) => {
      await link(page, 'Prospects').click()
      await page
        .getByRole('checkbox', { name: /^select .*@/i })
        .first()
        .waitFor()
    },
  },
  { name: 'sort them', act: (page) => page.getByRole('columnheader').getByRole('button').nth(1).click() },
  {
    name: 'choose one prospect',
    act: (page) =>
      page
        .getByRole('checkbox', { name: /^select .*@/i })
        .nth(1)
        .click(),
  },
  {
    name: 'choose many',
    act: (page) =>
      page
        .getByRole('checkbox', { name: /^select .*@/i })
        .nth(6)
        .click({ modifiers: ['Shift'] }),
  },
  { name: 'look for some', act: (page) => page.getByRole('searchbox').first().pressSequentially('long') },
  { name: 'ask to add one', act: (page) => page.getByRole('button', { name: 'Add Prospect' }).click() },
  {
    name: 'type an address',
    act: (page) => page.getByRole('dialog').getByLabel('Email').pressSequentially('ada@m'),
  },
]

const campaigns: Step[] = [
  { name: 'open the campaigns', act: (page) => link(page, 'Email Campaigns').click() },
  {
    name: 'open a campaign',
    act: async (page) => {
      await page.getByRole('link', { name: 'Coffee for bakeries' }).first().click()
      await page
        .getByRole('button', { name: /Preview email/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'look at an email',
    act: (page) =>
      page
        .getByRole('button', { name: /Preview email/ })
        .first()
        .click(),
  },
  { name: 'close the email', act: close },
  { name: 'open the palette', act: (page) => page.keyboard.press('Control+k') },
  {
    name: 'type into the palette',
    act: (page) => page.getByRole('dialog').getByRole('combobox').pressSequentially('bak'),
  },
  { name: 'close the palette', act: close },
]

const settings: Step[] = [
  { name: 'open the settings', act: (page) => link(page, 'Profile').click() },
  { name: 'open another tab', act: (page) => page.getByRole('tab').nth(1).click() },
  { name: 'open the last tab', act: (page) => page.getByRole('tab').last().click() },
]

/** What a person does in a day, screen after screen; a reload stands between the groups. */
export const journeys: Record<string, readonly Step[]> = { searching, tables, prospects, campaigns, settings }
