import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { takeDocumentPictures } from './screens/documents.ts'
import { writeIndexPage } from './screens/index-page.ts'
import { takeScreens, unknownWords } from './screens/screen-shots.ts'

/**
 * `npm run screens`: takes pictures of every screen in every state into screens/, with an index page, and renews
 * those in README.md, docs/tour.md, the user guide and the login page. `-- --documents` takes only the latter; `--
 * <state or screen> …` only those named. Needs a built browser application.
 */
const folder = join(import.meta.dirname, '../screens')
const port = Number(process.env.PORT ?? 3199)
const words = process.argv.slice(2)
const onlyDocuments = words.includes('--documents')
const chosen = words.filter((word) => !word.startsWith('--'))
const unknown = unknownWords(chosen)
if (unknown.length > 0) {
  console.error(`No state or screen is called ${unknown.join(', ')}. Nothing was taken.`)
  process.exit(1)
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  if (chosen.length === 0) {
    await takeDocumentPictures(browser, port)
    console.log('The pictures of the documents and of the application are new')
  }
  if (!onlyDocuments) {
    if (chosen.length === 0) rmSync(folder, { recursive: true, force: true })
    const shots = await takeScreens(browser, port, folder, chosen)
    writeIndexPage(folder, shots)
    console.log(`${shots.length} pictures: ${join(folder, 'index.html')}`)
  }
} finally {
  await browser.close()
}
