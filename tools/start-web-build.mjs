import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { nodePath, progress, refuseWithoutWriting, root, stop } from './bootstrap.mjs'

const web = path.join(root, 'apps', 'web')
const dist = path.join(web, 'dist')
const stampFile = path.join(dist, '.built-from')
const SOURCES = ['apps/web', 'packages/contract', 'package-lock.json']
const NOT_SOURCES = new Set(['dist', 'node_modules'])

/** Builds the screens if they changed; ends the process when they can't be built. */
export function ensureWebBuilt() {
  if (!buildWeb()) stop('The screens could not be built: see the message above.')
}

/** Builds apps/web into apps/web/dist, unless it was built from just these sources. Whether it is there now. */
export function buildWeb() {
  const stamp = currentStamp()
  if (existsSync(path.join(dist, 'index.html')) && readStamp() === stamp) return true
  refuseWithoutWriting(existsSync(dist) ? dist : web)
  progress('Building the screens.')
  rmSync(stampFile, { force: true })
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const build = spawnSync(nodePath(), [vite, 'build', '--logLevel', 'warn', '--configLoader', 'native'], {
    cwd: web,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (build.status !== 0) return false
  writeFileSync(stampFile, stamp)
  return true
}

/** From names, sizes and times of change: reading every file would take longer and find the same. */
function currentStamp() {
  const hash = createHash('sha256')
  for (const source of SOURCES) addTo(hash, path.join(root, source))
  return hash.digest('hex')
}

function addTo(hash, entry) {
  const found = statSync(entry)
  if (found.isDirectory()) {
    const names = readdirSync(entry).filter((name) => !NOT_SOURCES.has(name))
    for (const name of names.sort()) addTo(hash, path.join(entry, name))
  } else {
    hash.update(`${entry}\0${found.size}\0${found.mtimeMs}\n`)
  }
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined
}
