import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartUpError } from '../start-up-error.ts'

interface FolderLock {
  release(): void
}

/** Creates the data folder if it is missing and checks that it is writable. */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw explainFileError(error, folder)
  }
}

const SQLITE_BUSY = 5
const SQLITE_FULL = 13
/** A stopping application releases the lock within this time. */
const WAIT_MS = 5000

/**
 * Locks the data folder against a second application. Uses SQLite's lock on an empty file: the kernel releases it
 * when the process dies, so it can't go stale.
 */
export async function lockDataFolder(folder: string, log: (line: string) => void): Promise<FolderLock> {
  const deadline = performance.now() + WAIT_MS
  for (let attempt = 1; ; attempt++) {
    const lock = tryLock(folder)
    if (lock) return lock
    if (performance.now() > deadline) {
      throw new StartUpError(
        `Another Goldpan is running on the data folder ${folder}: stop it first, or set DATA_DIR to another folder for this one.`,
      )
    }
    if (attempt === 1) log(`Waiting for another Goldpan to release ${folder}.`)
    await sleep(50)
  }
}

function tryLock(folder: string): FolderLock | undefined {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 })
    file.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
  } catch (error) {
    file?.close()
    const code = sqliteCode(error)
    if (code === SQLITE_BUSY) return undefined
    if (code === SQLITE_FULL) throw diskFull(folder)
    throw new StartUpError(`The file 'lock' in the data folder ${folder} can't be opened for writing.`)
  }
  const held = file
  return { release: () => held.isOpen && held.close() }
}

function sqliteCode(error: unknown): unknown {
  return error instanceof Error && 'errcode' in error ? error.errcode : undefined
}

/** Returns a sentence for a file error; other errors are returned unchanged. */
export function explainFileError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return new StartUpError(
        `This user may not write to the data folder ${folder}: change its owner or its permissions, or set DATA_DIR to another folder.`,
      )
    case 'EROFS':
      return new StartUpError(
        `The data folder ${folder} is on a read-only file system: set DATA_DIR to a folder that can be written to.`,
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(folder)
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartUpError(
        `The data folder ${folder} can't be used because a file has that name: set DATA_DIR to a folder.`,
      )
    default:
      return error
  }
}

export function diskFull(folder: string): StartUpError {
  return new StartUpError(
    `The disk that holds the data folder ${folder} is full: free some space and start again. Nothing is lost.`,
  )
}
