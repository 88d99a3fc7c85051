import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails on any axe finding against WCAG 2.2 AA on the current page, or in this part of it. */
export const expectAccessible = (page: Page, part = 'html'): Promise<void> =>
  expectNothingFound(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], part)

/** The one rule whose result depends on the theme. */
export const expectContrast = (page: Page): Promise<void> =>
  expectNothingFound(page, ['color-contrast'], 'html')

async function expectNothingFound(page: Page, runOnly: string[], part: string): Promise<void> {
  // In the same page and without passed rules: each would double the time.
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
