// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Answers, renderScreen, shownErrors } from '../../test/render-screen.tsx'
import { SignatureDialog } from './signature-dialog.tsx'

function open(answers: Answers = {}) {
  const onClose = vi.fn()
  const { sent, unmount } = renderScreen(<SignatureDialog signature={null} onClose={onClose} />, answers)
  return { sent, unmount, onClose }
}
const field = (name: RegExp | string) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' })
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Add signature' }))

test('a signature without name or content is refused at the field (SIG-05, SIG-06)', async () => {
  const { sent } = open()
  await submit()
  expect(shownErrors()).toEqual(['Signature name is required', 'Signature content is required'])
  expect(document.activeElement).toBe(field('Name'))
  await userEvent.type(field('Name'), 'Ada')
  await submit()
  expect(shownErrors()).toEqual(['Signature content is required'])
  expect(document.activeElement).toBe(field('Content'))
  expect(sent).toEqual([])
})

test('only images under 2 MB are taken, chosen or dropped (SIG-07, SIG-08)', async () => {
  open()
  const user = userEvent.setup({ applyAccept: false })
  const text = new File(['a'], 'a.txt', { type: 'text/plain' })
  await user.upload(field(/Image/), text)
  expect(shownErrors()).toEqual(['Please select a valid image file'])
  await user.upload(field(/Image/), new File([new Uint8Array(2_097_152)], 'a.png', { type: 'image/png' }))
  expect(shownErrors()).toEqual(['Image size must be less than 2MB'])
  fireEvent.drop(screen.getByText('Choose a file'), { dataTransfer: { files: [text] } })
  expect(shownErrors()).toEqual(['Please drop a valid image file'])
})

test('a signature is saved as HTML; a failure keeps what was typed, also through a reload (SIG-21)', async () => {
  const failing: Answers = { 'POST /api/email/signatures': { status: 500 } }
  const { sent, unmount, onClose } = open(failing)
  await userEvent.type(field('Name'), 'Ada')
  await userEvent.type(field('Content'), '**Ada Pan**')
  await submit()
  expect(await screen.findByText('Failed to add signature')).toBeTruthy()
  expect(sent[0]?.body).toEqual({ name: 'Ada', content: '<b>Ada Pan</b>', is_default: false })
  expect(onClose).not.toHaveBeenCalled()
  unmount()
  open(failing)
  expect([field('Name').value, field('Content').value]).toEqual(['Ada', '**Ada Pan**'])
})
