import type { Locator, Page, Route } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'
import { answer } from './support/payments.ts'

const ACTIVE = [37, 99, 235]
const SELECTED = [217, 165, 20]

/** The number of map pixels of about this colour. Points are drawn on a canvas, which has no elements. */
async function pixels(page: Page, map: Locator, colour: number[]): Promise<number> {
  const picture = (await map.locator('canvas').first().screenshot()).toString('base64')
  return page.evaluate(
    async ([data, wanted]) => {
      const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext('2d')!
      context.drawImage(bitmap, 0, 0)
      const seen = context.getImageData(0, 0, bitmap.width, bitmap.height).data
      let count = 0
      for (let at = 0; at < seen.length; at += 4)
        if (wanted.every((value, part) => Math.abs(value - seen[at + part]!) < 12)) count += 1
      return count
    },
    [picture, colour] as const,
  )
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The bounding box of all pixels of about this colour, as distances in px from the edges of the map. */
async function boxOf(map: Locator, colour: number[]): Promise<Box> {
  const picture = (await map.locator('canvas').first().screenshot()).toString('base64')
  return map.evaluate(
    async (_, [data, wanted]) => {
      const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const { width, height } = bitmap
      const context = new OffscreenCanvas(width, height).getContext('2d')!
      context.drawImage(bitmap, 0, 0)
      const seen = context.getImageData(0, 0, width, height).data
      const box = { left: width, top: height, right: width, bottom: height }
      for (let at = 0; at < seen.length; at += 4)
        if (wanted.every((value, part) => Math.abs(value - seen[at + part]!) < 12)) {
          const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
          box.left = Math.min(box.left, x)
          box.top = Math.min(box.top, y)
          box.right = Math.min(box.right, width - x)
          box.bottom = Math.min(box.bottom, height - y)
        }
      return box
    },
    [picture, colour] as const,
  )
}

/** A transparent picture. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

/** The map is offered only if map tiles are configured. */
async function serveTiles(page: Page, fulfill: (route: Route) => Promise<void>) {
  const { origin } = new URL(page.url())
  await answer(page, '/api/business/map', {
    tiles: `${origin}/tiles/{z}/{x}/{y}.png`,
    attribution: '© Nobody',
  })
  await page.route('**/tiles/**', fulfill)
}

async function openMap(
  page: Page,
  fulfill = (route: Route) => route.fulfill({ contentType: 'image/png', body: TILE }),
) {
  await page.goto('/search')
  await serveTiles(page, fulfill)
  await page.getByLabel('Keywords').fill('restaurant')
  await page.getByLabel('Location').fill('Liechtenstein')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Show map' }).click()
  const map = page.getByRole('region', { name: 'Map of the results' })
  await expect(map.locator('canvas').first()).toBeVisible()
  const hasPoints = async () => (await pixels(page, map, SELECTED)) > 20
  await expect.poll(hasPoints, { message: 'points are drawn' }).toBe(true)
  const table = page.getByRole('table', { name: 'Businesses found' })
  return { map, table, hasPoints }
}

test('the map follows the table and the table the map, through changes of theme and size', {
  tag: '@long',
}, async ({ page, customer: _customer }) => {
  const { map, table, hasPoints } = await openMap(page)
  await expect(map.getByRole('status')).toHaveText('20 on the map')
  await expectAccessible(page)

  // From the map to the table.
  await map.getByRole('button', { name: 'Next business' }).click()
  const current = table.locator('tr[data-active]')
  await expect(current).toHaveCount(1)
  const first = await map.getByRole('status').innerText()
  await expect(current).toContainText(first)
  await expect.poll(() => pixels(page, map, ACTIVE)).toBeGreaterThan(50)

  // From the table to the map.
  await table.getByRole('row').nth(5).getByRole('cell').nth(2).hover()
  await expect(map.getByRole('status')).not.toHaveText(first)
  await expect(current).toContainText(await map.getByRole('status').innerText())

  // Makes a business current, which centres its point, then presses the point.
  await map.getByRole('button', { name: 'Next business' }).click()
  const walkedTo = await map.getByRole('status').innerText()
  await map.getByRole('button', { name: 'Previous business' }).click()
  await map.getByRole('button', { name: 'Next business' }).click()
  await expect.poll(() => pixels(page, map, ACTIVE)).toBeGreaterThan(50)
  await expect(map.getByRole('status')).toHaveText(walkedTo)

  // Deselected businesses are grey on the map.
  await page.getByRole('checkbox', { name: /select all/i }).uncheck()
  await expect.poll(() => pixels(page, map, SELECTED)).toBe(0)
  await page.getByRole('checkbox', { name: /select all/i }).check()
  await expect.poll(hasPoints).toBe(true)

  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const ground = colorScheme === 'dark' ? [38, 35, 31] : [241, 238, 232]
    await expect.poll(() => pixels(page, map, ground)).toBeGreaterThan(10_000)
    expect(await hasPoints()).toBe(true)
  }
  for (const width of [360, 768, 2000, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await map.scrollIntoViewIfNeeded()
    await expect.poll(hasPoints, { message: `points at ${width} px` }).toBe(true)
  }
  await page.getByRole('button', { name: 'Hide map' }).click()
  await expect(map).toHaveCount(0)
})

test('pressing a point shows its row, and further pages appear on the map', {
  tag: '@long',
}, async ({ page, customer: _customer }) => {
  const { map, table } = await openMap(page)
  await page.getByRole('button', { name: 'Load More Results' }).click()
  await expect(table.getByRole('row')).toHaveCount(41)
  // Makes a business current, which centres its point; then another one, and presses the first point.
  await map.getByRole('button', { name: 'Next business' }).click()
  const name = await map.getByRole('status').innerText()
  await table.getByRole('row').nth(9).getByRole('cell').nth(2).hover()
  await expect(map.getByRole('status')).not.toHaveText(name)
  const canvas = map.locator('canvas').first()
  await expect(async () => {
    await canvas.click()
    expect(await map.getByRole('status').innerText()).toBe(name)
  }).toPass()
  await expect(table.locator('tr[data-active]')).toContainText(name)
})

test('an unreachable tile server is reported, and the points still show', {
  tag: '@long',
}, async ({ page, customer: _customer }) => {
  const { map, hasPoints } = await openMap(page, (route) => route.abort())
  await expect(map.getByText('The map background could not be loaded')).toBeVisible()
  expect(await hasPoints()).toBe(true)
  await expectAccessible(page)
})

test('without tiles no map is offered', { tag: '@long' }, async ({ page, customer: _customer }) => {
  await page.goto('/search')
  await page.getByLabel('Keywords').fill('restaurant')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Businesses found' }).getByRole('row')).toHaveCount(21)
  await expect(page.getByRole('button', { name: 'Show map' })).toHaveCount(0)
})

test('all points are in view again after a resize, and a current business stays centred (SHELL-17)', {
  tag: '@long',
}, async ({ page, customer: _customer }) => {
  const { map } = await openMap(page)
  const resize = async (width: number) => {
    await page.setViewportSize({ width, height: 800 })
    await map.scrollIntoViewIfNeeded()
  }
  for (const width of [360, 768, 2000, 1280]) {
    await resize(width)
    const room = async () => Math.min(...Object.values(await boxOf(map, SELECTED)))
    await expect.poll(room, { message: `room around the points at ${width} px` }).toBeGreaterThan(20)
  }
  await map.getByRole('button', { name: 'Next business' }).click()
  await map.getByRole('button', { name: 'Next business' }).click()
  for (const width of [1280, 360, 1280]) {
    await resize(width)
    const offCentre = async () => {
      const { left, top, right, bottom } = await boxOf(map, ACTIVE)
      return Math.max(Math.abs(left - right), Math.abs(top - bottom))
    }
    await expect.poll(offCentre, { message: `in the middle at ${width} px` }).toBeLessThan(8)
  }
})
