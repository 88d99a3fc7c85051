import { type Browser, chromium, type Page } from '@playwright/test'
import { logIn, startStory } from '../../tools/screens/installation.ts'
import { fillLongLists } from '../../tools/screens/long-lists.ts'
import { journeys } from './journeys.ts'
import {
  type Interaction,
  noteOnEveryPage,
  percentile,
  SHORTEST_MS,
  type Shift,
  takeNoted,
} from './measure.ts'

/**
 * From a key or a click to the next paint, and what moves by itself, in journeys through an account with 10,000
 * prospects, on a processor slowed down four times. Beside it, in the same browser, a page with nothing but one box:
 * the least that an interaction costs here.
 */
const SLOWER = Number(process.env.SLOWER ?? 4)
const ROUNDS = Number(process.env.RUNS ?? 3)
const PORT = 3197
const LIMIT_MS = 200
const LIMIT_SHIFT = 0.02

const interactions: Interaction[] = []
const shifts: Shift[] = []
const story = await startStory('campaign-midway', PORT)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
let least: number[] = []
try {
  await fillAccount(browser)
  for (let round = 0; round < ROUNDS; round++) await walk(browser)
  least = await measureLeast(browser)
} finally {
  await browser.close()
  await story.stop()
}
report()

async function fillAccount(browser: Browser): Promise<void> {
  const context = await browser.newContext()
  await logIn(context, story.url)
  await fillLongLists(context.request, story.url)
  await context.close()
}

async function slowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await logIn(context, story.url)
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await noteOnEveryPage(page)
  return page
}

async function walk(browser: Browser): Promise<void> {
  const page = await slowPage(browser)
  page.setDefaultTimeout(60_000)
  for (const [journey, steps] of Object.entries(journeys)) {
    await page.goto(`${story.url}/search`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await stillness(page)
    await note(page, `${journey}: opening`)
    for (const { name, act } of steps) {
      await act(page)
      await stillness(page)
      await note(page, `${journey}: ${name}`)
    }
  }
  await page.context().close()
}

async function note(page: Page, step: string): Promise<void> {
  const noted = await takeNoted(page, step)
  interactions.push(...noted.interactions)
  shifts.push(...noted.shifts)
}

/** Until nothing is fetched any more and the last event has been reported. */
async function stillness(page: Page): Promise<void> {
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(400)
}

/** A page of the same server with one box that is ticked: what input, style and paint cost without an application. */
async function measureLeast(browser: Browser): Promise<number[]> {
  const page = await slowPage(browser)
  await page.route('**/nothing', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Nothing</title><input type="checkbox">' }),
  )
  await page.goto(`${story.url}/nothing`)
  for (let click = 0; click < 20; click++) await page.getByRole('checkbox').click({ delay: 20 })
  await page.waitForTimeout(400)
  const { interactions } = await takeNoted(page, 'nothing')
  await page.context().close()
  return interactions.map(({ ms }) => ms)
}

function report(): void {
  const all = interactions.map(({ ms }) => ms)
  console.log(
    `${all.length} interactions of ${SHORTEST_MS} ms or more, at ${SLOWER}× slowdown, ${ROUNDS} rounds`,
  )
  const p95 = percentile(all, 0.95)
  for (const [name, share] of [
    ['median', 0.5],
    ['75th', 0.75],
    ['95th', 0.95],
    ['slowest', 1],
  ] as const)
    console.log(`${name.padStart(8)} ${percentile(all, share).toFixed(0).padStart(5)} ms`)
  console.log(
    `a bare box: median ${percentile(least, 0.5).toFixed(0)} ms, 95th ${percentile(least, 0.95).toFixed(0)} ms`,
  )

  console.log('\nThe slowest interactions (waiting, handlers, drawing):')
  for (const one of interactions.toSorted((a, b) => b.ms - a.ms).slice(0, 15))
    console.log(
      `${one.ms.toFixed(0).padStart(6)} ms (${[one.waited, one.handled, one.painted].map((ms) => ms.toFixed(0)).join(', ')})  ${one.step}: ${one.event} on ${one.target}`,
    )

  console.log('\nThe slowest steps, by their median:')
  const bySteps = [...Map.groupBy(interactions, ({ step }) => step)].map(([step, found]) => ({
    step,
    ms: percentile(
      found.map(({ ms }) => ms),
      0.5,
    ),
  }))
  for (const { step, ms } of bySteps.toSorted((a, b) => b.ms - a.ms).slice(0, 10))
    console.log(`${ms.toFixed(0).padStart(6)} ms  ${step}`)

  const perStep = [...Map.groupBy(shifts, ({ step }) => step)].map(([step, found]) => ({
    step,
    value: found.reduce((sum, { value }) => sum + value, 0) / ROUNDS,
    found: found.toSorted((a, b) => b.value - a.value),
  }))
  const worst = perStep.toSorted((a, b) => b.value - a.value)
  console.log(
    `\nLayout shift without input: worst step ${(worst[0]?.value ?? 0).toFixed(3)} of ${LIMIT_SHIFT}`,
  )
  for (const { step, value, found } of worst) {
    console.log(`${value.toFixed(4)}  ${step}`)
    for (const { value, moved } of found.slice(0, 3)) console.log(`  ${value.toFixed(4)} ${moved.join('; ')}`)
  }
  process.exitCode = p95 >= LIMIT_MS || (worst[0]?.value ?? 0) > LIMIT_SHIFT ? 1 : 0
}
