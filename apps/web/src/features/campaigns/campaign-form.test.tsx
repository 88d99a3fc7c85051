// @vitest-environment jsdom
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

function open(campaign: Campaign | null = null, answers: Answers = {}) {
  const onSaved = vi.fn()
  return { onSaved, ...renderScreen(<CampaignForm campaign={campaign} onSaved={onSaved} />, answers) }
}

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
  expect(screen.getByText('What you had typed and not saved is back.')).toBeTruthy()
  expect([field(/Campaign name/).value, field(/Marketing copy/).value]).toEqual([
    'Spring',
    'We repair ovens.',
  ])
})
