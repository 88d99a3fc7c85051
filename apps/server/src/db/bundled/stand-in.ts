import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

export interface Account {
  uid: number
  gid: number
}

const NOBODY: Account = { uid: 65534, gid: 65534 }

/** The account that runs PostgreSQL instead of root: the folder's owner, else a system account without a login. */
export function standInFor(folder: string): Account {
  const owner = [...ancestors(folder)].map((entry) => statSync(entry)).find((found) => found.uid !== 0)
  if (owner) return { uid: owner.uid, gid: owner.gid }
  const accounts = readAccounts()
  return accounts.get('postgres') ?? accounts.get('nobody') ?? NOBODY
}

/** Whether the permission bits let the account pass through every folder down to this one, itself included. */
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

function readAccounts(): Map<string, Account> {
  const file = '/etc/passwd'
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return new Map(lines.flatMap(parseAccount))
}

function parseAccount(line: string): [string, Account][] {
  const [name, , uid, gid] = line.split(':')
  const account = { uid: Number(uid), gid: Number(gid) }
  return name && account.uid > 0 && account.gid > 0 ? [[name, account]] : []
}
