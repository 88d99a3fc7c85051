// Runs on Node 20 with nothing installed: only Node's own modules may be imported here.
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

/** Installs what package-lock.json names, unless it is there already. Ends the process when it can't. */
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

/** The Node that runs Goldpan: the one from the lock file, else the present one where it is new enough. */
export function nodePath() {
  if (existsSync(bundledNode)) return bundledNode
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return process.execPath
  return stop(
    `Goldpan runs on Node ${NEEDED_NODE}, which npm could not bring along here: install Node ${NEEDED_NODE} or newer and try again.`,
  )
}

/** Says what goes on, on stderr: stdout belongs to the program that is being started. */
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

/** The user's home; a user without one has none that can be written to. */
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

/** Everything that npm says it has installed is there, also in the workspaces: a copy may have left some of it behind. */
function isComplete() {
  const installed = packagesIn(path.join(modules, '.package-lock.json'))
  return (
    installed !== undefined &&
    Object.entries(installed)
      .filter(([place]) => place.includes('node_modules/'))
      .every(([place]) => existsSync(path.join(root, place, 'package.json')))
  )
}

/** Whether npm has installed just what the lock file says, with or without our asking. */
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
