// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderScreen, shownErrors } from '../../test/render-screen.tsx'
import { SenderIdentityCard } from './sender-identity-card.tsx'

const nothing = {
  company: null,
  street: null,
  postcode: null,
  city: null,
  country: null,
  register_line: null,
  privacy_url: null,
}
const saved = {
  company: 'Pans Ltd',
  street: '1 Assay Lane',
  postcode: 'LS1 1AA',
  city: 'Leeds',
  country: 'GB',
  register_line: 'Company No. 123',
  privacy_url: 'https://pans.example/privacy',
}

const field = (name: string) =>
  screen.getByRole<HTMLInputElement>(name === 'Country' ? 'combobox' : 'textbox', {
    name: new RegExp(`^${name}`),
  })
const type = (name: string, text: string) => userEvent.type(field(name), text)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save sender identity' }))
const previewLines = () =>
  [...within(screen.getByRole('figure')).getByText(/^This message/).parentElement!.children].map(
    ({ textContent }) => textContent,
  )

async function open(body: object = nothing, answers: Answers = {}, canEdit = true) {
  const rendered = renderScreen(<SenderIdentityCard canEdit={canEdit} />, {
    'GET /api/user/sender-identity': { body },
    ...answers,
  })
  await screen.findByRole('figure')
  return rendered
}

test('the required fields say each what they need, and nothing is sent (IDENTITY-14)', async () => {
  const { sent } = await open()
  await save()
  expect(shownErrors()).toEqual([
    'Please enter your company, or your own name',
    'Please enter a street or a P.O. box',
    'Please enter a town',
    'Please choose a country',
  ])
  expect(document.activeElement).toBe(field('Company'))
  expect(sent).toEqual([])
})

test('the footer follows what is typed, as the country writes an address, and is saved (IDENTITY-14)', async () => {
  const { sent } = await open(nothing, { 'PUT /api/user/sender-identity': { body: saved } })
  expect(previewLines()).toContain('Example postal address: add yours in Settings')
  await type('Company', 'Pans Ltd')
  await type('Street', '1 Assay Lane')
  await type('Postcode', 'LS1 1AA')
  await type('Town', 'Leeds')
  await userEvent.selectOptions(field('Country'), 'Germany')
  const rest = (...town: string[]) => ['Pans Ltd', '1 Assay Lane', ...town, 'Unsubscribe']
  expect(previewLines().slice(1)).toEqual(rest('LS1 1AA Leeds', 'Germany'))
  await userEvent.selectOptions(field('Country'), 'United Kingdom')
  expect(previewLines().slice(1)).toEqual(rest('Leeds', 'LS1 1AA', 'United Kingdom'))
  await type('Registration details', 'Company No. 123')
  await type('Privacy policy', 'https://pans.example/privacy')
  expect(previewLines().slice(-3)).toEqual(['Company No. 123', 'Privacy', 'Unsubscribe'])
  await save()
  expect(await screen.findByText('Sender identity saved')).toBeTruthy()
  expect(sent).toEqual([{ method: 'PUT', path: '/api/user/sender-identity', body: saved }])
})

test('a privacy link that is no web address is refused at its field, and an optional field may be emptied', async () => {
  const { sent } = await open(saved, { 'PUT /api/user/sender-identity': { body: saved } })
  await userEvent.clear(field('Privacy policy'))
  await type('Privacy policy', 'javascript:alert(1)')
  await save()
  expect(shownErrors()).toEqual(['Please enter a web address that starts with https:// or http://'])
  await userEvent.clear(field('Privacy policy'))
  await save()
  expect(await screen.findByText('Sender identity saved')).toBeTruthy()
  expect(sent[0]?.body).toEqual({ ...saved, privacy_url: null })
})

test('what the server refuses is shown at its field, and nothing typed is lost', async () => {
  const issues = [{ path: 'company', message: 'Please enter this on one line, without special characters' }]
  const refusal = { code: 'request.invalid', message: issues[0]!.message, issues }
  await open(saved, { 'PUT /api/user/sender-identity': { status: 400, body: refusal } })
  await save()
  expect(await screen.findByText(issues[0]!.message)).toBeTruthy()
  expect(field('Company').value).toBe('Pans Ltd')
})

test('a member of an organization sees its footer and who can change it (IDENTITY-12)', async () => {
  await open(saved, {}, false)
  expect(previewLines()).toContain('1 Assay Lane')
  expect(screen.getByText('The owner and admins of the organization can change it.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
