import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { firstId, logIn, startStory } from './installation.ts'

const root = join(import.meta.dirname, '../..')
const documents = join(root, 'docs/images')
const guide = join(root, 'apps/web/src/app/guide')

/** What the user guide shows of a screen: the part beside the sidebar, twice over for fine screens. */
const GUIDE_PART = { left: 240, top: 0, width: 1040, height: 650 }
const GUIDE_WIDTH = 640

interface Picture {
  name: string
  /** The step of the user guide that it stands at. */
  step?: 'search' | 'gather' | 'campaign' | 'send'
  path: (context: BrowserContext, url: string) => Promise<string>
  prepare: (page: Page) => Promise<unknown>
}

const pictures: readonly Picture[] = [
  {
    name: 'search',
    step: 'search',
    path: async () => '/search',
    prepare: async (page) => {
      await page.getByLabel('Keywords').fill('hotel')
      await page.getByLabel('Location').fill('Liechtenstein')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Visit' }).first().waitFor()
    },
  },
  {
    name: 'table',
    step: 'gather',
    path: async (context, url) => `/tables/${await firstId(context, `${url}/api/business/tables`)}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: /prospects of Rising Moon Bakery/ }).click()
      await page.getByText('Head Baker').waitFor()
      await page.mouse.wheel(0, 180)
    },
  },
  {
    name: 'campaign-form',
    step: 'campaign',
    path: async (context, url) => `/campaigns/${await firstId(context, `${url}/api/campaigns`)}/edit`,
    prepare: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'campaign',
    step: 'send',
    path: async (context, url) => `/campaigns/${await firstId(context, `${url}/api/campaigns`)}`,
    prepare: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'mailbox',
    path: async () => '/mailbox',
    prepare: (page) =>
      page
        .getByRole('button', { name: /coffee/i })
        .or(page.getByRole('link', { name: /coffee/i }))
        .first()
        .click(),
  },
]

/** Makes the pictures of README.md, docs/tour.md and the user guide anew, from the story 'campaign-midway'. */
export async function takeDocumentPictures(browser: Browser, port: number): Promise<void> {
  mkdirSync(documents, { recursive: true })
  mkdirSync(guide, { recursive: true })
  const story = await startStory('campaign-midway', port)
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        colorScheme,
        reducedMotion: 'reduce',
      })
      await logIn(context, story.url)
      const page = await context.newPage()
      for (const picture of pictures) await take(page, story.url, picture, colorScheme)
      await context.close()
    }
  } finally {
    await story.stop()
  }
}

async function take(page: Page, url: string, picture: Picture, scheme: 'light' | 'dark'): Promise<void> {
  await page.goto(url + (await picture.path(page.context(), url)))
  await picture.prepare(page)
  await page.waitForLoadState('networkidle')
  const image = sharp(await page.screenshot())
  const suffix = scheme === 'dark' ? '-dark' : ''
  await image
    .clone()
    .png({ palette: true, colours: 256, effort: 10 })
    .toFile(join(documents, `${picture.name}${suffix}.png`))
  if (picture.step)
    await image
      .clone()
      .extract(GUIDE_PART)
      .resize({ width: GUIDE_WIDTH })
      .webp({ quality: 80 })
      .toFile(join(guide, `${picture.step}-${scheme}.webp`))
}
