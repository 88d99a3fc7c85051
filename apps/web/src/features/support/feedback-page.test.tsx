// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderScreen, shownErrors } from '../../test/render-screen.tsx'
import { FeedbackPage } from './feedback-page.tsx'

const open = () => renderScreen(<FeedbackPage />, { 'GET /api/support': { body: [] } })
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
