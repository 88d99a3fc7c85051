// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderScreen, shownErrors } from '../../test/render-screen.tsx'
import { FeedbackPage } from './feedback-page.tsx'

const open = (answers: Answers = {}) =>
  renderScreen(<FeedbackPage />, { 'GET /api/support': { body: [] }, ...answers })
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' })
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }))

test('a request without title or description is refused, once for both (SUP-03)', async () => {
  const { sent } = open()
  await submit()
  expect(shownErrors()).toEqual(['Please fill in all required fields'])
  expect(document.activeElement).toBe(field(/Title/))
  expect(field(/Description/).getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(field(/Title/), 'Only a title')
  await submit()
  expect(shownErrors()).toEqual(['Please fill in all required fields'])
  expect(document.activeElement).toBe(field(/Description/))
  expect(sent).toEqual([])
})

test('only an image under 5 MB is taken as a screenshot (SUP-04, SUP-05)', async () => {
  open()
  const user = userEvent.setup({ applyAccept: false })
  const input = field(/Screenshot/)
  await user.upload(input, new File(['a'], 'a.txt', { type: 'text/plain' }))
  expect(shownErrors()).toEqual(['Please choose an image (PNG, JPG or GIF)'])
  await user.upload(input, new File([new Uint8Array(5_242_881)], 'a.png', { type: 'image/png' }))
  expect(shownErrors()).toEqual(['File size must be less than 5MB'])
})

test('the form has type, title, description, priority and an optional screenshot, with its defaults (SUP-01, SUP-02)', async () => {
  open()
  const type = screen.getByLabelText<HTMLSelectElement>('Type')
  expect([...type.options].map(({ text }) => text)).toEqual([
    'Bug report',
    'Feature request',
    'Suggestion',
    'Question',
  ])
  expect(type.value).toBe('bug')
  expect(screen.getByLabelText<HTMLSelectElement>('Priority').value).toBe('medium')
  expect(screen.getByText(/PNG, JPG or GIF/)).toBeTruthy()
})

test('a request that can’t be sent says so and keeps what was typed (SUP-08)', async () => {
  open({ 'POST /api/support': { status: 500 } })
  await userEvent.type(field(/Title/), 'It is stuck')
  await userEvent.type(field(/Description/), 'Nothing happened.')
  await submit()
  expect(await screen.findByText('Failed to submit feedback')).toBeTruthy()
  expect(field(/Title/).value).toBe('It is stuck')
})

test('a request that is refused shows the server’s words (SUP-08)', async () => {
  open({ 'POST /api/support': { status: 500, body: { message: 'The letterbox is full' } } })
  await userEvent.type(field(/Title/), 'It is stuck')
  await userEvent.type(field(/Description/), 'Nothing happened.')
  await submit()
  expect(await screen.findByText('The letterbox is full')).toBeTruthy()
})
