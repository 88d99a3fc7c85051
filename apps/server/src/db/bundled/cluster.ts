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
import type { Place } from './place.ts'
import { spawnAs } from './run-as.ts'

export const DATABASE = 'goldpan'
export const SUPERUSER = 'goldpan'

/** Creates the cluster on the first start. Returns the password of its only user. */
export async function ensureCluster(place: Place, major: number, durable: boolean): Promise<string> {
  if (!existsSync(place.data)) await createCluster(place, durable)
  checkVersion(place, major)
  const file = path.join(place.home, 'password')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : await replacePassword(place)
}

/** Creates the cluster under another name and renames it, so that an interrupted start leaves nothing behind. */
async function createCluster(place: Place, durable: boolean): Promise<void> {
  removeUnfinished(place)
  const unfinished = path.join(place.home, 'data.new')
  const password = savePassword(place)
  await run(place, 'initdb', [
    ...['-D', unfinished, '-U', SUPERUSER, `--pwfile=${password}`, '--auth=scram-sha-256'],
    // The built-in locale is independent of the operating system and sorts the same everywhere.
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...['--no-sync', '--no-instructions'],
  ])
  await runSql(place, unfinished, `CREATE DATABASE ${DATABASE}`, ['-F'])
  if (durable) await run(place, 'initdb', ['-D', unfinished, '--sync-only'])
  renameSync(unfinished, place.data)
  if (durable) syncFolder(place.home)
}

function removeUnfinished(place: Place): void {
  for (const name of readdirSync(place.home).filter((entry) => entry.startsWith('data.new'))) {
    rmSync(path.join(place.home, name), { recursive: true, force: true })
  }
}

function checkVersion(place: Place, major: number): void {
  const file = path.join(place.data, 'PG_VERSION')
  const found = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN
  if (found === major) return
  if (Number.isNaN(found)) {
    throw new StartUpError(`The folder ${place.data} holds no PostgreSQL data: move it away and start again.`)
  }
  throw new StartUpError(
    found > major
      ? `The data in ${place.data} were written by PostgreSQL ${found}, newer than the ${major} of this Goldpan: start the newer Goldpan.`
      : `The data in ${place.data} were written by PostgreSQL ${found}, older than the ${major} of this Goldpan: dump them with the Goldpan that wrote them and load the dump into an empty data folder.`,
  )
}

function savePassword(place: Place): string {
  const file = path.join(place.home, 'password')
  writeFileSync(`${file}.new`, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  if (place.runAs.how === 'account') chownSync(`${file}.new`, place.runAs.uid, place.runAs.gid)
  renameSync(`${file}.new`, file)
  return file
}

/** A data folder restored without its password file gets a new password while no server runs. */
async function replacePassword(place: Place): Promise<string> {
  const password = randomBytes(24).toString('hex')
  await runSql(place, place.data, `ALTER ROLE ${SUPERUSER} PASSWORD '${password}'`, [])
  const file = path.join(place.home, 'password')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return password
}

/** Runs one statement in single-user mode, which needs neither port nor password. */
async function runSql(place: Place, data: string, statement: string, flags: string[]): Promise<void> {
  const output = await run(
    place,
    'postgres',
    ['--single', ...flags, '-D', data, 'postgres'],
    `${statement}\n`,
  )
  if (/\b(ERROR|FATAL):/.test(output)) throw explainFailure(output, place.home)
}

async function run(place: Place, program: string, args: string[], input = ''): Promise<string> {
  const child = spawnAs(place.runAs, path.join(place.bin, program), args)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(explainFailure(error.message, place.home)))
    child.once('close', resolve)
  })
  child.stdin?.on('error', () => {}).end(input)
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout!), text(child.stderr!)])
  if (code !== 0) throw explainFailure(`${stdout}\n${stderr}`, place.home)
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
