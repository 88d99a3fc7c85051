import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { logIn, startStory } from './installation.ts'
import { fillLongLists } from './long-lists.ts'
import { momentPaths, moments, prepareMoment } from './moments.ts'
import {
  missingScreens,
  ownScreens,
  publicScreens,
  type ScreenPaths,
  screensOfThings,
} from './screen-paths.ts'

export const WIDTHS = [360, 768, 1280, 2560] as const
export const SCHEMES = ['light', 'dark'] as const
/** Cuts pictures of long lists. */
const TALLEST_PX = 6000

/** A picture of a screen in a state; `file` is relative to the output folder. */
export interface Shot {
  state: string
  screen: string
  width: number
  scheme: string
  file: string
}

interface State {
  name: string
  screens: (context: BrowserContext) => Promise<ScreenPaths>
  isSignedOut?: boolean
  isWhole?: boolean
  prepare?: (page: Page) => Promise<void>
  /** Consists of moments, which are reached by actions. */
  isOfMoments?: true
}

interface Story {
  story: string
  fill?: (context: BrowserContext, url: string) => Promise<void>
  states: (url: string) => readonly State[]
}

const stories: readonly Story[] = [
  {
    story: 'fresh',
    states: () => [
      { name: 'signed-out', screens: async () => publicScreens, isSignedOut: true, isWhole: true },
      { name: 'empty', screens: async () => ownScreens, isWhole: true },
      { name: 'not-found', screens: async () => missingScreens },
      {
        name: 'public-moments',
        screens: async () => momentPaths(publicScreens),
        isSignedOut: true,
        isOfMoments: true,
      },
    ],
  },
  {
    story: 'campaign-midway',
    states: (url) => {
      const screens = async ({ request }: BrowserContext) => ({
        ...ownScreens,
        ...(await screensOfThings(request, url)),
      })
      return [
        { name: 'full', screens, isWhole: true },
        { name: 'loading', screens, prepare: holdAnswers },
        { name: 'failing', screens, prepare: failAnswers },
        { name: 'offline', screens, prepare: dropAnswers },
        {
          name: 'moments',
          screens: async (context) => momentPaths({ ...missingScreens, ...(await screens(context)) }),
          isOfMoments: true,
        },
      ]
    },
  },
  {
    story: 'fresh',
    fill: ({ request }, url) => fillLongLists(request, url),
    states: (url) => [
      {
        name: 'long',
        screens: async ({ request }) => ({
          tables: '/tables',
          prospects: '/prospects',
          campaigns: '/campaigns',
          replies: '/inbox',
          ...(await screensOfThings(request, url)),
        }),
      },
    ],
  },
]

/** Words that match no picture. */
export function unknownWords(words: readonly string[]): string[] {
  const known = new Set([
    ...stories.flatMap(({ states }) => states('').map(({ name }) => name)),
    ...[publicScreens, ownScreens, missingScreens, moments].flatMap(Object.keys),
  ])
  return words.filter((word) => !known.has(word))
}

/** Takes every screen in every state at each width and in both colour schemes, or only matching ones. */
export async function takeScreens(
  browser: Browser,
  port: number,
  folder: string,
  chosen: readonly string[],
): Promise<Shot[]> {
  const shots: Shot[] = []
  for (const { story, fill, states } of stories) {
    const wanted = states('').some(({ name }) => chosen.includes(name))
    const hasMoments = states('').some(({ isOfMoments }) => isOfMoments)
    const isNamed = chosen.some(
      (word) => word in ownScreens || word in publicScreens || (hasMoments && word in moments),
    )
    if (chosen.length > 0 && !wanted && !isNamed) continue
    const { url, stop } = await startStory(story, port)
    try {
      if (fill) await inContext(browser, url, (context) => fill(context, url))
      for (const state of states(url)) shots.push(...(await takeState(browser, folder, url, state, chosen)))
    } finally {
      await stop()
    }
  }
  return shots
}

