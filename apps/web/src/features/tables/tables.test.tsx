// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { failing, fill, find, openApp, press, text } from '../../test/open-app.tsx'
import type { Answers } from '../../test/render-screen.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const TABLE = `GET /api/business/table/${ID}`
const shop = { place_id: 'demo:1', name: 'Shop 1', address: '1 Mill Lane', phone: '5551234567' }
const shops = { id: ID, name: 'Shops', query: 'shop in goldwater', businesses: [shop], businesses_count: 1 }

const remove = async () =>
  userEvent.click(within(await find('alertdialog')).getByRole('button', { name: 'Delete' }))

test('tables are rows, cards on phones, that are filtered and opened; without any the screen says so (TABLE-01, TABLE-02, TABLE-04, TABLE-05)', async () => {
  const { unmount } = openApp('/tables')
  expect(await find('heading', 'No Saved Tables')).toBeTruthy()
  unmount()
  const tables = ['Florists', 'Dentists'].map((name) => ({ id: name, name, query: `${name} in Goldwater` }))
  openApp('/tables', { 'GET /api/business/tables': { body: tables } })
  const rows = () => screen.queryAllByRole('link', { name: /View Details/ })
  await expect.poll(() => rows().length).toBe(2)
  await fill('Filter tables', 'florists in')
  await expect.poll(() => rows().length).toBe(1)
  await fill('Filter tables', 'nothing like it')
  expect(await find('heading', 'No Tables Match Your Search')).toBeTruthy()
  await press('Clear Search')
  await expect.poll(() => rows().length).toBe(2)
})

test('each table offers its next step', async () => {
  const table = { businesses: [{ count: 3 }], prospecting_status: 'completed', prospects_count: 4 }
  const tables = [
    { ...table, id: 'a', name: 'New', prospecting_status: null, prospects_count: 0 },
    { ...table, id: 'b', name: 'Running', prospecting_status: 'processing' },
    { ...table, id: 'c', name: 'Gathered', to_review: 4 },
    { ...table, id: 'd', name: 'Reviewed' },
    { ...table, id: 'e', name: 'Nobody', prospects_count: 0 },
    { ...table, id: 'f', name: 'Empty', businesses: [{ count: 0 }], prospects_count: 0 },
  ]
  openApp('/tables', { 'GET /api/business/tables': { body: tables } })
  const step = async (name: string) => (await find('link', name)).getAttribute('href')
  expect(await step('Gather prospects: New')).toBe('/tables/a')
  expect(await step('See progress: Running')).toBe('/tables/b')
  expect(await step('Review 4: Gathered')).toBe('/tables/c/review')
  expect(await step('Create campaign: Reviewed')).toBe('/campaigns/new?table=d')
  expect(await step('See results: Nobody')).toBe('/tables/e')
  expect(await step('Add businesses: Empty')).toBe('/tables/f')
})

test('a table whose delete is refused comes back (TABLE-03, TABLE-28, SHELL-14, SHELL-15)', async () => {
  openApp('/tables', {
    'GET /api/business/tables': { body: [{ id: ID, name: 'Florists' }] },
    [`DELETE /api/business/table/${ID}`]: failing,
  })
  await press('Delete Florists')
  await remove()
  expect(await text('Failed to delete table')).toBeTruthy()
  expect(await find('link', 'Florists')).toBeTruthy()
})

test('a table that is not there, or can’t be read, says so (TABLE-12, TABLE-19, TABLE-20, TABLE-22)', async () => {
  const missing = { status: 404, body: { code: 'tables.not_found', message: 'Table not found' } }
  const { unmount } = openApp(`/tables/${ID}`, { [TABLE]: missing })
  expect(await find('heading', 'Table Not Found')).toBeTruthy()
  expect(await text(/This table may have been deleted/)).toBeTruthy()
  unmount()
  const { expectAddress } = openApp(`/tables/${ID}`, {
    [TABLE]: failing,
    'GET /api/business/tables': failing,
  })
  expect(await text('Failed to fetch table data')).toBeTruthy()
  await press('Back to Tables')
  await expectAddress('/tables')
  expect(await text('Failed to fetch tables')).toBeTruthy()
})

