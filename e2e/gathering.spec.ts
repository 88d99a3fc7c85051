import type { Page } from '@playwright/test'
import { type Customer, expect, test } from './support/customer.ts'

async function openTable(page: Page, customer: Customer): Promise<string> {
  const businesses = [
    { place_id: 'demo:one', name: 'Mill', address: '1 Mill Lane', website: null, phone: null },
  ]
  const saved = await customer.api.post('/api/business/tables', {
    data: { name: 'Mills', query: 'mill', businesses },
  })
  const { id } = await saved.json()
  await page.goto(`/tables/${id}`)
  await expect(page.getByRole('heading', { name: 'Mills' })).toBeVisible()
  return id
}

const jobOf = (table_id: string, status: string, more: object = {}) => ({
  id: '11111111-1111-4111-8111-111111111111',
  table_id,
  status,
  progress: { total: 3, processed: 1, prospects_found: 2 },
  result: null,
  error: null,
  created_at: '2026-11-21T10:00:00.000Z',
  completed_at: null,
  ...more,
})

/** A job that the table's history names and that then answers as told. */
async function playJob(page: Page, tableId: string, job: object) {
  let answer = job
  await page.route('**/api/prospecting/jobs/table/*', (route) => route.fulfill({ json: [answer] }))
  await page.route('**/api/prospecting/gather/status/*', (route) => route.fulfill({ json: answer }))
  await page.goto(`/tables/${tableId}`)
  return (next: object) => {
    answer = next
  }
}

const gather = (page: Page) => page.getByRole('button', { name: /^Gather Prospects/ })

test('a running job shows its progress and a Cancel button, and a failed one says why (GATHER-13, GATHER-16)', async ({
  page,
  customer,
}) => {
  const id = await openTable(page, customer)
  const become = await playJob(page, id, jobOf(id, 'processing'))
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(gather(page)).toBeDisabled()
  become(jobOf(id, 'failed', { error: 'The disk is full' }))
  await expect(page.getByText('Job failed: The disk is full')).toBeVisible()
})

test('a job that was just started is followed though no history names it (GATHER-14, GATHER-15)', async ({
  page,
  customer,
}) => {
  const id = await openTable(page, customer)
  let job: object = jobOf(id, 'processing')
  await page.route('**/api/prospecting/gather/start', (route) =>
    route.fulfill({ json: { job_id: '11111111-1111-4111-8111-111111111111' } }),
  )
  await page.route('**/api/prospecting/gather/status/*', (route) => route.fulfill({ json: job }))
  await gather(page).click()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33')
  const result = {
    total_prospects_found: 4,
    businesses_processed: 3,
    businesses_with_contacts: 2,
    businesses_without_websites: 1,
  }
  job = jobOf(id, 'completed', { result })
  await expect(page.getByText('4 prospects found. Review the contacts and remove wrong ones.')).toBeVisible()
})

test('a job that failed without a reason says so (GATHER-16)', async ({ page, customer }) => {
  const id = await openTable(page, customer)
  const become = await playJob(page, id, jobOf(id, 'pending'))
  await expect(page.getByRole('progressbar')).toBeVisible()
  become(jobOf(id, 'failed'))
  await expect(page.getByText('Job failed: Unknown error')).toBeVisible()
})

test('cancelling marks the job cancelled at once (GATHER-17)', async ({ page, customer }) => {
  const id = await openTable(page, customer)
  await playJob(page, id, jobOf(id, 'processing'))
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/prospecting/gather/cancel/*', async (route) => {
    await held
    await route.fulfill({ json: jobOf(id, 'cancelled') })
  })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Gathering Cancelled')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  release()
})

test('what fails around a job is said (GATHER-21, GATHER-22, GATHER-23, TABLE-22)', async ({
  page,
  customer,
}) => {
  const id = await openTable(page, customer)
  await page.route('**/api/prospecting/gather/start', (route) => route.fulfill({ status: 500, json: {} }))
  await gather(page).click()
  await expect(page.getByText('Failed to start prospect gathering job')).toBeVisible()

  await playJob(page, id, jobOf(id, 'processing'))
  await page.route('**/api/prospecting/gather/cancel/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Failed to cancel job')).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeVisible()

  await page.route('**/api/prospecting/jobs/table/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await page.getByRole('button', { name: 'Job History' }).click()
  await expect(page.getByText('Failed to load job history')).toBeVisible()

  await page.route('**/api/business/table/*', (route) =>
    route.fulfill({ body: 'null', contentType: 'application/json' }),
  )
  await page.reload()
  await expect(page.getByText('No data returned from server')).toBeVisible()
})

test('a job that is over before the page looks again says how it ended as well', async ({
  page,
  customer,
}) => {
  const id = await openTable(page, customer)
  const jobs: object[] = []
  await page.route('**/api/prospecting/jobs/table/*', (route) => route.fulfill({ json: jobs }))
  await page.route('**/api/prospecting/gather/start', (route) => {
    const over = jobOf(id, 'completed')
    jobs.push(over)
    return route.fulfill({ json: { job_id: over.id } })
  })
  await page.reload()
  await gather(page).click()
  await expect(page.getByText(/2 prospects found\. Review the contacts/)).toBeVisible()
})
