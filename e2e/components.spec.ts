import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/gallery.ts'

// One worker builds the page once.
test.describe.configure({ mode: 'default' })

test('a dialog of each kind asks to Confirm or Cancel and gives the focus back (SHELL-09)', async ({
  page,
  gallery: _gallery,
}) => {
  for (const kind of ['info', 'warning', 'error', 'success']) {
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
  }
})

for (const [reducedMotion, what] of [
  ['no-preference', 'moves for 150 to 250 ms'],
  ['reduce', 'moves not at all for those who want none'],
] as const)
  test(`what opens ${what}`, async ({ page, galleryUrl }) => {
    await page.emulateMedia({ reducedMotion })
    await page.goto(new URL('_dev/ui', galleryUrl).href)
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
  })

/** Of everything that runs inside what floats and is more than a change of colour, in milliseconds. */
function lengthsOfMotion(): number[] {
  return document
    .getAnimations()
    .filter((animation) => animation instanceof CSSAnimation)
    .map(({ effect }) => effect!.getComputedTiming())
    .filter(({ iterations }) => iterations !== Number.POSITIVE_INFINITY)
    .map(({ duration }) => Number(duration))
}

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
