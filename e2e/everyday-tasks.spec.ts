import type { Page } from '@playwright/test'
import { countActions } from './support/actions.ts'
import { personOf, post, sendAndWait } from './support/conversations.ts'
import { type Customer, expect, test } from './support/customer.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

test('the newest reply is answered from any screen with 2 clicks, its text and Ctrl Enter', async ({
  page,
  customer,
}) => {
  const [first, second] = [personOf(customer, 'olga'), personOf(customer, 'petra')]
  await sendAndWait(customer, { name: 'Spring', people: { [first]: 'Yes, what does it cost?' } })
  await sendAndWait(customer, { name: 'Summer', people: { [second]: 'Could you send a sample?' } })
  await page.goto('/settings')
  const actions = await countActions(page)
  await page.getByRole('link', { name: 'Inbox, 2 unread' }).click()
  await expect(heading(page, 'petra')).toBeVisible()
  await expect(page.getByText('Could you send a sample?').last()).toBeInViewport()
  await page.getByLabel('Your answer').click()
  await page.keyboard.type('With pleasure.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'With pleasure.' })).toContainText('You')
  expect(await actions()).toEqual({ clicks: 2, texts: 1, keys: 1, inSidebar: 1 })
  await expect(page.getByRole('link', { name: 'Inbox, 1 unread' })).toBeVisible()
})

test('somebody who asks is written to no more after 1 click in the inbox', async ({ page, customer }) => {
  const email = personOf(customer, 'tove')
  await sendAndWait(customer, { name: 'Spring', people: { [email]: 'We have a baker, thank you.' } })
  await page.goto('/')
  await page.getByRole('link', { name: 'Inbox, 1 unread' }).click()
  await expect(heading(page, 'tove')).toBeVisible()
  const actions = await countActions(page)
  await page.getByRole('button', { name: 'Do not contact' }).click()
  await expect(page.getByText(`No campaign will write to ${email}`)).toBeVisible()
  expect(await actions()).toEqual({ clicks: 1, texts: 0, keys: 0, inSidebar: 0 })
  await expect(page.getByRole('link', { name: 'Inbox, 1 unread' })).toBeHidden()
  const { suppressions } = await (await customer.api.get('/api/suppressions')).json()
  expect(suppressions).toMatchObject([{ address: email }])
})

test('the reply rates of last week’s three campaigns stand side by side on 1 page', async ({
  page,
  customer,
}) => {
  for (const [index, name] of ['Spring', 'Summer', 'Autumn'].entries())
    await sendAndWait(customer, {
      name,
      people: {
        [personOf(customer, `ann${index}`)]: index > 0 ? 'Yes, please.' : null,
        [personOf(customer, `bob${index}`)]: index > 1 ? 'Yes, please.' : null,
      },
    })
  await page.goto('/campaigns')
  const actions = await countActions(page)
  await page.getByRole('button', { name: 'Show as table' }).click()
  const table = page.getByRole('table', { name: 'Campaigns' })
  await expect(table.getByRole('columnheader', { name: 'Replied' })).toBeVisible()
  for (const [name, rate] of [
    ['Spring', '0%'],
    ['Summer', '50%'],
    ['Autumn', '100%'],
  ] as const)
    await expect(
      table.getByRole('row').filter({ hasText: name }).getByText(rate, { exact: true }).first(),
    ).toBeInViewport()
  expect(await actions()).toEqual({ clicks: 1, texts: 0, keys: 0, inSidebar: 0 })
  await page.reload()
  await expect(table, 'the table is remembered').toBeVisible()
})

interface Found {
  businesses: Record<string, unknown>[]
}

/** A table with the demo town's bakeries, and all contacts of their websites. */
async function gatherBakeries(customer: Customer): Promise<string> {
  const { businesses } = await post<Found>(customer, '/api/business/search', {
    query: 'bakery',
    location: 'Goldwater',
  })
  const { id } = await post(customer, '/api/business/tables', {
    name: 'Bakery in Goldwater',
    query: 'bakery in Goldwater',
    businesses: businesses.map(({ in_tables: _, distance_m: __, ...business }) => business),
  })
  const { job_id } = await post<{ job_id: string }>(customer, '/api/prospecting/gather/start', {
    businessTableId: id,
    businessIds: businesses.map(({ place_id }) => place_id),
  })
  const status = async () =>
    (await (await customer.api.get(`/api/prospecting/gather/status/${job_id}`)).json()).status
  await expect.poll(status, { timeout: 150_000 }).toBe('completed')
  return id
}

test('32 of 33 reviewed contacts are written to with 10 actions', async ({ page, customer }) => {
  test.slow()
  const id = await gatherBakeries(customer)
  await page.goto(`/tables/${id}/review`)
  await expect(page.getByText('0 of 33 reviewed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Keep/ }).first()).toBeVisible()
  const actions = await countActions(page)
  await page.keyboard.press('d')
  await page.getByRole('button', { name: 'Keep all above 80%' }).click()
  // The one that is not sure.
  await page.keyboard.press('k')
  await page.getByRole('link', { name: 'Write to these 32' }).click()
  await writeAndSend(page, 32)
  expect(await actions()).toEqual({ clicks: 6, keys: 2, texts: 2, inSidebar: 0 })
})

/** From the form of a new campaign to one that is being sent. */
async function writeAndSend(page: Page, people: number): Promise<void> {
  await page.getByLabel('Campaign name').fill('Ovens')
  await page
    .getByLabel('Marketing copy')
    .fill('We repair bakery ovens within one working day. A visit costs 90 EUR.')
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await page.getByRole('button', { name: 'Generate emails' }).click()
  const send = page.getByRole('button', { name: 'Send Emails' })
  await expect(send).toBeEnabled()
  await send.click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: `Send ${people} emails` })
    .click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
}

test('200 found businesses are added to a table with 2 clicks', async ({ page, customer }) => {
  await page.goto('/search')
  await page.getByLabel('Keywords').fill('shop')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^20 of \d+ shown/)).toBeVisible()
  const actions = await countActions(page)
  await page.getByRole('button', { name: 'Save Selected (20)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save Search Results' })
  await expect(dialog.getByLabel('Table name')).toHaveValue('Shop')
  const all = dialog.getByRole('button', { name: /^Save all \d+ matches$/ })
  const count = Number(/\d+/.exec(await all.innerText()))
  expect(count).toBeGreaterThanOrEqual(200)
  await all.click()
  await expect(heading(page, 'Shop')).toBeVisible()
  expect(await actions()).toEqual({ clicks: 2, texts: 0, keys: 0, inSidebar: 0 })
  const [table] = await (await customer.api.get('/api/business/tables')).json()
  expect(table.businesses).toEqual([{ count }])
})

test('from found businesses to a running campaign it takes 10 clicks, without the sidebar', async ({
  page,
  customer: _customer,
}) => {
  test.slow()
  await page.goto('/search')
  await page.getByLabel('Keywords').fill('bakery')
  await page.getByLabel('Location').fill('Goldwater')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Save Selected (16)' })).toBeVisible()
  const actions = await countActions(page)
  await page.getByRole('button', { name: 'Save Selected (16)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Gather Prospects (15)' }).click()
  await page.getByRole('link', { name: 'Review 33' }).click({ timeout: 150_000 })
  await page.getByRole('button', { name: 'Keep all above 80%' }).click()
  await page.getByRole('link', { name: 'Write to the 31 kept' }).click()
  await writeAndSend(page, 31)
  await expect(
    page
      .getByRole('main')
      .getByText(/^(Active|Completed)$/)
      .first(),
  ).toBeVisible()
  expect(await actions()).toEqual({ clicks: 10, texts: 2, keys: 0, inSidebar: 0 })
})
