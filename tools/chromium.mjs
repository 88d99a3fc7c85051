import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { homeFolder, isWritable, nodePath, progress, root } from './bootstrap.mjs'
import { canInstall, installFromDebian, isRoot } from './debian.mjs'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'
const playwright = path.join(root, 'node_modules', 'playwright', 'cli.js')

/**
 * Path of a Chromium that starts: CHROMIUM_PATH, the system's, Debian's package or Playwright's own. Needs installed
 * packages. Throws an Error with a sentence if there is none.
 */
export function ensureChromium() {
  const found = [process.env.CHROMIUM_PATH, SYSTEM_CHROMIUM].find(starts)
  if (found !== undefined) return found
  if (canInstall()) {
    progress("Installing Debian's Chromium for the browser tests.")
    installFromDebian('chromium')
    if (starts(SYSTEM_CHROMIUM)) return SYSTEM_CHROMIUM
  }
  useReachableBrowserFolder()
  if (!starts(playwrightChromium())) installFromPlaywright()
  if (starts(playwrightChromium())) return playwrightChromium()
  throw new Error(
    'The browser tests need Chromium, which could neither be installed nor downloaded: install it as /usr/bin/chromium (Debian: apt-get install chromium) and try again.',
  )
}

function installFromPlaywright() {
  progress("Downloading Playwright's Chromium for the browser tests.")
  // Only root can install the browser's libraries, and only with apt.
  const libraries = isRoot() && existsSync('/usr/bin/apt-get') ? ['--with-deps'] : []
  spawnSync(nodePath(), [playwright, 'install', '--no-shell', ...libraries, 'chromium'], {
    stdio: ['ignore', 2, 2],
  })
}

function playwrightChromium() {
  const script = "process.stdout.write(require('playwright').chromium.executablePath())"
  return spawnSync(nodePath(), ['-e', script], { cwd: root, encoding: 'utf8' }).stdout
}

/** Playwright stores browsers in the home folder; a user without one gets them in node_modules. */
function useReachableBrowserFolder() {
  if (process.env.PLAYWRIGHT_BROWSERS_PATH === undefined && !isWritable(homeFolder())) {
    process.env.PLAYWRIGHT_BROWSERS_PATH = '0'
  }
}

function starts(program) {
  return (
    program !== undefined &&
    existsSync(program) &&
    spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
  )
}
