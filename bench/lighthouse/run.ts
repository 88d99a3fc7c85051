import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { logIn, startStory } from '../../tools/screens/installation.ts'

/**
 * Lighthouse on a quiet installation of its own, each page with the desktop and the mobile preset: the median of three
 * runs. Lighthouse itself is fetched from npm when this runs; 200 packages are too many for every installation.
 */
const LIGHTHOUSE = 'lighthouse@12.8.2'
const RUNS = Number(process.env.RUNS ?? 3)
const PORT = 3198
const CHROME_FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-background-networking --no-first-run'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const publicPages = ['/login', '/signup', '/terms-and-privacy', '/subscribe']
const ownPages = ['/search', '/tables', '/prospects', '/campaigns', '/settings']

const folder = mkdtempSync(join(tmpdir(), 'goldpan-lighthouse-'))
const story = await startStory('campaign-midway', PORT)
let isBelow = false

/** The session as a header, which Lighthouse sends along. */
async function sessionHeader(): Promise<string> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  const context = await browser.newContext()
  await logIn(context, story.url)
  const cookies = await context.cookies()
  await browser.close()
  return JSON.stringify({ Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') })
}

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

function runOnce(path: string, preset: 'desktop' | 'mobile', headers: string | null): Report {
  const output = join(folder, 'report.json')
  const done = spawnSync(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      story.url + path,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=${CHROME_FLAGS}`,
      ...(preset === 'desktop' ? ['--preset=desktop'] : []),
      ...(headers ? [`--extra-headers=${headers}`] : []),
    ],
    {
      encoding: 'utf8',
      env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' },
    },
  )
  if (done.status !== 0) throw new Error(done.stderr || 'Lighthouse failed')
  return JSON.parse(readFileSync(output, 'utf8')) as Report
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

function measure(path: string, preset: 'desktop' | 'mobile', headers: string | null): void {
  const reports = Array.from({ length: RUNS }, () => runOnce(path, preset, headers))
  const scores = CATEGORIES.map((category) =>
    Math.round(median(reports.map(({ categories }) => categories[category]?.score ?? 0)) * 100),
  )
  const wanted = headers ? [90, 100, 0, 0] : [95, 100, 100, 100]
  const missed = scores.some((score, index) => score < wanted[index]!)
  isBelow ||= missed
  console.log(`${missed ? 'below ' : 'ok    '} ${path} ${preset}: ${scores.join('/')}`)
  if (!missed) return
  const last = reports.at(-1)!
  for (const [id, { score, title, displayValue }] of Object.entries(last.audits))
    if (score !== null && score < 0.9) console.log(`         ${id}: ${title} ${displayValue ?? ''}`)
}

try {
  console.log('performance/accessibility/best practices/SEO')
  for (const path of publicPages)
    for (const preset of ['desktop', 'mobile'] as const) measure(path, preset, null)
  const headers = await sessionHeader()
  for (const path of ownPages) measure(path, 'mobile', headers)
} finally {
  await story.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = isBelow ? 1 : 0
