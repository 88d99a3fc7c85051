import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { StartUpError } from '../start-up-error.ts'
import { explainFailure } from './explain-failure.ts'
import { spawnAs } from './run-as.ts'
import type { ServerFiles } from './server-files.ts'

export const DATABASE = 'goldpan'
export const SUPERUSER = 'goldpan'

/** Creates the cluster on the first start. Returns the password of its only user. */
export async function ensureCluster(files: ServerFiles, major: number, durable: boolean): Promise<string> {
  if (!existsSync(files.data)) await createCluster(files, durable)
  checkVersion(files, major)
  const file = path.join(files.home, 'password')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : await replacePassword(files)
}

/** Creates the cluster under another name and renames it, so that an interrupted start leaves nothing behind. */
async function createCluster(files: ServerFiles, durable: boolean): Promise<void> {
  removeUnfinished(files)
  const unfinished = path.join(files.home, 'data.new')
  const password = savePassword(files)
  await run(files, 'initdb', [
    '-D',
    unfinished,
    '-U',
    SUPERUSER,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    // The built-in locale is independent of the operating system and sorts the same everywhere.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
    '--no-instructions',
  ])
  await runSql(files, unfinished, `CREATE DATABASE ${DATABASE}`, ['-F'])
  if (durable) await run(files, 'initdb', ['-D', unfinished, '--sync-only'])
  renameSync(unfinished, files.data)
  if (durable) syncFolder(files.home)
}

function removeUnfinished(files: ServerFiles): void {
  for (const name of readdirSync(files.home).filter((entry) => entry.startsWith('data.new'))) {
    rmSync(path.join(files.home, name), { recursive: true, force: true })
  }
}

function checkVersion(files: ServerFiles, major: number): void {
  const file = path.join(files.data, 'PG_VERSION')
  const found = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN
  if (found === major) return
  if (Number.isNaN(found)) {
    throw new StartUpError(`The folder ${files.data} holds no PostgreSQL data: move it away and start again.`)
  }
  throw new StartUpError(
    found > major
      ? `The data in ${files.data} were written by PostgreSQL ${found}, newer than the ${major} of this Goldpan: start the newer Goldpan.`
      : `The data in ${files.data} were written by PostgreSQL ${found}, older than the ${major} of this Goldpan: dump them with the Goldpan that wrote them and load the dump into an empty data folder.`,
  )
}

function savePassword(files: ServerFiles): string {
  const file = path.join(files.home, 'password')
  writeFileSync(`${file}.new`, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  if (files.runAs.how === 'account') chownSync(`${file}.new`, files.runAs.uid, files.runAs.gid)
  renameSync(`${file}.new`, file)
  return file
}

/** A data folder restored without its password file gets a new password while no server runs. */
async function replacePassword(files: ServerFiles): Promise<string> {
  const password = randomBytes(24).toString('hex')
  await runSql(files, files.data, `ALTER ROLE ${SUPERUSER} PASSWORD '${password}'`, [])
  const file = path.join(files.home, 'password')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return password
}

/** Runs one statement in single-user mode, which needs neither port nor password. */
async function runSql(files: ServerFiles, data: string, statement: string, flags: string[]): Promise<void> {
  const output = await run(
    files,
    'postgres',
    ['--single', ...flags, '-D', data, 'postgres'],
    `${statement}\n`,
  )
  if (/\b(ERROR|FATAL):/.test(output)) throw explainFailure(output, files.home)
}

async function run(files: ServerFiles, program: string, args: string[], input = ''): Promise<string> {
  const child = spawnAs(files.runAs, path.join(files.bin, program), args)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(explainFailure(error.message, files.home)))
    child.once('close', resolve)
  })
  child.stdin?.on('error', () => {}).end(input)
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout!), text(child.stderr!)])
  if (code !== 0) throw explainFailure(`${stdout}\n${stderr}`, files.home)
  return stderr
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
