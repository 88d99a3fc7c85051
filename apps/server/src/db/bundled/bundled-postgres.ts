import { realpathSync } from 'node:fs'
import path from 'node:path'
import { findBinaries } from './binaries.ts'
import { DATABASE, ensureCluster, SUPERUSER } from './cluster.ts'
import { explainFileError, lockDataFolder, prepareDataFolder } from './data-folder.ts'
import { stopLeftOver } from './left-over.ts'
import { findHome, preparePlace } from './place.ts'
import { keepRunning } from './supervision.ts'

export interface BundledPostgres {
  /** Of the empty or filled application database, with user and password. */
  url: string
  port: number
  /** Stops the server cleanly, within 3 s as a rule and 5 s at most, and frees the data folder. */
  stop(): Promise<void>
}

export interface BundledOptions {
  /** The server's files lie in its subfolder `postgres`. Created when missing. */
  dataDir: string
  log?: (line: string) => void
  /** False gives up safety against power cuts for speed: for tests only. */
  durable?: boolean
  /** False never uses user namespaces when started as root, as if the machine refused them. */
  namespaces?: boolean
}

/**
 * Starts the PostgreSQL server out of the npm package on a free port of 127.0.0.1, on the data of the last
 * start or on new ones. A server that ends unexpectedly is started again on the same port.
 * @throws StartUpError with a sentence for the person at the terminal
 */
export async function startBundledPostgres(options: BundledOptions): Promise<BundledPostgres> {
  const { log = () => {}, durable = true, namespaces = true } = options
  prepareDataFolder(path.resolve(options.dataDir))
  const dataFolder = realpathSync(options.dataDir)
  const lock = await lockDataFolder(dataFolder, log)
  try {
    const binaries = findBinaries()
    await stopLeftOver(path.join(findHome(dataFolder), 'data'), log)
    const place = preparePlace(dataFolder, binaries, namespaces)
    const password = await ensureCluster(place, binaries.major, durable)
    const running = await keepRunning({ place, durable, log })
    const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${running.port}/${DATABASE}`
    return { url, port: running.port, stop: () => running.stop().finally(lock.release) }
  } catch (error) {
    lock.release()
    throw explainFileError(error, dataFolder)
  }
}
