import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { firstId, logIn, startStory } from './installation.ts'

const root = join(import.meta.dirname, '../..')
const documents = join(root, 'docs/images')
const guide = join(root, 'apps/web/src/app/guide')
const story = join(root, 'apps/web/src/features/accounts/pictures')

/** Device pixel ratio of pictures inside the application, which show only the content beside the sidebar. */
const FINE = 2
const SHOWN_PART = { left: 216 * FINE, top: 0, width: 1064 * FINE, height: 665 * FINE }

/** A picture shown in the application. */
interface InnerPicture {
  file: string
  width: number
}

const atStep = (step: 'search' | 'gather' | 'campaign' | 'send'): InnerPicture => ({
  file: join(guide, step),
  width: 640,
})

interface Picture {
  name: string
  /** A step of the user guide, or the login page. */
  inside?: readonly InnerPicture[]
  path: (context: BrowserContext, url: string) => Promise<string>
  prepare: (page: Page) => Promise<unknown>
}

const pictures: readonly Picture[] = [
  {
    name: 'search',
    inside: [atStep('search')],
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
    inside: [
      atStep('gather'),
      { file: join(story, 'table'), width: 960 },
      { file: join(story, 'table-wide'), width: 1600 },
    ],
    path: async (context, url) => `/tables/${await firstId(context, `${url}/api/business/tables`)}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: /prospects of Crumb & Cradle/ }).click()
      await page.getByText('Café Manager').waitFor()
    },
  },
  {
    name: 'template',
    inside: [atStep('campaign')],
    path: async (context, url) => `/campaigns/${await firstId(context, `${url}/api/campaigns`)}/template`,
    prepare: (page) => page.getByRole('region', { name: 'Email preview' }).waitFor(),
  },
  {
    name: 'follow-ups',
    path: async (context, url) => `/campaigns/${await firstId(context, `${url}/api/campaigns`)}?tab=emails`,
    prepare: (page) =>
      page
        .getByRole('heading', { name: 'Follow-up 1' })
        .evaluate((heading) => heading.closest('section')?.scrollIntoView()),
  },
  {
    name: 'campaign',
    inside: [atStep('send')],
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

/** Renews the pictures of README.md, docs/tour.md and the user guide from the story 'campaign-midway'. */
export async function takeDocumentPictures(browser: Browser, port: number): Promise<void> {
  const installation = await startStory('campaign-midway', port)
  try {
    await takePictures(browser, installation.url)
  } finally {
    await installation.stop()
  }
}

/** The same, from an installation that already has the story. */
async function takePictures(browser: Browser, url: string): Promise<void> {
  for (const folder of [documents, guide, story]) mkdirSync(folder, { recursive: true })
  for (const scheme of ['light', 'dark'] as const)
    for (const scale of [1, FINE]) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        deviceScaleFactor: scale,
        colorScheme: scheme,
        reducedMotion: 'reduce',
      })
      await logIn(context, url)
      const page = await context.newPage()
      for (const picture of pictures)
        if (scale === 1) await takeForDocuments(page, url, picture, scheme)
        else if (picture.inside) await takeForInside(page, url, picture, scheme)
      await context.close()
    }
}

type Scheme = 'light' | 'dark'

async function show(page: Page, url: string, picture: Picture): Promise<Buffer> {
  await page.goto(url + (await picture.path(page.context(), url)))
  await picture.prepare(page)
  await page.waitForLoadState('networkidle')
  // The pressed element has moved; don't hover over whatever took its place.
  await page.mouse.move(0, 0)
  return page.screenshot()
}

async function takeForDocuments(page: Page, url: string, picture: Picture, scheme: Scheme): Promise<void> {
  const suffix = scheme === 'dark' ? '-dark' : ''
  await sharp(await show(page, url, picture))
    .png({ palette: true, colours: 256, effort: 10 })
    .toFile(join(documents, `${picture.name}${suffix}.png`))
}

async function takeForInside(page: Page, url: string, picture: Picture, scheme: Scheme): Promise<void> {
  const image = sharp(await show(page, url, picture))
  for (const { file, width } of picture.inside ?? [])
    await image
      .clone()
      .extract(SHOWN_PART)
      .resize({ width })
      .webp({ quality: 80 })
      .toFile(`${file}-${scheme}.webp`)
}