test('a table without an id says so (TABLE-21)', async () => {
  openApp('/tables/%20')
  expect(await text('No table ID provided')).toBeTruthy()
})

test('a business can’t be added without a name and an address; what fails is said and nothing typed is lost (TABLE-16, TABLE-24, TABLE-25)', async () => {
  const PATH = `/api/business/table/${ID}/business`
  openApp(`/tables/${ID}`, {
    [TABLE]: { body: shops },
    [`POST ${PATH}`]: failing,
    [`PUT ${PATH}/demo%3A1`]: failing,
  })
  await press('Add Business')
  const add = within(await find('dialog', 'Add Business'))
  const field = (name: string | RegExp) => add.getByLabelText<HTMLInputElement>(name)
  expect(add.getByRole<HTMLButtonElement>('button', { name: 'Add Business' }).disabled).toBe(true)
  expect([/Website/, /Phone/, /Email/].map((name) => field(name).type)).toEqual(['url', 'tel', 'email'])
  await userEvent.type(field('Name'), 'Corner Shop')
  await userEvent.type(field('Address'), '1 High Street')
  await userEvent.click(add.getByRole('button', { name: 'Add Business' }))
  expect(await add.findByText('Failed to add business')).toBeTruthy()
  expect(field('Name').value).toBe('Corner Shop')
  await userEvent.click(add.getByRole('button', { name: 'Cancel' }))
  await press('Discard')
  await press('Edit Shop 1')
  await fill('Name', 'Shop One')
  await press('Save changes')
  expect(await text('Failed to update business')).toBeTruthy()
})

test('a business that can’t be sent at all says so (TABLE-26)', async () => {
  openApp(`/tables/${ID}`, { [TABLE]: { body: shops } })
  await press('Add Business')
  const add = within(await find('dialog', 'Add Business'))
  await userEvent.type(add.getByLabelText('Name'), 'Corner')
  await userEvent.type(add.getByLabelText('Address'), '1 High Street')
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    throw new Error('This browser cannot wait')
  })
  await userEvent.click(add.getByRole('button', { name: 'Add Business' }))
  expect(await add.findByText('Failed to save business')).toBeTruthy()
  timeout.mockRestore()
  expect(add.getByLabelText<HTMLInputElement>('Name').value).toBe('Corner')
})

test('a business whose delete is refused comes back (TABLE-27)', async () => {
  openApp(`/tables/${ID}`, {
    [TABLE]: { body: shops },
    [`DELETE /api/business/table/${ID}/business/demo%3A1`]: failing,
  })
  await press('Delete Shop 1')
  await remove()
  expect(await text('Failed to delete business')).toBeTruthy()
  expect(await text('Shop 1')).toBeTruthy()
})

test('above a table with nothing in it stands nothing that narrows it', async () => {
  openApp(`/tables/${ID}`, { [TABLE]: { body: { ...shops, businesses: [], businesses_count: 0 } } })
  expect(await find('heading', 'No businesses in this table')).toBeTruthy()
  expect(screen.queryByRole('search')).toBeNull()
  await press('More actions for Shops')
  expect(await find('menuitem', 'Delete table')).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Export as CSV' })).toBeNull()
})

const job = {
  id: '11111111-1111-4111-8111-111111111111',
  table_id: ID,
  created_at: '2026-11-21T10:00:00.000Z',
  progress: { total: 3, processed: 1, prospects_found: 2 },
}
const HISTORY = `GET /api/prospecting/jobs/table/${ID}`
const STATUS = `GET /api/prospecting/gather/status/${job.id}`
const START = 'POST /api/prospecting/gather/start'
const CANCEL = `POST /api/prospecting/gather/cancel/${job.id}`
const gather = async () => (await find('button', /^Gather Prospects/)) as HTMLButtonElement

const OUTCOMES = `GET /api/prospecting/table/${ID}/outcomes`
const PLACES = `GET /api/business/table/${ID}/place-ids`

/** The page asks first for the businesses without website and email, of which there are none, then for those selected. */
async function startGathering(answers: Answers) {
  const button = await find('button', 'Gather Prospects (1)')
  answers[PLACES] = { body: [shop.place_id] }
  await userEvent.click(button)
}

