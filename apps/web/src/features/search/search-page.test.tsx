// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepDraft, readDraft } from '../../lib/drafts.ts'
import { failing, field, fill, find, openApp, press, text } from '../../test/open-app.tsx'

const SEARCH = 'POST /api/business/search'
const SAVE = 'POST /api/business/tables'
const found = {
  businesses: [{ place_id: 'a', name: 'A', address: 'B', website: null, phone: null }],
  usedTokens: true,
}

test('a blank query and a search without results say so (SEARCH-07, SEARCH-20)', async () => {
  openApp('/')
  await press('Search')
  expect(await text('Please enter a search query')).toBeTruthy()
  await fill('Keywords', 'xqzzwv')
  await userEvent.keyboard('{Enter}')
  expect(await text('No results found')).toBeTruthy()
})

test('errors of a search show the message of the server, or a fixed one (SEARCH-17, SEARCH-18, SEARCH-21)', async () => {
  const asleep = {
    status: 503,
    body: { message: 'The directory is asleep', code: 'search.directory_unavailable' },
  }
  const { answers } = openApp('/', { [SEARCH]: asleep })
  await fill('Keywords', 'bakery')
  await press('Search')
  expect(await text('The directory is asleep')).toBeTruthy()
  answers[SEARCH] = failing
  await press('Search')
  expect(await text('Search failed')).toBeTruthy()
  answers[SEARCH] = { status: 403, body: { message: 'Not here', code: 'other' } }
  await press('Search')
  expect(await text('Not here')).toBeTruthy()
})

test('results say when tokens paid; a name is needed to save them, and what fails is said (SEARCH-11, SEARCH-13, SEARCH-14, SEARCH-19)', async () => {
  openApp('/', { [SEARCH]: { body: found }, [SAVE]: failing })
  await fill('Keywords', 'bakery')
  await press('Search')
  const tokens = 'Tokens were used for this search as you reached your subscription limit.'
  expect(await text(tokens)).toBeTruthy()
  expect((await screen.findAllByRole('cell', { name: '–' })).length).toBeGreaterThan(0)
  const all = await find('checkbox', /select all/i)
  await userEvent.click(all)
  await press('Save Selected (0)')
  expect(await text('Please select at least one business')).toBeTruthy()
  await userEvent.click(all)
  await press('Save Selected (1)')
  const dialog = within(await find('dialog', 'Save Search Results'))
  await fill('Table name', ' ')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Please enter a table name')).toBeTruthy()
  await fill('Table name', 'Bakery')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await text('Failed to save results')).toBeTruthy()
  expect((await field('Table name')).value).toBe('Bakery')
})

const page = {
  nextPageToken: 'next',
  searchToken: 'paid',
  usedTokens: false,
  widened: null,
  is_around: false,
  is_covered: true,
  sorts: ['match', 'name', 'distance'],
  total: 143,
  with_website: 128,
  attributions: [],
}
const shop = (n: number, website: string | null = null) => ({
  place_id: `p${n}`,
  name: `Shop ${n}`,
  address: `${n} Mill Lane`,
  website,
  phone: null,
  category: 'bakery',
  locality: 'Goldwater',
  distance_m: 300 * n,
})

test('rows say what and where a business is; the bar says how many have a website, and takes all matches', async () => {
  const businesses = [shop(1, 'https://www.one.example/about'), shop(2)]
  const { sent } = openApp('/', { [SEARCH]: { body: { ...page, businesses } } })
  await fill('Keywords', 'bakery')
  await press('Search')
  expect(await text('Bakery · Goldwater · 0.3 km')).toBeTruthy()
  expect(await text('one.example')).toBeTruthy()
  expect(await text('143 businesses')).toBeTruthy()
  expect(await text('2 of 143 shown')).toBeTruthy()
  expect(await text(/1 of 2 have a website/)).toBeTruthy()
  await press('Select all 143 matches')
  expect(await text(/128 of 143 have a website/)).toBeTruthy()
  await userEvent.click(await find('checkbox', 'Select Shop 2'))
  await press('Save Selected (142)')
  await userEvent.click(within(await find('dialog')).getByRole('button', { name: 'Save' }))
  const saved = () => sent.find(({ path }) => path === '/api/business/search/save')?.body
  await expect
    .poll(saved)
    .toMatchObject({ searchToken: 'paid', except: ['p2'], into: { name: 'Bakery' }, query: 'bakery' })
})

