import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { takeDocumentPictures } from './screens/documents.ts'
import { writeIndexPage } from './screens/index-page.ts'
import { takeScreens } from './screens/screen-shots.ts'

/**
 * `npm run screens`: every screen in every state into screens/ with an index page to look through, and the pictures of
 * README.md, docs/tour.md and the user guide anew. With `-- --documents` only the latter. Needs a built browser part.
 */
const folder = join(import.meta.dirname, '../screens')
const port = Number(process.env.PORT ?? 3199)
const onlyDocuments = process.argv.includes('--documents')

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  await takeDocumentPictures(browser, port)
  console.log('The pictures of the documents and of the user guide are new')
  if (!onlyDocuments) {
    rmSync(folder, { recursive: true, force: true })
    const shots = await takeScreens(browser, port, folder)
    writeIndexPage(folder, shots)
    console.log(`${shots.length} pictures: ${join(folder, 'index.html')}`)
  }
} finally {
  await browser.close()
}