test('businesses without website and email are not counted for gathering, but named beside it (GATHER-01, GATHER-02)', async () => {
  const businesses = ['demo:1', 'demo:2', 'demo:3'].map((place_id) => ({ ...shop, place_id, name: place_id }))
  // A table of its own, because what is selected in one is remembered.
  openApp('/tables/other', {
    'GET /api/business/table/other': { body: { ...shops, id: 'other', businesses, businesses_count: 3 } },
    'GET /api/business/table/other/place-ids': { body: ['demo:3'] },
  })
  expect(await find('button', 'Gather Prospects (2)')).toBeTruthy()
  expect(await text('1 without a website or email')).toBeTruthy()
  await userEvent.click(await find('checkbox', 'Select demo:1'))
  await userEvent.click(await find('checkbox', 'Select demo:2'))
  const button = (await find('button', 'Gather Prospects (0)')) as HTMLButtonElement
  expect(button.disabled).toBe(true)
  await userEvent.click(await find('checkbox', 'Select demo:3'))
  expect(await text('Select at least one business')).toBeTruthy()
})

const nothing = {
  outcomes: [],
  waiting: 0,
  failed: 0,
  contacts: 0,
  with_contacts: 0,
  to_review: 0,
  in_no_campaign: 0,
}

test('how many businesses have no website is said once: in the results, after they were gathered', async () => {
  const outcomes = [{ outcome: 'no_website', businesses: 1 }]
  openApp(`/tables/${ID}`, {
    [TABLE]: { body: { ...shops, prospecting_status: 'completed' } },
    [PLACES]: { body: [shop.place_id] },
    [OUTCOMES]: { body: { ...nothing, outcomes } },
  })
  expect(await find('button', 'Gather Prospects (0)')).toBeTruthy()
  expect(await screen.findAllByText(/without a website/)).toHaveLength(1)
})

test('an address that a directory lists is shown with its source, in place of a missing website or beside it', async () => {
  const listed = { ...shop, email: 'office@mill.example', email_source: 'OpenStreetMap' }
  const other = { ...listed, place_id: 'demo:2', website: 'https://mill.example' }
  openApp(`/tables/${ID}`, { [TABLE]: { body: { ...shops, businesses: [listed, other] } } })
  expect(await text('office@mill.example')).toBeTruthy()
  expect(await text('OpenStreetMap')).toBeTruthy()
  expect(await text('office@mill.example from OpenStreetMap')).toBeTruthy()
})

test('one line says what gathering came to, retries errors and offers the next step (GATHER-20, BEYOND-08)', async () => {
  const body = {
    outcomes: [
      { outcome: 'found', businesses: 11 },
      { outcome: 'no_website', businesses: 2 },
      { outcome: 'refused_by_robots', businesses: 1 },
      { outcome: 'unreachable', businesses: 1 },
    ],
    waiting: 1,
    failed: 1,
    contacts: 33,
    with_contacts: 11,
    to_review: 33,
    in_no_campaign: 33,
  }
  const table = { ...shops, businesses_count: 16, prospecting_status: 'completed' }
  const { sent, answers, unmount } = openApp(`/tables/${ID}`, {
    [TABLE]: { body: table },
    [OUTCOMES]: { body },
  })
  const line = within(await find('region', 'Gathering'))
  expect(await line.findByText('33 contacts')).toBeTruthy()
  expect(line.getByText(/at 11 of 16 businesses/)).toBeTruthy()
  for (const words of ['2 without a website', '1 blocks crawlers', '1 not gathered yet', '1 error'])
    expect(line.getByText(words)).toBeTruthy()
  expect(await text('Prospects Gathered')).toBeTruthy()
  expect(line.getByRole('link', { name: 'Review 33' }).getAttribute('href')).toBe(`/tables/${ID}/review`)
  await userEvent.click(line.getByRole('button', { name: 'Retry' }))
  expect(sent.map(({ path }) => path)).toContain(`/api/prospecting/gather/retry/${ID}`)
  unmount()
  answers[OUTCOMES] = { body: { ...body, failed: 0, to_review: 0 } }
  openApp(`/tables/${ID}`, answers)
  expect((await find('link', 'Create campaign')).getAttribute('href')).toBe(`/campaigns/new?table=${ID}`)
  expect(screen.queryByRole('link', { name: /^Review/ })).toBeNull()
})

