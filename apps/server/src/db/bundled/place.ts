import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
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
import path from 'node:path'
import { StartUpError } from '../start-up-error.ts'
import type { Binaries } from './binaries.ts'
import { canRun, type RunAs } from './run-as.ts'
import { type Account, mayEnter, standInFor } from './stand-in.ts'

/** Where the server keeps its files and how its programs are run. */
export interface Place {
  /** Holds `data`, `password` and, where need be, a copy of the binaries. */
  home: string
  data: string
  bin: string
  runAs: RunAs
}

/** Chooses and prepares the place that works for this user on this machine. Existing data are kept. */
export function preparePlace(dataFolder: string, binaries: Binaries, namespaces: boolean): Place {
  const note = path.join(dataFolder, 'postgres-location')
  const noted = existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined
  if (noted !== undefined && !existsSync(noted)) {
    throw new StartUpError(
      `The database of ${dataFolder} lies in ${noted} (says the file 'postgres-location'), but that folder is gone: bring it back, or remove the file to begin with an empty database.`,
    )
  }
  const inside = path.join(dataFolder, 'postgres')
  const home = noted ?? inside
  const bin = path.join(binaries.folder, 'bin')

  if (process.getuid?.() !== 0) return placeAt(home, bin, { how: 'ourselves' })
  const owner = ownerOf(path.join(home, 'data'))
  const ownedByRoot = owner === undefined || owner.uid === 0
  if (ownedByRoot && !noted && namespaces && canUseNamespace(dataFolder, bin)) {
    return placeAt(home, bin, { how: 'namespace' })
  }
  const account = owner && owner.uid !== 0 ? owner : standInFor(dataFolder)
  const reachable = noted ?? (mayEnter(account, dataFolder) ? inside : outsideFor(dataFolder, account))
  return placeForAccount({ inside, home: reachable, note, account, binaries })
}

function placeAt(home: string, bin: string, runAs: RunAs): Place {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  return { home, data: path.join(home, 'data'), bin, runAs }
}

/** In the namespace root reaches only what belongs to root or is open to all. */
function canUseNamespace(dataFolder: string, bin: string): boolean {
  return mayEnter({ uid: 0, gid: 0 }, dataFolder) && canRun({ how: 'namespace' }, path.join(bin, 'postgres'))
}

interface AccountPlace {
  inside: string
  home: string
  note: string
  account: Account
  binaries: Binaries
}

function placeForAccount({ inside, home, note, account, binaries }: AccountPlace): Place {
  const runAs: RunAs = { how: 'account', ...account }
  mkdirSync(home, { recursive: true, mode: 0o700 })
  chownSync(home, account.uid, account.gid)
  chmodSync(home, 0o700)
  if (home !== inside) moveData(inside, home, note)
  giveTo(account, path.join(home, 'data'))
  giveTo(account, path.join(home, 'password'))
  const installed = path.join(binaries.folder, 'bin')
  const bin = canRun(runAs, path.join(installed, 'postgres')) ? installed : copyBinaries(binaries, home)
  return placeAt(home, bin, runAs)
}

/** Data made in the namespace stay valid when the namespace is refused later: they follow to the new place. */
function moveData(inside: string, home: string, note: string): void {
  if (existsSync(note)) return
  for (const name of ['data', 'password'].filter((entry) => existsSync(path.join(inside, entry)))) {
    rmSync(path.join(home, name), { recursive: true, force: true })
    cpSync(path.join(inside, name), path.join(home, name), { recursive: true, preserveTimestamps: true })
  }
  writeFileSync(`${note}.new`, `${home}\n`)
  renameSync(`${note}.new`, note)
  rmSync(inside, { recursive: true, force: true })
}

function giveTo(account: Account, entry: string): void {
  const owner = ownerOf(entry)
  if (owner === undefined || owner.uid === account.uid) return
  if (statSync(entry).isDirectory()) {
    for (const name of readdirSync(entry, { recursive: true, encoding: 'utf8' })) {
      lchownSync(path.join(entry, name), account.uid, account.gid)
    }
  }
  // The folder itself comes last: it tells whether everything in it was done.
  chownSync(entry, account.uid, account.gid)
}

function copyBinaries(binaries: Binaries, home: string): string {
  const copy = path.join(home, `binaries-${binaries.version}`)
  if (!existsSync(copy)) {
    for (const name of readdirSync(home)) {
      if (name.startsWith('binaries-')) rmSync(path.join(home, name), { recursive: true, force: true })
    }
    cpSync(binaries.folder, `${copy}.new`, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.a'),
    })
    chmodSync(`${copy}.new`, 0o755)
    renameSync(`${copy}.new`, copy)
  }
  return path.join(copy, 'bin')
}

/** A folder that the account may enter, the same one at every start. */
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