test('the dialog saves all matches too, without those that were unticked', async () => {
  const businesses = [shop(1), shop(2)]
  const { sent } = openApp('/', { [SEARCH]: { body: { ...page, businesses } } })
  await fill('Keywords', 'bakery')
  await press('Search')
  await userEvent.click(await find('checkbox', 'Select Shop 2'))
  await press('Save Selected (1)')
  await press('Save all 142 matches')
  const saved = () => sent.find(({ path }) => path === '/api/business/search/save')?.body
  await expect.poll(saved).toMatchObject({ except: ['p2'], into: { name: 'Bakery' } })
})

test.each([
  ['all are loaded', { nextPageToken: null }],
  ['they are not counted', { total: null }],
  ['they lie around the place', { is_around: true }],
])('the dialog offers no further matches where %s', async (_, answer) => {
  openApp('/', { [SEARCH]: { body: { ...page, businesses: [shop(1)], ...answer } } })
  await fill('Keywords', 'bakery')
  await press('Search')
  const all = (await find('checkbox', /select all/i)) as HTMLInputElement
  if (!all.checked) await userEvent.click(all)
  await press('Save Selected (1)')
  const dialog = within(await find('dialog', 'Save Search Results'))
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['', 'Cancel', 'Save'])
})

test('filters and the order apply at once, as the same search', async () => {
  const { sent } = openApp('/', { [SEARCH]: { body: { ...page, businesses: [shop(1)] } } })
  await press('Has phone')
  expect(sent, 'nothing is searched before the first search').toEqual([])
  await fill('Keywords', 'bakery')
  await press('Search')
  await press('Has website')
  await userEvent.selectOptions(await field('Sort by'), 'Distance')
  const asked = () => sent.filter(({ path }) => path === '/api/business/search').map(({ body }) => body)
  const filters = { has_phone: true, has_website: true }
  await expect.poll(asked).toMatchObject([
    { searchToken: null, filters: { has_phone: true }, sort: 'match' },
    { searchToken: 'paid', filters, sort: 'match' },
    { searchToken: 'paid', filters, sort: 'distance' },
  ])
})

test('category and distance are chosen among those of the results, and another search forgets the category', async () => {
  const categories = ['bakery', 'pastry shop']
  const { sent } = openApp('/', { [SEARCH]: { body: { ...page, categories, businesses: [shop(1)] } } })
  expect(screen.queryByLabelText('Category')).toBeNull()
  await fill('Keywords', 'bakery')
  await press('Search')
  await userEvent.selectOptions(await field('Category'), 'Pastry shop')
  await userEvent.selectOptions(await field('Distance'), 'Within 10 km')
  const filters = () =>
    sent
      .filter(({ path }) => path === '/api/business/search')
      .map(({ body }) => (body as { filters: object }).filters)
  const narrowed = { category: 'pastry shop', within_km: 10 }
  await expect.poll(filters).toEqual([{}, { category: 'pastry shop' }, narrowed])
  await userEvent.selectOptions(await field('Category'), 'Category')
  await userEvent.selectOptions(await field('Category'), 'Bakery')
  await press('Search')
  await expect.poll(() => filters().at(-1)).toEqual({ within_km: 10 })
  expect((await field('Category')).value).toBe('')
})

test('without a middle or several kinds there is nothing to choose', async () => {
  const body = { ...page, sorts: ['match', 'name'], categories: ['bakery'], businesses: [shop(1)] }
  openApp('/', { [SEARCH]: { body } })
  await fill('Keywords', 'bakery')
  await press('Search')
  expect(await find('button', 'Save Selected (1)')).toBeTruthy()
  expect(screen.queryByLabelText('Category')).toBeNull()
  expect(screen.queryByLabelText('Distance')).toBeNull()
})

test('what lies around the place asked for starts unticked, under the sentence that says so', async () => {
  const widened = '6 hotels in Vaduz, none with a website. Showing 1 within 10 km.'
  const found = { ...page, businesses: [shop(1)], nextPageToken: null, widened, is_around: true }
  openApp('/', { [SEARCH]: { body: found } })
  await fill('Keywords', 'hotel')
  await press('Search')
  expect(await text(widened)).toBeTruthy()
  expect(await find('button', 'Save Selected (0)')).toBeTruthy()
})

