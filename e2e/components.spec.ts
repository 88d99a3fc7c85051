import { expectAccessible } from './support/axe.ts'
import { stopClock } from './support/clock.ts'
import { expect, test } from './support/gallery.ts'

// One worker builds the page once.
test.describe.configure({ mode: 'default' })

const toasts = [
  ['Success toast', 'Success: Prospect added successfully', 'status'],
  ['Error toast', 'Error: ', 'alert'],
  ['Warning toast', 'Warning: Approaching limit', 'status'],
  ['Info toast', 'Note: Table deleted', 'status'],
] as const

for (const [button, text, role] of toasts)
  test(`a toast is announced and goes after 5 s: ${button} (SHELL-08)`, async ({ page, galleryUrl }) => {
    await page.clock.install()
    await page.goto(new URL('_dev/ui', galleryUrl).href)
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    await stopClock(page)
    await page.getByRole('button', { name: button }).click()
    await page.mouse.move(0, 0)
    const toast = page
      .getByRole('region', { name: 'Notifications' })
      .getByRole(role)
      .getByText(text, { exact: false })
    await expect(toast).toBeVisible()
    await page.clock.runFor(4_900)
    await expect(toast).toBeVisible()
    await page.clock.runFor(200)
    await expect(toast).toBeHidden()
  })

for (const kind of ['info', 'warning', 'error', 'success'])
  test(`the ${kind} dialog asks to Confirm or Cancel and gives the focus back (SHELL-09)`, async ({
    page,
    gallery: _gallery,
  }) => {
    const opener = page.getByRole('button', { name: `Open ${kind}` })
    await opener.click()
    const dialog = page.getByRole('alertdialog', { name: 'Send this campaign?' })
    await expect(dialog).toHaveAttribute('data-kind', kind)
    await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Confirm'])
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

test('the delete dialog has the buttons Cancel and Delete (SHELL-10)', async ({
  page,
  gallery: _gallery,
}) => {
  await page.getByRole('button', { name: 'Open delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Prospect' })
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Delete'])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`every component is accessible in ${colorScheme} (SHELL-19)`, async ({ page, galleryUrl }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(new URL('_dev/ui', galleryUrl).href)
    await expect(page.getByRole('button', { name: 'Open palette' })).toBeVisible()
    await expectAccessible(page)
  })