async function inContext(browser: Browser, url: string, act: (context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext()
  await logIn(context, url)
  await act(context)
  await context.close()
}

/** Calls of a screen after login. */
const SCREEN_CALLS = /\/api\/(?!auth\/|bot-check)/

async function holdAnswers(page: Page): Promise<void> {
  await page.route(SCREEN_CALLS, () => new Promise(() => undefined))
}

async function failAnswers(page: Page): Promise<void> {
  await page.route(SCREEN_CALLS, (route) => route.fulfill({ status: 500, json: {} }))
}

/** Simulates an offline browser on a loaded screen. */
async function dropAnswers(page: Page): Promise<void> {
  await page.addInitScript("Object.defineProperty(navigator, 'onLine', { get: () => false })")
  await page.route(SCREEN_CALLS, (route) => route.abort('internetdisconnected'))
}

async function takeState(
  browser: Browser,
  folder: string,
  url: string,
  state: State,
  chosen: readonly string[],
): Promise<Shot[]> {
  const shots: Shot[] = []
  mkdirSync(join(folder, state.name), { recursive: true })
  for (const scheme of SCHEMES) {
    const context = await browser.newContext({ colorScheme: scheme, reducedMotion: 'reduce' })
    if (!state.isSignedOut) await logIn(context, url)
    const screens = Object.entries(await state.screens(context)).filter(
      ([screen]) => chosen.length === 0 || chosen.includes(screen) || chosen.includes(state.name),
    )
    let page = await context.newPage()
    await state.prepare?.(page)
    for (const [screen, path] of screens) {
      if (state.isOfMoments) {
        // Unsaved input would block leaving the page. Each open page holds a connection, of which a browser has six.
        await page.close()
        page = await context.newPage()
        await prepareMoment(page, screen)
      }
      await page.goto(url + path)
      if (state.isOfMoments && !(await bringAbout(page, screen))) continue
      for (const width of WIDTHS)
        shots.push(await takeShot(page, folder, { state: state.name, screen, width, scheme }, state))
    }
    await context.close()
  }
  return shots
}

/** Performs a moment's actions at its width. If they fail, reports it and returns false. */
async function bringAbout(page: Page, moment: string): Promise<boolean> {
  await page.setViewportSize({ width: moments[moment]?.width ?? 1280, height: 900 })
  await settle(page, 'moments')
  try {
    await moments[moment]?.act?.(page)
    return true
  } catch (error) {
    console.error(`The moment ${moment} did not come about: ${(error as Error).message}`)
    process.exitCode = 1
    return false
  }
}

async function takeShot(page: Page, folder: string, shot: Omit<Shot, 'file'>, state: State): Promise<Shot> {
  const { screen, width, scheme } = shot
  const file = `${state.name}/${screen}-${width}-${scheme}.png`
  const height = width < 600 ? 780 : width === 2560 ? 1440 : 900
  await page.setViewportSize({ width, height })
  await settle(page, state.name)
  const { shows } = (state.isOfMoments && moments[screen]) || {}
  if (shows) await page.locator(shows).first().scrollIntoViewIfNeeded()
  const tall = await page.evaluate<number>('document.documentElement.scrollHeight')
  const clip = { x: 0, y: 0, width, height: Math.max(height, Math.min(tall, TALLEST_PX)) }
  await page.screenshot({ path: join(folder, file), ...(state.isWhole && { fullPage: true, clip }) })
  return { ...shot, file }
}

/** Busy indicators, and the placeholder of a public page. */
const AT_WORK = '[aria-busy=true], .animate-breathe, .animate-spin'

/** Waits until the title is visible and, unless responses are held back, nothing is busy. */
async function settle(page: Page, state: string): Promise<void> {
  // By tag: behind a dialog it has no role.
  await page.locator('h1').first().waitFor()
  if (state === 'loading') return page.waitForTimeout(400)
  // Gives late requests time to show a busy state.
  await page.waitForTimeout(150)
  const atWork = page.locator(AT_WORK).first()
  await atWork
    .waitFor({ state: 'detached', timeout: state === 'moments' ? 2000 : 10_000 })
    .catch(() => undefined)
  await page.waitForTimeout(80)
}