test('the next step is a campaign while contacts are in none, then a new search', async () => {
  const steps = async (counts: object) => {
    const { unmount } = openApp(`/tables/${ID}`, {
      [TABLE]: { body: { ...shops, prospecting_status: 'completed' } },
      [OUTCOMES]: { body: { ...nothing, ...counts } },
    })
    const line = within(await find('region', 'Gathering'))
    await line.findByText(/contacts/)
    const links = line.getAllByRole('link').map(({ className, textContent }) => {
      const isPrimary = className.split(' ').includes('bg-accent')
      return `${textContent}${isPrimary ? ' (primary)' : ''}`
    })
    unmount()
    return links
  }
  const gathered = { contacts: 3, with_contacts: 1 }
  expect(await steps({ ...gathered, in_no_campaign: 1 })).toEqual(['Create campaign (primary)'])
  expect(await steps(gathered)).toEqual(['New Search (primary)', 'Create campaign'])
  expect(await steps({ ...gathered, to_review: 2 })).toEqual(['Review 2 (primary)', 'Create campaign'])
  expect(await steps({})).toEqual(['New Search (primary)'])
})

/** A table with a job that is known to its history. */
function openJob(status: string, answers = {}) {
  const body = { ...job, status }
  return openApp(`/tables/${ID}`, {
    [TABLE]: { body: shops },
    [HISTORY]: { body: [body] },
    [STATUS]: { body },
    ...answers,
  })
}

test('a running job shows its progress and Cancel; one that fails says why (GATHER-13, GATHER-16)', async () => {
  const { answers } = openJob('processing')
  expect((await find('progressbar')).getAttribute('aria-valuenow')).toBe('33')
  expect(await find('button', 'Cancel')).toBeTruthy()
  expect((await gather()).disabled).toBe(true)
  answers[STATUS] = { body: { ...job, status: 'failed', error: 'The disk is full' } }
  expect(await text('Job failed: The disk is full')).toBeTruthy()
})

test('a job that failed without a reason says so (GATHER-16)', async () => {
  const { answers } = openJob('pending')
  expect(await find('progressbar')).toBeTruthy()
  answers[STATUS] = { body: { ...job, status: 'failed' } }
  expect(await text('Job failed: Unknown error')).toBeTruthy()
})

test('cancelling marks the job cancelled at once; a cancel that fails says so (GATHER-17, GATHER-22)', async () => {
  const { answers } = openJob('processing', { [CANCEL]: failing })
  await press('Cancel')
  expect(await text('Failed to cancel job')).toBeTruthy()
  expect(await find('progressbar')).toBeTruthy()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  answers[CANCEL] = async () => {
    await held
    return { body: { ...job, status: 'cancelled' } }
  }
  await press('Cancel')
  expect(await text('Gathering Cancelled')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
  release()
})

test('a job that can’t be started, and a history that can’t be loaded, say so (GATHER-21, GATHER-23)', async () => {
  const { answers } = openApp(`/tables/${ID}`, {
    [TABLE]: { body: shops },
    [START]: failing,
    [HISTORY]: failing,
  })
  await startGathering(answers)
  expect(await text('Failed to start prospect gathering job')).toBeTruthy()
  await press('Job History')
  expect(await text('Failed to load job history')).toBeTruthy()
})

test('a job that was just started is followed to its end though no history names it (GATHER-14, GATHER-15)', async () => {
  const { answers } = openApp(`/tables/${ID}`, {
    [TABLE]: { body: shops },
    [START]: { body: { job_id: job.id } },
    [STATUS]: { body: { ...job, status: 'processing' } },
  })
  await startGathering(answers)
  expect((await find('progressbar')).getAttribute('aria-valuenow')).toBe('33')
  const result = { total_prospects_found: 4, prospects_added: 4 }
  answers[STATUS] = { body: { ...job, status: 'completed', result } }
  expect(
    await text(/4 prospects found, 4 of them new\. Review the contacts and remove wrong ones\./),
  ).toBeTruthy()
})
