import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { firstId, logIn, startStory } from './installation.ts'

export const WIDTHS = [360, 768, 1280, 2560] as const
export const SCHEMES = ['light', 'dark'] as const

/** A screen in a state, as it was taken: `file` is relative to the folder of all pictures. */
export interface Shot {
  state: string
  screen: string
  width: number
  scheme: string
  file: string
}

const publicScreens = {
  login: '/login',
  signup: '/signup',
  terms: '/terms',
  'terms-and-privacy': '/terms-and-privacy',
  subscribe: '/subscribe',
  'subscribe-success': '/subscribe/success',
  unsubscribe: '/unsubscribe',
  'reset-password': '/reset-password',
  'auth-confirm': '/auth/confirm',
}

const ownScreens = {
  search: '/search',
  tables: '/tables',
  prospects: '/prospects',
  campaigns: '/campaigns',
  'campaign-new': '/campaigns/new',
  'email-options': '/email-options',
  feedback: '/feedback',
  'settings-profile': '/settings?tab=profile',
  'settings-subscription': '/settings?tab=subscription',
  'settings-tokens': '/settings?tab=tokens',
  'settings-preferences': '/settings?tab=preferences',
  'token-history': '/token-history',
  checkout: '/checkout',
  'table-not-found': '/tables/00000000-0000-4000-8000-000000000000',
  'campaign-not-found': '/campaigns/00000000-0000-4000-8000-000000000000',
}

/** Takes every screen: signed out, empty, full, loading and failing, at each width and in both schemes. */
export async function takeScreens(browser: Browser, port: number, folder: string): Promise<Shot[]> {
  const shots: Shot[] = []
  const empty = await startStory('fresh', port)
  try {
    shots.push(...(await takeState(browser, folder, 'signed-out', empty.url, publicScreens)))
    shots.push(...(await takeState(browser, folder, 'empty', empty.url, ownScreens, logInTo(empty.url))))
  } finally {
    await empty.stop()
  }
  const full = await startStory('campaign-midway', port)
  try {
    const signIn = logInTo(full.url)
    const filled = { ...ownScreens, ...(await detailScreens(browser, full.url)) }
    shots.push(...(await takeState(browser, folder, 'full', full.url, filled, signIn)))
    shots.push(...(await takeState(browser, folder, 'loading', full.url, filled, signIn, holdAnswers)))
    shots.push(...(await takeState(browser, folder, 'failing', full.url, filled, signIn, failAnswers)))
  } finally {
    await full.stop()
  }
  return shots
}

const logInTo = (url: string) => (context: BrowserContext) => logIn(context, url)

async function detailScreens(browser: Browser, url: string): Promise<Record<string, string>> {
  const context = await browser.newContext()
  await logIn(context, url)
  const table = await firstId(context, `${url}/api/business/tables`)
  const campaign = await firstId(context, `${url}/api/campaigns`)
  await context.close()
  return {
    table: `/tables/${table}`,
    campaign: `/campaigns/${campaign}`,
    'campaign-edit': `/campaigns/${campaign}/edit`,
    mailbox: '/mailbox',
  }
}

/** Whatever a screen asks for once the person is known. */
const SCREEN_CALLS = /\/api\/(?!auth\/|bot-check)/

async function holdAnswers(page: Page): Promise<void> {
  await page.route(SCREEN_CALLS, () => new Promise(() => undefined))
}

async function failAnswers(page: Page): Promise<void> {
  await page.route(SCREEN_CALLS, (route) => route.fulfill({ status: 500, json: {} }))
}

async function takeState(
  browser: Browser,
  folder: string,
  state: string,
  url: string,
  screens: Record<string, string>,
  prepareContext?: (context: BrowserContext) => Promise<void>,
  preparePage?: (page: Page) => Promise<void>,
): Promise<Shot[]> {
  const shots: Shot[] = []
  mkdirSync(join(folder, state), { recursive: true })
  for (const scheme of SCHEMES) {
    const context = await browser.newContext({ colorScheme: scheme, reducedMotion: 'reduce' })
    await prepareContext?.(context)
    const page = await context.newPage()
    await preparePage?.(page)
    for (const [screen, path] of Object.entries(screens)) {
      await page.goto(url + path)
      for (const width of WIDTHS) {
        const file = `${state}/${screen}-${width}-${scheme}.png`
        await page.setViewportSize({ width, height: width < 600 ? 780 : width === 2560 ? 1440 : 900 })
        await settle(page, state)
        await page.screenshot({ path: join(folder, file), fullPage: state === 'full' || state === 'empty' })
        shots.push({ state, screen, width, scheme, file })
      }
    }
    await context.close()
  }
  return shots
}

/** Until the picture stands still: the title is there and, unless answers are held back, nothing is busy. */
async function settle(page: Page, state: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (state === 'loading') return page.waitForTimeout(400)
  await page
    .locator('[aria-busy=true]')
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => undefined)
  await page.waitForTimeout(80)
}
