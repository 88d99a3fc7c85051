import { expectAccessible, expectContrast } from './support/axe.ts'
import { expect, test } from './support/gallery.ts'

// One worker, so that the page is built once.
test.describe.configure({ mode: 'default' })

test('dialogs ask and return the focus (SHELL-09, SHELL-10)', async ({ page, gallery: _gallery }) => {
  await test.step('a dialog of each kind asks to Confirm or Cancel and returns the focus', async () => {
    for (const kind of ['info', 'warning', 'error', 'success']) {
      const opener = page.getByRole('button', { name: `Open ${kind}` })
      await opener.click()
      const dialog = page.getByRole('alertdialog', { name: 'Send this campaign?' })
      await expect(dialog).toHaveAttribute('data-kind', kind)
      await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Confirm'])
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await expectAccessible(page, '[role=alertdialog]')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
    }
  })
  await test.step('the delete dialog has the buttons Cancel and Delete', async () => {
    await page.getByRole('button', { name: 'Open delete' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete Prospect' })
    await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Delete'])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  })
})

test('opening animations take 150 to 250 ms, and are off with reduced motion', { tag: '@long' }, async ({
  page,
  gallery: _gallery,
}) => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    const lengths: number[] = []
    for (const kind of ['form', 'panel', 'palette']) {
      await page.getByRole('button', { name: `Open ${kind}` }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      lengths.push(...(await page.evaluate(lengthsOfMotion)))
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    if (reducedMotion === 'reduce') expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(1)
    else expect(lengths.filter((length) => length < 150 || length > 250)).toEqual([])
  }
})

/** Durations in milliseconds of all animations inside floating elements, except colour changes. */
function lengthsOfMotion(): number[] {
  return document
    .getAnimations()
    .filter((animation) => animation instanceof CSSAnimation)
    .map(({ effect }) => effect!.getComputedTiming())
    .filter(({ iterations }) => iterations !== Number.POSITIVE_INFINITY)
    .map(({ duration }) => Number(duration))
}

test('every component is accessible in light and in dark (SHELL-19)', { tag: '@long' }, async ({
  page,
  gallery: _gallery,
}) => {
  await expect(page.getByRole('button', { name: 'Open palette' })).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
})
