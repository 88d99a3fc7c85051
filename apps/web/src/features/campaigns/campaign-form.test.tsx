// @vitest-environment happy-dom
import type { Campaign } from '@goldpan/contract/campaigns'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Answers, renderScreen, shownErrors } from '../../test/render-screen.tsx'
import { CampaignForm } from './campaign-form.tsx'

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

const spring = {
  id: 'c1',
  name: 'Spring',
  description: null,
  marketing_copy: 'We repair ovens.',
  promotional_content: null,
  status: 'paused',
  max_age_hours: 72,
  updated_at: '2026-04-01T08:00:00.000Z',
} as Campaign

const TABLE = { id: 't1', name: 'Bakery in Goldwater', prospects_count: 33 }

function open(campaign: Campaign | null = null, answers: Answers = {}, at = '/campaigns/new') {
  const onSaved = vi.fn()
  const usual: Answers = {
    'GET /api/business/tables': { body: [TABLE] },
    'GET /api/prospecting/prospects': { body: [] },
  }
  const form = <CampaignForm campaign={campaign} onSaved={onSaved} />
  return { onSaved, ...renderScreen(form, { ...usual, ...answers }, at) }
}

test.each([
  ['?table=t1', 'Bakery in Goldwater', { matching: { filter: { table: 't1' }, except: [] } }],
  [
    '?table=t1&review=kept',
    'Bakery in Goldwater, reviewed',
    { matching: { filter: { table: 't1', review: 'kept' }, except: [] } },
  ],
  ['?prospects=p1,p2', '2 chosen people', { prospects: ['p1', 'p2'] }],
  ['', 'Add later', undefined],
])(
  'a new campaign of %s is for %s and is created together with its people',
  async (query, label, recipients) => {
    const created = { id: 'c1', added: 2, suppressed: 1 }
    const { sent, onSaved } = open(
      null,
      { 'POST /api/campaigns': { body: created } },
      `/campaigns/new${query}`,
    )
    const whom = () => screen.getByLabelText<HTMLSelectElement>('Recipients').selectedOptions[0]?.text
    await waitFor(() => expect(whom()).toBe(label))
    await userEvent.type(field(/Campaign name/), 'Spring')
    await userEvent.type(field(/Marketing copy/), 'We repair ovens.')
    await press('Create campaign')
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith('c1'))
    expect(sent[0]?.body).toMatchObject({ name: 'Spring', status: 'draft' })
    expect((sent[0]!.body as { recipients?: object }).recipients).toEqual(recipients)
    if (recipients)
      expect(
        await screen.findByText('2 prospects added, 1 left out: on your do-not-contact list'),
      ).toBeTruthy()
  },
)

test('people who are gone meanwhile are an error of their field, and the choice is kept', async () => {
  const gone = { code: 'campaigns.prospects_gone', message: 'None of these prospects exists any more' }
  open(null, { 'POST /api/campaigns': { status: 404, body: gone } })
  await screen.findByRole('option', { name: 'Bakery in Goldwater' })
  await userEvent.selectOptions(field(/Recipients/), 'Bakery in Goldwater')
  await userEvent.type(field(/Campaign name/), 'Spring')
  await userEvent.type(field(/Marketing copy/), 'We repair ovens.')
  await press('Create campaign')
  await waitFor(() => expect(shownErrors()).toEqual([gone.message]))
  expect(field(/Recipients/).value).toBe('table:t1')
})

test('rare fields are folded away, and an error among them opens them', async () => {
  open()
  const details = screen.getByText('More options').closest('details')!
  expect(details.open).toBe(false)
  await userEvent.click(field(/Description/))
  await userEvent.paste('x'.repeat(20_001))
  await press('Create campaign')
  expect(details.open).toBe(true)
})

test('a campaign without name or copy is refused at the fields, and Cancel goes back (CAMP-06, CAMP-08, CAMP-09)', async () => {
  const { sent } = open()
  expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/campaigns')
  await press('Create campaign')
  expect(shownErrors()).toEqual(['Campaign name is required', 'Marketing copy is required'])
  expect(document.activeElement).toBe(field(/Campaign name/))
  expect(sent).toEqual([])
})

test('only draft, completed and archived can be chosen; a status of sending stays (CAMP-12)', async () => {
  const { unmount } = open()
  const options = () => [...field(/Status/).querySelectorAll('option')]
  expect(options().map(({ text }) => text)).toEqual(['Draft', 'Completed', 'Archived'])
  unmount()
  const { sent, onSaved } = open(spring, { 'PUT /api/campaigns/c1': { body: spring } })
  expect(options().map(({ text, disabled }) => [text, disabled])).toContainEqual(['Paused', true])
  expect(field(/Status/).value).toBe('paused')
  await press('Save campaign')
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(sent[0]?.body).not.toHaveProperty('status')
})

test('20,001 characters are an error at each long field, and nothing of them is lost', async () => {
  const { sent } = open()
  await userEvent.type(field(/Campaign name/), 'Long')
  await userEvent.type(field(/Marketing copy/), 'We repair ovens.')
  const long = 'x'.repeat(20_001)
  for (const name of [/Description/, /Marketing copy/, /Promotional content/]) {
    const before = field(name).value
    await userEvent.clear(field(name))
    await userEvent.click(field(name))
    await userEvent.paste(long)
    await press('Create campaign')
    expect(shownErrors()).toEqual(['Please keep this under 20,000 characters'])
    expect(document.activeElement).toBe(field(name))
    expect(field(name).value).toBe(long)
    await userEvent.clear(field(name))
    if (before) await userEvent.type(field(name), before)
    expect(shownErrors()).toEqual([])
  }
  expect(sent).toEqual([])
})

test('a failed save says so, and what was typed is back after a reload (CAMP-32)', async () => {
  const failing: Answers = { 'POST /api/campaigns': { status: 500 } }
  const { onSaved, unmount } = open(null, failing)
  await userEvent.type(field(/Campaign name/), 'Spring')
  await userEvent.type(field(/Marketing copy/), 'We repair ovens.')
  await press('Create campaign')
  expect(await screen.findByText('Failed to create campaign')).toBeTruthy()
  expect(onSaved).not.toHaveBeenCalled()
  unmount()
  open(null, failing)
  expect(screen.getByText('Your unsaved text is back.')).toBeTruthy()
  expect([field(/Campaign name/).value, field(/Marketing copy/).value]).toEqual([
    'Spring',
    'We repair ovens.',
  ])
})
