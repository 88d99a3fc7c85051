import { expect, type Page } from '@playwright/test'

const tabs = ['Overview', 'Emails', 'Prospects', 'Replies', 'Settings'] as const
export type CampaignTab = (typeof tabs)[number]

/** The address of each tab, and of the delivery log. */
export const tabPaths = (campaign: string): string[] => [
  ...tabs.map((name) => `${campaign}?tab=${name.toLowerCase()}`),
  `${campaign}?tab=prospects&view=log`,
]

/** Opens a tab of the campaign page. A count may stand beside its name. */
export async function openTab(page: Page, name: CampaignTab): Promise<void> {
  const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
}

/** Chooses an action of the page bar's ⋯ menu. */
export async function chooseAction(page: Page, name: 'Duplicate' | 'Archive' | 'Delete'): Promise<void> {
  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name }).click()
}
