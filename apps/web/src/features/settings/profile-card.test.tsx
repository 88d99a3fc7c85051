// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderScreen, shownErrors } from '../../test/render-screen.tsx'
import { ProfileCard } from './profile-card.tsx'

const saved = { first_name: 'Ada', last_name: 'Pan', email: 'ada@shop.example', pending_email: null }
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { exact: true })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save profile' }))

async function open(answers: Answers = {}) {
  const rendered = renderScreen(<ProfileCard />, { 'GET /api/user/profile': { body: saved }, ...answers })
  await screen.findByLabelText('First name')
  return rendered
}

test.each(['First name', 'Last name', 'Email'])('a profile without %s is refused (SET-04)', async (name) => {
  const { sent } = await open()
  await userEvent.clear(field(name))
  await userEvent.type(field(name), ' ')
  await save()
  expect(shownErrors()).toEqual(['All fields are required'])
  expect(document.activeElement).toBe(field(name))
  expect(sent).toEqual([])
})

test('a profile that can’t be saved says so, and what was typed is back after a reload (SET-07)', async () => {
  const failing: Answers = { 'PUT /api/user/profile': { status: 500 } }
  const { unmount } = await open(failing)
  await userEvent.type(field('First name'), ' Maria')
  await save()
  expect(await screen.findByText('Failed to update profile')).toBeTruthy()
  unmount()
  await open(failing)
  expect(field('First name').value).toBe('Ada Maria')
})

test('an address that is taken is refused at its field', async () => {
  const message = 'An account with this email already exists'
  const refusal = { status: 409, body: { code: 'accounts.email_taken', message } }
  await open({ 'PUT /api/user/profile': refusal })
  await userEvent.clear(field('Email'))
  await userEvent.type(field('Email'), 'bob@shop.example')
  await save()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(field('Email').getAttribute('aria-invalid')).toBe('true')
})
