import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

export interface Account {
  uid: number
  gid: number
}

const NOBODY: Account = { uid: 65534, gid: 65534 }

/** The account that runs PostgreSQL instead of root: the folder's owner, or a system account without a login. */
export function standInFor(folder: string): Account {
  const owners = [...ancestors(folder)].map((entry) => statSync(entry).uid)
  const accounts = readAccounts()
  const owner = owners.map((uid) => accounts.find((account) => account.uid === uid)).find(Boolean)
  const named = (name: string) => accounts.find((account) => account.name === name)
  const { uid, gid } = owner ?? named('postgres') ?? named('nobody') ?? NOBODY
  return { uid, gid }
}

/** True if permission bits let the account enter this folder and all its parents. */
export function mayEnter(account: Account, folder: string): boolean {
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
