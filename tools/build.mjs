// Builds server and screens if their sources changed. Runs on Node 20; the builds run on Goldpan's Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { nodePath, progress, refuseWithoutWriting, root, stop } from './bootstrap.mjs'

const NOT_SOURCES = new Set(['dist', 'node_modules', 'test', 'sample'])

const builds = {
  server: {
    folder: path.join(root, 'apps', 'server'),
    sources: ['apps/server/src', 'packages', 'tools/bundle-server.mjs', 'package-lock.json'],
    result: 'main.js',
    command: [path.join(root, 'tools', 'bundle-server.mjs')],
  },
  screens: {
    folder: path.join(root, 'apps', 'web'),
    sources: ['apps/web', 'packages/contract', 'package-lock.json'],
    result: 'index.html',
    command: [
      path.join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
      'build',
      '--logLevel',
      'error',
      '--configLoader',
      'native',
    ],
  },
}

/** Exits with a sentence if a build fails. */
export function ensureBuilt(names = Object.keys(builds)) {
  for (const name of names) if (!build(name)) stop(`Building the ${name} failed: see the message above.`)
}

/** Returns false if the build failed. */
export function build(name) {
  const { folder, sources, result, command } = builds[name]
  const dist = path.join(folder, 'dist')
  const stampFile = path.join(dist, '.built-from')
  const stamp = stampOf(sources)
  if (existsSync(path.join(dist, result)) && readIfThere(stampFile) === stamp) return true
  refuseWithoutWriting(existsSync(dist) ? dist : folder)
  progress(`Building the ${name}.`)
  rmSync(stampFile, { force: true })
  const { status } = spawnSync(nodePath(), command, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) return false
  writeFileSync(stampFile, stamp)
  return true
}

/** Hashes names, sizes and modification times: reading every file takes longer. */
function stampOf(sources) {
  const hash = createHash('sha256')
  const add = (entry) => {
    const found = statSync(entry)
    if (found.isDirectory()) {
      const names = readdirSync(entry).filter((name) => !NOT_SOURCES.has(name) && !/\.test\.tsx?$/.test(name))
      for (const name of names.sort()) add(path.join(entry, name))
    } else {
      hash.update(`${entry}\0${found.size}\0${found.mtimeMs}\n`)
    }
  }
  for (const source of sources) add(path.join(root, source))
  return hash.digest('hex')
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
