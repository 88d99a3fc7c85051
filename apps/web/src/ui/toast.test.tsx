// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { toast as sonner } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offerUndo, pressUndo, toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  // Test files share their modules, and with them the toasts of other files.
  sonner.dismiss()
  render(<Toaster />)
})

afterEach(async () => {
  sonner.dismiss()
  await pass(1000)
  cleanup()
  vi.useRealTimers()
})

/** In steps, because a toast that closes waits for several renders. */
async function pass(milliseconds: number) {
  for (let left = milliseconds; left > 0; left -= 50)
    await act(() => vi.advanceTimersByTimeAsync(Math.min(left, 50)))
}

/** Shows toasts and waits until they are on the screen. */
async function show(...toasts: (() => void)[]) {
  for (const one of toasts) act(one)
  await pass(20)
}

const shown = () => [...document.querySelectorAll('[data-sonner-toast] p')].map((line) => line.textContent)

test.each([
  ['success', 'Success: Saved', 'status'],
  ['error', 'Error: Saved', 'alert'],
  ['warning', 'Warning: Saved', 'status'],
  ['info', 'Note: Saved', 'status'],
] as const)('a toast of the kind %s is announced and goes after 5 s (SHELL-08)', async (kind, text, role) => {
  await show(() => toast[kind]('Saved'))
  expect(screen.getByRole(role).textContent).toContain(text)
  await pass(4900)
  expect(screen.queryByRole(role)).not.toBeNull()
  await pass(500)
  expect(screen.queryByRole(role)).toBeNull()
})

test('the same words again are one toast, with another five seconds', async () => {
  await show(() => toast.error('Failed'))
  await pass(3000)
  await show(() => toast.error('Failed'))
  expect(shown()).toEqual(['Error: Failed'])
  await pass(3000)
  expect(shown()).toEqual(['Error: Failed'])
})

test('the same words with an Undo are two toasts, because each takes back its own action', async () => {
  const undone: string[] = []
  const done = (what: string) =>
    toast.success('Done', { action: { label: 'Undo', onClick: () => undone.push(what) } })
  await show(
    () => done('first'),
    () => done('second'),
  )
  expect(shown()).toEqual(['Success: Done', 'Success: Done'])
  pressUndo()
  await pass(1000)
  pressUndo()
  expect(undone).toEqual(['second', 'first'])
})

test('a toast stays while the keyboard is in it, and Escape closes it', async () => {
  await show(() => toast.info('Here'))
  const button = screen.getByRole('button', { name: 'Close notification' })
  act(() => button.focus())
  await pass(10_000)
  expect(shown()).toEqual(['Note: Here'])
  fireEvent.keyDown(button, { key: 'Escape' })
  await pass(1000)
  expect(shown()).toEqual([])
})

test('Undo runs once, by its button, and the toast closes', async () => {
  const onClick = vi.fn()
  await show(() => toast.success('Deleted', { action: { label: 'Undo', onClick } }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await pass(1000)
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(shown()).toEqual([])
  expect(pressUndo()).toBe(false)
})

test('Ctrl Z presses the newest Undo first, and nothing once its toast has gone', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  await show(
    () => toast.success('One deleted', { action: { label: 'Undo', onClick: first } }),
    () => toast.success('Two deleted', { action: { label: 'Undo', onClick: second } }),
    () => toast.info('Something else'),
  )
  expect(pressUndo()).toBe(true)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  await pass(6000)
  expect(pressUndo()).toBe(false)
  expect(first).not.toHaveBeenCalled()
})

test('an Undo button of the screen goes before those of toasts', async () => {
  const [ofScreen, ofToast] = [vi.fn(), vi.fn()]
  await show(() => toast.success('Deleted', { action: { label: 'Undo', onClick: ofToast } }))
  const withdraw = offerUndo(ofScreen)
  pressUndo()
  withdraw()
  pressUndo()
  expect([ofScreen.mock.calls.length, ofToast.mock.calls.length]).toEqual([1, 1])
})
