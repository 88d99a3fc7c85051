// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failing, field, fill, find, openApp, press, text } from '../../test/open-app.tsx'

const work = { id: 's1', name: 'Work', content: 'Ada &amp; Co<br>Goldwater', is_default: false }
const open = (answers = {}) =>
  openApp('/email-options', { 'GET /api/email/signatures': { body: [work] }, ...answers })

const remove = async () =>
  userEvent.click(within(await find('alertdialog')).getByRole('button', { name: 'Delete' }))

test('a link needs an address and words (SIG-09, SIG-10)', async () => {
  open()
  await press('Add signature')
  await press('Insert link')
  const link = within(await find('dialog', 'Insert link'))
  await userEvent.click(link.getByRole('button', { name: 'Insert link' }))
  expect(await link.findByText('URL is required for hyperlinks')).toBeTruthy()
  expect(link.getByText('Link text is required for hyperlinks')).toBeTruthy()
})

test('an upload that fails without words says so (SIG-26)', async () => {
  open({ 'POST /api/upload-signature-image': failing })
  await press('Add signature')
  const image = new File([new Uint8Array(8)], 'a.png', { type: 'image/png' })
  await userEvent.upload(await field(/Image/), image)
  expect((await screen.findAllByText('Failed to upload image')).length).toBeGreaterThan(0)
})

test('a signature is edited as text, and nothing typed is lost when saving fails (SIG-22)', async () => {
  open({ 'PUT /api/email/signatures/s1': failing })
  await press('Edit Work')
  expect((await field('Content')).value).toBe('Ada & Co\nGoldwater')
  await fill('Name', 'Renamed')
  await press('Save signature')
  expect(await text('Failed to update signature')).toBeTruthy()
  expect((await field('Name')).value).toBe('Renamed')
})

test('a deleted signature comes back when the server refuses, and goes when it agrees (SIG-24)', async () => {
  const DELETE = 'DELETE /api/email/signatures/s1'
  const { answers } = open({ [DELETE]: failing })
  await press('Delete Work')
  await remove()
  expect(await text('Failed to delete signature')).toBeTruthy()
  expect(await find('heading', 'Work')).toBeTruthy()
  answers[DELETE] = {}
  answers['GET /api/email/signatures'] = {}
  await press('Delete Work')
  await remove()
  expect(await text('No signatures yet')).toBeTruthy()
})

test('the default is chosen, and says so when that fails (SIG-25)', async () => {
  const { sent } = open({ 'POST /api/email/signatures/s1/default': failing })
  await press('Set as default')
  expect(await text('Failed to set default signature')).toBeTruthy()
  expect(sent.map(({ path }) => path)).toEqual(['/api/email/signatures/s1/default'])
})

test('signatures that can’t be fetched are said to be, with another try (SIG-20)', async () => {
  const { answers } = open({ 'GET /api/email/signatures': failing })
  expect(await text('Failed to fetch signatures')).toBeTruthy()
  answers['GET /api/email/signatures'] = {}
  await press('Retry')
  expect(await text('No signatures yet')).toBeTruthy()
})

const SAVE = 'PUT /api/email/return-address'
const replyDomain = {
  'GET /api/email/return-address': { body: { emailId: '', reply_domain: 'reply.goldpan.example' } },
}

test('the return address is lower-cased as typed, checked, saved and shown in full (SIG-28, SIG-30, SIG-32)', async () => {
  const saved = { emailId: 'ada-of-goldwater', reply_domain: 'reply.goldpan.example' }
  open({
    ...replyDomain,
    [SAVE]: { body: saved },
    'GET /api/email/return-address/availability': { body: { is_available: true } },
    'GET /api/conversations/storage': { body: { used_bytes: 0, limit_bytes: 500_000_000, keep_days: 365 } },
  })
  await fill('Email ID', '.Ada')
  expect((await field('Email ID')).value).toBe('.ada')
  await userEvent.tab()
  const invalid =
    'Invalid email ID format. Use only letters, numbers, dots, and hyphens. Must start and end with a letter or number.'
  expect(await text(invalid)).toBeTruthy()
  await fill('Email ID', 'ADA-of-Goldwater')
  expect(await text('This email ID is available')).toBeTruthy()
  expect(await text('ada-of-goldwater@reply.goldpan.example')).toBeTruthy()
  expect(await text(/^Incoming mail: 0 MB of 500 MB used\. .* are kept for one year\./)).toBeTruthy()
  await press('Save return address')
  expect(await text('Return address saved')).toBeTruthy()
})

test('a taken return address and a failing server are told apart (SIG-31, SIG-33)', async () => {
  const message = 'duplicate key value violates unique constraint'
  const { answers } = open({ ...replyDomain, [SAVE]: { status: 409, body: { message } } })
  await fill('Email ID', 'ada-of-goldwater')
  await press('Save return address')
  expect(await text('This email ID is already in use. Please choose another.')).toBeTruthy()
  answers[SAVE] = { status: 409 }
  await press('Save return address')
  expect(await text('Failed to update return email ID')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email ID').value).toBe('ada-of-goldwater')
})
