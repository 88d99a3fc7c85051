import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { DATABASE, SUPERUSER } from './cluster.ts'
import { findHome } from './place.ts'

/** Zero-based line of the port in postmaster.pid. */
const PORT_LINE = 3

/** URL of the bundled server of an application that runs on this data folder, or null. */
export function findRunningUrl(dataDir: string): string | null {
  if (!existsSync(dataDir)) return null
  const home = findHome(realpathSync(dataDir))
  const [record, password] = [path.join(home, 'data', 'postmaster.pid'), path.join(home, 'password')]
  if (!existsSync(record) || !existsSync(password)) return null
  const port = Number(readFileSync(record, 'utf8').split('\n')[PORT_LINE])
  if (!Number.isInteger(port)) return null
  return `postgres://${SUPERUSER}:${readFileSync(password, 'utf8').trim()}@127.0.0.1:${port}/${DATABASE}`
}