test('outside the imported regions nothing is charged, and the regions and who adds them are named', async () => {
  const widened = '“Paris” is not in the imported data, which covers Liechtenstein and Demo town.'
  const none = { ...page, businesses: [], nextPageToken: null, searchToken: null, total: null }
  const { answers, sent } = openApp('/', { [SEARCH]: { body: { ...none, is_covered: false, widened } } })
  await press('Has website')
  await fill('Keywords', 'bakery')
  await fill('Location', 'Paris')
  await press('Search')
  expect(await text('No results found')).toBeTruthy()
  expect(await text(new RegExp(`${widened} Nothing was charged.*ask the operator`))).toBeTruthy()
  expect(screen.queryByText(/larger area/)).toBeNull()
  expect((await find('link', 'Ask for a region')).getAttribute('href')).toBe('/feedback')
  answers[SEARCH] = { body: { ...page, businesses: [shop(1)], nextPageToken: null } }
  await press('Has website')
  expect(await find('button', 'Save Selected (1)')).toBeTruthy()
  expect(sent.at(-1)).toMatchObject({ body: { location: 'Paris', searchToken: null } })
})

test('where filters leave nothing, that is said with a way to clear them', async () => {
  const widened = '1 hotel in Vaduz, without a website.'
  const none = { ...page, businesses: [], nextPageToken: null, total: null, widened }
  const { answers } = openApp('/', { [SEARCH]: { body: none } })
  await press('Has website')
  await fill('Keywords', 'hotel')
  await press('Search')
  expect(await text('No results found')).toBeTruthy()
  expect(await text(widened)).toBeTruthy()
  answers[SEARCH] = { body: { ...page, businesses: [shop(1)], nextPageToken: null } }
  await press('Clear filters')
  expect(await find('button', 'Save Selected (1)')).toBeTruthy()
})

test('results are added to a table that exists', async () => {
  const { sent } = openApp('/', {
    [SEARCH]: { body: { ...page, businesses: [shop(1)], nextPageToken: null } },
    'GET /api/business/tables': { body: [{ id: 't1', name: 'Bakeries' }] },
    'POST /api/business/table/t1/businesses': { body: { added: 0, known: 1 } },
  })
  await fill('Keywords', 'bakery')
  await press('Search')
  await press('Add to a table')
  await userEvent.click(within(await find('dialog', 'Add to a table')).getByRole('button', { name: 'Save' }))
  expect(await text(/Results saved successfully. 1 business was already in the table./)).toBeTruthy()
  // Nothing is being saved any more: the table is about to open.
  expect(await text('Opening…')).toBeTruthy()
  expect(sent.at(-1)).toMatchObject({ body: { businesses: [{ place_id: 'p1' }] } })
})

test('what goes on can’t be loaded: that is said, and Retry loads it', async () => {
  const { answers } = openApp('/', { 'GET /api/home': failing })
  expect(await text('Failed to load the overview')).toBeTruthy()
  expect(await field('Keywords')).toBeTruthy()
  answers['GET /api/home'] = {}
  await press('Retry')
  expect(await text('0 of 4 steps done')).toBeTruthy()
})

test('after a reload the results of a paid search are shown again without another charge, until its hour is over', async () => {
  const businesses = [shop(1)]
  const first = openApp('/', { [SEARCH]: { body: { ...page, businesses } } })
  await fill('Keywords', 'bakery')
  await fill('Location', 'Goldwater')
  await press('Search')
  expect(await text('Shop 1')).toBeTruthy()
  first.unmount()

  const { sent, unmount } = openApp('/', { [SEARCH]: { body: { ...page, businesses } } })
  expect(await text('bakery in Goldwater')).toBeTruthy()
  await press('Show results')
  expect(await text('Shop 1')).toBeTruthy()
  expect((await field('Keywords')).value).toBe('bakery')
  expect(sent.find(({ path }) => path === '/api/business/search')?.body).toMatchObject({
    query: 'bakery',
    location: 'Goldwater',
    searchToken: 'paid',
  })
  const kept = readDraft('search', (value) => value)
  unmount()

  const refused = { status: 400, body: { message: 'No longer valid', code: 'search.bad_page_token' } }
  const other = openApp('/', { [SEARCH]: refused })
  await press('Show results')
  expect(await text('No longer valid')).toBeTruthy()
  expect(screen.queryByText('bakery in Goldwater')).toBeNull()
  other.unmount()
  keepDraft('search', kept)

  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
  onTestFinished(() => void vi.restoreAllMocks())
  openApp('/')
  await find('heading', 'Business Search')
  expect(screen.queryByText('bakery in Goldwater')).toBeNull()
})
