// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failing, find, openApp, press, text } from '../../test/open-app.tsx'

const kept = (installation_days: number | null, chosen_days: number | null = null) => ({
  installation_days,
  chosen_days,
})
const retention = (texts = kept(730)) => ({ texts, events: kept(null), incoming: kept(365) })
const TEXTS = 'Texts of sent emails'
const select = async (name: string) => (await find('combobox', name)) as HTMLSelectElement
const labelsOf = ({ options }: HTMLSelectElement) => [...options].map((option) => option.text)

test('Settings show how long things are kept, and offer what is shorter', async () => {
  openApp('/settings?tab=preferences', { 'GET /api/retention': { body: retention() } })
  expect(labelsOf(await select(TEXTS))).toEqual([
    '2 years (the longest)',
    '1 year',
    '180 days',
    '90 days',
    '30 days',
  ])
  expect(labelsOf(await select('Single opens, clicks and delivery attempts'))[0]).toBe('For ever')
  expect((await find('button', 'Save')).hasAttribute('disabled')).toBe(true)
})

test('keeping less is confirmed, because it deletes', async () => {
  const { sent } = openApp('/settings?tab=preferences', {
    'GET /api/retention': { body: retention() },
    'PUT /api/retention': { body: retention(kept(730, 90)) },
  })
  await userEvent.selectOptions(await select(TEXTS), '90 days')
  await press('Save')
  expect(sent).toEqual([])
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('This cannot be undone.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete older ones' }))
  expect(await text('Retention saved')).toBeTruthy()
  expect(sent).toMatchObject([{ body: { texts_days: 90, events_days: null, incoming_days: null } }])
  expect((await select(TEXTS)).value).toBe('90')
})

test('keeping less asks for the password if the server wants it, and is saved then', async () => {
  let isProved = false
  const { sent } = openApp('/settings?tab=preferences', {
    'GET /api/retention': { body: retention() },
    'PUT /api/retention': () =>
      isProved
        ? { body: retention(kept(730, 90)) }
        : { status: 403, body: { code: 'accounts.password_needed', message: 'Please enter your password' } },
    'POST /api/user/prove-password': () => {
      isProved = true
      return { body: {} }
    },
  })
  await userEvent.selectOptions(await select(TEXTS), '90 days')
  await press('Save')
  const asked = await screen.findByRole('alertdialog')
  await userEvent.click(within(asked).getByRole('button', { name: 'Delete older ones' }))
  await userEvent.type(await screen.findByLabelText('Password'), 'sieve-and-gravel-7')
  await press('Continue')
  expect(await text('Retention saved')).toBeTruthy()
  expect(sent).toHaveLength(3)
})

test('keeping more is saved at once, and a refusal is shown', async () => {
  const { sent } = openApp('/settings?tab=preferences', {
    'GET /api/retention': { body: retention(kept(730, 90)) },
    'PUT /api/retention': failing,
  })
  await userEvent.selectOptions(await select(TEXTS), '1 year')
  await press('Save')
  expect(await text('Failed to save how long things are kept')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

test('a failure to load offers another try', async () => {
  openApp('/settings?tab=preferences', { 'GET /api/retention': failing })
  expect(await text('Failed to load how long things are kept')).toBeTruthy()
})
