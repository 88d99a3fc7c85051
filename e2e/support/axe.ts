import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails on anything that axe finds against WCAG 2.2 AA on the page as it stands, or in this part of it. */
export const expectAccessible = (page: Page, part = 'html'): Promise<void> =>
  expectNothingFound(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], part)

/** The one rule whose answer depends on the theme. */
export const expectContrast = (page: Page): Promise<void> =>
  expectNothingFound(page, ['color-contrast'], 'html')

async function expectNothingFound(page: Page, runOnly: string[], part: string): Promise<void> {
  // In one page, and without a list of all that is well: each would take as long again.
  const axe = new AxeBuilder({ page })
    .include(part)
    .setLegacyMode()
    .options({ runOnly, resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}
