import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { build, preview } from 'vite'

const root = join(import.meta.dirname, '../../apps/web')

/** The page that shows every component in every state. It isn't part of the product's build, so it is built here. */
export const test = base.extend<{ gallery: undefined }, { galleryUrl: string }>({
  galleryUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern
    async ({}, use) => {
      const outDir = await mkdtemp(join(tmpdir(), 'goldpan-gallery-'))
      const options = { root, mode: 'development', logLevel: 'error' } as const
      await build({ ...options, build: { outDir, emptyOutDir: true, minify: false } })
      const server = await preview({ ...options, build: { outDir }, preview: { port: 0, proxy: {} } })
      await use(server.resolvedUrls!.local[0]!)
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  gallery: async ({ page, galleryUrl }, use) => {
    await page.goto(new URL('_dev/ui', galleryUrl).href)
    await use(undefined)
  },
})

export { expect } from '@playwright/test'
