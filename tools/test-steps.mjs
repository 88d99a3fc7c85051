import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { nodePath, progress, root } from './bootstrap.mjs'
import { build } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensurePrograms } from './debian.mjs'
import { countBrowserTests, countChecks, countTests } from './test-counts.mjs'

// Each step takes a folder for its files and returns counts in the form of test-counts.mjs.

const none = { passed: 0, failed: 0, skipped: 0, failures: [] }
const failure = (name) => ({ ...none, failed: 1, failures: [name] })

export async function runChecks() {
  progress('\nChecks of the source')
  const { code, output } = await readNode([path.join(root, 'tools', 'check.ts')])
  return countChecks(output, code)
}

/** A failed build counts as a failure; a successful one isn't a test. */
export async function runBuilds() {
  const failed = ['server', 'screens'].filter((name) => !build(name))
  return { ...none, failed: failed.length, failures: failed.map((name) => `building the ${name}`) }
}

/** Checks the first load of each screen against its limit. */
export async function runFirstLoad() {
  progress('\nSizes of the screens')
  const { code, output } = await readNode([path.join(root, 'bench', 'first-load.ts')])
  return countChecks(output, code)
}

/** A step that runs these projects of vitest.config.ts. */
export const runTests = (projects) => async (scratch) => {
  progress('\nRules, features and engines')
  ensurePrograms()
  const report = path.join(scratch, 'tests.json')
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return countTests(report, await runNode([vitest, 'run', ...reporters, ...chosen(projects)]))
}

/** A step that runs these projects of playwright.config.ts. */
export const runBrowserTests = (projects) => async (scratch) => {
  progress('\nBrowser journeys')
  const chromium = chromiumOrReason()
  if (chromium.reason) {
    progress(chromium.reason)
    return failure('the browser journeys: no Chromium')
  }
  const report = path.join(scratch, 'browser.json')
  const playwright = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const code = await runNode([playwright, 'test', '--reporter=list,json', ...chosen(projects)], {
    CHROMIUM_PATH: chromium.path,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // Chromium writes to its home folder, and some users have none.
    HOME: folderIn(scratch, 'home'),
    E2E_DATA_DIR: folderIn(scratch, 'data'),
  })
  return countBrowserTests(report, code)
}

const chosen = (projects) => projects.map((name) => `--project=${name}`)

function chromiumOrReason() {
  try {
    return { path: ensureChromium() }
  } catch (error) {
    return { reason: error.message }
  }
}

function folderIn(scratch, name) {
  const folder = path.join(scratch, name)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Runs to the end, passing its output through. Returns the exit code. */
function runNode(args, settings = {}) {
  return finish(startNode(args, settings, 'inherit'), 'exit')
}

/** Like runNode, for a program without a report of its own: also returns its output. */
async function readNode(args) {
  const child = startNode(args, {}, 'pipe')
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    process.stdout.write(chunk)
  })
  return { code: await finish(child, 'close'), output }
}

function startNode(args, settings, stdout) {
  const env = { ...process.env, ...settings }
  return spawn(nodePath(), args, { cwd: root, env, stdio: ['ignore', stdout, 'inherit'] })
}

function finish(child, event) {
  return new Promise((resolve) => {
    // The terminal sends Ctrl-C to the child as well; waits for it, so that nothing is left running.
    const interrupted = () => child.once(event, () => process.exit(130))
    process.once('SIGINT', interrupted)
    child.once('error', () => resolve(1))
    child.once(event, (code) => {
      process.off('SIGINT', interrupted)
      resolve(code ?? 1)
    })
  })
}
