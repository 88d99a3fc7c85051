// @vitest-environment happy-dom
import { handWritten } from '@goldpan/contract/writing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen, shownErrors } from '../../test/render-screen.tsx'
import { useTextForm } from './text-form.ts'

const opened = { subject: 'Hello', body: 'We repair ovens.' }

function Editor({ onSave }: { onSave: (text: object) => void }) {
  const editor = useTextForm('test', opened, handWritten)
  const { errors } = editor.form.formState
  return (
    <form noValidate onSubmit={editor.form.handleSubmit(onSave)}>
      <input aria-label="Subject" {...editor.register('subject')} />
      <textarea aria-label="Body" {...editor.register('body')} />
      {[errors.subject, errors.body].map(
        (error) =>
          error && (
            <p key={error.message} role="alert">
              {error.message}
            </p>
          ),
      )}
      <button type="button" disabled={editor.undo === null} onClick={() => editor.undo?.()}>
        Undo
      </button>
      <button type="button" onClick={() => editor.replace({ subject: 'Other', body: 'Other text' })}>
        Replace
      </button>
      <button type="submit">Save</button>
      <output aria-label="State">{editor.isDirty ? 'changed' : 'as opened'}</output>
    </form>
  )
}

let now = 0
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const text = () => [
  screen.getByLabelText<HTMLInputElement>('Subject').value,
  screen.getByLabelText<HTMLTextAreaElement>('Body').value,
]
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = (name: string, words: string) => userEvent.type(screen.getByLabelText(name), words)
const pause = () => {
  now += 1000
}

test('typing without a pause is undone in one step, and typing after a pause in another', async () => {
  renderScreen(<Editor onSave={vi.fn()} />)
  await type('Body', ' Fast.')
  pause()
  await type('Subject', '!')
  expect(text()).toEqual(['Hello!', 'We repair ovens. Fast.'])
  await press('Undo')
  expect(text()).toEqual(['Hello', 'We repair ovens. Fast.'])
  await press('Undo')
  expect(text()).toEqual(['Hello', 'We repair ovens.'])
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('status', { name: 'State' }).textContent).toBe('as opened')
})

test('a replaced text is an undo step of its own', async () => {
  renderScreen(<Editor onSave={vi.fn()} />)
  await type('Body', ' Fast.')
  await press('Replace')
  expect(text()).toEqual(['Other', 'Other text'])
  await press('Undo')
  expect(text()).toEqual(['Hello', 'We repair ovens. Fast.'])
})

test('unsaved text is back when the editor opens again', async () => {
  const { unmount } = renderScreen(<Editor onSave={vi.fn()} />)
  await type('Body', ' Fast.')
  unmount()
  renderScreen(<Editor onSave={vi.fn()} />)
  expect(text()).toEqual(['Hello', 'We repair ovens. Fast.'])
  expect(screen.getByRole('status', { name: 'State' }).textContent).toBe('changed')
})

test('an empty text is refused at its field, and a whole one is saved', async () => {
  const onSave = vi.fn()
  renderScreen(<Editor onSave={onSave} />)
  await userEvent.clear(screen.getByLabelText('Subject'))
  await press('Save')
  expect(shownErrors()).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByLabelText('Subject'))
  await type('Subject', 'Hi')
  await press('Save')
  await expect.poll(() => onSave.mock.calls[0]?.[0]).toEqual({ subject: 'Hi', body: 'We repair ovens.' })
})
