import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { homeFolder, isWritable, progress, stop } from './bootstrap.mjs'

/** Build tools are dev dependencies, so NODE_ENV=production must not omit them. */
const FLAGS = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

/** Installs the lock file's packages. Exits with a sentence on failure. */
export async function installPackages(folder) {
  const exact = await npm(['ci', ...FLAGS], folder)
  if (exact.code === 0) return
  if (!/in sync|EUSAGE/.test(exact.errors)) explain(exact.errors)
  progress('package-lock.json does not fit package.json: installing what package.json asks for.')
  const loose = await npm(['install', ...FLAGS], folder)
  if (loose.code !== 0) explain(loose.errors)
}

/** npm needs a writable cache: lends one to a user without a home folder. Returns a function that removes it. */
export function lendCache() {
  let folder = process.env.npm_config_cache ?? path.join(homeFolder(), '.npm')
  while (!existsSync(folder)) folder = path.dirname(folder)
  if (isWritable(folder)) return () => {}
  const lent = mkdtempSync(path.join(tmpdir(), 'goldpan-npm-'))
  process.env.npm_config_cache = lent
  return () => {
    delete process.env.npm_config_cache
    rmSync(lent, { recursive: true, force: true })
  }
}

function npm(args, cwd) {
  const { command, before } = npmCommand()
  return new Promise((resolve) => {
    const child = spawn(command, [...before, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let errors = ''
    child.stdout.on('data', (chunk) => process.stderr.write(chunk))
    child.stderr.on('data', (chunk) => {
      errors += chunk
      process.stderr.write(chunk)
    })
    child.once('error', (error) => resolve({ code: 1, errors: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, errors }))
  })
}

/** The npm that runs us, on its own Node: the Node in node_modules disappears while npm installs. */
function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  const isNpm = script !== undefined && node !== undefined && path.basename(script) === 'npm-cli.js'
  return isNpm && existsSync(node) ? { command: node, before: [script] } : { command: 'npm', before: [] }
}

function explain(errors) {
  if (/ENOENT/.test(errors) && /spawn npm/.test(errors)) {
    stop('npm is not on the path: install it (it comes with Node) and try again.')
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(errors)) {
    stop(
      'The npm registry can not be reached, and the packages are needed once: connect to the internet and try again.',
    )
  }
  if (/ENOSPC/.test(errors))
    stop('The disk is full: the packages need about 1 GB. Free some space and try again.')
  if (/EACCES|EPERM/.test(errors)) stop('npm was not allowed to write some files: see its message above.')
  stop('npm could not install the packages: see its message above.')
}
