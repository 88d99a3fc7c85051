// @vitest-environment happy-dom
import { type Prospect, prospectMessages } from '@goldpan/contract/prospects'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Answer, renderScreen, shownErrors } from '../../test/render-screen.tsx'
import { InlineProspectForm, ProspectDialog } from './prospect-form.tsx'

const ada = {
  id: 'p1',
  first_name: 'Ada',
  last_name: null,
  email: 'ada@mill.example',
  phone: null,
  title: null,
  notes: 'Likes rye',
  status: 'new',
  source_url: null,
} as Prospect

const CREATE = 'POST /api/prospecting/prospect'
const business = { tableId: 't1', placeId: 'demo:inline/1' }

type Place = 'the list' | 'a table'

/** Opens the form in one of its two places. */
function open(place: Place, prospect: Prospect | null = null, answers: Record<string, Answer> = {}) {
  const onClose = vi.fn()
  const form =
    place === 'the list' ? (
      <ProspectDialog prospect={prospect} onClose={onClose} />
    ) : (
      <InlineProspectForm prospect={prospect} business={business} onClose={onClose} />
    )
  const { sent } = renderScreen(form, answers)
  const submit = () => userEvent.click(screen.getByRole('button', { name: /^(Add|Save)/ }))
  return { sent, onClose, submit }
}

const field = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name)
const places: Place[] = ['the list', 'a table']

test.each(places)('in %s an email is required and must be one (PROS-15, PROS-16)', async (place) => {
  const { sent, submit } = open(place)
  await submit()
  expect(shownErrors()).toEqual([prospectMessages.emailBlank])
  expect(document.activeElement).toBe(field('Email'))
  await userEvent.type(field('Email'), 'no-at-sign')
  expect(shownErrors()).toEqual([prospectMessages.emailInvalid])
  await userEvent.type(field('Email'), '@mill.example')
  expect(shownErrors()).toEqual([])
  expect(sent).toEqual([])
})

test.each(places)('in %s every field shows its own error', async (place) => {
  const { sent, submit } = open(place)
  await userEvent.type(field('Email'), 'ada@mill.example')
  for (const name of [/First name/, /Last name/, /Phone/, /Title/]) {
    await userEvent.click(field(name))
    await userEvent.paste('x'.repeat(201))
  }
  await submit()
  expect(shownErrors()).toHaveLength(4)
  for (const name of [/First name/, /Last name/, /Phone/, /Title/])
    expect(field(name).getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

test('Enter adds a prospect; an empty phone is sent as null and ten digits are formatted (PROS-17, PROS-18)', async () => {
  const { sent, onClose } = open('the list')
  await userEvent.type(field('Email'), 'cy@mill.example{Enter}')
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/prospecting/prospect',
      body: expect.objectContaining({ email: 'cy@mill.example', phone: null, status: 'new' }),
    },
  ])
  expect(await screen.findByText(prospectMessages.added)).toBeTruthy()
})

test('under a business the prospect gets its table and place (PROS-20)', async () => {
  const { sent, submit, onClose } = open('a table')
  await userEvent.type(field('Email'), 'cy@mill.example')
  await userEvent.type(field(/Phone/), '5551234567')
  await submit()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(sent[0]?.body).toMatchObject({
    business_table_id: 't1',
    place_id: 'demo:inline/1',
    phone: '(555) 123-4567',
  })
})

test.each(places)('in %s editing keeps the notes and can change the status (PROS-12)', async (place) => {
  const { sent, submit, onClose } = open(place, ada)
  await userEvent.selectOptions(field('Status'), 'Converted')
  await submit()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(sent[0]?.body).toMatchObject({ notes: 'Likes rye', status: 'converted', email: ada.email })
})

test.each(places)(
  'in %s a known address is refused at its field, and nothing typed is lost',
  async (place) => {
    const message = 'This business already has a prospect with this email'
    const refusal = { status: 409, body: { code: 'prospects.exists', message } }
    const { submit, onClose } = open(place, null, { [CREATE]: refusal })
    await userEvent.type(field('Email'), 'cy@mill.example')
    await submit()
    expect(await screen.findByText(message)).toBeTruthy()
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
    expect(field('Email').value).toBe('cy@mill.example')
    expect(onClose).not.toHaveBeenCalled()
  },
)

test.each([
  [null, prospectMessages.addFailed],
  [ada, prospectMessages.updateFailed],
] as const)('a failure without a sentence has its own (PROS-28, PROS-29)', async (prospect, message) => {
  const failure = { status: 500 }
  const { submit, onClose } = open('the list', prospect, {
    [CREATE]: failure,
    'PUT /api/prospecting/prospect/p1': failure,
  })
  await userEvent.type(field('Email'), 'x')
  await userEvent.clear(field('Email'))
  await userEvent.type(field('Email'), 'cy@mill.example')
  await submit()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(field('Email').value).toBe('cy@mill.example')
  expect(onClose).not.toHaveBeenCalled()
})

const NAMED = 'GET /api/business/named'
const mill = {
  place_id: 'demo:mill',
  name: 'Mill',
  address: '1 Mill Lane',
  table: { id: 't9', name: 'Mills' },
}

test('a company is free text, or a business of a table, to which the prospect then belongs', async () => {
  const { sent, submit, onClose } = open('the list', null, { [NAMED]: { body: [mill] } })
  await userEvent.type(field('Email'), 'cy@mill.example')
  await userEvent.type(field(/Company/), 'Mill')
  expect(await screen.findByText('In the table Mills')).toBeTruthy()
  await userEvent.type(field(/Company/), 'er & Sons')
  expect(screen.queryByText('In the table Mills')).toBeNull()
  await submit()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(sent[0]?.body).toMatchObject({ business_name: 'Miller & Sons' })
  expect(sent[0]?.body).not.toHaveProperty('place_id')
})

test('the business that is chosen as the company is sent with its table', async () => {
  const { sent, submit, onClose } = open('the list', null, { [NAMED]: { body: [mill] } })
  await userEvent.type(field('Email'), 'cy@mill.example')
  await userEvent.type(field(/Company/), 'Mill')
  await screen.findByText('In the table Mills')
  await submit()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  const place = { business_table_id: 't9', place_id: 'demo:mill' }
  expect(sent[0]?.body).toMatchObject({ business_name: 'Mill', ...place })
})

test('under a business the company goes without saying', () => {
  open('a table')
  expect(screen.queryByLabelText(/Company/)).toBeNull()
})
