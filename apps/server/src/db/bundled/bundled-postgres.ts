import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { DATABASE, ensureCluster, SUPERUSER } from './cluster.ts'
import { explainFileError, lockDataFolder, prepareDataFolder } from './data-folder.ts'
import { keepRunning, stopOrphan } from './server.ts'
import { findBinaries, findHome, prepareServerFiles } from './server-files.ts'

export interface BundledPostgres {
  /** URL of the application database, with user and password. */
  url: string
  port: number
  /** Stops cleanly within 5 s (usually 3) and unlocks the data folder. */
  stop(): Promise<void>
}

export interface BundledOptions {
  /** Holds the server's files in `postgres`. Created if missing. */
  dataDir: string
  log?: (line: string) => void
  /** False trades durability for speed. Tests only. */
  durable?: boolean
  /** False acts as if the machine refused user namespaces. */
  namespaces?: boolean
}

/**
 * Starts PostgreSQL from the npm package on a free port of 127.0.0.1. Restarts it on the same port if it exits.
 * @throws StartUpError with a sentence for the operator
 */
export async function startBundledPostgres(options: BundledOptions): Promise<BundledPostgres> {
  const { log = () => {}, durable = true, namespaces = true } = options
  prepareDataFolder(path.resolve(options.dataDir))
  const dataFolder = realpathSync(options.dataDir)
  const lock = await lockDataFolder(dataFolder, log)
  try {
    const binaries = findBinaries()
    await stopOrphan(path.join(findHome(dataFolder), 'data'), log)
    const files = prepareServerFiles(dataFolder, binaries, namespaces)
    const password = await ensureCluster(files, binaries.major, durable)
    const running = await keepRunning({ files, durable, log })
    const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${running.port}/${DATABASE}`
    return { url, port: running.port, stop: () => running.stop().finally(lock.release) }
  } catch (error) {
    lock.release()
    throw explainFileError(error, dataFolder)
  }
}

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
