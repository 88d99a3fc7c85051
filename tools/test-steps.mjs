import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { nodePath, progress, root } from './bootstrap.mjs'
import { build } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { countBrowserTests, countChecks, countTests, filesThatFailed, withSecondTry } from './test-counts.mjs'

// Each step gets a folder for its files and returns counts as in test-counts.mjs.

/** With more failed files, something is broken and a retry is a waste of time. */
const FILES_TRIED_AGAIN = 8

const none = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] }
const failure = (name) => ({ ...none, failed: 1, failures: [name] })

export async function runChecks() {
  progress('\nChecks of the source')
  const { code, output } = await readNode([path.join(root, 'tools', 'check.ts')])
  return countChecks(output, code)
}

/** Counts failed builds only. */
export async function runBuilds() {
  const failed = ['server', 'screens'].filter((name) => !build(name))
  return { ...none, failed: failed.length, failures: failed.map((name) => `building the ${name}`) }
}

/** Compares the first load of each screen with its limit. */
export async function runFirstLoad() {
  progress('\nSizes of the screens')
  const { code, output } = await readNode([path.join(root, 'bench', 'first-load.ts')])
  return countChecks(output, code)
}

/** Runs projects of vitest.config.ts. */
export const runTests = (projects) => async (scratch) => {
  progress('\nRules, features and engines')
  const report = path.join(scratch, 'tests.json')
  const first = countTests(report, await vitest(report, projects))
  const files = filesThatFailed(report)
  if (files.length === 0 || files.length > FILES_TRIED_AGAIN) return first
  progress('\nOnce more, on a quieter machine: what failed')
  const again = path.join(scratch, 'tests-again.json')
  return withSecondTry(first, countTests(again, await vitest(again, projects, files)))
}

function vitest(report, projects, files = []) {
  const script = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runNode([script, 'run', ...reporters, ...chosen(projects), ...files])
}

/** Runs projects of playwright.config.ts. */
export const runBrowserTests = (projects) => async (scratch) => {
  progress('\nBrowser journeys')
  const chromium = chromiumOrReason()
  if (chromium.reason) {
    progress(chromium.reason)
    return failure('the browser journeys: no Chromium')
  }
  const report = path.join(scratch, 'browser.json')
  const playwright = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const code = await runNode(
    [playwright, 'test', '--retries=1', '--reporter=list,json', ...chosen(projects)],
    {
      CHROMIUM_PATH: chromium.path,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      // Chromium needs a writable home folder.
      HOME: folderIn(scratch, 'home'),
      E2E_DATA_DIR: folderIn(scratch, 'data'),
    },
  )
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

/** Shows the output. Returns the exit code. */
function runNode(args, settings = {}) {
  return finish(startNode(args, settings, 'inherit'), 'exit')
}

/** Also returns the output, for programs without a report. */
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
    // A terminal sends Ctrl-C to the child as well: let it finish first.
    const interrupted = () => child.once(event, () => process.exit(130))
    process.once('SIGINT', interrupted)
    child.once('error', () => resolve(1))
    child.once(event, (code) => {
      process.off('SIGINT', interrupted)
      resolve(code ?? 1)
    })
  })
}
