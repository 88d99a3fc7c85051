// Runs on Node 20 before anything is installed: import only Node's own modules here.
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, lendCache } from './bootstrap-npm.mjs'
import { repairInstallation } from './bootstrap-repair.mjs'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const modules = path.join(root, 'node_modules')
const stampFile = path.join(modules, '.goldpan-installed')
const bundledNode = path.join(modules, 'node', 'bin', 'node')
const NEEDED_NODE = 24

/** Installs the lock file's packages unless they are there. Exits if that fails. */
export async function ensureInstalled() {
  const stamp = currentStamp()
  if (readIfThere(stampFile) === stamp && isComplete()) return
  const returnCache = lendCache()
  if (!isInstalled()) {
    refuseWithoutWriting(existsSync(modules) ? modules : root)
    progress('Installing the packages. This takes a minute or two, once.')
    await installPackages(root)
  }
  repairInstallation(modules)
  returnCache()
  nodePath()
  if (isWritable(modules)) writeFileSync(stampFile, stamp)
}

/** The Node of the lock file, or the current one if it is new enough. */
export function nodePath() {
  if (existsSync(bundledNode)) return bundledNode
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return process.execPath
  return stop(
    `Goldpan runs on Node ${NEEDED_NODE}, which npm could not bring along here: install Node ${NEEDED_NODE} or newer and try again.`,
  )
}

/** Reports progress on stderr: stdout belongs to the program being started. */
export function progress(line) {
  process.stderr.write(`${line}\n`)
}

export function stop(sentence) {
  progress(sentence)
  process.exit(1)
}

export function refuseWithoutWriting(folder) {
  if (isWritable(folder)) return
  stop(`This user may not write to ${folder}: change its owner, or make a clone of your own and start that.`)
}

/** The user's home folder, or `/` if there is none. */
export function homeFolder() {
  try {
    return homedir()
  } catch {
    return '/'
  }
}

function currentStamp() {
  const lock = readFileSync(path.join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`
}

/** True if all packages that npm recorded are on disk, also in the workspaces: a copy may be incomplete. */
function isComplete() {
  const installed = packagesIn(path.join(modules, '.package-lock.json'))
  return (
    installed !== undefined &&
    Object.entries(installed)
      .filter(([place]) => place.includes('node_modules/'))
      .every(([place]) => existsSync(path.join(root, place, 'package.json')))
  )
}

/** True if node_modules matches the lock file. */
function isInstalled() {
  const installed = packagesIn(path.join(modules, '.package-lock.json'))
  if (installed === undefined || !isComplete()) return false
  const wanted = Object.entries(packagesIn(path.join(root, 'package-lock.json')) ?? {})
  return wanted
    .filter(([place, entry]) => place.includes('node_modules/') && !entry.optional && !entry.peer)
    .every(([place, entry]) => isSame(place, entry, installed[place]))
}

function isSame(place, wanted, found) {
  if (wanted.link) return existsSync(path.join(root, place))
  return found?.version === wanted.version && found?.integrity === wanted.integrity
}

function packagesIn(lockFile) {
  const text = readIfThere(lockFile)
  return text === undefined ? undefined : JSON.parse(text).packages
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

export function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
